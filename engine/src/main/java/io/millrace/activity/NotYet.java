package io.millrace.activity;

import io.millrace.language.TurnSignal;

/** A slot was read whose value is not there yet. It ends the call that read it; the flow then waits for the value. */
final class NotYet extends TurnSignal {
    final int work;

    NotYet(int work) {
        // It is thrown through users' functions in the ordinary course of things, so it is made cheap.
        super("the result of work item " + work + " is not there yet");
        this.work = work;
    }
}
