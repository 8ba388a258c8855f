package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.work.Participant;
import org.jspecify.annotations.Nullable;

/** What someone asks of the engine. It may be refused. */
public sealed interface Command {

    /** Commands on one case. */
    sealed interface OfCase extends Command {
        CaseId caseId();
    }

    /** Commands on one work item. */
    sealed interface OfWork extends OfCase {
        WorkId work();

        @Override
        default CaseId caseId() {
            return work().caseId();
        }
    }

    /** Commands on one case as a whole. */
    sealed interface OfWhole extends OfCase {}

    /** Commands on what a tenant has deployed. */
    sealed interface OfRegistry extends Command {}

    /** Commands on one participant. */
    sealed interface OfParticipant extends Command {
        String name();
    }

    /** @param despite what speaks against it and was allowed, or null */
    record Deploy(Compiled<?> process, @Nullable String despite) implements OfRegistry {
        public Deploy(Compiled<?> process) {
            this(process, null);
        }
    }

    record AddParticipant(Participant participant) implements OfParticipant {
        @Override
        public String name() {
            return participant.name();
        }
    }

    record RemoveParticipant(String name) implements OfParticipant {}

    /** @param version which version, or 0 for the newest */
    record Start(String process, int version, Data input, @Nullable String key) implements Command {}

    record Signal(String name, String key, Data content) implements Command {}

    record SuspendCase(CaseId caseId) implements OfWhole {}

    record ResumeCase(CaseId caseId) implements OfWhole {}

    record CancelCase(CaseId caseId, String reason) implements OfWhole {}

    record AddInstance(CaseId caseId, String task, Data input) implements OfWhole {}

    record ChangeData(CaseId caseId, String name, Data value) implements OfWhole {}

    record Redo(CaseId caseId, String step) implements OfWhole {}

    /** @param from which of several flows, or null if there is only one */
    record Move(CaseId caseId, @Nullable String from, String to) implements OfWhole {}

    /** @param version the version to go on under, or 0 for the newest */
    record Migrate(CaseId caseId, int version, Data mapping) implements OfWhole {}

    /** The operator marks the incident of a case as resolved: the case reacts again to what its failed turn held back. */
    record RetryCase(CaseId caseId) implements OfWhole {}

    record Claim(WorkId work) implements OfWork {}

    record Release(WorkId work) implements OfWork {}

    record Delegate(WorkId work, String to) implements OfWork {}

    record StartWork(WorkId work) implements OfWork {}

    record SuspendWork(WorkId work) implements OfWork {}

    record ResumeWork(WorkId work) implements OfWork {}

    /** @param attempt the attempt whose result this is, or 0 when a person gives it */
    record Complete(WorkId work, Data output, int attempt) implements OfWork {}

    /**
     * @param attempt the attempt that failed, or 0 when a person says so
     * @param again whether another attempt could help
     */
    record Fail(WorkId work, String reason, int attempt, boolean again) implements OfWork {}

    record Withdraw(WorkId work, String reason) implements OfWork {}

    record Skip(WorkId work, Data output) implements OfWork {}

    /** Another attempt at an automatic work item that has become an incident. */
    record RetryWork(WorkId work) implements OfWork {}
}
