package io.millrace.prolog;

import io.millrace.data.In;
import io.millrace.language.ProcessEvent;

/** What a query records: there is one kind of event, the end of a phase. */
sealed interface PrologEvent extends ProcessEvent permits PhaseEnded {
    static PrologEvent read(In in) {
        return PhaseEnded.read(in);
    }
}
