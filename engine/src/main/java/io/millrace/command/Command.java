package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.problem.Argument;
import io.millrace.work.Agent;
import io.millrace.work.Participant;
import io.millrace.work.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command to the engine, which may refuse it. Commands are immutable. */
public sealed interface Command {

    /** Commands on one case. */
    sealed interface OfCase extends Command {
        /** The case. */
        CaseId caseId();
    }

    /** Commands on one work item. */
    sealed interface OfWork extends OfCase {
        /** The work item. */
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
        /** The name of the participant. */
        String name();
    }

    /** Commands on one pool of agents. */
    sealed interface OfPool extends Command {
        /** The name of the pool. */
        String pool();
    }

    /** Defines a pool with its strategy and its agents. Assigned work stays assigned. */
    record DefinePool(Pool definition) implements OfPool {
        public DefinePool {
            Argument.given(definition, "definition");
        }

        @Override
        public String pool() {
            return definition.name();
        }
    }

    /** Adds an agent to a pool, or changes its qualifications. */
    record AddAgent(String pool, Agent agent) implements OfPool {
        public AddAgent {
            Argument.named(pool, "pool");
            Argument.given(agent, "agent");
        }
    }

    /** Removes an agent from a pool. A busy agent first finishes its work. */
    record RemoveAgent(String pool, String agent) implements OfPool {
        public RemoveAgent {
            Argument.named(pool, "pool");
            Argument.named(agent, "agent");
        }
    }

    /** Marks an agent as absent or present. The pool assigns nothing to an absent agent, who keeps its work. */
    record SetPresence(String pool, String agent, boolean present) implements OfPool {
        public SetPresence {
            Argument.named(pool, "pool");
            Argument.named(agent, "agent");
        }
    }

    /**
     * @param despite the objection that the caller allowed, or null
     */
    record Deploy(Compiled<?> process, @Nullable String despite) implements OfRegistry {
        public Deploy {
            Argument.given(process, "process");
        }

        /** A deployment without an objection. */
        public Deploy(Compiled<?> process) {
            this(process, null);
        }
    }

    /** Adds a participant, or changes its roles and capabilities. */
    record AddParticipant(Participant participant) implements OfParticipant {
        public AddParticipant {
            Argument.given(participant, "participant");
        }

        @Override
        public String name() {
            return participant.name();
        }
    }

    /** Removes a participant. */
    record RemoveParticipant(String name) implements OfParticipant {
        public RemoveParticipant {
            Argument.named(name, "name");
        }
    }

    /** @param version which version, or 0 for the newest */
    record Start(String process, int version, Data input, @Nullable String key) implements Command {
        public Start {
            Argument.named(process, "process");
            Argument.atLeast(0, version, "version");
            Argument.given(input, "input");
        }
    }

    /** @param key the correlation key, or empty for a signal without one */
    record Signal(String name, String key, Data content) implements Command {
        public Signal {
            Argument.named(name, "name");
            Argument.given(key, "key");
            Argument.given(content, "content");
        }
    }

    /**
     * Sends a signal to the case that has this business key, and starts the case if none has it, in one step. The business key is the
     * correlation key of the signal.
     */
    record StartWithSignal(String process, Data input, String key, String signal, Data content) implements Command {
        public StartWithSignal {
            Argument.named(process, "process");
            Argument.given(input, "input");
            Argument.named(key, "key");
            Argument.named(signal, "signal");
            Argument.given(content, "content");
        }
    }

    /** Sends a signal to one case that waits for it, regardless of the correlation key. */
    record SignalCase(CaseId caseId, String name, Data content) implements OfWhole {
        public SignalCase {
            Argument.given(caseId, "caseId");
            Argument.named(name, "name");
            Argument.given(content, "content");
        }
    }

    /** Suspends a case. */
    record SuspendCase(CaseId caseId) implements OfWhole {
        public SuspendCase {
            Argument.given(caseId, "caseId");
        }
    }

    /** Resumes a suspended case. */
    record ResumeCase(CaseId caseId) implements OfWhole {
        public ResumeCase {
            Argument.given(caseId, "caseId");
        }
    }

    /** Cancels a case with its sub-cases. */
    record CancelCase(CaseId caseId, String reason) implements OfWhole {
        public CancelCase {
            Argument.given(caseId, "caseId");
            Argument.given(reason, "reason");
        }
    }

    /** Adds an instance to a running task. */
    record AddInstance(CaseId caseId, String task, Data input) implements OfWhole {
        public AddInstance {
            Argument.given(caseId, "caseId");
            Argument.named(task, "task");
            Argument.given(input, "input");
        }
    }

