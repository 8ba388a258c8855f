package io.millrace.sim;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Thousands of short lives of an engine, each under a seed of its own. {@code -Dmillrace.sim.seeds=100000} runs more of
 * them, {@code -Dmillrace.sim.first=4711} begins elsewhere.
 */
class SimulationTest {
    private static final int SHOWN = 60;

    @Test
    void no_seed_loses_repeats_or_forgets_anything() {
        long first = Long.getLong("millrace.sim.first", 1);
        long seeds = Long.getLong("millrace.sim.seeds", 1_500);
        System.out.println("simulating seeds " + first + " to " + (first + seeds - 1));
        for (long seed = first; seed < first + seeds; seed++) {
            try {
                new Simulation(seed, false).run();
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("seed " + seed + ": " + failure.getMessage() + traceOf(seed), failure);
            }
        }
    }

    /** The same seed is the same life: it is lived again, and this time written down. */
    private static String traceOf(long seed) {
        Simulation again = new Simulation(seed, true);
        try {
            again.run();
            return "\n(it did not happen again: something outside of the seed had a part in it)";
        } catch (RuntimeException | AssertionError failure) {
            List<String> trace = again.trace();
            return "\n  " + String.join("\n  ", trace.subList(Math.max(0, trace.size() - SHOWN), trace.size()));
        }
    }
}
