package io.millrace.net;
import io.millrace.work.Task;

/** What carries a task out. */
public sealed interface Decomposition {
    /** The name by which a task's output mappings call what was given back. */
    String root();

    /**
     * Nothing: the task only routes, and fires by itself; or it waits for its timer or its event. What its input mappings
     * give is what its output mappings see.
     */
    record Routing(String root) implements Decomposition {
        public Routing() {
            this("");
        }
    }

    /** Another net of the specification: the task is composite, and each instance is a sub-case. */
    record SubNet(String net) implements Decomposition {
        @Override
        public String root() {
            return net;
        }
    }

    /**
     * The task is atomic: its work is for people, a handler, a program, or a process in any language.
     *
     * @param root the name by which output mappings call what was given back
     * @param work the work as the engine knows it: who does it, deadlines, retries, the shape of its data
     * @param resourcing how people come to it
     */
    record Atomic(String root, Task work, Resourcing resourcing) implements Decomposition {
        public Atomic(Task work, Resourcing resourcing) {
            this(work.name(), work, resourcing);
        }
    }

    static Decomposition routing() {
        return new Routing();
    }

    static Decomposition net(String name) {
        return new SubNet(name);
    }

    static Decomposition work(Task work) {
        return new Atomic(work, Resourcing.BY_USER);
    }
}
