package io.millrace.verify;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.OR;
import static io.millrace.net.Junction.XOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Nets;
import io.millrace.net.file.NetFile;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Trouble is told where it shows, with a shortest way to it, and with a fix where a small one helps. */
class ExplanationTest {
    @Test
    void a_deadlock_is_told_at_the_join_that_waits() {
        Trouble trouble = only(Nets.net("n")
                .input("i").to("s")
                .task("s").split(XOR).to("a", "b")
                .task("a").to("j")
                .task("b").to("j")
                .task("j").join(AND).to("o")
                .output("o").build(), Trouble.Kind.DEADLOCK);
        assertThat(trouble.nodes().getFirst()).isEqualTo("j");
        assertThat(labels(trouble)).containsExactly("s", "a");
        assertThat(trouble.trace().getFirst().to()).containsExactly("a");
        assertThat(trouble.tokens()).containsExactly(new Tokens("n", "c(a,j)", false, 1));
        assertThat(trouble.message()).contains("'j'", "between 'a' and 'j'", "between 'b' and 'j'");
        assertThat(trouble.fix()).extracting(Fix::net, Fix::node, Fix::change).containsExactly("n", "j", "Make the AND-join of task 'j' a XOR-join.");
    }

    @Test
    void improper_completion_is_told_at_the_node_where_branches_meet() {
        Trouble trouble = only(Nets.net("n")
                .input("i").to("s")
                .task("s").split(AND).to("a", "b")
                .task("a").to("j")
                .task("b").to("j")
                .task("j").join(XOR).to("e")
                .task("e").to("o")
                .output("o").build(), Trouble.Kind.IMPROPER_COMPLETION);
        assertThat(trouble.nodes().getFirst()).isEqualTo("j");
        assertThat(labels(trouble)).hasSize(4).startsWith("s").endsWith("j", "e");
        assertThat(trouble.fix()).extracting(Fix::net, Fix::node, Fix::change).containsExactly("n", "j", "Make the XOR-join of task 'j' an AND-join.");
    }

    @Test
    void a_livelock_is_told_with_the_tasks_that_go_on_for_ever() {
        Trouble trouble = only(Nets.net("n")
                .input("i").to("a")
                .task("a").to("c")
                .condition("c").to("b", "e")
                .task("b").to("d")
                .task("d").split(XOR).to("d2", "d3")
                .task("d2").to("p")
                .task("d3").to("p")
                .condition("p").to("q")
                .task("q").to("p2")
                .condition("p2").to("r", "x")
                .task("r").to("p")
                .task("x").join(AND).to("o")
                .task("e").to("never")
                .condition("never").to("x")
                .output("o").build(), Trouble.Kind.LIVELOCK);
        assertThat(trouble.nodes()).containsExactlyInAnyOrder("q", "r");
        assertThat(trouble.message()).contains("'q' and 'r'", "for ever");
    }

    @Test
    void a_dead_task_is_told_with_what_never_comes() {
        Net net = Nets.net("n")
                .input("i").to("s")
                .task("s").split(XOR).to("a", "b")
                .task("a").split(OR).to("c", "j")
                .task("b").to("j")
                .task("c").to("o")
                .task("j").join(AND).to("o")
                .output("o").build();
        Trouble trouble = only(net, Trouble.Kind.DEAD_TASK);
        assertThat(trouble.nodes()).containsExactly("j");
        assertThat(trouble.trace()).isEmpty();
        assertThat(trouble.message()).isEqualTo("Task 'j' can never be carried out: its inputs never have what it needs at the same time.");
    }

    @Test
    void growth_without_bound_is_told_with_the_tasks_that_are_repeated() {
        Trouble trouble = only(Nets.net("n")
                .input("i").to("a")
                .task("a").to("c")
                .condition("c").to("t", "e")
                .task("t").to("c", "q")
                .condition("q").to("e")
                .task("e").join(AND).to("o")
                .output("o").build(), Trouble.Kind.UNBOUNDED);
        assertThat(trouble.nodes()).containsExactly("q");
        assertThat(trouble.message()).contains("'q'", "'t'", "for ever");
    }

