package io.millrace.verify;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.OR;
import static io.millrace.net.Junction.XOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Expression;
import io.millrace.net.Net;
import io.millrace.net.Nets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each warning shows on the smallest net that deserves it, and not on a neighbour that does not. */
class WarningsTest {
    /** J2 waits for J1 in one reading and not in the other (N1 of the table of differences). */
    private static final Net EARLY = Nets.net("early")
            .input("i").to("s")
            .task("s").to("a", "b", "c")
            .task("a").to("j1")
            .task("b").to("j1")
            .task("c").to("j2")
            .task("j1").join(OR).to("j2")
            .task("j2").join(OR).to("o")
            .output("o").build();

    @Test
    void readings_that_differ_are_named_with_the_one_that_makes_the_net_sound() {
        Verification paper = verify(EARLY);
        assertThat(paper.verdict()).isEqualTo(Verdict.UNSOUND);
        Warning warning = only(paper, Warning.Kind.OR_JOIN_READINGS);
        assertThat(warning.nodes()).containsExactly("j2");
        assertThat(warning.message()).contains("orjoin: paper, the net is unsound", "orjoin: optimistic it is sound");
    }

    @Test
    void an_or_join_of_one_input_is_named_where_it_is_in_the_way_of_others() {
        Net net = Nets.net("single")
                .input("i").to("s")
                .task("s").split(AND).to("a", "b")
                .task("a").join(OR).to("j")
                .task("b").to("j")
                .task("j").join(OR).to("o")
                .output("o").build();
        assertThat(verify(net).warnings()).anyMatch(warning -> warning.kind() == Warning.Kind.OR_JOIN_SIMPLER && warning.nodes().contains("a"));
    }

    @Test
    void or_joins_on_a_circle_are_named_once() {
        Net circle = Nets.net("circle")
                .input("i").to("s")
                .task("s").to("j1", "j2")
                .task("j1").join(OR).split(XOR).to("j2", "e")
                .task("j2").join(OR).split(XOR).to("j1", "e")
                .task("e").join(AND).to("o")
                .output("o").build();
        assertThat(only(verify(circle), Warning.Kind.OR_JOIN_CIRCLE).nodes()).containsExactlyInAnyOrder("j1", "j2");
        assertThat(kinds(verify(EARLY))).doesNotContain(Warning.Kind.OR_JOIN_CIRCLE);
    }

    @Test
    void an_or_join_that_always_takes_all_could_be_an_and_join() {
        Net net = Nets.net("all")
                .input("i").to("s")
                .task("s").split(AND).to("a", "b")
                .task("a").to("j")
                .task("b").to("j")
                .task("j").join(OR).to("o")
                .output("o").build();
        assertThat(only(verify(net), Warning.Kind.OR_JOIN_SIMPLER).message()).contains("'j'", "an AND-join");
    }

    @Test
    void an_or_join_that_never_has_two_could_be_a_xor_join() {
        Net net = Nets.net("one")
                .input("i").to("s")
                .task("s").split(XOR).to("a", "b")
                .task("a").to("j")
                .task("b").to("j")
                .task("j").join(OR).to("o")
                .output("o").build();
        assertThat(only(verify(net), Warning.Kind.OR_JOIN_SIMPLER).message()).contains("'j'", "a XOR-join");
    }

    @Test
    void an_or_join_that_has_a_choice_is_left_alone() {
        Net net = Nets.net("some")
                .input("i").to("s")
                .task("s").split(OR).to("a", "b")
                .task("a").to("j")
                .task("b").to("j")
                .task("j").join(OR).to("o")
                .output("o").build();
        assertThat(kinds(verify(net))).isEmpty();
    }

    @Test
    void a_cancellation_set_with_a_part_that_is_always_empty_is_named_with_the_part() {
        Net net = Nets.net("cancel")
                .input("i").to("a")
                .task("a").to("c1")
                .condition("c1").to("b")
                .task("b").cancels("c1", "a").to("o")
                .output("o").build();
        Warning warning = only(verify(net), Warning.Kind.CANCELS_NOTHING);
        assertThat(warning.nodes()).containsExactly("b", "c1", "a");
    }

    @Test
    void predicates_that_can_leave_no_branch_are_named_unless_there_is_a_default() {
        Net open = Nets.net("open")
                .input("i").to("s")
                .task("s").split(XOR).when(Expression.variable("x"), "a").when(Expression.variable("y"), "b")
                .task("a").to("o")
                .task("b").to("o")
                .output("o").build();
        Net closed = Nets.net("closed")
                .input("i").to("s")
                .task("s").split(XOR).when(Expression.variable("x"), "a").otherwise("b")
                .task("a").to("o")
                .task("b").to("o")
                .output("o").build();
        assertThat(only(verify(open), Warning.Kind.NO_BRANCH).nodes()).containsExactly("s");
        assertThat(kinds(verify(closed))).isEmpty();
    }

    @Test
    void a_net_that_no_task_calls_is_named() {
        Net net = Nets.net("used").input("i").to("a").task("a").to("o").output("o").build();
        Verification answer = Verifier.standard().verify(Nets.specification("p", net, EARLY));
        assertThat(only(answer, Warning.Kind.UNUSED_NET).net()).isEqualTo("early");
        assertThat(answer.verdict()).as("what is not called does not count").isEqualTo(Verdict.SOUND);
    }

    private static Verification verify(Net net) {
        return Verifier.standard().verify(Nets.specification("p", net));
    }

    private static List<Warning.Kind> kinds(Verification answer) {
        return answer.warnings().stream().map(Warning::kind).toList();
    }

    private static Warning only(Verification answer, Warning.Kind kind) {
        List<Warning> found = answer.warnings().stream().filter(warning -> warning.kind() == kind).toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
