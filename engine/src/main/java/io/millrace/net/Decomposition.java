package io.millrace.net;

/** What carries a task out. */
public sealed interface Decomposition {
    /** Nothing: the task only routes, and fires by itself; or it waits for its timer or its event. */
    record Routing() implements Decomposition {}

    /** Another net of the specification: the task is composite, and each instance is a sub-case. */
    record SubNet(String net) implements Decomposition {}

    /**
     * Work: for people, a handler, a program, or a process in any language.
     *
     * @param work the work as the engine knows it: who does it, deadlines, retries, the shape of its data
     * @param resourcing how people come to it
     */
    record Work(io.millrace.work.Task work, Resourcing resourcing) implements Decomposition {}

    static Decomposition routing() {
        return new Routing();
    }

    static Decomposition net(String name) {
        return new SubNet(name);
    }

    static Decomposition work(io.millrace.work.Task work) {
        return new Work(work, Resourcing.BY_USER);
    }
}
