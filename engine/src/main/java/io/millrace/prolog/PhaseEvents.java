package io.millrace.prolog;

import io.millrace.data.In;
import io.millrace.language.EventReader;
import io.millrace.language.ProcessEvent;

/** Reads the events of Workflow Prolog without the programs. */
public final class PhaseEvents implements EventReader {
    @Override
    public String language() {
        return WorkflowProlog.NAME;
    }

    @Override
    public ProcessEvent read(In in) {
        return PrologEvent.read(in);
    }
}
