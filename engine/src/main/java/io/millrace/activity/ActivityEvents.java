package io.millrace.activity;

import io.millrace.data.In;
import io.millrace.language.EventReader;
import io.millrace.language.ProcessEvent;

/** The events of activities, which mean something without their process. */
public final class ActivityEvents implements EventReader {
    @Override
    public String language() {
        return ActivityProcess.LANGUAGE;
    }

    @Override
    public ProcessEvent read(In in) {
        return ActivityEvent.read(in);
    }
}
