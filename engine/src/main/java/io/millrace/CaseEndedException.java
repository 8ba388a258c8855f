package io.millrace;

import io.millrace.id.CaseId;
import io.millrace.kernel.CaseStatus;

/** A result was awaited from a case that failed or was cancelled. */
public final class CaseEndedException extends RuntimeException {
    private final transient CaseId caseId;
    private final CaseStatus status;

    CaseEndedException(CaseId caseId, CaseStatus status, String reason) {
        super("Case '" + caseId + "' is " + status.word() + (reason.isEmpty() ? "." : ": " + reason));
        this.caseId = caseId;
        this.status = status;
    }

    public CaseId caseId() {
        return caseId;
    }

    public CaseStatus status() {
        return status;
    }
}
