package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.query.CaseStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failing, undoing, cancelling. */
class ScopeTest {
    private static Activity step(String name) {
        return scope(work(name)).compensate(call("undo " + name));
    }

    @Test
    void a_failure_goes_on_in_the_handler_and_cancels_what_ran_beside() {
        Bench bench = Bench.of(sequence(
                scope(parallel(work("a"), work("b"), sleep(Duration.ofDays(1)))).onFailure("why", work("repair")),
                set("end", true)));
        bench.start();
        bench.fail("b", "broken");
        assertThat(bench.offered()).containsExactly("repair");
        assertThat(bench.look().timers()).isEmpty();
        bench.restart();
        bench.complete("repair");
        assertThat(bench.result()).isEqualTo(Data.fields("why", "broken", "end", true));
    }

    @Test
    void what_was_completed_is_undone_in_reverse_order_before_the_handler() {
        Bench bench = Bench.of(scope(step("flight"), step("hotel"), work("car")).onFailure("why", set("sorry", true)));
        bench.start();
        bench.complete("flight");
        bench.complete("hotel");
        bench.fail("car", "none left");
        assertThat(bench.offered()).containsExactly("undo hotel");
        bench.restart();
        bench.complete("undo hotel");
        assertThat(bench.offered()).containsExactly("undo flight");
        bench.complete("undo flight");
        assertThat(bench.result()).isEqualTo(Data.fields("why", "none left", "sorry", true));
    }

    @Test
    void a_case_that_fails_undoes_what_it_completed() {
        Bench bench = Bench.of(sequence(step("a"), parallel(step("b"), step("c")), fail("too bad")));
        bench.start();
        bench.complete("a");
        bench.complete("c");
        bench.complete("b");
        for (String undo : List.of("undo b", "undo c", "undo a")) {
            assertThat(bench.offered()).containsExactly(undo);
            assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
            bench.complete(undo);
        }
        assertThat(bench.reason()).isEqualTo("too bad");
    }

    @Test
    void a_scope_that_succeeded_as_a_whole_is_undone_by_its_own_compensation() {
        Bench bench = Bench.of(sequence(
                scope(step("a"), step("b")).compensate(call("undo both")), scope(step("c")), fail("x")));
        bench.start();
        bench.complete("a");
        bench.complete("b");
        bench.complete("c");
        assertThat(bench.offered()).containsExactly("undo c");
        bench.complete("undo c");
        assertThat(bench.offered()).containsExactly("undo both");
        bench.complete("undo both");
        assertThat(bench.reason()).isEqualTo("x");
    }

    @Test
    void a_failure_undoes_only_what_lies_inside_the_scope_that_handles_it() {
        Bench bench = Bench.of(sequence(step("a"), scope(step("b"), work("c")).onFailure("why"), work("d")));
        bench.start();
        bench.complete("a");
        bench.complete("b");
        bench.fail("c", "x");
        bench.complete("undo b");
        assertThat(bench.offered()).containsExactly("d");
    }

    @Test
    void completed_steps_of_a_cancelled_branch_are_undone_too() {
        Bench bench = Bench.of(
                scope(parallel(scope(step("a"), work("b")), work("c"))).onFailure("why"));
        bench.start();
        bench.complete("a");
        bench.fail("c", "x");
        assertThat(bench.offered()).containsExactly("undo a");
        bench.complete("undo a");
        bench.result();
    }

    @Test
    void a_compensation_sees_the_slots_of_its_flow() {
        Bench bench = Bench.of(sequence(
                parallelEach("rooms", "room", scope(work("book").input("room")).compensate(call("free").input("room"))),
                fail("x")));
        bench.start("rooms", List.of(1, 2));
        bench.complete(bench.open().get(0).id(), Data.fields());
        bench.complete(bench.open().get(0).id(), Data.fields());
        assertThat(bench.item("free").input()).isEqualTo(Data.fields("room", 2));
        bench.restart();
        bench.complete("free");
        assertThat(bench.item("free").input()).isEqualTo(Data.fields("room", 1));
        bench.complete("free");
        assertThat(bench.reason()).isEqualTo("x");
    }

    @Test
    void a_compensation_that_fails_does_not_stop_the_others() {
        Bench bench = Bench.of(sequence(scope(step("a"), step("b"), fail("x")).onFailure("why"), set("after", true)));
        bench.start();
        bench.complete("a");
        bench.complete("b");
        bench.fail("undo b", "cannot");
        bench.complete("undo a");
        assertThat(bench.reason()).isEqualTo("x; a compensation failed: cannot");
    }

    @Test
    void a_body_that_takes_too_long_fails() {
        Bench bench = Bench.of(sequence(
                scope(work("a"), work("b")).timeout(Duration.ofDays(1)).onFailure("why"), set("end", true)));
        bench.start();
        bench.complete("a");
        bench.advance(Duration.ofDays(2));
        assertThat(bench.result()).isEqualTo(Data.fields("why", "it took too long", "end", true));
        bench.start();
        bench.complete("a");
        bench.complete("b");
        assertThat(bench.result()).isEqualTo(Data.fields("end", true));
        assertThat(bench.look().timers()).isEmpty();
    }

    @Test
    void a_signal_cancels_a_body_and_the_flow_goes_on_after_it() {
        Bench bench = Bench.of(sequence(
                scope(step("a"), work("b")).cancelOn(signal("stop").keyFrom("id")), set("end", true)));
        bench.start("id", "k");
        bench.complete("a");
        bench.signal("stop", "k", Data.nothing());
        assertThat(bench.offered()).containsExactly("undo a");
        bench.complete("undo a");
        assertThat(bench.result()).isEqualTo(Data.fields("id", "k", "end", true));
    }

    @Test
    void a_handler_that_fails_fails_the_scope_around_it() {
        Bench bench = Bench.of(
                scope(scope(fail("one")).onFailure("first", fail("two"))).onFailure("second"));
        bench.start();
        assertThat(bench.result()).isEqualTo(Data.fields("first", "one", "second", "two"));
    }

    @Test
    void work_sent_off_by_a_cancelled_flow_is_withdrawn_and_its_slot_broken() {
        Bench bench = Bench.of(parallel(
                        scope(parallel(sequence(send("o", "slow").result("s"), work("hold")), work("a"))).onFailure("why"),
                        sequence(work("go"), scope(copy("s", "t")).onFailure("late"))));
        bench.start();
        bench.complete("go");
        bench.fail("a", "x");
        assertThat(bench.offered()).isEmpty();
        assertThat(bench.result().at("late").text()).contains("'s' has no value");
    }
}
