package io.millrace.verify;

import static io.millrace.net.Junction.AND;
import static io.millrace.net.Junction.OR;
import static io.millrace.net.Junction.XOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Checks;
import io.millrace.net.Junction;
import io.millrace.net.Marking;
import io.millrace.net.Net;
import io.millrace.net.NetBuilder;
import io.millrace.net.NetGraph;
import io.millrace.net.Nets;
import io.millrace.net.OrJoin;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Problems found in the parts of a net are real, and each stays until it is mended itself. */
class UnsoundPartsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 3_000);
    private static final int LIMIT = 1_000;

    private int shown;
    private int missed;

    @Test
    void what_parts_show_can_be_played_in_the_whole() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Net net = BlockNets.of(seed);
            Specification specification = Specification.of("generated", net.name(), List.of(net)).orJoin(OrJoin.values()[(int) (seed % 2)]);
            if (Checks.faults(specification).isEmpty()) {
                Shrinking.check(seed, specification, this::check);
            }
        }
        System.out.println("unsound nets whose parts show why " + shown + ", and do not " + missed);
        assertThat(shown).isGreaterThan(SEEDS / 10);
        assertThat(shown).isGreaterThan(2 * missed);
    }

    private void check(Specification specification) {
        Net net = specification.nets().getFirst();
        Model model = Generated.model(specification);
        List<Symptom> symptoms = UnsoundParts.of(new NetGraph(net), specification.orJoin(), model, LIMIT);
        Player player = new Player(net, specification.orJoin());
        for (Symptom symptom : symptoms) {
            Marking marking = player.start();
            for (Step step : symptom.trace()) {
                Marking before = marking;
                marking = Objects.requireNonNull(player.take(before, step), () -> step + " of " + symptom.trace() + " cannot be taken in " + before);
            }
            boolean bad = symptom.kind() == Trouble.Kind.DEADLOCK ? player.isStuck(marking) : player.isImproper(marking);
            assertThat(bad).as("%s after %s in %s", symptom.kind(), symptom.trace(), marking).isTrue();
        }
        Exploration plain = Exploration.of(model, LIMIT);
        boolean wrong = plain.end() == StateSpace.End.COMPLETE && plain.properties().verdict() == Verdict.UNSOUND;
        shown += wrong && !symptoms.isEmpty() ? 1 : 0;
        missed += wrong && symptoms.isEmpty() && plain.properties().noDeadTasks() == Answer.YES ? 1 : 0;
        if (plain.end() == StateSpace.End.COMPLETE && !symptoms.isEmpty()) {
            assertThat(wrong).as("found wrong in parts, and by exploration %s", plain.properties()).isTrue();
        }
    }

    /** Blocks in a row; those with these numbers have a join that does not fit their split. */
    private static Net row(int blocks, Set<Integer> wrong) {
        NetBuilder net = Nets.net("row").input("i").to("s0");
        for (int i = 0; i < blocks; i++) {
            Junction split = i % 2 == 0 ? OR : AND;
            Junction right = i % 2 == 0 ? OR : AND;
            Junction bad = i % 2 == 0 ? AND : XOR;
            net.task("s" + i).split(split).to("a" + i, "b" + i)
                    .task("a" + i).to("j" + i)
                    .task("b" + i).to("j" + i)
                    .task("j" + i).join(wrong.contains(i) ? bad : right).to(i == blocks - 1 ? "o" : "s" + (i + 1));
        }
        return net.output("o").build();
    }

    private static Set<String> blamed(Net net) {
        Verification answer = Verifier.standard().verify(Specification.of("p", net.name(), List.of(net)));
        return answer.problems().stream()
                .filter(trouble -> trouble.kind() != Trouble.Kind.DEAD_TASK)
                .map(trouble -> trouble.nodes().getFirst())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void several_wrong_blocks_of_a_large_net_are_all_told_and_mending_one_leaves_the_others() {
        Set<Integer> wrong = new TreeSet<>(Set.of(4, 10, 20, 31));
        while (!wrong.isEmpty()) {
            assertThat(blamed(row(40, wrong))).isEqualTo(wrong.stream().map(i -> "j" + i).collect(Collectors.toCollection(TreeSet::new)));
            wrong.remove(wrong.iterator().next());
        }
        assertThat(Verifier.standard().verify(Specification.of("p", "row", List.of(row(40, wrong)))).verdict()).isEqualTo(Verdict.SOUND);
    }

    @Test
    void each_is_told_with_a_way_of_its_own_that_is_no_longer_than_it_must_be() {
        Verification answer = Verifier.standard().verify(Specification.of("p", "row", List.of(row(40, Set.of(4, 20)))));
        // Three steps for an OR-block, four for an AND-block and for the wrong block on the way; then the split and one branch.
        List<Integer> lengths = new ArrayList<>();
        answer.problems().forEach(trouble -> lengths.add(trouble.trace().size()));
        assertThat(lengths).containsExactlyInAnyOrder(4 / 2 * 7 + 2, 20 / 2 * 7 + 1 + 2);
        assertThat(answer.properties().optionToComplete()).isEqualTo(Answer.NO);
    }

    @Test
    void walks_are_the_same_each_time() {
        Net net = row(8, Set.of(3));
        Model model = Generated.model(Specification.of("p", net.name(), List.of(net)));
        Walk.Paths paths = new Walk.Paths(model);
        BitSet found = new BitSet();
        for (int walk = 1; walk <= 20; walk++) {
            Symptom one = paths.start().wander(walk, 500);
            Symptom other = paths.start().wander(walk, 500);
            assertThat(one == null ? null : one.trace()).isEqualTo(other == null ? null : other.trace());
            found.set(walk, one != null);
        }
        assertThat(found.isEmpty()).isFalse();
    }
}
