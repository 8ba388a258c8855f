package io.millrace.algebra.run;

import io.millrace.data.In;
import io.millrace.language.EventReader;
import io.millrace.language.ProcessEvent;

/** Reads the events of rules where these are not at hand. */
public final class RulesEvents implements EventReader {
    @Override
    public String language() {
        return RulesLanguage.NAME;
    }

    @Override
    public ProcessEvent read(In in) {
        return RulesEvent.read(in);
    }
}
