package io.millrace.kernel.entity;

import io.millrace.data.Data;
import io.millrace.event.Across;
import io.millrace.event.Gate;
import io.millrace.event.Significant;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.language.TurnSignal;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.Problem.Grounds;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts the question to a {@link Gate}, and ends the turn if the answer is no, or not yet. */
public final class Gatekeeper {
    private Gatekeeper() {}

    /** The gate stops an event. The turn is dropped; {@link Incidents} says what is recorded instead. */
    public static final class Stop extends TurnSignal {
        final transient Event.Significant event;
        public final transient Problem problem;
        /** How long the event must wait; null if it is refused. */
        final transient Gate.@Nullable Delay delay;
        /** Whether the event followed from what was asked, so that this can stand without it. */
        final boolean following;
        /** What rules of another case are asked about it, or null. */
        private final transient @Nullable Question question;
        /** What else of the turn was accepted. */
        private final transient List<Question> passed;

        private Stop(
                Event.Significant event,
                Problem problem,
                Gate.@Nullable Delay delay,
                boolean following,
                @Nullable Question question,
                List<Question> passed) {
            super(problem.message());
            this.event = event;
            this.problem = problem;
            this.delay = delay;
            this.following = following;
            this.question = question;
            this.passed = passed;
        }

        Stop following(boolean follows) {
            return new Stop(event, problem, delay, follows, question, passed);
        }

        /** The same in a turn that goes on without the event: what was accepted before it happens, and is not asked for again. */
        Stop alone() {
            return new Stop(event, problem, delay, following, question, List.of());
        }

        /** What rules of another case are asked, or null. */
        @Nullable Question asked() {
            return question == null ? null : question.after(passed);
        }
    }

    static void ask(Gate gate, CaseState member, Event.Significant event, Significant seen, Instant now) {
        switch (verdict(gate, member, event, seen, now)) {
            case Gate.Accept accept -> {}
            case Gate.Refuse refuse -> throw new Stop(event, refuse.problem(), null, false, null, List.of());
            case Gate.Delay delay ->
                throw new Stop(event, waiting(event, member, delay.reason(), delay.grounds()), delay, false, null, List.of());
        }
    }

    /** What of an event is for the rules of another case. */
    record Question(Processes.InForce rules, List<Across.Concern> concerns) {
        List<String> literals() {
            return concerns.stream().map(Across.Concern::literal).toList();
        }

        boolean asks() {
            return concerns.stream().anyMatch(Across.Concern::asks);
        }

        /** How long the event may wait for these rules; null for ever. */
        @Nullable Duration limit() {
            return concerns.stream().map(Across.Concern::limit).filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
        }

        /** The same question about all that a turn wants of these rules: what was accepted before comes with it, since it has not happened yet. */
        Question after(List<Question> passed) {
            List<Across.Concern> all = new ArrayList<>();
            for (Question each : passed) {
                if (each.rules().rules().equals(rules.rules())) {
                    all.addAll(each.concerns());
                }
            }
            all.addAll(concerns);
            return new Question(rules, all);
        }
    }

    /** What of an event the rules of other cases speak of. What they throw ends the turn, as what the code of a process throws does. */
    static List<Question> questions(List<Processes.InForce> inForce, CaseState member, Significant seen) {
        List<Question> questions = new ArrayList<>();
        for (Processes.InForce each : inForce) {
            List<Across.Concern> concerns = each.code().concerns(member, seen);
            if (!concerns.isEmpty()) {
                questions.add(new Question(each, concerns));
            }
        }
        return questions;
    }

    /**
     * The event waits until the rules of other cases have decided. They are asked one after the other, always in the same order: all
     * must agree, and no two events ever wait for what the other one was granted.
     *
     * @param through up to which case of rules they have agreed
     * @param passed what else of this turn was accepted
     */
    static void askOthers(CaseState member, Event.Significant event, List<Question> questions, long through, List<Question> passed) {
        questions.stream()
                .filter(each -> each.asks() && each.rules().rules().root() > through)
                .min(Comparator.comparingLong(each -> each.rules().rules().root()))
                .ifPresent(first -> {
                    Gate.Delay delay = new Gate.Delay(
                            "rules '" + first.rules().process() + "' are asked",
                            null,
                            first.limit(),
                            new Grounds(List.of(first.rules().process()), List.of()));
                    throw new Stop(event, waiting(event, member, delay.reason(), delay.grounds()), delay, false, first, passed);
                });
    }

