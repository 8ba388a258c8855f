package io.millrace.language;

import io.millrace.id.CaseId;
import io.millrace.work.WorkItem;
import org.jspecify.annotations.Nullable;

/** What a language may know of its case while it checks an intention. */
public interface CaseView {
    CaseId caseId();

    @Nullable
    WorkItem work(int number);
}
