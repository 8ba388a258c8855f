package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An action of the engine on the outside world. The engine releases an effect after the commit of the turn that decided it. */
public sealed interface Effect {
    /** The tenant of the case. */
    String tenant();

    /** Notifies listeners that people can take this work. */
    record OfferWork(String tenant, String process, WorkItem work) implements Effect {}

    /**
     * Calls the handler or the program. The work item carries id and attempt, so that the receiver recognises a repeated call.
     *
     * @param timeLimit the timeout of the attempt by the case's own version of the process, or null if it has none
     */
    record CallWork(
            String tenant, String process, WorkItem work, @Nullable Duration timeLimit, @Nullable String trace)
            implements Effect {}

    /** Notifies the performer that the work is no longer needed. */
    record RecallWork(String tenant, WorkItem work, String reason) implements Effect {}

    /** Releases a file to which a case no longer refers. */
    record ReleaseFile(String tenant, CaseId caseId, Data file) implements Effect {}

    /** Notifies waiting callers that a case has ended. */
    record AnnounceEnd(String tenant, CaseId caseId, CaseStatus status, Data outcome) implements Effect {}
}
