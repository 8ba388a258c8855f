package io.millrace;

import io.millrace.id.CaseId;

/** Something was awaited that will never come, because the case, or what would have brought it, failed or was cancelled. */
public final class CaseEndedException extends RuntimeException {
    private final transient CaseId caseId;

    CaseEndedException(String message, CaseId caseId) {
        super(message);
        this.caseId = caseId;
    }

    /** The case that has ended. */
    public CaseId caseId() {
        return caseId;
    }
}
