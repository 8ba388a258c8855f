package io.millrace.net;
import io.millrace.work.Task;

/** The implementation of a task. Immutable. */
public sealed interface Decomposition {
    /** The name of the result in the task's output mappings. */
    String root();

    /**
     * No work: the task only routes and fires automatically, or waits for its timer or its event. The result of its input mappings is the
     * input of its output mappings.
     */
    record Routing(String root) implements Decomposition {
        /** Routing whose result has no name. */
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
     * @param root the name of the result in output mappings
     * @param work the work: its performer, deadlines, retries, the shape of its data
     * @param resourcing how the work is offered, allocated and started
     */
    record Atomic(String root, Task work, Resourcing resourcing) implements Decomposition {
        /** Work whose result has the name of the work. */
        public Atomic(Task work, Resourcing resourcing) {
            this(work.name(), work, resourcing);
        }
    }

    /** An implementation without work. */
    static Decomposition routing() {
        return new Routing();
    }

    /** A sub-net, by its name in the same specification. {@link Checks} reports a name that is unknown there. */
    static Decomposition net(String name) {
        return new SubNet(name);
    }

    /** Work that all permitted participants see and one of them claims and starts ({@link Resourcing#BY_USER}). */
    static Decomposition work(Task work) {
        return new Atomic(work, Resourcing.BY_USER);
    }
}
