package io.millrace.testkit;

import io.millrace.Millrace;
import io.millrace.id.CaseId;
import org.jspecify.annotations.Nullable;

/** Answers questions to the history. Times are counted from the beginning of the scenario. */
public final class HistoryOracle implements Oracle {
    @Override
    public Boolean holds(Millrace mill, @Nullable CaseId current, String goal) {
        return mill.questions().since(ManualTime.START).holds(goal);
    }
}
