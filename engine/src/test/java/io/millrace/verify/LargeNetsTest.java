package io.millrace.verify;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.OR;
import static io.millrace.net.Junction.XOR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.net.Condition;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.NetTask;
import io.millrace.net.Nets;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nets with more states than anybody could look at, which are proved part by part. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LargeNetsTest {
    private static Verification verify(Net net, OrJoin reading) {
        return Verifier.standard().maxStates(50_000).verify(Specification.of("p", net.name(), List.of(net)).orJoin(reading));
    }

    private static void assertSound(Net net, OrJoin reading) {
        Verification answer = verify(net, reading);
        assertThat(answer.verdict()).as("%s, %s: %s", net.name(), reading, answer.reasons()).isEqualTo(Verdict.SOUND);
    }

    /** A split to so many tasks, which a join brings together. */
    private static Net wide(int tasks) {
        NetBuilder net = Nets.net("wide").input("i").to("s").task("s").split(AND);
        for (int i = 0; i < tasks; i++) {
            net.to("w" + i);
        }
        for (int i = 0; i < tasks; i++) {
            net.task("w" + i).to("j");
        }
        return net.task("j").join(AND).to("o").output("o").build();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void an_and_split_of_twenty_thousand_branches_takes_no_quadratic_time() {
        assertSound(wide(20_000), OrJoin.PAPER);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void ten_thousand_pairs_of_branches_behind_one_split_take_no_quadratic_time() {
        NetBuilder net = Nets.net("pairs").input("i").to("s").task("s").split(AND);
        for (int i = 0; i < 10_000; i++) {
            net.to("v" + i, "w" + i);
        }
        for (int i = 0; i < 10_000; i++) {
            net.task("v" + i).to("x" + i).task("w" + i).to("x" + i).task("x" + i).join(AND).to("j");
        }
        assertSound(net.task("j").join(AND).to("o").output("o").build(), OrJoin.PAPER);
    }

    @Test
    void a_proof_that_takes_more_steps_than_allowed_is_given_up_undecided() {
        Net net = wide(500);
        Verification answer = Verifier.standard().maxSteps(20_000).verify(Specification.of("p", net.name(), List.of(net)));
        assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(answer.reasons()).containsExactly("The proof was given up, since it takes more steps than are allowed.");
    }

    @Test
    void a_verdict_stands_although_no_steps_are_left_for_advice() {
        Net net = Nets.net("n").input("i").to("s").task("s").split(XOR).to("a", "b").task("a").to("j").task("b").to("j")
                .task("j").join(AND).to("o").output("o").build();
        Specification specification = Specification.of("p", net.name(), List.of(net));
        long steps = 100;
        while (Verifier.standard().maxSteps(steps).verify(specification).verdict() == Verdict.UNKNOWN) {
            steps += 10;
        }
        Verification answer = Verifier.standard().maxSteps(steps).verify(specification);
        assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(answer.problems()).isNotEmpty().allMatch(trouble -> trouble.fix() == null);
    }

    @Test
    void a_proof_ends_when_nobody_wants_it_any_more() {
        Specification specification = Specification.of("p", "wide", List.of(wide(2_000)));
        IllegalStateException unwanted = new IllegalStateException("unwanted");
        Runnable demand = () -> {
            throw unwanted;
        };
        assertThatThrownBy(() -> Verifier.whileWanted(demand, () -> Verifier.standard().verify(specification))).isSameAs(unwanted);
        assertThat(Verifier.standard().verify(specification).verdict()).isEqualTo(Verdict.SOUND);
    }

    @Test
    void an_or_split_of_forty_branches_that_an_or_join_joins_is_sound() {
        NetBuilder net = Nets.net("wide").input("i").to("s").task("s").split(OR);
        for (int i = 0; i < 40; i++) {
            net.to("w" + i);
        }
        for (int i = 0; i < 40; i++) {
            net.task("w" + i).to("j");
        }
        Net wide = net.task("j").join(OR).to("o").output("o").build();
        for (OrJoin reading : OrJoin.values()) {
            assertSound(wide, reading);
        }
    }

    @Test
    void five_hundred_or_blocks_in_a_row_are_sound() {
        NetBuilder net = Nets.net("row").input("i").to("s0");
        for (int i = 0; i < 500; i++) {
            net.task("s" + i).split(OR).to("a" + i, "b" + i)
                    .task("a" + i).to("j" + i)
                    .task("b" + i).to("j" + i)
                    .task("j" + i).join(OR).to(i == 499 ? "o" : "s" + (i + 1));
        }
        Net row = net.output("o").build();
        for (OrJoin reading : OrJoin.values()) {
            assertSound(row, reading);
        }
    }

    @Test
    void nested_or_blocks_are_sound_where_or_joins_wait_for_each_other_and_unsound_in_the_papers_reading() {
        for (int depth = 3; depth <= 6; depth++) {
            List<NetTask> tasks = new ArrayList<>();
            List<Flow> flows = new ArrayList<>();
            String[] block = nested(depth, tasks, flows);
            flows.add(Flow.of("i", block[0]));
            flows.add(Flow.of(block[1], "o"));
            Net net = new Net("nested", "nested", List.of(Condition.input("i"), Condition.output("o")), tasks, flows, List.of(), false, null);
            assertSound(net, OrJoin.OPTIMISTIC);
            Verification answer = verify(net, OrJoin.PAPER);
            assertThat(answer.verdict()).as("%s leaves", 1 << depth).isEqualTo(Verdict.UNSOUND);
            assertThat(answer.problems().getFirst().message()).contains("fires early");
        }
    }

    private static String[] nested(int depth, List<NetTask> tasks, List<Flow> flows) {
        String split = "t" + tasks.size();
        tasks.add(NetTask.named(split).split(OR));
        if (depth == 0) {
            return new String[] {split, split};
        }
        String[] one = nested(depth - 1, tasks, flows);
        String[] other = nested(depth - 1, tasks, flows);
        String join = "t" + tasks.size();
        tasks.add(NetTask.named(join).join(OR));
        flows.addAll(List.of(Flow.of(split, one[0]), Flow.of(split, other[0]), Flow.of(one[1], join), Flow.of(other[1], join)));
        return new String[] {split, join};
    }

    @Test
    void sixty_four_races_of_work_and_time_out_side_by_side_are_sound() {
        NetBuilder net = Nets.net("races").input("i").to("s").task("s").split(AND);
        for (int i = 0; i < 64; i++) {
            net.to("b" + i);
        }
        for (int i = 0; i < 64; i++) {
            net.task("b" + i).to("w" + i, "l" + i)
                    .task("w" + i).cancels("l" + i, "c(b" + i + ",l" + i + ")").to("d" + i)
                    .task("l" + i).cancels("w" + i, "c(b" + i + ",w" + i + ")").to("d" + i)
                    .task("d" + i).to("j");
        }
        assertSound(net.task("j").join(AND).to("o").output("o").build(), OrJoin.PAPER);
    }

    @Test
    void so_are_races_that_begin_at_one_split() {
        NetBuilder net = Nets.net("races").input("i").to("s").task("s").split(AND);
        for (int i = 0; i < 64; i++) {
            net.to("w" + i, "l" + i);
        }
        for (int i = 0; i < 64; i++) {
            net.task("w" + i).cancels("l" + i, "c(s,l" + i + ")").to("d" + i)
                    .task("l" + i).cancels("w" + i, "c(s,w" + i + ")").to("d" + i)
                    .task("d" + i).to("j");
        }
        assertSound(net.task("j").join(AND).to("o").output("o").build(), OrJoin.PAPER);
    }

    /** An OR-split of forty branches, and what follows each. */
    private static NetBuilder wide(NetBuilder net, String... ends) {
        net.task("s").split(OR);
        for (int i = 0; i < 40; i++) {
            net.to("w" + i);
        }
        for (int i = 0; i < 40; i++) {
            net.task("w" + i).to(ends[i % ends.length]);
        }
        return net;
    }

    @Test
    void forty_branches_need_not_end_in_an_or_join_of_their_own() {
        NetBuilder loop = wide(Nets.net("loop").input("i").to("b").task("b").join(XOR).to("s"), "j");
        Net again = loop.task("j").join(OR).split(XOR).to("b", "o").output("o").build();
        NetBuilder beside = Nets.net("beside").input("i").to("z").task("z").split(AND).to("s", "e").task("e").to("f").task("f").to("j");
        Net others = wide(beside, "j").task("j").join(OR).to("o").output("o").build();
        NetBuilder two = wide(Nets.net("two").input("i").to("s"), "j1", "j2").task("j1").join(OR).to("j").task("j2").join(OR).to("j");
        Net joins = two.task("j").join(OR).to("o").output("o").build();
        for (OrJoin reading : OrJoin.values()) {
            assertSound(again, reading);
            assertSound(others, reading);
        }
        assertSound(joins, OrJoin.OPTIMISTIC);
        Verification early = verify(joins, OrJoin.PAPER);
        assertThat(early.verdict()).isEqualTo(Verdict.UNSOUND);
        assertThat(early.problems().getFirst().trace()).hasSize(4);
    }

    @Test
    void forty_branches_that_nothing_joins_are_unsound() {
        Net net = wide(Nets.net("merged").input("i").to("s"), "j").task("j").join(XOR).to("o").output("o").build();
        for (OrJoin reading : OrJoin.values()) {
            Verification answer = verify(net, reading);
            assertThat(answer.verdict()).isEqualTo(Verdict.UNSOUND);
            assertThat(answer.problems().getFirst().trace()).hasSize(3);
            assertThat(answer.problems().getFirst().fix()).extracting(Fix::net, Fix::node, Fix::change).containsExactly("merged", "j", "Make the XOR-join of task 'j' an OR-join.");
        }
    }
}