    /**
     * Whether an acceptance is one of what is asked now. What a case asks may have changed while the answer was on its way: somebody
     * else has started the work, or the data are others. Then it has asked again, and only the answer to that counts.
     *
     * @param by the case of rules that has accepted
     * @param literals what it has accepted; empty if it accepts whatever is asked
     */
    static boolean isAnswered(List<Question> questions, long by, List<String> literals, List<Question> passed) {
        return literals.isEmpty()
                || questions.stream()
                        .anyMatch(each -> each.rules().rules().root() == by && each.after(passed).literals().equals(literals));
    }

    static Problem waiting(Event.Significant event, CaseState member, String reason, Grounds grounds) {
        return Code.GATE_DELAY.with(EventView.kind(event), member.id, reason).because(grounds);
    }

    /** A gate that throws, or that says nothing, has accepted nothing. Errors of the virtual machine stop the engine. */
    private static Gate.Verdict verdict(Gate gate, CaseState member, Event.Significant event, Significant seen, Instant now) {
        try {
            Gate.Verdict verdict = gate.verdict(member, seen, now);
            return verdict == null ? failed(member, event, "it gave no verdict") : verdict;
        } catch (RuntimeException | Error e) {
            if (BrokenInvariant.isFatal(e)) {
                throw e;
            }
            return failed(member, event, "it threw " + e);
        }
    }

    private static Gate.Refuse failed(CaseState member, Event.Significant event, String how) {
        return new Gate.Refuse(Code.GATE_FAILED.with(EventView.kind(event), member.id, how));
    }

    /**
     * Whether an event is the one that was granted. Numbers and dates of work that is offered, and the result of a case, follow
     * from when that happens: work is known by its task, an end by its kind.
     */
    static boolean isGranted(Event.Significant event, Event.Significant granted) {
        return event.getClass() == granted.getClass()
                && switch (event) {
                    case Event.WorkOffered e -> e.task().equals(((Event.WorkOffered) granted).task());
                    case Event.Ending e -> true;
                    case Event.Significant other -> other.equals(granted);
                };
    }

    /** The event as a gate sees it, before it is recorded. */
    static Significant seen(CaseState member, Event.Significant event) {
        return switch (event) {
            case Event.CaseStarted e -> new Significant.CaseStarted(e.process(), e.version(), e.input(), e.key());
            case Event.CaseCompleted e -> new Significant.CaseEnded(CaseStatus.COMPLETED, e.result());
            case Event.CaseFailed e -> new Significant.CaseEnded(CaseStatus.FAILED, Data.of(e.reason()));
            case Event.CaseCancelled e -> new Significant.CaseEnded(CaseStatus.CANCELLED, Data.of(e.reason()));
            case Event.WorkOffered e -> new Significant.WorkOffered(e.work(), e.task(), e.input());
            case Event.WorkStarted e -> new Significant.WorkStarted(item(member, e.work()), e.by());
            case Event.WorkCompleted e -> new Significant.WorkCompleted(item(member, e.work()), e.output());
            case Event.WorkFailed e -> new Significant.WorkFailed(item(member, e.work()), e.reason());
            case Event.WorkWithdrawn e -> new Significant.WorkWithdrawn(item(member, e.work()), e.reason());
            case Event.SignalReceived e -> {
                CaseState.Wait wait = member.waits.get(e.ticket());
                if (wait == null) {
                    throw new BrokenInvariant("case " + member.id + " does not wait with ticket " + e.ticket());
                }
                yield new Significant.SignalReceived(wait.signal(), wait.key(), e.content());
            }
        };
    }

    private static WorkItem item(CaseState member, int work) {
        WorkItem item = member.works.get(work);
        if (item == null) {
            throw new BrokenInvariant("work item " + work + " of case " + member.id + " is not open");
        }
        return item;
    }
}
