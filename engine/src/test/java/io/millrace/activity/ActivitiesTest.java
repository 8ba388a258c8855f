package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseStatus;
import io.millrace.work.BoundObject;
import io.millrace.work.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each type of activity, as a user meets it. */
class ActivitiesTest {
    @Test
    void a_sequence_does_one_step_after_the_other() {
        Bench bench = Bench.of(sequence(work("a"), set("x", 1), work("b"), compute("y", e -> e.at("x").asInt() + 1)));
        bench.start("in", "given");
        assertThat(bench.offered()).containsExactly("a");
        bench.complete("a", "a", true);
        assertThat(bench.offered()).containsExactly("b");
        bench.complete("b");
        assertThat(bench.result()).isEqualTo(Data.fields("in", "given", "a", true, "x", 1, "y", 2));
    }

    @Test
    void a_process_that_never_waits_ends_when_it_starts() {
        Bench bench = Bench.of(sequence(nothing(), sequence(), set("done", true)));
        bench.start();
        assertThat(bench.result()).isEqualTo(Data.fields("done", true));
    }

    @Test
    void work_is_given_the_slots_it_declares_and_its_result_comes_into_one_slot() {
        Bench bench = Bench.of(sequence(
                work("review").role("adjuster").input("claim.amount").give("by", constant("post")).result("review"),
                when("review.approved").then(set("paid", true)).otherwise(set("rejected", true))));
        bench.start("claim", Data.fields("amount", 120, "secret", 1));
        assertThat(bench.item("review").input()).isEqualTo(Data.fields("amount", 120, "by", "post"));
        assertThat(bench.item("review").performers().roles()).containsExactly("adjuster");
        bench.complete("review", "approved", true);
        assertThat(bench.result().at("paid").truth()).isTrue();
        assertThat(bench.result().at("review")).isEqualTo(Data.fields("approved", true));
    }

    @Test
    void an_output_of_another_type_is_refused() {
        Bench bench = Bench.of(work("count").output(Shape.fields(Shape.field("n", Shape.integer()))));
        bench.start();
        assertThat(bench.refused(new Command.Complete(bench.item("count").id(), Data.fields("n", "x"), 0)).code())
                .isEqualTo(Code.DATA_TYPE);
    }

    @Test
    void a_conditional_may_lack_either_branch() {
        Bench bench = Bench.of(sequence(
                when("yes").then(set("a", 1)),
                when("no").then(set("b", 1)),
                unless("yes", set("c", 1)),
                unless("no", set("d", 1)),
                when(e -> e.at("n").asInt() > 3).then(set("e", 1))));
        bench.start("yes", true, "no", false, "n", 5);
        assertThat(bench.result())
                .isEqualTo(Data.fields("yes", true, "no", false, "n", 5, "a", 1, "d", 1, "e", 1));
    }

    @Test
    void a_primitive_goes_on_at_once_and_whoever_reads_its_result_waits() {
        Bench bench = Bench.of(sequence(
                bind("doctor", "dr-house"),
                send("doctor", "examine", "patient", constant("throat"), 3).result("strep"),
                work("wait in the lobby"),
                when("strep").then(set("treatment", "penicillin"))));
        bench.start("patient", "anna");
        assertThat(bench.offered()).containsExactly("examine", "wait in the lobby");
        assertThat(bench.item("examine").input())
                .isEqualTo(BoundObject.message(
                        "examine",
                        Stream.of("anna", "throat", 3).map(Data::of).map(BoundObject::value).toList()));
        assertThat(bench.data().at("strep")).isEqualTo(Data.fields("future", "examine"));
        bench.complete("wait in the lobby");
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(bench.look().next()).containsExactly("1: if 'strep', when the result of work 1 is there → then the end");
        bench.restart();
        bench.complete("examine", true);
        assertThat(bench.result())
                .isEqualTo(Data.fields(
                        "patient", "anna", "doctor", "dr-house", "strep", true, "treatment", "penicillin"));
    }

    @Test
    void a_function_that_reads_a_future_is_called_again_when_the_value_is_there() {
        Bench bench = Bench.of(sequence(
                send("calc", "one").result("a"),
                send("calc", "two").result("b"),
                compute("sum", e -> e.at("a").asInt() + e.at("b").asInt())));
        bench.start();
        bench.complete("two", 2);
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        bench.complete("one", 1);
        assertThat(bench.result()).isEqualTo(Data.fields("a", 1, "b", 2, "sum", 3));
    }

