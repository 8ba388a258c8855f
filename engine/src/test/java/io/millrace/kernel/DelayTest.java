package io.millrace.kernel;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.Table;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.entity.CaseState;
import io.millrace.event.Gate;
import io.millrace.event.Significant;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Contract;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseStatus;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Deadline;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DelayTest {
    private static final Problem NO = Code.INTERVENTION.with("do this", "a rule forbids it");
    private static final Data NOTHING = Data.nothing();
    private static final Gate.Verdict LATER = new Gate.Delay("it is not time");

    private final AtomicReference<Gate.Verdict> verdict = new AtomicReference<>(LATER);

    /** A gate that stops some events as it is told. */
    private Gate stopping(Predicate<Significant> some) {
        return (state, event, now) -> some.test(event) ? verdict.get() : Gate.Verdict.ACCEPT;
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

    private static Answer.Delayed delayed(Gated mill, Command command) {
        assertThat(mill.ask(command)).isInstanceOf(Answer.Delayed.class);
        return (Answer.Delayed) mill.ask(command);
    }

    private static List<String> attempts(Gated mill, CaseId id) {
        return mill.look(id).attempts().stream().map(CaseDetails.Attempt::event).toList();
    }

    @Test
    void a_delayed_completion_waits_as_an_attempt_and_happens_when_it_is_reconsidered() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        WorkId work = mill.work(id, "a");
        Answer answer = mill.ask(new Command.Complete(work, Data.fields("x", 1), 0));
        assertThat(answer).isEqualTo(new Answer.Delayed(1, Code.GATE_DELAY.with("WorkCompleted", id, "it is not time")));
        assertThat(mill.kinds(id)).last().isEqualTo("Attempted");
        assertThat(mill.look(id).attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.event()).isEqualTo("WorkCompleted");
            assertThat(attempt.detail().at("output")).isEqualTo(Data.fields("x", 1));
            assertThat(attempt.reason()).isEqualTo("it is not time");
        });
        assertThat(mill.item(id, "a").state()).isEqualTo(WorkState.OFFERED);
        assertThat(mill.item(id, "a").delayed()).isEqualTo("it is not time");
        assertThat(mill.ask(new Command.Reconsider(id, 1))).isInstanceOf(Answer.Delayed.class);
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.Reconsider(id, 1));
        assertThat(mill.offered(id)).containsExactly("b");
        assertThat(mill.look(id).data().at("x")).isEqualTo(Data.of(1));
        assertThat(mill.look(id).attempts()).isEmpty();
        assertThat(mill.refused(new Command.Reconsider(id, 1))).isEqualTo(Code.UNKNOWN_ATTEMPT.with(id, 1));
        mill.check();
    }

    @Test
    void an_attempt_survives_a_crash_and_replay_never_asks_the_gate() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.ask(complete(mill.work(id, "a")));
        CaseDetails before = mill.look(id);
        verdict.set(new Gate.Refuse(NO));
        mill.crash();
        assertThat(mill.look(id)).isEqualTo(before);
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.Reconsider(id, 1));
        verdict.set(new Gate.Refuse(NO));
        mill.crash();
        assertThat(mill.offered(id)).containsExactly("b");
        mill.check();
    }

    @Test
    void an_attempt_happens_by_itself_when_something_changes_in_the_case() {
        Gate gate = (state, event, now) -> completes(event, "a") && state.data().at("ready").isNothing()
                ? new Gate.Delay("'ready' must be set")
                : Gate.Verdict.ACCEPT;
        Gated mill = new Gated(gate, List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.ask(complete(mill.work(id, "a")));
        mill.done(new Command.ChangeData(id, "other", Data.of(1)));
        assertThat(attempts(mill, id)).containsExactly("WorkCompleted");
        mill.done(new Command.ChangeData(id, "ready", Data.of(true)));
        assertThat(mill.offered(id)).containsExactly("b");
        assertThat(attempts(mill, id)).isEmpty();
        mill.check();
    }

    @Test
    void the_message_that_reconsiders_is_not_lost_in_a_crash() {
        Gate gate = (state, event, now) -> completes(event, "a") && state.data().at("ready").isNothing()
                ? new Gate.Delay("'ready' must be set")
                : Gate.Verdict.ACCEPT;
        Gated mill = new Gated(gate, List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.ask(complete(mill.work(id, "a")));
        mill.stepUntilCommitted(new Command.ChangeData(id, "ready", Data.of(true)));
        mill.crash();
        assertThat(mill.offered(id)).containsExactly("b");
    }

    @Test
    void every_attempt_of_a_case_is_reconsidered_in_its_order() {
        Gate gate = (state, event, now) -> event instanceof Significant.WorkCompleted && state.data().at("ready").isNothing()
                ? new Gate.Delay("'ready' must be set")
                : Gate.Verdict.ACCEPT;
        Steps together = Steps.of(
                "p", new Steps.Step.Together(List.of(Task.people("a"), Task.people("b"), Task.people("c"))), people("d"));
        Gated mill = new Gated(gate, List.of(), together);
        CaseId id = mill.start("p");
        for (String task : List.of("b", "c", "a")) {
            mill.ask(complete(mill.work(id, task)));
        }
        assertThat(attempts(mill, id)).hasSize(3);
        mill.done(new Command.ChangeData(id, "ready", Data.of(true)));
        assertThat(mill.offered(id)).containsExactly("d");
        assertThat(mill.history(id).stream().filter(e -> e.kind().equals("WorkCompleted")).map(e -> e.detail().at("work").asInt()))
                .containsExactly(2, 3, 1);
        mill.check();
    }

    @Test
    void a_delay_until_an_instant_asks_again_then() {
        Gate gate = (state, event, now) -> completes(event, "a") && now.isBefore(Stepped.START.plus(Duration.ofHours(9)))
                ? new Gate.Delay("nobody is there before nine", Stepped.START.plus(Duration.ofHours(9)))
                : Gate.Verdict.ACCEPT;
        Gated mill = new Gated(gate, List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        mill.ask(complete(mill.work(id, "a")));
        mill.crash();
        mill.advance(Duration.ofHours(8));
        assertThat(mill.look(id).timers()).hasSize(1);
        mill.advance(Duration.ofHours(2));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        mill.check();
    }

    @Test
    void a_time_limit_ends_a_delay_with_a_refusal() {
        Gate gate = (state, event, now) -> !completes(event, "a")
                ? Gate.Verdict.ACCEPT
                : now.isBefore(Stepped.START.plus(Duration.ofHours(1)))
                        ? new Gate.Delay("'b' comes first", Stepped.START.plus(Duration.ofHours(1)))
                        : new Gate.Refuse(NO);
        Gated mill = new Gated(gate, List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        mill.ask(complete(mill.work(id, "a")));
        mill.advance(Duration.ofHours(2));
        assertThat(mill.history(id)).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo("AttemptDecided");
            assertThat(event.detail().at("reason").text()).isEqualTo(NO.message());
        });
        assertThat(mill.item(id, "a").delayed()).isNull();
        assertThat(mill.offered(id)).containsExactly("a");
    }

    @Test
    void a_reaction_that_is_delayed_waits_and_what_led_to_it_stands() {
        Gated mill = new Gated(stopping(e -> offers(e, "b")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.done(complete(mill.work(id, "a")));
        assertThat(mill.offered(id)).isEmpty();
        assertThat(attempts(mill, id)).containsExactly("WorkOffered");
        assertThat(mill.look(id).info().incident()).isNull();
        mill.crash();
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.Reconsider(id, 1));
        assertThat(mill.offered(id)).containsExactly("b");
        mill.check();
    }

    @Test
    void a_reaction_that_is_refused_in_the_end_is_an_incident() {
        Gated mill = new Gated(stopping(e -> offers(e, "b")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.done(complete(mill.work(id, "a")));
        verdict.set(new Gate.Refuse(NO));
        mill.done(new Command.Reconsider(id, 1));
        assertThat(attempts(mill, id)).isEmpty();
        assertThat(mill.look(id).info().incident()).isEqualTo(NO.message());
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.RetryCase(id));
        assertThat(mill.offered(id)).containsExactly("b");
    }

    @Test
    void the_delayed_result_of_a_handler_is_kept_and_a_repeat_of_it_is_recognised() {
        Gated mill = new Gated(stopping(e -> completes(e, "h")), List.of(), Steps.of("p", handler("h"), people("b")));
        CaseId id = mill.start("p");
        WorkId work = mill.work(id, "h");
        mill.report(new Command.Complete(work, Data.fields("x", 1), 1));
        assertThat(mill.item(id, "h").incident()).isNull();
        assertThat(mill.item(id, "h").delayed()).isEqualTo("it is not time");
        mill.report(new Command.Complete(work, Data.fields("x", 2), 1));
        assertThat(mill.look(id).attempts()).hasSize(1);
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.Reconsider(id, 1));
        assertThat(mill.look(id).data().at("x")).isEqualTo(Data.of(1));
        mill.check();
    }

    @Test
    void the_result_of_a_handler_that_is_refused_in_the_end_is_an_incident() {
        Gated mill = new Gated(stopping(e -> completes(e, "h")), List.of(), Steps.of("p", handler("h")));
        CaseId id = mill.start("p");
        mill.report(new Command.Complete(mill.work(id, "h"), NOTHING, 1));
        verdict.set(new Gate.Refuse(NO));
        mill.done(new Command.Reconsider(id, 1));
        assertThat(mill.item(id, "h").incident()).isEqualTo(NO.message());
        assertThat(mill.item(id, "h").delayed()).isNull();
    }

    @Test
    void the_same_command_again_is_the_same_attempt_and_another_one_is_refused() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        WorkId work = mill.work(id, "a");
        mill.ask(complete(work));
        int recorded = mill.history(id).size();
        assertThat(delayed(mill, complete(work)).attempt()).isEqualTo(1);
        assertThat(mill.refused(new Command.Complete(work, Data.fields("x", 2), 0)).code()).isEqualTo(Code.ALREADY_ATTEMPTED);
        assertThat(mill.history(id)).hasSize(recorded);
    }

    @Test
    void work_that_is_closed_drops_its_attempts() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a"), people("b")));
        CaseId id = mill.start("p");
        mill.ask(complete(mill.work(id, "a")));
        mill.done(new Command.Fail(mill.work(id, "a"), "no", 0, false));
        assertThat(mill.history(id)).anySatisfy(event -> {
            assertThat(event.kind()).isEqualTo("AttemptDecided");
            assertThat(event.detail().at("reason").text()).isEqualTo("its work item is closed");
        });
        mill.check();
    }

    @Test
    void a_case_that_is_cancelled_drops_its_attempts_and_their_timers() {
        Gated mill = new Gated(
                stopping(e -> offers(e, "b")), List.of(), Steps.of("p", people("a"), people("b")));
        verdict.set(new Gate.Delay("later", Stepped.START.plus(Duration.ofDays(1))));
        CaseId id = mill.start("p");
        mill.done(complete(mill.work(id, "a")));
        mill.done(new Command.CancelCase(id, "no need"));
        assertThat(mill.kinds(id)).endsWith("TimerCancelled", "AttemptDecided", "CaseCancelled");
        mill.advance(Duration.ofDays(2));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.CANCELLED);
        mill.check();
    }

    @Test
    void a_delayed_signal_waits_in_the_case_and_goes_back_if_the_case_ends() {
        Gated mill = new Gated(
                stopping(Significant.SignalReceived.class::isInstance),
                List.of(),
                Steps.of("p", new Steps.Step.Await("paid", "key"), people("a")));
        CaseId id = mill.start("p");
        mill.done(new Command.Signal("paid", "", Data.fields("by", "anna")));
        assertThat(attempts(mill, id)).containsExactly("SignalReceived");
        mill.check();
        mill.done(new Command.CancelCase(id, "no need"));
        verdict.set(Gate.Verdict.ACCEPT);
        CaseId other = mill.start("p");
        assertThat(mill.look(other).data().at("by")).isEqualTo(Data.of("anna"));
        mill.check();
    }

    @Test
    void a_delayed_signal_is_taken_when_the_gate_accepts_it() {
        Gated mill = new Gated(
                stopping(Significant.SignalReceived.class::isInstance),
                List.of(),
                Steps.of("p", new Steps.Step.Await("paid", "key"), people("a")));
        CaseId id = mill.start("p");
        mill.done(new Command.Signal("paid", "", Data.fields("by", "anna")));
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.Reconsider(id, 1));
        assertThat(mill.look(id).data().at("by")).isEqualTo(Data.of("anna"));
        mill.check();
    }

    @Test
    void a_delayed_failure_at_a_deadline_happens_later() {
        Deadline deadline = new Deadline(Duration.ofHours(1), new Deadline.Fail("too late"));
        Gated mill = new Gated(
                stopping(Significant.WorkFailed.class::isInstance),
                List.of(),
                Steps.of("p", people("a", task -> task.deadline(deadline))));
        CaseId id = mill.start("p");
        mill.advance(Duration.ofHours(2));
        assertThat(attempts(mill, id)).containsExactly("WorkFailed");
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.Reconsider(id, 1));
        assertThat(mill.look(id).info().status()).isEqualTo(CaseStatus.FAILED);
        mill.check();
    }

    @Test
    void a_delayed_start_begins_a_case_in_which_nothing_happens() {
        for (boolean unique : List.of(false, true)) {
            verdict.set(LATER);
            Gated mill = new Gated(
                    stopping(Significant.CaseStarted.class::isInstance),
                    List.of(),
                    Steps.of(new Contract("p", Shape.any(), unique, List.of()), people("a")));
            CaseId id = CaseId.root(mill.done(new Command.Start("p", 0, Data.fields(), "k")).asLong());
            assertThat(mill.offered(id)).isEmpty();
            assertThat(attempts(mill, id)).containsExactly("CaseStarted");
            assertThat(mill.ask(new Command.Reconsider(id, 1))).isInstanceOf(Answer.Delayed.class);
            verdict.set(Gate.Verdict.ACCEPT);
            mill.done(new Command.Reconsider(id, 1));
            assertThat(mill.offered(id)).containsExactly("a");
            mill.check();
        }
    }

    @Test
    void another_entity_decides_an_attempt_by_a_message_and_the_gate_is_not_asked_about_that_event() {
        for (boolean accepted : List.of(true, false)) {
            verdict.set(LATER);
            Gated mill = new Gated(
                    stopping(e -> completes(e, "a") || offers(e, "b") || offers(e, "c")),
                    List.of(),
                    Steps.of("p", people("a"), new Steps.Step.Together(List.of(Task.people("b"), Task.people("c")))));
            CaseId id = mill.start("p");
            mill.ask(complete(mill.work(id, "a")));
            mill.told(new Message.Decide(id, 1, accepted, accepted ? "" : "another has it"));
            if (!accepted) {
                assertThat(mill.offered(id)).containsExactly("a");
                assertThat(attempts(mill, id)).isEmpty();
                assertThat(mill.history(id).getLast().detail().at("reason").text()).isEqualTo("another has it");
                continue;
            }
            assertThat(attempts(mill, id)).containsExactly("WorkOffered");
            mill.told(new Message.Decide(id, 2, true, ""));
            assertThat(attempts(mill, id)).containsExactly("WorkOffered");
            mill.told(new Message.Decide(id, 2, true, ""));
            assertThat(mill.offered(id)).containsExactly("b", "c");
            assertThat(attempts(mill, id)).isEmpty();
            mill.check();
        }
    }

    @Test
    void what_is_accepted_while_its_work_is_suspended_happens_when_it_is_resumed() {
        Gated mill = new Gated(stopping(e -> completes(e, "h")), List.of(), Steps.of("p", handler("h"), people("b")));
        CaseId id = mill.start("p");
        WorkId work = mill.work(id, "h");
        mill.report(new Command.Complete(work, Data.fields("x", 1), 1));
        mill.done(new Command.SuspendCase(id));
        assertThat(mill.refused(new Command.Reconsider(id, 1)).code()).isEqualTo(Code.CASE_SUSPENDED);
        mill.told(new Message.Decide(id, 1, true, ""));
        assertThat(mill.look(id).attempts()).hasSize(1);
        mill.done(new Command.ResumeCase(id));
        assertThat(mill.offered(id)).containsExactly("b");
        mill.check();
    }

    @Test
    void what_is_tried_again_is_done_by_whoever_tried_it() {
        Gated mill = new Gated(stopping(Significant.WorkStarted.class::isInstance), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        WorkId work = mill.work(id, "a");
        assertThat(mill.askAs("anna", new Command.StartWork(work))).isInstanceOf(Answer.Delayed.class);
        assertThat(mill.look(id).attempts().getFirst().by()).isEqualTo("anna");
        verdict.set(Gate.Verdict.ACCEPT);
        mill.done(new Command.ChangeData(id, "x", Data.of(1)));
        assertThat(mill.item(id, "a").state()).isEqualTo(WorkState.STARTED);
        assertThat(mill.item(id, "a").holder()).isEqualTo("anna");
    }

    @Test
    void a_request_id_answers_a_repeat_with_the_same_delay() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        Command command = complete(mill.work(id, "a"));
        Answer first = mill.askOnce("r1", command);
        mill.crash();
        assertThat(first).isInstanceOf(Answer.Delayed.class);
        assertThat(mill.askOnce("r1", command)).isEqualTo(first);
    }

    @Test
    void a_request_id_answers_a_repeat_with_the_same_refusal_of_the_gate() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        Command command = complete(mill.work(id, "a"));
        verdict.set(new Gate.Refuse(NO));
        assertThat(mill.askOnce("r1", command)).isEqualTo(new Answer.Refused(NO));
        verdict.set(Gate.Verdict.ACCEPT);
        mill.crash();
        assertThat(mill.askOnce("r1", command)).isEqualTo(new Answer.Refused(NO));
    }

    @Test
    void a_plan_says_that_a_command_would_wait() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        assertThat(mill.plan(complete(mill.work(id, "a"))).steps())
                .containsExactly("WorkCompleted must wait as attempt 1: it is not time.");
    }

    @Test
    void a_journal_check_finds_an_attempt_for_work_that_is_not_there() {
        Gated mill = new Gated(stopping(e -> completes(e, "a")), List.of(), Steps.of("p", people("a")));
        CaseId id = mill.start("p");
        EntityId.OfCase entity = EntityId.OfCase.of("t", id);
        TurnRecord forged = new TurnRecord(
                2, Stepped.START, null, null, null, null, null, new Cause.Asked("complete"), null,
                List.of(new TurnRecord.Entry(id, new Event.Attempted(
                        1, new Event.WorkCompleted(9, NOTHING), new Attempt.Asked(new Command.Complete(new WorkId(id, 9), NOTHING, 0)), null, "forged", List.of()))));
        Out out = new Out();
        forged.write(out);
        mill.store.commit(new Batch().put(Table.EVENTS, new Keys(Shards.in(mill.store)).event(entity, 2), out.toBytes()));
        assertThat(JournalCheck.of(mill.store, PayloadCodec.PLAIN, List.of(), turns -> {}).findings())
                .anySatisfy(finding -> assertThat(finding.toString())
                        .isEqualTo("attempt 1 of case 1 of tenant 't': waits to change work item 9, which is not open"));
    }

    @Test
    void several_gates_must_all_accept_and_a_refusal_counts_more_than_a_delay() {
        Gate late = (state, event, now) -> new Gate.Delay("late", Stepped.START.plusSeconds(9));
        Gate soon = (state, event, now) -> new Gate.Delay("soon", Stepped.START.plusSeconds(5));
        Gate never = (state, event, now) -> new Gate.Refuse(NO);
        CaseState state = new CaseState(CaseId.root(1));
        Significant event = new Significant.CaseEnded(CaseStatus.COMPLETED, NOTHING);
        assertThat(Gate.all(List.of())).isSameAs(Gate.OPEN);
        assertThat(Gate.all(List.of(late))).isSameAs(late);
        assertThat(Gate.all(List.of(Gate.OPEN, late, soon)).verdict(state, event, Stepped.START))
                .isEqualTo(new Gate.Delay("late", Stepped.START.plusSeconds(5)));
        assertThat(Gate.all(List.of(late, never)).verdict(state, event, Stepped.START)).isEqualTo(new Gate.Refuse(NO));
    }

    @Test
    void whatever_a_gate_delays_every_case_goes_on_once_it_is_open() {
        Steps inner = Steps.of("inner", people("a"), handler("b"));
        Steps outer = Steps.of(
                "p", people("first"), handler("h"), process("sub", "inner"), new Steps.Step.Wait(Duration.ofHours(1)), people("last"));
        for (long seed = 1; seed <= 40; seed++) {
            int salt = new Random(seed).nextInt();
            boolean[] closed = {true};
            Gate gate = (state, event, now) -> closed[0] && Math.floorMod((event.toString() + now).hashCode() ^ salt, 3) == 0
                    ? new Gate.Delay("chance", now.plusSeconds(600))
                    : Gate.Verdict.ACCEPT;
            Gated mill = new Gated(gate, List.of(), inner, outer);
            CaseId id = mill.start("p");
            for (int i = 0; i < 12; i++) {
                push(mill, id);
                if (i % 5 == 4) {
                    mill.crash();
                }
                mill.check();
            }
            closed[0] = false;
            for (int i = 0; i < 24 && mill.look(id).info().status().isOpen(); i++) {
                push(mill, id);
            }
            assertThat(mill.look(id).info().status()).as("seed %s: %s", seed, mill.kinds(id)).isEqualTo(CaseStatus.COMPLETED);
            mill.check();
        }
    }

    private static void push(Gated mill, CaseId id) {
        for (CaseId each : List.of(id, id.child(1))) {
            if (mill.exists(each)) {
                for (WorkItem item : new ArrayList<>(mill.look(each).work())) {
                    mill.ask(new Command.Complete(item.id(), NOTHING, item.isAutomatic() ? item.attempt() : 0));
                }
            }
        }
        mill.advance(Duration.ofHours(2));
    }
}
