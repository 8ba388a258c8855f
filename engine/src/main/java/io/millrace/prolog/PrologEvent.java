package io.millrace.prolog;

import io.millrace.data.In;
import io.millrace.language.ProcessEvent;

/** What a query records: the end of a phase, a phase that could not be, and a message that is asked again. */
sealed interface PrologEvent extends ProcessEvent permits PhaseEnded, PhaseHeld, AskedAgain {
    /** The first byte of a stored event has this bit unless it is a {@link PhaseEnded}. */
    int OTHER = 128;

    /** The event in one sentence, for whoever reads a plan. */
    String sentence();

    static PrologEvent read(In in) {
        int first = in.u8();
        return switch (first) {
            case PhaseHeld.TAG -> PhaseHeld.read(in);
            case AskedAgain.TAG -> AskedAgain.read(in);
            default -> PhaseEnded.read(first, in);
        };
    }
}