    @Test
    void an_argument_that_is_read_later_is_passed_as_a_future() {
        Bench bench = Bench.of(sequence(
                send("lab", "analyse").result("report"), send("printer", "print", later("report")).result("pages")));
        bench.start();
        assertThat(bench.item("print").input().at("arguments"))
                .isEqualTo(Data.items(Data.fields("later", "report")));
        bench.complete("analyse", "fine");
        bench.complete("print", 2);
        assertThat(bench.result()).isEqualTo(Data.fields("report", "fine", "pages", 2));
    }

    @Test
    void a_case_ends_only_when_all_it_has_sent_off_has_ended() {
        Bench bench = Bench.of(sequence(send("log", "write"), set("x", 1)));
        bench.start();
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(bench.look().next()).containsExactly("1: process, when all that was sent off has ended → then the end");
        bench.complete("write", true);
        assertThat(bench.result()).isEqualTo(Data.fields("x", 1));
    }

    @Test
    void a_message_that_fails_breaks_its_slot_and_whoever_reads_it_fails() {
        Bench bench = Bench.of(sequence(
                send("lab", "analyse").result("report"),
                scope(copy("report", "copy")).onFailure("why", set("handled", true))));
        bench.start();
        bench.fail("analyse", "no sample");
        assertThat(bench.result().at("why").text()).isEqualTo("'report' has no value: no sample");
        assertThat(bench.result().at("report")).isEqualTo(Data.fields("failed", "no sample"));
    }

    @Test
    void a_message_without_a_result_that_fails_fails_the_flow_that_sent_it() {
        Bench bench = Bench.of(scope(send("log", "write"), work("on")).onFailure("why"));
        bench.start();
        bench.fail("write", "disk full");
        assertThat(bench.result()).isEqualTo(Data.fields("why", "disk full"));
    }

    @Test
    void loops_repeat_while_until_for_each_and_a_number_of_times() {
        Bench bench = Bench.of(sequence(
                set("n", 0),
                repeatWhile(e -> e.at("n").asInt() < 3, compute("n", e -> e.at("n").asInt() + 1)),
                repeatUntil("stop", work("more")),
                set("sum", 0),
                forEach("items", "item", compute("sum", e -> e.at("sum").asInt() + e.at("item").asInt())),
                times(4, compute("sum", e -> e.at("sum").asInt() * 2))));
        bench.start("items", List.of(1, 2, 3));
        bench.complete("more", "stop", false);
        bench.restart();
        bench.complete("more", "stop", true);
        assertThat(bench.result().at("n").asInt()).isEqualTo(3);
        assertThat(bench.result().at("sum").asInt()).isEqualTo(96);
    }

    @Test
    void a_loop_remembers_its_round_while_it_waits() {
        Bench bench = Bench.of(sequence(times(3, work("round")), forEach("items", "item", work("do").input("item"))));
        bench.start("items", List.of("a", "b"));
        for (int i = 0; i < 3; i++) {
            bench.restart();
            bench.complete("round");
        }
        assertThat(bench.item("do").input()).isEqualTo(Data.fields("item", "a"));
        bench.complete("do");
        assertThat(bench.item("do").input()).isEqualTo(Data.fields("item", "b"));
        bench.complete("do");
        bench.result();
    }

    @Test
    void a_parallel_waits_for_all_its_branches() {
        Bench bench = Bench.of(sequence(parallel(work("a"), sequence(work("b"), work("c")), nothing()), work("d")));
        bench.start();
        assertThat(bench.offered()).containsExactly("a", "b");
        bench.complete("b");
        bench.complete("a");
        assertThat(bench.offered()).containsExactly("c");
        bench.complete("c");
        assertThat(bench.offered()).containsExactly("d");
    }

