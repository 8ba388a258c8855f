package io.millrace.net;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.OR;
import static io.millrace.net.Junction.XOR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The nets on which readings of the OR-join differ, and what every OR-join must do. */
class OrJoinTest {
    /** S and-splits to A, B, C; J1 is an OR-join of A and B; J2 is one of J1 and C. */
    private static final NetBuilder N1 = Nets.net("n1")
            .input("i").to("s")
            .task("s").to("a", "b", "c")
            .task("a").to("j1")
            .task("b").to("j1")
            .task("c").to("j2")
            .task("j1").join(OR).to("j2")
            .task("j2").join(OR).to("o")
            .output("o");

    @Test
    void n1_an_or_join_does_not_wait_for_another_in_the_paper_and_does_in_the_optimistic_reading() {
        State state = of(N1).tokens("c(a,j1)", "c(b,j1)", "c(c,j2)");
        assertThat(state.enabled(OrJoin.PAPER)).isEqualTo("j1 j2");
        assertThat(state.enabled(OrJoin.OPTIMISTIC)).isEqualTo("j1");
    }

    @Test
    void n1_an_offer_is_taken_back_when_the_upstream_or_join_fires() {
        State state = of(N1).tokens("c(a,j1)", "c(b,j1)", "c(c,j2)");
        Semantics semantics = new Semantics(state.graph, OrJoin.PAPER);
        Enabling enabling = new Enabling(semantics, state.marking);
        enabling.settle();
        int j1 = state.graph.taskNamed("j1");
        Steps.enter(state.marking, j1, 1);
        enabling.entered(j1);
        StringBuilder heard = new StringBuilder();
        enabling.settle(task -> heard.append("+").append(state.graph.task(task).name()), task -> heard.append("-").append(state.graph.task(task).name()));
        assertThat(heard).hasToString("-j1-j2");
        Steps.start(state.marking, j1);
        Steps.complete(state.marking, j1);
        Steps.exit(state.marking, j1, state.graph.everyOutput(j1));
        enabling.exited(j1);
        enabling.settle();
        assertThat(enabling.isEnabled(state.graph.taskNamed("j2"))).isTrue();
    }

    @Test
    void n2_two_or_joins_in_a_circle_both_fire_in_the_paper_and_both_wait_for_ever_in_the_optimistic_reading() {
        NetBuilder net = Nets.net("n2")
                .input("i").to("s")
                .task("s").to("p1", "p2")
                .condition("p1").to("j1")
                .condition("p2").to("j2")
                .task("j1").join(OR).split(XOR).to("j2", "o")
                .task("j2").join(OR).split(XOR).to("j1", "o")
                .output("o");
        State state = of(net).tokens("p1", "p2");
        assertThat(state.enabled(OrJoin.PAPER)).isEqualTo("j1 j2");
        assertThat(state.enabled(OrJoin.OPTIMISTIC)).isEmpty();
        assertThat(state.standing(OrJoin.OPTIMISTIC)).isEqualTo(Standing.STUCK);
    }

    @Test
    void n3_a_task_that_cancels_its_own_output_still_gives_it_so_the_or_join_waits() {
        NetBuilder net = Nets.net("n3")
                .input("i").to("s")
                .task("s").to("x", "a")
                .condition("a").to("t")
                .task("t").cancels("y").to("y")
                .condition("x").to("j")
                .condition("y").to("j")
                .task("j").join(OR).to("o")
                .output("o");
        assertThat(of(net).tokens("x", "a").enabledInBoth()).isEqualTo("t");
    }

    @Test
    void n4_a_shared_input_with_two_tokens_can_spare_one() {
        NetBuilder net = Nets.net("n4")
                .input("i").to("s")
                .task("s").to("x", "z")
                .condition("x").to("t", "j")
                .condition("z").to("t")
                .task("t").join(AND).to("y")
                .condition("y").to("j")
                .task("j").join(OR).to("o")
                .output("o");
        assertThat(of(net).tokens("x", "x", "z").enabledInBoth()).as("two on x").isEqualTo("t");
        assertThat(of(net).tokens("x", "z").enabledInBoth()).as("one on x").isEqualTo("t j");
    }

    @Test
    void n5_a_token_that_comes_only_at_the_price_of_another_is_not_waited_for() {
        NetBuilder net = Nets.net("n5")
                .input("i").to("s")
                .task("s").to("x", "a")
                .condition("a").to("k")
                .task("k").cancels("x").to("y")
                .condition("x").to("j")
                .condition("y").to("j")
                .task("j").join(OR).to("o")
                .output("o");
        assertThat(of(net).tokens("x", "a").enabledInBoth()).isEqualTo("k j");
    }

    @Test
    void n6_an_or_join_on_its_own_loop_fires_and_waits_for_a_second_token_on_the_loop() {
        NetBuilder net = Nets.net("n6")
                .input("i").to("s")
                .task("s").to("x", "extra")
                .condition("extra").to("t")
                .condition("x").to("j")
                .condition("back").to("j")
                .task("j").join(OR).to("t")
                .task("t").split(XOR).to("back", "o")
                .output("o");
        assertThat(of(net).tokens("x").enabledInBoth()).isEqualTo("j");
        assertThat(of(net).tokens("x", "c(j,t)").enabledInBoth()).isEqualTo("t");
    }

