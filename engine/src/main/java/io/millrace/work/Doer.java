package io.millrace.work;

import io.millrace.problem.Argument;

/** The performer of a kind of work: people through worklists, a Java handler, a program, or another process. */
public sealed interface Doer {
    /** People who find it in their worklist. */
    record People() implements Doer {}

    /** A Java handler registered under a name. */
    record Handler(String name) implements Doer {
        public Handler {
            Argument.given(name, "name");
        }
    }

    /** A program registered under a name; never a path taken from data. */
    record Program(String name) implements Doer {
        public Program {
            Argument.given(name, "name");
        }
    }

    /** A process in any language, which becomes a sub-case. */
    record Process(String name) implements Doer {
        public Process {
            Argument.given(name, "name");
        }
    }

    /** People who find the work in their worklist. */
    static Doer people() {
        return new People();
    }

    /** Whether the engine calls the performer automatically. */
    default boolean isAutomatic() {
        return this instanceof Handler || this instanceof Program;
    }
}
