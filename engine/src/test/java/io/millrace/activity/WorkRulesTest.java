package io.millrace.activity;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.process;
import static io.millrace.activity.Activities.send;
import static io.millrace.activity.Activities.bind;
import static io.millrace.activity.Activities.parallel;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.set;
import static io.millrace.activity.Activities.times;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.sim.Rig;
import io.millrace.work.Deadline;
import io.millrace.work.Handler;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who does work, when it is tried again, when others hear of it, and what a case gives back and answers. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class WorkRulesTest {
    @Test
    void an_exception_that_is_not_retried_makes_the_work_an_incident_at_once() {
        AtomicInteger calls = new AtomicInteger();
        ActivityProcess process = ActivityProcess.named("p", call("read").retry(RetryPolicy.attempts(5).notOn(IOException.class)));
        Rig rig = Rig.with(process);
        rig.equip(mill -> mill.on("read", work -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("busy");
            }
            throw new FileNotFoundException("gone");
        }));
        CaseId one = rig.start("p");
        assertThat(rig.work(one, 1).incident()).as("an exception that is retried").isNull();
        rig.advance(Duration.ofSeconds(2));
        assertThat(calls).hasValue(2);
        assertThat(rig.work(one, 1).incident()).contains("FileNotFoundException: gone");
        rig.restart(process);
        rig.advance(Duration.ofDays(1));
        assertThat(calls).as("no attempt after that").hasValue(2);
    }

    @Test
    void jitter_spreads_retries_and_is_the_same_on_every_machine() {
        RetryPolicy policy = RetryPolicy.attempts(3).backoff(Duration.ofSeconds(100), 1, Duration.ofSeconds(100)).jitter(0.2);
        List<Long> waits = new ArrayList<>();
        for (int root = 1; root <= 200; root++) {
            waits.add(policy.waitAfter(1, new WorkId(CaseId.root(root), 1)).toMillis());
        }
        assertThat(waits).allMatch(wait -> wait >= 80_000 && wait <= 120_000);
        assertThat(waits.stream().distinct().count()).isGreaterThan(150);
        assertThat(waits).anyMatch(wait -> wait < 90_000).anyMatch(wait -> wait > 110_000);
        assertThat(waits.getFirst()).as("never changes: replay elsewhere").isEqualTo(PINNED);
        assertThat(policy.waitAfter(1)).isEqualTo(Duration.ofSeconds(100));
        assertThatThrownBy(() -> policy.jitter(2)).hasMessage("Argument 'jitter' is 2.0. Give a part from 0 to 1.");
    }

    private static final long PINNED = 80_830L;

    @Test
    void a_deadline_has_several_levels() {
        Deadline levels = Deadline.escalate(Duration.ofHours(4), "lead")
                .then(Deadline.escalate(Duration.ofHours(8), "director"))
                .then(Deadline.fail(Duration.ofHours(24), "nobody signed"));
        ActivityProcess process = ActivityProcess.named("p", work("sign").role("clerk").deadline(levels));
        Rig rig = Rig.with(process);
        CaseId one = rig.start("p");
        rig.advance(Duration.ofHours(5));
        assertThat(rig.work(one, 1).performers().roles()).containsExactly("clerk", "lead");
        rig.restart(process);
        rig.advance(Duration.ofHours(4));
        assertThat(rig.work(one, 1).performers().roles()).containsExactly("clerk", "lead", "director");
        assertThat(rig.look(one).timers()).hasSize(1);
        rig.advance(Duration.ofHours(16));
        assertThat(rig.look(one).info().outcome().text()).isEqualTo("nobody signed");
        CaseId two = rig.start("p");
        rig.advance(Duration.ofHours(9));
        rig.done(new Command.Complete(new WorkId(two, 1), Data.fields(), 0));
        assertThat(rig.look(two).timers()).isEmpty();
        assertThatThrownBy(() -> levels.then(Deadline.fail(Duration.ofHours(1), "late")))
                .hasMessageContaining("Give a duration that is longer than that of the level before, PT24H.");
    }

    @Test
    void an_engine_that_was_down_for_all_levels_takes_the_first_and_goes_on_with_the_rest() {
        Deadline levels =
                Deadline.escalate(Duration.ofHours(1), "lead").then(Deadline.escalate(Duration.ofHours(2), "director"));
        Rig rig = Rig.with(ActivityProcess.named("p", work("sign").role("clerk").deadline(levels)));
        CaseId one = rig.start("p");
        rig.advance(Duration.ofDays(3));
        assertThat(rig.work(one, 1).performers().roles()).contains("lead", "director");
    }

    @Test
    void levels_that_passed_while_the_engine_was_down_are_made_up_for_in_order() {
        Deadline levels = Deadline.escalate(Duration.ofHours(1), "lead")
                .then(Deadline.escalate(Duration.ofHours(2), "director"))
                .then(Deadline.fail(Duration.ofHours(8), "nobody signed"));
        Rig rig = Rig.with(ActivityProcess.named("p", work("sign").role("clerk").deadline(levels)));
        CaseId one = rig.start("p");
        CaseId two = rig.start("p");
        rig.done(new Command.SuspendCase(one));
        rig.done(new Command.SuspendCase(two));
        rig.advance(Duration.ofHours(3));
        rig.done(new Command.ResumeCase(one));
        rig.rest();
        assertThat(rig.work(one, 1).performers().roles()).contains("lead", "director");
        rig.advance(Duration.ofDays(3));
        rig.done(new Command.ResumeCase(two));
        rig.rest();
        assertThat(rig.look(two).info().outcome().text()).isEqualTo("nobody signed");
        assertThat(rig.events(two)).containsSubsequence("WorkEscalated", "WorkEscalated", "CaseFailed");
    }

    @Test
    void duties_are_kept_apart_also_if_the_other_one_is_done_after_the_offer() {
        Deadline deadline = Deadline.reassign(Duration.ofHours(1), "anna");
        ActivityProcess process = ActivityProcess.named("p", parallel(
                work("request").role("clerk"), work("approve").role("clerk").notBy("request").deadline(deadline)));
        Rig rig = Rig.with(process);
        rig.participant("anna", "clerk").participant("bob", "clerk");
        CaseId one = rig.start("p");
        WorkId request = new WorkId(one, 1);
        WorkId approve = new WorkId(one, 2);
        rig.doneAs("anna", new Command.Claim(approve));
        rig.doneAs("anna", new Command.StartWork(request));
        assertThat(rig.refusedAs("anna", new Command.StartWork(approve)).code()).isEqualTo(Code.EXCLUDED);
        assertThat(rig.refusedAs("anna", new Command.Complete(approve, Data.fields(), 0)).code()).isEqualTo(Code.EXCLUDED);
        rig.doneAs("anna", new Command.Release(approve));
        rig.restart(process);
        assertThat(rig.refusedAs("anna", new Command.Claim(approve)).code()).isEqualTo(Code.EXCLUDED);
        assertThat(rig.refusedAs("bob", new Command.Delegate(approve, "anna")).code()).isEqualTo(Code.EXCLUDED);
        rig.advance(Duration.ofHours(2));
        assertThat(rig.work(one, 2).holder()).isNull();
        assertThat(rig.work(one, 2).incident()).contains("Cannot reassign work item '1#2': 'anna' did other work of this case");
        rig.doneAs("bob", new Command.Complete(approve, Data.fields(), 0));
    }

    @Test
    void a_duty_that_is_not_there_cannot_be_separated() {
        assertThatThrownBy(() -> ActivityProcess.named("p", sequence(work("request"), work("approve").notBy("reqest"))))
                .hasMessageContaining("task 'approve' is not for those who did 'reqest', which is not a task of the process");
    }

    @Test
    void duties_are_kept_apart() {
        ActivityProcess process = ActivityProcess.named("p", sequence(
                work("request").role("clerk"), work("approve").role("clerk").notBy("request"), work("pay").notBy("request", "approve")));
        Rig rig = Rig.with(process);
        rig.participant("anna", "clerk").participant("bob", "clerk").participant("eve", "clerk");
        CaseId one = rig.start("p");
        rig.doneAs("anna", new Command.Complete(new WorkId(one, 1), Data.fields(), 0));
        assertThat(rig.work(one, 2).performers().excluded()).containsExactly("anna");
        assertThat(rig.mill().worklist("anna")).isEmpty();
        assertThat(rig.refusedAs("anna", new Command.Claim(new WorkId(one, 2))).code()).isEqualTo(Code.EXCLUDED);
        rig.restart(process);
        rig.doneAs("bob", new Command.StartWork(new WorkId(one, 2)));
        assertThat(rig.refusedAs("bob", new Command.Delegate(new WorkId(one, 2), "anna")).code()).isEqualTo(Code.EXCLUDED);
        rig.doneAs("bob", new Command.Complete(new WorkId(one, 2), Data.fields(), 0));
        assertThat(rig.work(one, 3).performers().excluded()).containsExactly("anna", "bob");
        assertThat(rig.mill().worklist("eve")).extracting(WorkItem::state).containsExactly(WorkState.OFFERED);
    }

    @Test
    void who_did_what_is_known_after_a_migration() {
        Activity flow = sequence(work("request"), work("wait"), work("approve").notBy("request"));
        Rig rig = Rig.with(ActivityProcess.named("p", flow));
        CaseId one = rig.start("p");
        rig.doneAs("anna", new Command.Complete(new WorkId(one, 1), Data.fields(), 0));
        rig.done(new Command.Deploy(ActivityProcess.named("p", flow).version(2)));
        rig.done(new Command.Migrate(one, 2, Data.fields()));
        rig.done(new Command.Complete(new WorkId(one, 2), Data.fields(), 0));
        assertThat(rig.work(one, 3).performers().excluded()).containsExactly("anna");
    }

    @Test
    void the_result_of_a_case_is_what_its_process_declares() {
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(ActivityProcess.named("inner", sequence(set("draft", 1), set("total", 120), set("secret", "x")))
                    .output(Shape.fields(Shape.field("total", Shape.number()))));
            assertThat(mill.start("inner").result()).isEqualTo(Data.fields("total", 120));
            mill.deploy(ActivityProcess.named("outer", process("inner").result("inner")).outputs("inner", "nothing"));
            assertThat(mill.start("outer", Data.fields("a", 1)).result()).isEqualTo(Data.parse("{\"inner\":{\"total\":120}}"));
            mill.deploy(ActivityProcess.named("wrong", set("total", "much")).output(Shape.fields(Shape.field("total", Shape.number()))));
            assertThatThrownBy(() -> mill.start("wrong")).hasMessageContaining("The output of 'wrong' does not have its declared type");
            assertThatThrownBy(() -> ActivityProcess.named("p", work("a")).output(Shape.text())).hasMessageContaining("Give a shape with fields");
        }
    }

    @Test
    void an_output_that_nothing_fills_is_found_when_the_process_is_deployed() {
        List<String> warnings = new ArrayList<>();
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).onWarning(warnings::add).open()) {
            mill.deploy(ActivityProcess.named("p", set("x", 1)).input(Shape.fields()).outputs("x", "y"));
            assertThat(warnings).singleElement().asString().contains("reads slot 'y' at its end (output)");
        }
    }

    @Test
    void a_running_case_answers_questions_and_nothing_changes() {
        ActivityProcess process = ActivityProcess.named("order", sequence(
                        bind("bank", "bank"), send("bank", "limit").result("limit"), times(2, work("count").output(Shape.fields(Shape.field("counted", Shape.integer()))))))
                .question("total", slots -> slots.at("price").asInt() * slots.need("counted").asInt())
                .question("limit", slots -> slots.at("limit"))
                .question("clock", slots -> slots.now().toString())
                .question("address", slots -> slots.at("customer.address"));
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(process);
            Case asked = mill.start("order", Data.parse("{\"price\":3,\"customer\":{\"address\":\"Ulm\"}}"));
            mill.operator().complete(new WorkId(asked.id(), 2), Data.fields("counted", 7));
            long events = asked.history().count();
            assertThat(asked.ask("total")).isEqualTo(Data.of(21));
            assertThat(asked.ask("limit")).isEqualTo(Data.nothing());
            assertThat(asked.ask("address", String.class)).isEqualTo("Ulm");
            assertThat(asked.ask("clock", Instant.class)).isAfter(Instant.EPOCH);
            assertThat(asked.history()).hasSize((int) events);
        }
    }

    @Test
    void a_question_that_cannot_be_answered_is_refused() {
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(ActivityProcess.named("p", work("a")).question("b", slots -> slots.need("x")).question("c", slots -> 1));
            Case one = mill.start("p");
            assertThat(one.ask("c", Integer.class)).isEqualTo(1);
            assertThatThrownBy(() -> one.ask("d"))
                    .hasMessage("Process 'p' has no question 'd': it answers b, c. Declare it with question, or ask another one. (MR-1085)");
            refused(() -> one.ask("b"), Code.USER_CODE);
            mill.operator().cancel(one.id());
            refused(() -> one.ask("c"), Code.CASE_ENDED);
        }
    }

    @Test
    void a_handler_is_completed_later_by_its_token_also_after_a_restart() {
        List<String> tokens = new ArrayList<>();
        ActivityProcess process = ActivityProcess.named("p", call("ask bank").retry(RetryPolicy.attempts(2)).result("answer"));
        Rig rig = Rig.with(process);
        rig.equip(mill -> mill.on("ask bank", work -> {
            tokens.add(work.token());
            return Work.LATER;
        }));
        CaseId one = rig.start("p");
        CaseId two = rig.start("p");
        rig.advance(Duration.ofDays(30));
        assertThat(rig.work(one, 1).delayed()).isEqualTo("its result comes later");
        rig.restart(process);
        rig.advance(Duration.ofDays(30));
        assertThat(tokens).as("the handlers are not called again").hasSize(2).doesNotHaveDuplicates();
        rig.done(new Command.Fail(new WorkId(two, 1), "no line", 1, true));
        rig.advance(Duration.ofMinutes(1));
        assertThat(tokens).as("the next attempt has a token of its own").hasSize(3).doesNotHaveDuplicates();
        assertThat(rig.refused(new Command.Complete(new WorkId(two, 1), Data.nothing(), 1)).code()).isEqualTo(Code.OLD_ATTEMPT);
        rig.done(new Command.Complete(new WorkId(two, 1), Data.of("yes"), 2));
        rig.done(new Command.Complete(new WorkId(one, 1), Data.of("no"), 1));
        assertThat(rig.look(one).data().at("answer").text()).isEqualTo("no");
        assertThat(rig.look(two).data().at("answer").text()).isEqualTo("yes");
    }

    @Test
    void a_handler_that_resumes_is_called_again_after_a_restart_for_what_is_to_come_later() {
        List<String> tokens = new ArrayList<>();
        ActivityProcess process = ActivityProcess.named("p", call("ask bank").result("answer"));
        Rig rig = Rig.with(process);
        rig.equip(mill -> mill.on("ask bank", new Handler() {
            @Override
            public Object handle(Work work) {
                tokens.add(work.token());
                return Work.LATER;
            }

            @Override
            public boolean resumes() {
                return true;
            }
        }));
        CaseId one = rig.start("p");
        CaseId two = rig.start("p");
        rig.advance(Duration.ofDays(30));
        assertThat(tokens).hasSize(2);
        rig.done(new Command.Complete(new WorkId(two, 1), Data.of("yes"), 1));
        rig.restart(process);
        rig.advance(Duration.ofDays(30));
        assertThat(tokens).as("once more for the one that is open").hasSize(3);
        assertThat(tokens.get(2)).as("by the same token").isEqualTo(tokens.get(0));
        assertThat(rig.history(one)).as("what was recorded is not recorded again").filteredOn(event -> event.kind().equals("WorkDeferred")).hasSize(1);
        rig.done(new Command.Complete(new WorkId(one, 1), Data.of("no"), 1));
        assertThat(rig.look(one).data().at("answer").text()).isEqualTo("no");
    }

    @Test
    void tokens_are_completed_and_failed_through_the_engine() throws Exception {
        BlockingQueue<String> tokens = new LinkedBlockingQueue<>();
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(ActivityProcess.named("p", call("ask bank").result("answer")));
            mill.on("ask bank", work -> {
                tokens.add(work.token());
                return Work.LATER;
            });
            Case one = mill.start("p");
            String token = tokens.take();
            mill.complete(token, List.of(1, 2));
            assertThat(one.result().at("answer")).isEqualTo(Data.items(1, 2));
            refused(() -> mill.complete(token, null), Code.CASE_ENDED);
            Case two = mill.start("p");
            String next = tokens.take();
            String anyAttempt = "0" + next.substring(1);
            refused(() -> mill.complete(anyAttempt, null), Code.BAD_TOKEN);
            refused(() -> mill.fail("-" + next, "forged"), Code.BAD_TOKEN);
            mill.fail(next, "no account");
            assertThatThrownBy(() -> two.result(Duration.ofSeconds(10))).hasMessage("Case '2' is failed: no account");
            refused(() -> mill.complete("x", null), Code.BAD_TOKEN);
        }
    }

    private static void refused(ThrowingCallable call, Code code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
