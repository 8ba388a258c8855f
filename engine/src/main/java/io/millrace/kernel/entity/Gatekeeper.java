package io.millrace.kernel.entity;

import io.millrace.data.Data;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.language.TurnSignal;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;

/** Puts the question to a {@link Gate}, and ends the turn if the answer is no. */
public final class Gatekeeper {
    private Gatekeeper() {}

    /** The gate refuses an event. The turn is dropped; {@link Incidents} says what is recorded instead. */
    public static final class Refusal extends TurnSignal {
        public final transient Problem problem;
        /** Whether the event followed from what was asked, so that this can stand without it. */
        final boolean following;

        public Refusal(Problem problem, boolean following) {
            super(problem.message());
            this.problem = problem;
            this.following = following;
        }
    }

    static void ask(Gate gate, CaseState part, Event.Significant event) {
        switch (verdict(gate, part, event)) {
            case Gate.Accept accept -> {}
            case Gate.Refuse refuse -> throw new Refusal(refuse.problem(), false);
            case Gate.Delay delay ->
                throw new Refusal(Code.GATE_DELAY.with(EventView.kind(event), part.id, delay.reason()), false);
        }
    }

    /** A gate that throws has accepted nothing. */
    private static Gate.Verdict verdict(Gate gate, CaseState part, Event.Significant event) {
        Significant seen = seen(part, event);
        try {
            return gate.verdict(part, seen);
        } catch (RuntimeException e) {
            return new Gate.Refuse(Code.TURN_FAILED.with("case " + part.id, "its gate threw " + e));
        }
    }

    private static Significant seen(CaseState part, Event.Significant event) {
        return switch (event) {
            case Event.CaseStarted e -> new Significant.CaseStarted(e.process(), e.version(), e.input(), e.key());
            case Event.CaseCompleted e -> new Significant.CaseEnded(CaseStatus.COMPLETED, e.result());
            case Event.CaseFailed e -> new Significant.CaseEnded(CaseStatus.FAILED, Data.of(e.reason()));
            case Event.CaseCancelled e -> new Significant.CaseEnded(CaseStatus.CANCELLED, Data.of(e.reason()));
            case Event.WorkOffered e -> new Significant.WorkOffered(e.work(), e.task(), e.input());
            case Event.WorkStarted e -> new Significant.WorkStarted(item(part, e.work()), e.by());
            case Event.WorkCompleted e -> new Significant.WorkCompleted(item(part, e.work()), e.output());
            case Event.WorkFailed e -> new Significant.WorkFailed(item(part, e.work()), e.reason());
            case Event.WorkWithdrawn e -> new Significant.WorkWithdrawn(item(part, e.work()), e.reason());
            case Event.SignalReceived e -> {
                CaseState.Wait wait = part.waits.get(e.ticket());
                if (wait == null) {
                    throw new BrokenInvariant("case " + part.id + " does not wait with ticket " + e.ticket());
                }
                yield new Significant.SignalReceived(wait.signal(), wait.key(), e.content());
            }
        };
    }

    private static WorkItem item(CaseState part, int work) {
        WorkItem item = part.works.get(work);
        if (item == null) {
            throw new BrokenInvariant("work item " + work + " of case " + part.id + " is not open");
        }
        return item;
    }
}