    /** Changes a value in the case's data. */
    record ChangeData(CaseId caseId, String name, Data value) implements OfWhole {
        public ChangeData {
            Argument.given(caseId, "caseId");
            Argument.named(name, "name");
            Argument.given(value, "value");
        }
    }

    /** Repeats a step. */
    record Redo(CaseId caseId, String step) implements OfWhole {
        public Redo {
            Argument.given(caseId, "caseId");
            Argument.named(step, "step");
        }
    }

    /** @param from which of several flows, or null if there is only one */
    record Move(CaseId caseId, @Nullable String from, String to) implements OfWhole {
        public Move {
            Argument.given(caseId, "caseId");
            Argument.named(to, "to");
        }
    }

    /**
     * @param version the new version, or 0 for the newest
     */
    record Migrate(CaseId caseId, int version, Data mapping) implements OfWhole {
        public Migrate {
            Argument.given(caseId, "caseId");
            Argument.atLeast(0, version, "version");
            Argument.given(mapping, "mapping");
        }
    }

    /** The operator marks the incident of a case as resolved: the case reacts again to what its failed turn held back. */
    record RetryCase(CaseId caseId) implements OfWhole {
        public RetryCase {
            Argument.given(caseId, "caseId");
        }
    }

    /**
     * Asks the gate again about a delayed attempt. The engine does this automatically whenever the case changes; use this command for a
     * gate that depends on something outside the case.
     *
     * @param attempt the number of the attempt in its case
     */
    record Reconsider(CaseId caseId, int attempt) implements OfWhole {
        public Reconsider {
            Argument.given(caseId, "caseId");
            Argument.atLeast(1, attempt, "attempt");
        }
    }

    /** Allocates offered work to the actor. */
    record Claim(WorkId work) implements OfWork {
        public Claim {
            Argument.given(work, "work");
        }
    }

    /** Releases allocated work: the engine offers it to all qualified participants again. */
    record Release(WorkId work) implements OfWork {
        public Release {
            Argument.given(work, "work");
        }
    }

    /** Allocates work to another participant. */
    record Delegate(WorkId work, String to) implements OfWork {
        public Delegate {
            Argument.given(work, "work");
            Argument.named(to, "to");
        }
    }

    /** Starts work. */
    record StartWork(WorkId work) implements OfWork {
        public StartWork {
            Argument.given(work, "work");
        }
    }

    /** Suspends a work item. */
    record SuspendWork(WorkId work) implements OfWork {
        public SuspendWork {
            Argument.given(work, "work");
        }
    }

    /** Resumes a suspended work item. */
    record ResumeWork(WorkId work) implements OfWork {
        public ResumeWork {
            Argument.given(work, "work");
        }
    }

    /** @param attempt the attempt whose result this is, or 0 when a person gives it */
    record Complete(WorkId work, Data output, int attempt) implements OfWork {
        public Complete {
            Argument.given(work, "work");
            Argument.given(output, "output");
            Argument.atLeast(0, attempt, "attempt");
        }
    }

    /**
     * @param attempt the attempt that failed, or 0 when a person fails the work
     * @param again whether another attempt could help
     * @param kinds the names of the exception's class and its superclasses, by which a retry policy may exclude another attempt
     */
    record Fail(WorkId work, String reason, int attempt, boolean again, List<String> kinds) implements OfWork {
        public Fail {
            Argument.given(work, "work");
            Argument.given(reason, "reason");
            Argument.atLeast(0, attempt, "attempt");
            kinds = List.copyOf(Argument.all(kinds, "kinds"));
        }

        /** Without the classes of an exception. */
        public Fail(WorkId work, String reason, int attempt, boolean again) {
            this(work, reason, attempt, again, List.of());
        }
    }

    /** The handler of an attempt has returned; the result comes later, by the token of the attempt. */
    record Defer(WorkId work, int attempt) implements OfWork {
        public Defer {
            Argument.given(work, "work");
            Argument.atLeast(1, attempt, "attempt");
        }
    }

    /** Withdraws a work item. */
    record Withdraw(WorkId work, String reason) implements OfWork {
        public Withdraw {
            Argument.given(work, "work");
            Argument.given(reason, "reason");
        }
    }

    /** Skips work as if it had been completed. */
    record Skip(WorkId work, Data output) implements OfWork {
        public Skip {
            Argument.given(work, "work");
            Argument.given(output, "output");
        }
    }

    /** Makes another attempt at an automatic work item that has become an incident. */
    record RetryWork(WorkId work) implements OfWork {
        public RetryWork {
            Argument.given(work, "work");
        }
    }
}
