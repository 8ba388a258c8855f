package io.millrace.kernel;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.entity.CaseTurn;
import io.millrace.kernel.entity.Entity;
import io.millrace.event.Gate;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Rehearsal;
import io.millrace.event.Significant;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventCodec;
import io.millrace.language.Contract;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseStatus;
import io.millrace.work.Deadline;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final Problem NO = Code.INTERVENTION.with("do this", "a rule forbids it");
    private static final Data NOTHING = Data.nothing();

    private final AtomicBoolean closed = new AtomicBoolean(true);

    /** A gate that refuses some events until it is opened. */
    private Gate refusing(Predicate<Significant> some) {
        return (state, event, now) -> closed.get() && some.test(event) ? new Gate.Refuse(NO) : Gate.Verdict.ACCEPT;
    }

    private static boolean completes(Significant event, String task) {
        return event instanceof Significant.WorkCompleted completed && completed.item().task().equals(task);
    }

    private static boolean offers(Significant event, String task) {
        return event instanceof Significant.WorkOffered offered && offered.task().equals(task);
    }

    private static Command complete(WorkId work) {
        return new Command.Complete(work, NOTHING, 0);
    }

    @Test
    void a_refused_completion_refuses_the_command_and_records_nothing() {
        Gated mill = new Gated(refusing(e -> completes(e, "b")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.done(complete(mill.work(id, "a")));
        List<String> before = mill.kinds(id);
        assertThat(mill.refused(complete(mill.work(id, "b")))).isEqualTo(NO);
        assertThat(mill.kinds(id)).isEqualTo(before);
        assertThat(mill.item(id, "b").state()).isEqualTo(WorkState.OFFERED);
        assertThat(mill.plan(complete(mill.work(id, "b"))).refusal()).isEqualTo(NO);
        closed.set(false);
        mill.done(complete(mill.work(id, "b")));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_refused_offer_is_an_incident_and_what_led_to_it_stands() {
        Gated mill = new Gated(refusing(e -> offers(e, "b")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        Command complete = complete(mill.work(id, "a"));
        assertThat(mill.plan(complete).steps()).anyMatch(sentence -> sentence.contains("a rule forbids it"));
        mill.done(complete);
        assertThat(mill.kinds(id))
                .endsWith("WorkOffered", "WorkStarted", "WorkCompleted", "StimulusHeld", "IncidentRaised");
        assertThat(mill.look(id).info().incident()).isEqualTo(NO.message());
        assertThat(mill.refused(new Command.RetryCase(id))).isEqualTo(NO);
        assertThat(mill.look(id).info().incident()).isEqualTo(NO.message());
        closed.set(false);
        mill.done(new Command.RetryCase(id));
        assertThat(mill.offered(id)).containsExactly("b");
        assertThat(mill.look(id).info().incident()).isNull();
    }

    @Test
    void a_refused_first_offer_leaves_a_started_case_with_an_incident() {
        Gated mill = new Gated(refusing(e -> offers(e, "a")), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        assertThat(mill.kinds(id)).containsExactly("CaseStarted", "StimulusHeld", "IncidentRaised");
        closed.set(false);
        mill.done(new Command.RetryCase(id));
        assertThat(mill.offered(id)).containsExactly("a");
    }

    @Test
    void a_refused_start_refuses_the_command() {
        Gated mill = new Gated(refusing(Significant.CaseStarted.class::isInstance), List.of(), Steps.of("p", people("a")));
        assertThat(mill.refused(new Command.Start("p", 0, Data.fields(), null))).isEqualTo(NO);
        closed.set(false);
        assertThat(mill.offered(mill.start("p"))).containsExactly("a");
    }

    @Test
    void a_start_with_a_key_was_answered_before_so_the_case_waits_for_an_operator() {
        Gated mill = new Gated(refusing(Significant.CaseStarted.class::isInstance), List.of(), Steps.of(new Contract("p", Shape.any(), true, List.of()), people("a")));
        CaseId id = CaseId.root(mill.done(new Command.Start("p", 0, Data.fields(), "k")).asLong());
        assertThat(mill.look(id).info().incident()).isEqualTo(NO.message());
        assertThat(mill.offered(id)).isEmpty();
        mill.done(new Command.CancelCase(id, "refused"));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_refused_result_of_a_handler_ends_its_attempt_with_an_incident() {
        Gated mill = new Gated(refusing(e -> completes(e, "h")), List.of(), Steps.of("p", handler("h")));
        CaseId id = mill.start("p");
        mill.report(new Command.Complete(mill.work(id, "h"), NOTHING, 1));
        assertThat(mill.item(id, "h").incident()).isEqualTo(NO.message());
        assertThat(mill.kinds(id)).endsWith("WorkAttemptFailed", "IncidentRaised");
        closed.set(false);
        mill.done(new Command.RetryWork(mill.work(id, "h")));
        mill.report(new Command.Complete(mill.work(id, "h"), NOTHING, 2));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_refused_failure_at_a_deadline_is_an_incident_of_the_work_item() {
        Deadline deadline = new Deadline(Duration.ofHours(1), new Deadline.Fail("too late"));
        Gated mill = new Gated(
                refusing(Significant.WorkFailed.class::isInstance),
                List.of(),
                Steps.of("p", people("a", task -> task.deadline(deadline))));
        CaseId id = mill.start("p");
        mill.advance(Duration.ofHours(2));
        assertThat(mill.item(id, "a").incident()).isEqualTo(NO.message());
    }

    @Test
    void an_offer_that_is_refused_when_a_timer_fires_is_an_incident() {
        Gated mill = new Gated(
                refusing(e -> offers(e, "a")),
                List.of(),
                Steps.of("p", new Steps.Step.Wait(Duration.ofHours(1)), people("a")));
        CaseId id = mill.start("p");
        mill.advance(Duration.ofHours(2));
        assertThat(mill.kinds(id)).endsWith("TimerFired", "StimulusHeld", "IncidentRaised");
        closed.set(false);
        mill.done(new Command.RetryCase(id));
        assertThat(mill.offered(id)).containsExactly("a");
    }

    @Test
    void a_refused_signal_is_missed_and_the_case_takes_the_next() {
        Gated mill = new Gated(
                refusing(e -> e instanceof Significant.SignalReceived received && received.signal().equals("paid")),
                List.of(),
                Steps.of("p", new Steps.Step.Await("paid", "key"), people("a")));
        CaseId id = mill.start("p");
        mill.done(new Command.Signal("paid", "", Data.fields("by", "anna")));
        assertThat(mill.kinds(id)).endsWith("SignalMissed", "IncidentRaised", "MessageSent");
        closed.set(false);
        mill.done(new Command.Signal("paid", "", Data.fields("by", "bert")));
        assertThat(mill.offered(id)).containsExactly("a");
        assertThat(mill.look(id).data().at("by")).isEqualTo(Data.of("bert"));
    }

    @Test
    void a_refused_end_of_a_sub_case_keeps_the_sub_case_open() {
        Gated mill = new Gated(
                refusing(Significant.CaseEnded.class::isInstance),
                List.of(),
                Steps.of("inner", people("a")),
                Steps.of("p", process("sub", "inner")));
        CaseId id = mill.start("p");
        CaseId child = id.child(1);
        mill.done(complete(mill.work(child, "a")));
        assertThat(mill.look(child).info().incident()).isEqualTo(NO.message());
        closed.set(false);
        mill.done(new Command.RetryCase(child));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_refused_withdrawal_refuses_what_would_withdraw() {
        Gated mill = new Gated(
                refusing(Significant.WorkWithdrawn.class::isInstance), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        assertThat(mill.refused(new Command.CancelCase(id, "no need"))).isEqualTo(NO);
        assertThat(mill.refused(new Command.Withdraw(mill.work(id, "a"), "no need"))).isEqualTo(NO);
        assertThat(mill.offered(id)).containsExactly("a");
    }

    @Test
    void a_gate_that_throws_accepts_nothing() {
        Gate gate = (state, event, now) -> {
            if (completes(event, "h")) {
                throw new IllegalStateException("broken");
            }
            return Gate.Verdict.ACCEPT;
        };
        Gated mill = new Gated(gate, List.of(), Steps.of("p", handler("h")));
        CaseId id = mill.start("p");
        mill.report(new Command.Complete(mill.work(id, "h"), NOTHING, 1));
        assertThat(mill.item(id, "h").incident()).contains("it threw").contains("broken").contains("MR-6004");
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_gate_that_throws_an_error_or_says_nothing_refuses_and_is_named() {
        Gate error = (state, event, now) -> {
            if (completes(event, "a")) {
                throw new NoClassDefFoundError("gone/Away");
            }
            return Gate.Verdict.ACCEPT;
        };
        Gated mill = new Gated(error, List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        assertThat(mill.refused(new Command.Complete(mill.work(id, "a"), NOTHING, 0)).message())
                .contains("The gate failed at WorkCompleted of case '1'", "NoClassDefFoundError: gone/Away", "MR-6004");
        assertThat(mill.offered(id)).containsExactly("a");
        Gate silent = (state, event, now) -> completes(event, "a") ? null : Gate.Verdict.ACCEPT;
        Gated other = new Gated(silent, List.of(), Steps.of("p", people("a")));
        CaseId second = other.start("p");
        assertThat(other.refused(new Command.Complete(other.work(second, "a"), NOTHING, 0)).message())
                .contains("it gave no verdict", "MR-6004");
    }

    @Test
    void a_gate_sees_every_significant_event_with_the_state_before() {
        List<String> seen = new ArrayList<>();
        Gate gate = (state, event, now) -> {
            seen.add(event.getClass().getSimpleName() + " " + state.status() + " " + state.data());
            return Gate.Verdict.ACCEPT;
        };
        Gated mill = new Gated(gate, List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.done(new Command.Complete(mill.work(id, "a"), Data.fields("x", 1), 0));
        mill.done(new Command.Fail(mill.work(id, "b"), "broken", 0, false));
        assertThat(seen)
                .containsExactly(
                        "CaseStarted RUNNING null",
                        "WorkOffered RUNNING {}",
                        "WorkStarted RUNNING {}",
                        "WorkCompleted RUNNING {}",
                        "WorkOffered RUNNING {\"x\":1}",
                        "WorkFailed RUNNING {\"x\":1}",
                        "CaseEnded RUNNING {\"x\":1}");
    }

    @Test
    void whatever_a_gate_refuses_every_case_can_go_on_once_it_is_open() {
        Steps inner = Steps.of("inner", people("a"), handler("b"));
        Steps outer = Steps.of(
                "p", people("first"), handler("h"), process("sub", "inner"), new Steps.Step.Wait(Duration.ofHours(1)), people("last"));
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            int salt = random.nextInt();
            closed.set(true);
            Gated mill = new Gated(
                    refusing(e -> !(e instanceof Significant.CaseStarted) && Math.floorMod(e.toString().hashCode() ^ salt, 4) == 0),
                    List.of(),
                    inner,
                    outer);
            CaseId id = mill.start("p");
            for (int i = 0; i < 12; i++) {
                push(mill, id);
            }
            closed.set(false);
            for (int i = 0; i < 24 && mill.look(id).info().status().isOpen(); i++) {
                push(mill, id);
            }
            assertThat(mill.look(id).info().status()).as("seed %s: %s", seed, mill.kinds(id)).isEqualTo(CaseStatus.COMPLETED);
        }
    }

    /** Tries everything that can bring a case forward; refusals do not matter. */
    private static void push(Gated mill, CaseId id) {
        for (CaseId each : List.of(id, id.child(1), id.child(2))) {
            if (!mill.exists(each)) {
                continue;
            }
            mill.ask(new Command.RetryCase(each));
            for (WorkItem item : mill.look(each).work()) {
                if (item.incident() != null) {
                    mill.ask(new Command.RetryWork(item.id()));
                } else if (item.isAutomatic()) {
                    mill.ask(new Command.Complete(item.id(), NOTHING, item.attempt()));
                } else {
                    mill.ask(complete(item.id()));
                }
            }
        }
        mill.advance(Duration.ofHours(2));
    }

    @Test
    void significant_events_are_made_in_one_place_and_events_recorded_in_one() {
        JavaClasses engine = new ClassFileImporter()
                .importUrl(Kernel.class.getProtectionDomain().getCodeSource().getLocation());
        noClasses()
                .that(describe("neither decide turns nor read them", owner -> !owner.getName().startsWith(CaseTurn.class.getName())
                        && !owner.isEquivalentTo(EventCodec.class)))
                .should()
                .callConstructorWhere(describe("a significant event is made", (JavaConstructorCall call) ->
                        call.getTargetOwner().isAssignableTo(Event.Significant.class)))
                .check(engine);
        noClasses()
                .that(describe("neither record nor replay", owner -> !owner.getName().startsWith(Ledger.class.getName())
                        && !owner.isEquivalentTo(Entity.class)
                        && !owner.isEquivalentTo(Rehearsal.class)))
                .should()
                .callMethodWhere(describe("an event is applied", (JavaMethodCall call) ->
                        call.getTargetOwner().isAssignableTo(Entity.class) && call.getName().equals("applied")))
                .check(engine);
    }
}
