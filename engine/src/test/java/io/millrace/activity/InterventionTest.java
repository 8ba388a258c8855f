package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people can do to the course of a case by hand, and what they cannot. */
class InterventionTest {
    @Test
    void a_skipped_work_item_counts_as_done_with_the_given_output() {
        Bench bench = Bench.of(sequence(work("a").result("r"), work("b")));
        bench.start();
        bench.done(new Command.Skip(bench.item("a").id(), Data.fields("by", "hand")));
        assertThat(bench.data().at("r")).isEqualTo(Data.fields("by", "hand"));
        assertThat(bench.offered()).containsExactly("b");
    }

    @Test
    void a_skipped_message_fills_its_slot() {
        Bench bench = Bench.of(sequence(send("o", "m").result("r"), copy("r", "s")));
        bench.start();
        bench.done(new Command.Skip(bench.item("m").id(), Data.of(5)));
        assertThat(bench.result()).isEqualTo(Data.fields("r", 5, "s", 5));
    }

    @Test
    void a_waiting_step_is_withdrawn_and_offered_again() {
        Bench bench = Bench.of(sequence(set("x", 1), work("a").input("x"), work("b")));
        bench.start();
        bench.done(new Command.ChangeData(bench.caseId(), "x", Data.of(2)));
        bench.redo("a");
        assertThat(bench.offered()).containsExactly("a");
        assertThat(bench.item("a").id().number()).isEqualTo(2);
        assertThat(bench.item("a").input()).isEqualTo(Data.fields("x", 2));
    }

    @Test
    void a_step_that_is_done_is_done_again() {
        Bench bench = Bench.of(sequence(work("a"), when("x").then(work("b")), work("c")));
        bench.start("x", true);
        bench.complete("a");
        bench.complete("b");
        bench.redo("b");
        assertThat(bench.offered()).containsExactly("b");
        bench.complete("b");
        assertThat(bench.offered()).containsExactly("c");
        bench.redo("sequence/1");
        assertThat(bench.offered()).containsExactly("a");
    }

    @Test
    void a_step_that_was_not_reached_cannot_be_redone() {
        Bench bench = Bench.of(sequence(work("a"), work("b"), call("c"), call("c")));
        bench.start();
        assertThat(bench.refused(new Command.Redo(bench.caseId(), "b")).message())
                .startsWith("Cannot redo 'b': it has not been reached.");
        assertThat(bench.refused(new Command.Redo(bench.caseId(), "nowhere")).message())
                .startsWith("Cannot redo 'nowhere': there is no such step.");
        bench.move(null, "sequence/4");
        assertThat(bench.refused(new Command.Redo(bench.caseId(), "x")).code()).isEqualTo(Code.INTERVENTION);
        bench.redo("c");
        assertThat(bench.offered()).containsExactly("c");
    }

    @Test
    void the_flow_goes_on_at_another_point_with_what_is_around_it() {
        Bench bench = Bench.of(sequence(
                work("a"),
                times(2, when("no").then(work("b"), work("b2"))),
                scope(work("c")).onFailure("why", work("d")),
                work("e")));
        bench.start("no", false);
        bench.move(null, "b2");
        assertThat(bench.offered()).containsExactly("b2");
        bench.restart();
        bench.complete("b2");
        assertThat(bench.offered()).containsExactly("c");
        bench.move("1", "d");
        assertThat(bench.offered()).containsExactly("d");
        bench.complete("d");
        assertThat(bench.offered()).containsExactly("e");
        bench.move("e", "sequence/1");
        assertThat(bench.offered()).containsExactly("a");
    }

    @Test
    void moving_out_of_branches_cancels_them() {
        Bench bench = Bench.of(sequence(parallel(work("a"), sleep(Duration.ofDays(1)), signal("s")), work("e")));
        bench.start();
        bench.move("a", "e");
        assertThat(bench.offered()).containsExactly("e");
        assertThat(bench.look().timers()).isEmpty();
        assertThat(bench.look().waits()).isEmpty();
    }

    @Test
    void nobody_is_moved_into_a_branch_from_outside() {
        Bench bench = Bench.of(sequence(work("a"), parallel(work("b"), work("c"))));
        bench.start();
        assertThat(bench.refused(new Command.Move(bench.caseId(), null, "b")).message())
                .startsWith("Cannot move the flow to 'b': it lies in a branch that this flow is not in.");
        bench.move(null, "sequence/2");
        assertThat(bench.offered()).containsExactly("b", "c");
    }

    @Test
    void who_is_moved_must_be_clear() {
        Bench bench = Bench.of(parallelEach("xs", "x", work("a"), work("b")));
        bench.start("xs", List.of(1, 2));
        assertThat(bench.refused(new Command.Move(bench.caseId(), null, "b")).message())
                .contains("several flows or steps fit: flow 2 at parallel each/each/body/2, flow 3 at");
        assertThat(bench.refused(new Command.Move(bench.caseId(), "9", "b")).message())
                .contains("there is no flow '9'");
        bench.move("3", "b");
        assertThat(bench.offered()).containsExactly("a", "b");
    }

    @Test
    void a_value_given_by_hand_replaces_a_future_and_wakes_who_waits_for_it() {
        Bench bench = Bench.of(sequence(send("o", "m").result("r"), copy("r", "s"), work("a")));
        bench.start();
        bench.done(new Command.ChangeData(bench.caseId(), "r", Data.of("mine")));
        assertThat(bench.data().at("s").text()).isEqualTo("mine");
        bench.complete("m", "late");
        assertThat(bench.data().at("r").text()).isEqualTo("mine");
        assertThat(bench.refused(new Command.ChangeData(bench.caseId(), "a.b", Data.of(1))).code())
                .isEqualTo(Code.INTERVENTION);
    }

    @Test
    void instances_are_not_added() {
        Bench bench = Bench.of(work("a"));
        bench.start();
        assertThat(bench.refused(new Command.AddInstance(bench.caseId(), "a", Data.nothing())).code())
                .isEqualTo(Code.NO_INSTANCES);
    }

    @Test
    void every_intervention_is_in_the_history() {
        Bench bench = Bench.of(sequence(work("a"), work("b")));
        bench.start();
        bench.move(null, "b");
        assertThat(bench.history()).extracting(event -> event.kind()).contains("Intervened", "FlowMoved");
    }
}