    @Test
    void when_enough_branches_have_ended_the_rest_is_cancelled() {
        Bench bench = Bench.of(sequence(
                parallel(work("a"), work("b"), sleep(Duration.ofDays(1)), signal("s"), send("o", "m").result("f")).some(3),
                work("d")));
        bench.start();
        bench.complete("a");
        assertThat(bench.offered()).containsExactly("b", "m");
        assertThat(bench.look().timers()).hasSize(1);
        bench.complete("b");
        // The message was sent by a branch that has ended, so it goes on.
        assertThat(bench.offered()).containsExactly("m", "d");
        assertThat(bench.look().timers()).isEmpty();
        assertThat(bench.look().waits()).isEmpty();
    }

    @Test
    void any_branch_is_enough_where_it_says_so() {
        Bench bench = Bench.of(sequence(parallel(work("a"), parallel(work("b"), work("c"))).any(), set("x", 1)));
        bench.start();
        bench.complete("a");
        assertThat(bench.result()).isEqualTo(Data.fields("x", 1));
        assertThat(bench.offered()).isEmpty();
    }

    @Test
    void a_parallel_for_each_has_a_flow_and_slots_for_each_item() {
        Bench bench = Bench.of(sequence(
                parallelEach(
                                "cities",
                                "city",
                                call("quote").input("city").result("quote"),
                                compute("price", e -> e.at("quote.net").asInt() * 2))
                        .collect("price", "prices"),
                set("done", true)));
        bench.start("cities", List.of("rome", "oslo", "bern"));
        assertThat(bench.open()).extracting(item -> item.input().at("city").text()).containsExactly("rome", "oslo", "bern");
        bench.complete(bench.open().get(1).id(), Data.fields("net", 10));
        bench.restart();
        bench.complete(bench.open().get(1).id(), Data.fields("net", 20));
        bench.complete(bench.open().get(0).id(), Data.fields("net", 30));
        assertThat(bench.result().at("prices")).isEqualTo(Data.items(60, 20, 40));
        assertThat(bench.result().has("city")).isFalse();
        assertThat(bench.result().has("price")).isFalse();
    }

    @Test
    void a_flow_hands_over_a_future_only_when_its_value_is_there() {
        Bench bench = Bench.of(parallelEach("xs", "x", send("o", "square", "x").result("y")).collect("y", "ys"));
        bench.start("xs", List.of(2, 3));
        bench.complete(bench.open().get(1).id(), Data.of(9));
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        bench.complete(bench.open().get(0).id(), Data.of(4));
        assertThat(bench.result().at("ys")).isEqualTo(Data.items(4, 9));
    }

    @Test
    void a_choice_is_decided_when_somebody_starts_the_work() {
        Bench bench = Bench.of(choice(
                sequence(work("a"), set("chosen", "a")),
                sequence(parallel(work("b"), work("b2")), set("chosen", "b")),
                sequence(sleep(Duration.ofDays(1)), set("chosen", "time"))));
        bench.start();
        assertThat(bench.offered()).containsExactly("a", "b", "b2");
        bench.startWork("b2");
        assertThat(bench.offered()).containsExactly("b", "b2");
        assertThat(bench.look().timers()).isEmpty();
        bench.complete("b");
        bench.complete("b2");
        assertThat(bench.result().at("chosen").text()).isEqualTo("b");
    }

    @Test
    void a_choice_is_decided_by_time_and_by_a_signal() {
        Activity choice = choice(
                sequence(work("a"), set("chosen", "a")),
                sequence(signal("stop").keyFrom("id").result("content"), set("chosen", "signal")),
                sequence(sleep(Duration.ofDays(1)), set("chosen", "time")));
        Bench bench = Bench.of(choice);
        bench.start("id", 7);
        bench.advance(Duration.ofDays(2));
        assertThat(bench.result().at("chosen").text()).isEqualTo("time");
        bench.start("id", 8);
        bench.signal("stop", "8", Data.fields("why", "enough"));
        assertThat(bench.result().at("chosen").text()).isEqualTo("signal");
        assertThat(bench.result().at("content.why")).isEqualTo(Data.nothing());
        assertThat(bench.result().at("content")).isEqualTo(Data.fields("why", "enough"));
    }

