package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetGenerator;
import io.millrace.net.Nets;
import io.millrace.net.Paper;
import io.millrace.net.Specification;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Generated specifications with sub-nets and instances: the answer is that of the whole, explored by the transcribed definitions; if
 * all parts are sound so is the whole (Theorem 1, repaired); and a whole with an unsound part may be sound.
 */
class GeneratedSpecificationsTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 400);
    private static final int LIMIT = 300;
    /** Of those that are not said to be sound, which are most, not all are explored. */
    private static final int EVERY = 12;

    private int soundParts;
    private int soundInSpite;
    private int unsound;
    private int beyond;

    @Test
    void the_answer_is_that_of_the_whole_by_the_transcribed_definitions() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Specification specification = new NetGenerator(seed, 3).specification();
            boolean all = seed % EVERY == 0;
            if (specification.nets().size() > 1 && (all || verify(specification).isSound())) {
                Shrinking.check(seed, specification, this::check);
            }
        }
        System.out.println("sound parts " + soundParts + ", sound in spite of an unsound part " + soundInSpite
                + ", unsound " + unsound + ", beyond the limit " + beyond);
        assertThat(soundParts).isPositive();
        assertThat(soundInSpite).isPositive();
        assertThat(unsound).isPositive();
    }

    @Test
    void a_sub_net_with_implicit_termination_is_not_taken_to_be_stuck_in_the_whole() {
        Net ends = Nets.net("ends").implicitTermination()
                .input("i").to("a")
                .task("a").split(Junction.OR).to("b", "c")
                .task("b").to("left")
                .task("c").to("right")
                .condition("left").to("d")
                .condition("right").to("d")
                .task("d").join(Junction.AND).to("o")
                .output("o").build();
        Net stuck = Nets.net("stuck")
                .input("i").to("a")
                .task("a").split(Junction.XOR).to("b", "c")
                .task("b").to("d")
                .task("c").to("d")
                .task("d").join(Junction.AND).to("o")
                .output("o").build();
        Net top = Nets.net("top")
                .input("i").to("s")
                .task("s").to("e", "f")
                .composite("e", "ends").to("j")
                .composite("f", "stuck").to("done")
                .condition("done").to("k")
                .task("k").to("o")
                .task("j").cancels("f", "done", "k").to("o")
                .output("o").build();
        Verification verification = verify(Nets.specification("cancelled", top, ends, stuck));
        assertThat(verification.problems()).noneMatch(trouble -> trouble.kind() == Trouble.Kind.DEADLOCK && trouble.net().equals("ends"));
        assertThat(verification.reasons()).anyMatch(reason -> reason.contains("'ends' ends when nothing is left to do"));
    }

    private static Verification verify(Specification specification) {
        return Verifier.standard().verdictOnly().maxStates(1_000).verify(specification);
    }

    private void check(Specification specification) {
        Whole whole;
        try {
            whole = new Whole(specification, LIMIT);
        } catch (Paper.TooLarge unknown) {
            return;
        }
        Verification verification = verify(specification);
        Properties properties = verification.properties();
        Set<String> dead = verification.problems().stream()
                .filter(trouble -> trouble.kind() == Trouble.Kind.DEAD_TASK)
                .flatMap(trouble -> trouble.nodes().stream().map(task -> trouble.net() + "/" + task))
                .collect(Collectors.toCollection(TreeSet::new));
        if (whole.isComplete()) {
            boolean parts = verification.nets().stream().allMatch(net -> net.verdict() == Verdict.SOUND);
            assertThat(properties).isEqualTo(new Properties(
                    Answer.of(whole.optionToComplete()), Answer.of(whole.deadTasks().isEmpty()), Answer.of(whole.properCompletion())));
            assertThat(dead).isEqualTo(whole.deadTasks());
            soundParts += parts ? 1 : 0;
            soundInSpite += !parts && verification.isSound() ? 1 : 0;
            unsound += verification.isSound() ? 0 : 1;
        } else {
            beyond++;
            assertThat(whole.canBeStuck() && properties.optionToComplete() == Answer.YES).as("can be stuck").isFalse();
            assertThat(!whole.properCompletion() && properties.properCompletion() == Answer.YES).as("can complete improperly").isFalse();
            assertThat(whole.deadTasks()).as("not entered within the limit").containsAll(dead);
        }
    }
}
