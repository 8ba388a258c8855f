package io.millrace.sim;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Short lives of an engine, each under a seed of its own: three thousand, or fewer where the machine is too slow for them,
 * but never less than a thousand. {@code -Dmillrace.sim.seeds=100000 -Dmillrace.sim.seconds=3600} runs more of them,
 * {@code -Dmillrace.sim.first=4711} begins elsewhere.
 */
class SimulationTest {
    private static final int SHOWN = 60;
    /** Fewer prove too little, however slow the machine. */
    private static final long FEWEST = 1_000;

    @Test
    void no_seed_loses_repeats_or_forgets_anything() {
        long first = Long.getLong("millrace.sim.first", 1);
        long seeds = Long.getLong("millrace.sim.seeds", 3_000);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("millrace.sim.seconds", 35));
        long seed = first;
        for (; seed < first + seeds && (seed < first + FEWEST || System.nanoTime() < until); seed++) {
            try {
                new Simulation(seed, false).run();
            } catch (Throwable failure) {
                // Whatever it is, without its seed it is worth nothing.
                throw new AssertionError("seed " + seed + ": " + failure + traceOf(seed), failure);
            }
        }
        System.out.println("simulated seeds " + first + " to " + (seed - 1));
    }

    /** The same seed is the same life: it is lived again, and this time written down. */
    private static String traceOf(long seed) {
        Simulation again = new Simulation(seed, true);
        try {
            again.run();
            return "\n(it did not happen again: something outside of the seed had a part in it)";
        } catch (Throwable failure) {
            List<String> trace = again.trace();
            return "\n  " + String.join("\n  ", trace.subList(Math.max(0, trace.size() - SHOWN), trace.size()));
        }
    }
}
