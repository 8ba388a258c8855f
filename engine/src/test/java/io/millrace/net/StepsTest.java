package io.millrace.net;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.XOR;
import static io.millrace.net.Multiplicity.Creation.DYNAMIC;
import static io.millrace.net.Multiplicity.Creation.STATIC;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The points on which the definitions bite, one by one. */
class StepsTest {
    private final Marking sequence = Marking.initial(graph(Nets.net("n").input("i").to("a").task("a").to("b").task("b").to("o").output("o")));

    @Test
    void a_task_enters_starts_completes_and_exits() {
        int a = sequence.graph().taskNamed("a");
        Steps.enter(sequence, a, 1);
        assertThat(sequence).hasToString("entered(a)");
        Steps.start(sequence, a);
        assertThat(sequence).hasToString("exec(a)");
        Steps.complete(sequence, a);
        assertThat(sequence).hasToString("completed(a)");
        assertThat(Steps.mayExit(sequence, a)).isTrue();
        Steps.exit(sequence, a, new int[] {0});
        assertThat(sequence).hasToString("c(a,b)");
    }

    @Test
    void a_busy_task_is_not_entered_again_though_its_input_holds_tokens() {
        sequence.tokens(sequence.graph().input(), 2);
        Steps.enter(sequence, 0, 1);
        assertThat(sequence.tokens(sequence.graph().input())).isEqualTo(1);
        assertThat(Steps.mayEnter(sequence, 0)).isFalse();
    }

    @Test
    void entering_decides_a_deferred_choice_and_the_others_hear_of_it() {
        NetGraph graph = graph(Nets.net("n").input("i").to("a", "b").task("a").to("o").task("b").to("o").output("o"));
        Marking marking = Marking.initial(graph);
        Enabling enabling = new Enabling(new Semantics(graph, OrJoin.PAPER), marking);
        StringBuilder heard = new StringBuilder();
        enabling.settle(task -> heard.append("+").append(graph.task(task).name()), task -> heard.append("-").append(graph.task(task).name()));
        Steps.enter(marking, 1, 1);
        enabling.entered(1);
        enabling.settle(task -> heard.append("+").append(graph.task(task).name()), task -> heard.append("-").append(graph.task(task).name()));
        assertThat(heard).hasToString("+a+b-a-b");
    }

    @Test
    void cancelling_comes_first_then_producing() {
        NetGraph graph = graph(Nets.net("n").input("i").to("a").task("a").cancels("a", "c").to("c").condition("c").to("b").task("b").to("o").output("o"));
        Marking marking = Marking.initial(graph);
        marking.tokens(graph.conditionNamed("c"), 3);
        Steps.enter(marking, 0, 1);
        Steps.start(marking, 0);
        Steps.complete(marking, 0);
        Removal removal = Steps.removal(marking, 0);
        assertThat(removal.conditions()).containsExactly(graph.conditionNamed("c"));
        assertThat(removal.tokens()).containsExactly(3);
        assertThat(removal.tasks()).isEmpty();
        Steps.exit(marking, 0, graph.everyOutput(0));
        assertThat(marking).hasToString("c");
    }

    @Test
    void a_threshold_reached_ends_the_task_and_cancels_the_rest() {
        NetGraph graph = graph(Nets.net("n").input("i").to("a").task("a").instances(1, 10, 3, DYNAMIC).to("o").output("o"));
        Marking marking = Marking.initial(graph);
        Steps.enter(marking, 0, 4);
        for (int instance = 0; instance < 3; instance++) {
            assertThat(Steps.mayExit(marking, 0)).isFalse();
            Steps.start(marking, 0);
            Steps.complete(marking, 0);
        }
        assertThat(Steps.mayExit(marking, 0)).isTrue();
        assertThat(Steps.mayStart(marking, 0)).as("start after the threshold").isFalse();
        assertThat(Steps.mayAdd(marking, 0)).as("add after the threshold").isFalse();
        assertThat(Steps.removal(marking, 0).tasks()).as("the task's own rest").containsExactly(0);
        Steps.exit(marking, 0, graph.everyOutput(0));
        assertThat(marking).hasToString("o");
    }

    @Test
    void instances_are_added_to_a_running_dynamic_task_up_to_its_maximum() {
        NetGraph graph = graph(Nets.net("n").input("i").to("a").task("a").instances(1, 2, Bound.INFINITY, DYNAMIC).to("b")
                .task("b").instances(1, 2, Bound.INFINITY, STATIC).to("o").output("o"));
        Marking marking = Marking.initial(graph);
        assertThat(Steps.mayAdd(marking, 0)).as("not entered").isFalse();
        Steps.enter(marking, 0, 1);
        assertThat(Steps.mayAdd(marking, 0)).isTrue();
        Steps.add(marking, 0);
        assertThat(Steps.mayAdd(marking, 0)).as("at its maximum").isFalse();
        marking.tokens(graph.conditionNamed("c(a,b)"), 1);
        Steps.enter(marking, 1, 1);
        assertThat(Steps.mayAdd(marking, 1)).as("static").isFalse();
    }

    @Test
    void a_case_ends_when_all_is_quiet_or_at_the_first_token() {
        NetGraph graph = graph(Nets.net("n").input("i").to("a").task("a").to("b", "c").task("b").to("d").task("c").to("d").task("d").join(XOR).to("o").output("o"));
        Marking marking = Marking.empty(graph);
        marking.tokens(graph.output(), 1);
        marking.tokens(graph.conditionNamed("c(c,d)"), 1);
        assertThat(standing(marking, End.QUIET)).isEqualTo(Standing.RUNNING);
        assertThat(standing(marking, End.FIRST)).isEqualTo(Standing.FINISHED);
        marking.tokens(graph.conditionNamed("c(c,d)"), 0);
        assertThat(standing(marking, End.QUIET)).isEqualTo(Standing.FINISHED);
    }

    @Test
    void tokens_that_nothing_can_take_are_a_deadlock_unless_the_net_terminates_implicitly() {
        NetBuilder net = Nets.net("n").input("i").to("a").task("a").split(XOR).to("b", "c").task("b").to("d").task("c").to("d").task("d").join(AND).to("o").output("o");
        Marking stuck = Marking.empty(graph(net));
        stuck.tokens(stuck.graph().conditionNamed("c(b,d)"), 1);
        assertThat(standing(stuck, End.QUIET)).isEqualTo(Standing.STUCK);
        Marking fine = Marking.empty(graph(net.implicitTermination()));
        fine.tokens(fine.graph().conditionNamed("c(b,d)"), 1);
        assertThat(standing(fine, End.QUIET)).isEqualTo(Standing.FINISHED);
    }

    private static Standing standing(Marking marking, End end) {
        Enabling enabling = new Enabling(new Semantics(marking.graph(), OrJoin.PAPER), marking);
        enabling.settle();
        return enabling.standing(end);
    }

    private static NetGraph graph(NetBuilder net) {
        return new NetGraph(net.build());
    }
}
