package io.millrace.language;

import io.millrace.id.CaseId;
import io.millrace.work.WorkItem;
import org.jspecify.annotations.Nullable;

/** The read-only view of a case for a language that checks an intention. */
public interface CaseView {
    /** The id of the case. */
    CaseId caseId();

    /** An open work item of the case, or null. */
    @Nullable
    WorkItem work(int number);
}
