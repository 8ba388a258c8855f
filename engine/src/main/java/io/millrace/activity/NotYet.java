package io.millrace.activity;

/** A slot was read whose value is not there yet. It ends the call that read it; the flow then waits for the value. */
final class NotYet extends RuntimeException {
    final int work;

    NotYet(int work) {
        // It is thrown through users' functions in the ordinary course of things, so it is made cheap.
        super("the result of work item " + work + " is not there yet", null, false, false);
        this.work = work;
    }
}
