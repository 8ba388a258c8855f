package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.problem.Problem;

/** The answer to a command. */
public sealed interface Answer {
    /** The command was carried out and is durable. */
    record Done(Data value) implements Answer {}

    /** The engine refused the command; nothing changed. */
    record Refused(Problem problem) implements Answer {}

    /**
     * A gate or rule delays the command. The attempt is durable; it happens automatically when the rule permits it, or is refused later.
     *
     * @param attempt its number within the case of the command
     * @param problem what it waits for
     */
    record Delayed(int attempt, Problem problem) implements Answer {}

    /** The command was carried out and has no result. */
    Answer DONE = new Done(Data.nothing());
}
