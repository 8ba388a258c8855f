package io.millrace;

import io.millrace.id.CaseId;

/** Thrown when the awaited result or value can never come, because the case, or the work that would deliver it, failed or was cancelled. */
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