    @Test
    void waits_last_for_a_time_until_an_instant_or_as_a_slot_says() {
        Bench bench = Bench.of(sequence(
                sleep(Duration.ofHours(1)),
                set("one", true),
                until(Instant.parse("2000-01-02T00:00:00Z")),
                set("two", true),
                sleepAsIn("pause"),
                sleepAsIn("end")));
        bench.start("pause", "PT2H", "end", "2000-01-03T00:00:00Z");
        bench.advance(Duration.ofMinutes(61));
        assertThat(bench.data().has("one")).isTrue();
        bench.advance(Duration.ofHours(23));
        assertThat(bench.data().has("two")).isTrue();
        bench.restart();
        bench.advance(Duration.ofHours(23));
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        bench.advance(Duration.ofHours(1));
        bench.result();
    }

    @Test
    void another_process_carries_out_a_step() {
        ActivityProcess child = ActivityProcess.named("child", sequence(work("inner"), compute("y", e -> e.at("x").asInt() + 1)));
        Bench bench = Bench.of(child, ActivityProcess.named("p", sequence(process("child").input("x").result("sub"), copy("sub.y", "z"))));
        bench.start("x", 1);
        assertThat(bench.item("child").child()).isEqualTo(1);
        bench.complete(new io.millrace.id.WorkId(bench.caseId().child(1), 1), Data.fields());
        assertThat(bench.result()).isEqualTo(Data.fields("x", 1, "sub", Data.fields("x", 1, "y", 2), "z", 2));
    }

    @Test
    void a_failing_process_fails_its_case() {
        Bench bench = Bench.of(sequence(set("x", "bad luck"), failWith("x")));
        bench.start();
        assertThat(bench.reason()).isEqualTo("bad luck");
    }

    @Test
    void declared_attributes_follow_their_slots() {
        Bench bench = Bench.of(ActivityProcess.named("p", sequence(work("a"), set("stage", "two"), work("b")))
                .attributes("stage", "customer"));
        bench.start("customer", "anna", "stage", "one");
        assertThat(bench.look().info().attributes()).isEqualTo(Data.fields("customer", "anna", "stage", "one"));
        bench.complete("a");
        assertThat(bench.look().info().attributes().at("stage").text()).isEqualTo("two");
    }

    @Test
    void a_condition_that_is_neither_true_nor_false_changes_nothing() {
        Bench bench = Bench.of(sequence(work("a"), when("x").then(work("b"))));
        bench.start("x", 5);
        assertThat(bench.refused(new Command.Complete(bench.item("a").id(), Data.fields(), 0)).message())
                .contains("'x' is neither true nor false but 5");
        assertThat(bench.offered()).containsExactly("a");
    }

    @Test
    void one_name_has_one_meaning_in_a_process() {
        assertThatThrownBy(() -> ActivityProcess.named("p", sequence(work("a"), call("a"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("two different tasks are called 'a'");
        ActivityProcess.named("p", sequence(call("a"), call("a")));
    }

    @Test
    void the_fingerprint_tells_structures_apart() {
        ActivityProcess one = ActivityProcess.named("p", sequence(call("a").input("x"), set("y", 1)));
        assertThat(ActivityProcess.named("p", sequence(call("a").input("x"), set("y", 1))).fingerprint())
                .isEqualTo(one.fingerprint());
        assertThat(List.of(
                        ActivityProcess.named("q", sequence(call("a").input("x"), set("y", 1))),
                        ActivityProcess.named("p", sequence(call("a").input("z"), set("y", 1))),
                        ActivityProcess.named("p", sequence(call("a").input("x"), set("y", 2))),
                        ActivityProcess.named("p", sequence(call("a").input("x").retry(RetryPolicy.NONE), set("y", 1))),
                        ActivityProcess.named("p", sequence(sequence(call("a").input("x")), set("y", 1)))))
                .extracting(ActivityProcess::fingerprint)
                .doesNotContain(one.fingerprint())
                .doesNotHaveDuplicates();
    }

    @Test
    void what_comes_next_is_said_in_words() {
        Bench bench = Bench.of(sequence(
                parallel(work("review").role("adjuster"), sequence(sleep(Duration.ofDays(2)), work("remind"))),
                call("pay")));
        bench.start();
        assertThat(bench.look().next())
                .containsExactly(
                        "2: work 'review' (role adjuster) → then call 'pay' at sequence/2",
                        "3: wait for PT48H → then work 'remind' at sequence/1/2/2");
    }
}
