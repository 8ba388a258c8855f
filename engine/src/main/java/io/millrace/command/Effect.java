package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Everything the engine does to the outside. An effect is released after the commit of the turn that decided it. */
public sealed interface Effect {
    /** The tenant of the case. */
    String tenant();

    /** Tell whoever listens that people can take this work. */
    record OfferWork(String tenant, String process, WorkItem work) implements Effect {}

    /**
     * Call the handler or the program; the work item carries id and attempt, so that a repeat is recognised.
     *
     * @param timeLimit how long the attempt may take by the case's own version of the process, or null if it does not say
     */
    record CallWork(
            String tenant, String process, WorkItem work, @Nullable Duration timeLimit, @Nullable String trace)
            implements Effect {}

    /** Tell whoever has the work that it is no longer wanted. */
    record RecallWork(String tenant, WorkItem work, String reason) implements Effect {}

    /** Release a file to which a case no longer refers. */
    record ReleaseFile(String tenant, CaseId caseId, Data file) implements Effect {}

    /** Tell whoever waits that a case has ended. */
    record AnnounceEnd(String tenant, CaseId caseId, CaseStatus status, Data outcome) implements Effect {}
}
