package io.millrace.query;

import io.millrace.id.CaseId;
import io.millrace.problem.Argument;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A query of open work items. With a participant, it finds the work that the participant has or may take; with a role, the work that is
 * offered to the role. All other conditions restrict the result. Immutable and safe for use by several threads; each method returns a
 * changed copy.
 */
public record WorkQuery(
        @Nullable String participant,
        @Nullable String role,
        @Nullable WorkState state,
        @Nullable String task,
        @Nullable String process,
        @Nullable CaseId caseId,
        @Nullable Instant offeredBefore,
        boolean incidents) {

    public static final WorkQuery ALL = new WorkQuery(null, null, null, null, null, null, null, false);

    /** The work that a participant has or may take. */
    public static WorkQuery forParticipant(String name) {
        Argument.named(name, "name");
        return new WorkQuery(name, null, null, null, null, null, null, false);
    }

    /** The work that is offered to a role. */
    public static WorkQuery forRole(String role) {
        Argument.named(role, "role");
        return new WorkQuery(null, role, null, null, null, null, null, false);
    }

    /** Only work in this state. */
    public WorkQuery inState(WorkState state) {
        Argument.given(state, "state");
        return new WorkQuery(participant, role, state, task, process, caseId, offeredBefore, incidents);
    }

    /** Only work of this task. */
    public WorkQuery ofTask(String task) {
        Argument.named(task, "task");
        return new WorkQuery(participant, role, state, task, process, caseId, offeredBefore, incidents);
    }

    /** Only work of cases of this process. */
    public WorkQuery ofProcess(String process) {
        Argument.named(process, "process");
        return new WorkQuery(participant, role, state, task, process, caseId, offeredBefore, incidents);
    }

    /** Only work of this case and its sub-cases. */
    public WorkQuery ofCase(CaseId caseId) {
        Argument.given(caseId, "caseId");
        return new WorkQuery(participant, role, state, task, process, caseId, offeredBefore, incidents);
    }

    /** Only work that was offered before this instant. */
    public WorkQuery offeredBefore(Instant instant) {
        Argument.given(instant, "instant");
        return new WorkQuery(participant, role, state, task, process, caseId, instant, incidents);
    }

    /** Only work that waits for a person as an incident. */
    public WorkQuery onlyIncidents() {
        return new WorkQuery(participant, role, state, task, process, caseId, offeredBefore, true);
    }

    /** Whether a work item matches this query. */
    public boolean admits(String ofProcess, WorkItem item) {
        return (state == null || item.state() == state)
                && (task == null || item.task().equals(task))
                && (process == null || ofProcess.equals(process))
                && (caseId == null || item.id().caseId().isWithin(caseId))
                && (offeredBefore == null || item.offered().isBefore(offeredBefore))
                && (!incidents || item.incident() != null);
    }
}