    /** An OR-join of x, y and z; a loop that may leave for y; a task that refills x; an AND-join before z. */
    private static final NetBuilder JOINED = Nets.net("joined")
            .input("i").to("s")
            .task("s").split(OR).to("x", "loop", "p", "q", "r")
            .condition("loop").to("turn")
            .task("turn").split(XOR).to("loop", "y")
            .condition("r").to("refill")
            .task("refill").to("x")
            .condition("p").to("both")
            .condition("q").to("both")
            .task("both").join(AND).to("z")
            .condition("x").to("j")
            .condition("y").to("j")
            .condition("z").to("j")
            .task("j").join(OR).to("o")
            .output("o");

    @Test
    void it_waits_while_an_upstream_loop_can_still_bring_a_token_to_an_empty_input() {
        assertThat(of(JOINED).tokens("x", "loop").enabledInBoth()).isEqualTo("turn");
        assertThat(of(JOINED).tokens("x").busy("turn").enabledInBoth()).isEmpty();
        assertThat(of(JOINED).tokens("x", "y", "loop").enabledInBoth()).as("y is marked already").isEqualTo("turn j");
    }

    @Test
    void it_does_not_wait_for_a_token_that_can_only_refill_an_input_already_marked() {
        assertThat(of(JOINED).tokens("x", "r").enabledInBoth()).isEqualTo("refill j");
        assertThat(of(JOINED).tokens("y", "r").enabledInBoth()).as("x is empty").isEqualTo("refill");
    }

    @Test
    void it_does_not_wait_behind_an_and_join_that_can_never_fire() {
        assertThat(of(JOINED).tokens("x", "p").enabledInBoth()).isEqualTo("j");
        assertThat(of(JOINED).tokens("x", "p", "q").enabledInBoth()).as("it can").isEqualTo("both");
    }

    @Test
    void it_does_not_wait_for_a_busy_task_that_refills_a_marked_input_only() {
        assertThat(of(JOINED).tokens("x").busy("refill").enabledInBoth()).isEqualTo("j");
        assertThat(of(JOINED).tokens("y").busy("refill").enabledInBoth()).isEmpty();
    }

    @Test
    void it_waits_for_everything_that_an_or_split_may_still_choose() {
        assertThat(of(JOINED).tokens("x").busy("s").enabledInBoth()).isEmpty();
        assertThat(of(JOINED).tokens("x", "i").enabledInBoth()).isEqualTo("s");
        assertThat(of(JOINED).tokens("x", "y", "z", "i").enabledInBoth()).as("nothing is missing").isEqualTo("s j");
    }

    @Test
    void a_choice_gives_only_one_of_its_branches() {
        NetBuilder net = Nets.net("choice")
                .input("i").to("s")
                .task("s").to("x", "p")
                .condition("p").to("l", "r")
                .task("l").to("left")
                .task("r").to("right")
                .condition("left").to("both")
                .condition("right").to("both")
                .task("both").join(AND).to("j")
                .condition("x").to("j")
                .task("j").join(OR).to("o")
                .output("o");
        assertThat(of(net).tokens("x", "p").enabledInBoth()).isEqualTo("l r j");
        assertThat(of(net).tokens("x", "p", "p").enabledInBoth()).isEqualTo("l r");
    }

    @Test
    void a_running_task_keeps_its_token_while_what_surrounds_it_is_cancelled() {
        // k must happen before u can, and empties what is before and behind t, but not t.
        NetBuilder net = Nets.net("once")
                .input("i").to("s")
                .task("s").to("x", "a", "b")
                .condition("a").to("t")
                .task("t").to("out")
                .condition("out").to("u")
                .condition("b").to("k")
                .task("k").cancels("a", "out").to("gate")
                .condition("gate").to("u")
                .task("u").join(AND).to("j")
                .condition("x").to("j")
                .task("j").join(OR).to("o")
                .output("o");
        assertThat(of(net).tokens("x", "a", "b").enabledInBoth()).as("t keeps it while k happens").isEqualTo("t k");
        assertThat(of(net).tokens("x", "out", "b").enabledInBoth()).as("k takes it").isEqualTo("k j");
    }

    private static State of(NetBuilder net) {
        Net built = net.build();
        assertThat(Checks.faults(Specification.of("test", built.name(), List.of(built)))).isEmpty();
        return new State(new NetGraph(built));
    }

    /** A marking in the making. */
    private static final class State {
        final NetGraph graph;
        final Marking marking;

        State(NetGraph graph) {
            this.graph = graph;
            this.marking = Marking.empty(graph);
        }

        State tokens(String... conditions) {
            for (String condition : conditions) {
                marking.add(graph.conditionNamed(condition), 1);
            }
            return this;
        }

        State busy(String task) {
            marking.executing(graph.taskNamed(task), 1);
            return this;
        }

        /** The enabled tasks in the order of declaration. */
        String enabled(OrJoin reading) {
            Semantics semantics = new Semantics(graph, reading);
            StringBuilder names = new StringBuilder();
            for (int task = 0; task < graph.tasks(); task++) {
                if (semantics.isEnabled(marking, task)) {
                    names.append(names.isEmpty() ? "" : " ").append(graph.task(task).name());
                }
            }
            return names.toString();
        }

        String enabledInBoth() {
            assertThat(enabled(OrJoin.OPTIMISTIC)).isEqualTo(enabled(OrJoin.PAPER));
            return enabled(OrJoin.PAPER);
        }

        Standing standing(OrJoin reading) {
            Enabling enabling = new Enabling(new Semantics(graph, reading), marking);
            enabling.settle();
            return enabling.standing(End.QUIET);
        }
    }
}
