package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.Nets;
import io.millrace.net.Specification;
import org.junit.jupiter.api.Test;

/** Twenty parallel branches of ten tasks: 11^20 states, of which a handful is looked at. */
class ParallelBranchesTest {
    private static final int BRANCHES = 20;
    private static final int TASKS = 10;

    private static Specification branches(Junction join) {
        NetBuilder builder = Nets.net("wide").input("i").to("s").task("s");
        for (int branch = 0; branch < BRANCHES; branch++) {
            builder = builder.to("b" + branch + "_0");
        }
        for (int branch = 0; branch < BRANCHES; branch++) {
            for (int task = 0; task < TASKS; task++) {
                builder = builder.task("b" + branch + "_" + task).to(task + 1 == TASKS ? "j" : "b" + branch + "_" + (task + 1));
            }
        }
        Net net = builder.task("j").join(join).to("o").output("o").build();
        return Nets.specification("wide", net);
    }

    @Test
    void joined_they_are_sound() {
        Verification answer = Verifier.standard().verify(branches(Junction.AND));
        assertThat(answer.verdict()).isEqualTo(Verdict.SOUND);
        assertThat(answer.states()).isLessThan(100);
    }

    @Test
    void joined_by_an_or_join_they_are_sound() {
        Verification answer = Verifier.standard().verify(branches(Junction.OR));
        assertThat(answer.verdict()).isEqualTo(Verdict.SOUND);
        assertThat(answer.states()).isLessThan(100);
    }

    @Test
    void not_joined_they_are_unsound_with_a_trace_of_one_branch_only_and_a_fix() {
        Verification answer = Verifier.standard().verify(branches(Junction.XOR));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        Trouble first = answer.problems().getFirst();
        assertThat(first.kind()).isEqualTo(Trouble.Kind.IMPROPER_COMPLETION);
        assertThat(first.nodes().getFirst()).isEqualTo("j");
        assertThat(first.trace()).as("s, ten tasks of a branch, j").hasSize(TASKS + 2);
        assertThat(first.fix()).extracting(Fix::net, Fix::node, Fix::change).containsExactly("wide", "j", "Make the XOR-join of task 'j' an AND-join.");
    }
}
