package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Specification;
import org.junit.jupiter.api.Test;

/**
 * A reduced model has the properties and the dead tasks of the model as it is, on generated YAWL nets and plain nets, and both
 * have those that a naive exploration finds.
 */
class ReductionTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 2_000);
    private static final int LIMIT = 1_000;

    private int compared;
    private int reduced;

    @Test
    void a_reduced_plain_net_has_the_same_properties_and_dead_transitions() {
        int unsafe = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            PlainNet net = new PlainNetGenerator(seed, 6).net();
            Model model = PlainModel.of(net);
            try {
                compare(model);
                unsafe += model.goal() instanceof Model.Goal.Sinks && compareSafety(model) ? 1 : 0;
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + ": " + net, failure);
            }
        }
        System.out.println("compared " + compared + ", with something to reduce " + reduced + ", unsafe " + unsafe);
        assertThat(unsafe).isGreaterThan(SEEDS / 20);
        assertThat(reduced).isGreaterThan(SEEDS / 4);
        assertThat(compared).isGreaterThan(SEEDS / 4);
    }

    @Test
    void a_reduced_yawl_net_has_the_same_properties_and_dead_tasks() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Specification specification = Generated.flat(seed, 7);
            Shrinking.check(seed, specification, each -> compare(Generated.model(each)));
        }
        System.out.println("compared " + compared + ", with something to reduce " + reduced);
        assertThat(reduced).isGreaterThan(SEEDS / 4);
        assertThat(compared).isGreaterThan(SEEDS / 4);
    }

    @Test
    void a_plain_net_is_unsound_just_when_something_wrong_is_shown() {
        int unsound = 0;
        for (long seed = 1; seed <= 2L * SEEDS; seed++) {
            PlainNet net = new PlainNetGenerator(seed, 6).net();
            Verification verification = Verifier.standard().verdictOnly().maxStates(LIMIT).verify(net);
            assertThat(verification.problems().isEmpty()).as("seed %s: %s", seed, net).isEqualTo(verification.verdict() != Verdict.UNSOUND);
            unsound += verification.verdict() == Verdict.UNSOUND ? 1 : 0;
        }
        assertThat(unsound).isGreaterThan(SEEDS / 4);
    }

    private void compare(Model model) {
        Reduction reduction = Reduction.on(model);
        reduced += reduction.changes() ? 1 : 0;
        Exploration full = Exploration.of(model, LIMIT);
        Exploration quick = Exploration.of(reduction.smaller(), LIMIT);
        if (full.end() == StateSpace.End.COMPLETE) {
            Naive naive = new Naive(model, 2 * LIMIT);
            assertThat(naive.isComplete()).isTrue();
            assertThat(full.states()).isEqualTo(naive.states().size());
            assertThat(quick.end()).isEqualTo(StateSpace.End.COMPLETE);
            assertThat(full.properties()).as("as it is").isEqualTo(naive.properties());
            assertThat(full.dead()).as("as it is").isEqualTo(naive.dead());
            assertThat(quick.properties()).as("reduced").isEqualTo(naive.properties());
            assertThat(quick.dead()).as("reduced").isEqualTo(naive.dead());
            compared++;
        } else if (quick.end() == StateSpace.End.COMPLETE) {
            assertThat(full.end()).as("finitely many states").isEqualTo(StateSpace.End.LIMIT);
        }
    }

    /** Whether a place can hold two tokens, in which explorations of the net, of its reduction, and of both at their word, agree. */
    private static boolean compareSafety(Model model) {
        Naive naive = new Naive(model, LIMIT);
        boolean unsafe = !naive.isSafe();
        if (unsafe || naive.isComplete()) {
            assertThat(Exploration.of(model, LIMIT).properties().properCompletion()).as("as it is").isEqualTo(Answer.of(!unsafe));
            assertThat(Exploration.of(Reduction.of(model), LIMIT).properties().properCompletion()).as("reduced").isEqualTo(Answer.of(!unsafe));
        }
        return unsafe;
    }
}