    @Test
    void what_is_left_behind_can_be_added_to_a_cancellation_set() {
        Net net = Nets.net("n")
                .input("i").to("s")
                .task("s").split(AND).to("c1", "c2")
                .condition("c1").to("a")
                .condition("c2").to("b")
                .task("a").cancels("c2").to("o")
                .task("b").to("c3")
                .condition("c3").to("z")
                .task("z").cancels("c1").to("o")
                .output("o").build();
        Verification answer = Verifier.standard().verify(Nets.specification("p", net));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems()).allMatch(trouble -> trouble.fix() != null);
    }

    @Test
    void nets_that_call_themselves_without_a_way_around_never_end() {
        Net net = Nets.net("again").input("i").to("a").composite("a", "again").to("o").output("o").build();
        Verification answer = Verifier.standard().verify(Nets.specification("p", net));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems()).singleElement().satisfies(trouble -> assertThat(trouble.message()).contains("'again'", "none ever does"));
    }

    @Test
    void nets_that_call_themselves_with_a_way_around_can_be_sound() {
        Net net = Nets.net("again")
                .input("i").to("s")
                .task("s").split(XOR).to("a", "b")
                .composite("a", "again").to("o")
                .task("b").to("o")
                .output("o").build();
        assertThat(Verifier.standard().verify(Nets.specification("p", net)).verdict()).isEqualTo(Verdict.SOUND);
    }

    @Test
    void many_instances_of_a_net_that_gets_stuck_are_unsound_however_many_they_are() {
        Net inner = Nets.net("inner")
                .input("i").to("p")
                .task("p").split(XOR).to("q", "r")
                .task("q").to("z")
                .task("r").to("z")
                .task("z").join(AND).to("o")
                .output("o").build();
        Net stuck = Nets.net("outer").input("i").to("a")
                .composite("a", "inner").instances(5, 9, Integer.MAX_VALUE, Multiplicity.Creation.STATIC).to("o").output("o").build();
        Verification answer = Verifier.standard().verify(Nets.specification("p", stuck, inner));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems().getFirst().nodes()).first().hasToString("z");

        Net enough = Nets.net("outer").input("i").to("a")
                .composite("a", "inner").instances(5, 9, 1, Multiplicity.Creation.STATIC).to("o").output("o").build();
        assertThat(Verifier.standard().verify(Nets.specification("p", enough, inner)).verdict())
                .as("one that completes is enough, but all of them can get stuck")
                .isEqualTo(Verdict.UNSOUND);
    }

    @Test
    void the_sentence_uses_titles_and_says_who_cancelled_what_another_needs() {
        Verification answer = Verifier.standard().verify(NetFile.facts("n.pl", """
                initial_activity(s). and_split(s, [a, b]). and_join([a, b], j). final_activity(j).
                cancels(a, [b, c(s, b)]).
                title(a, 'Ask the customer'). title(j, 'Close'). title(b, 'Book').
                """).orRefuse());
        assertThat(answer.problems()).anySatisfy(trouble -> assertThat(trouble.message())
                .contains("the AND-join of task 'Close'", "task 'Ask the customer' cancelled"));
        assertThat(answer.problems()).anySatisfy(trouble -> assertThat(trouble.fix()).isNotNull());
    }

    @Test
    void a_fix_may_take_something_out_of_a_cancellation_set() {
        Net net = Nets.net("n").input("i").to("s")
                .task("s").split(AND).to("a", "b")
                .task("a").cancels("c(b,j)").to("j")
                .task("b").to("j")
                .task("j").join(AND).to("o")
                .output("o").build();
        Trouble stuck = only(net, Trouble.Kind.DEADLOCK);
        assertThat(stuck.message()).contains("task 'a' cancelled the token that was there");
        assertThat(Objects.requireNonNull(stuck.fix()).change()).isEqualTo("Remove 'c(b,j)' from the cancellation set of task 'a'.");
    }

    @Test
    void an_or_join_that_fires_early_is_named_with_the_reason() {
        Net net = Nets.net("early")
                .input("i").to("s")
                .task("s").to("a", "b", "c")
                .task("a").to("j1")
                .task("b").to("j1")
                .task("c").to("j2")
                .task("j1").join(OR).to("j2")
                .task("j2").join(OR).to("o")
                .output("o").build();
        assertThat(Verifier.standard().verify(Nets.specification("p", net)).problems())
                .anySatisfy(trouble -> assertThat(trouble.message()).contains("the OR-join of task 'j2', which fires early"));
    }

    private static Trouble only(Net net, Trouble.Kind kind) {
        Verification answer = Verifier.standard().verify(Nets.specification("p", net));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        List<Trouble> found = answer.problems().stream().filter(trouble -> trouble.kind() == kind).toList();
        assertThat(found).isNotEmpty();
        return found.getFirst();
    }

    private static List<String> labels(Trouble trouble) {
        return trouble.trace().stream().map(Step::label).toList();
    }
}
