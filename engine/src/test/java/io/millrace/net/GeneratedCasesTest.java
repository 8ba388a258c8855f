package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.net.GeneratedCase.Crashes;
import io.millrace.net.run.NetProcess;
import io.millrace.sim.Rig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The whole language in a real engine agrees with the transcription of Definitions 6 to 17 on generated specifications with
 * OR-joins, cancellation, instances and sub-nets. {@code -Dmillrace.seeds=10000} plays more of them.
 */
class GeneratedCasesTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 60);
    private static final int SIZE = 6;

    @Test
    void an_engine_that_crashes_now_and_then_runs_nets_as_the_paper_says() {
        assertThat(playAll(1, SEEDS, Crashes.SOME)).as("steps compared").isGreaterThan(SEEDS * 8);
    }

    @Test
    void an_engine_that_fails_and_crashes_at_every_turn_runs_nets_as_the_paper_says() {
        assertThat(playAll(5_001, SEEDS / 4, Crashes.ALWAYS)).as("steps compared").isGreaterThan(SEEDS * 2);
    }

    private static int playAll(long first, int seeds, Crashes crashes) {
        int steps = 0;
        for (long seed = first; seed < first + seeds; seed++) {
            try {
                steps += play(seed, SIZE, crashes);
            } catch (AssertionError failure) {
                AssertionError smaller = smallest(seed, crashes);
                throw smaller == null ? failure : smaller;
            }
        }
        System.out.println("generated nets: seeds " + first + " to " + (first + seeds - 1) + ", " + steps + " steps");
        return steps;
    }

    /** A smaller specification that fails as well is the one to look at. */
    private static @Nullable AssertionError smallest(long from, Crashes crashes) {
        for (int size = 2; size < SIZE; size++) {
            for (long seed = from; seed < from + 200; seed++) {
                try {
                    play(seed, size, crashes);
                } catch (AssertionError failure) {
                    return failure;
                }
            }
        }
        return null;
    }

    private static int play(long seed, int size, Crashes crashes) {
        NetProcess process = GeneratedCase.process(seed, size);
        Rig rig = Rig.with(settings -> settings.cachedCases(2).snapshotBytes(400), process);
        return GeneratedCase.play(seed, size, new GeneratedCase.Subject() {
            @Override
            public Millrace mill() {
                return rig.mill();
            }

            @Override
            public void rest() {
                // A store that could not write is left alone for a moment.
                rig.advance(Duration.ofMillis(100));
            }

            @Override
            public void restart() {
                rig.restart(process);
            }

            @Override
            public boolean failNextCommit() {
                rig.failCommits(1);
                return true;
            }
        }, crashes);
    }
}
