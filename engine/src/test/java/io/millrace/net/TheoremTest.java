package io.millrace.net;

import static io.millrace.net.Junction.OR;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Bag.Token;
import io.millrace.net.Paper.TaskOf;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Theorem 1 fails under Definition 17 as printed. S and-splits to A and the composite task D; J is an OR-join of the two; D's net
 * ends in an OR-join, which the lookahead may not fire. So J may fire while D runs, and again when it is done. The repair: in a lookahead a
 * running composite task counts as able to complete.
 */
class TheoremTest {
    private static final Net SUB = Nets.net("sub")
            .input("i").to("b")
            .task("b").to("c", "d")
            .task("c").to("e")
            .task("d").to("e")
            .task("e").join(OR).to("o")
            .output("o").build();

    private static final Net TOP = Nets.net("top")
            .input("i").to("s")
            .task("s").to("a", "d")
            .task("a").to("j")
            .composite("d", "sub").to("j")
            .task("j").join(OR).to("o")
            .output("o").build();

    private static final Specification COUNTEREXAMPLE = Nets.specification("counterexample", TOP, SUB);

    /** A is done and D runs; the OR-join inside D has both its inputs. */
    private static final Bag STATE = Bag.EMPTY
            .plus(new Token("top/c(a,j)", List.of(1)))
            .plus(new Token("mi_a:top/d", List.of(1, 1)))
            .plus(new Token("exec:top/d", List.of(1, 1)))
            .plus(new Token("sub/c(c,e)", List.of(1, 1)))
            .plus(new Token("sub/c(d,e)", List.of(1, 1)));

    @Test
    void as_printed_the_or_join_fires_while_the_composite_task_runs() {
        assertThat(enters(Paper.Reading.PRINTED)).isTrue();
    }

    @Test
    void repaired_it_waits_for_the_composite_task() {
        assertThat(enters(Paper.Reading.REPAIRED)).isFalse();
    }

    @Test
    void the_engine_follows_the_repair() {
        NetGraph graph = new NetGraph(TOP);
        Marking marking = Marking.empty(graph);
        marking.tokens(graph.conditionNamed("c(a,j)"), 1);
        marking.executing(graph.taskNamed("d"), 1);
        assertThat(new Semantics(graph, OrJoin.PAPER).isEnabled(marking, graph.taskNamed("j"))).isFalse();
    }

    private static boolean enters(Paper.Reading reading) {
        TaskOf join = new TaskOf(TOP, Objects.requireNonNull(TOP.task("j")));
        return !new Paper(COUNTEREXAMPLE, reading, 10_000).enabled(join, STATE).isEmpty();
    }
}
