package io.millrace.sim;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Rules inside cases and between them, in an engine that crashes at any write, gets messages twice and late, and is asked by several
 * at once. No history breaks a rule, and what the rules demand is done in the end. {@code -Dmillrace.ruled.seeds=100000
 * -Dmillrace.ruled.seconds=3600} runs more seeds, {@code -Dmillrace.ruled.first=4711} begins elsewhere.
 */
class RuledSimulationTest {
    private static final int SHOWN = Integer.getInteger("millrace.ruled.shown", 80);
    /** Fewer prove too little, however slow the machine. */
    private static final long FEWEST = 100;

    @Test
    void no_history_breaks_a_rule_and_every_obligation_is_met() {
        long first = Long.getLong("millrace.ruled.first", 1);
        long seeds = Long.getLong("millrace.ruled.seeds", 500);
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("millrace.ruled.seconds", 12));
        long seed = first;
        for (; seed < first + seeds && (seed < first + FEWEST || System.nanoTime() < until); seed++) {
            try {
                run(seed);
            } catch (Throwable failure) {
                throw new AssertionError(
                        "seed " + seed + " (again with -Dmillrace.ruled.first=" + seed + " -Dmillrace.ruled.seeds=1): " + failure + traceOf(seed), failure);
            }
        }
        System.out.println("simulated rules with seeds " + first + " to " + (seed - 1));
    }

    static void run(long seed) {
        new Simulation(seed, false, new RuledScene(seed)).run();
    }

    /** The same seed is the same life: it is lived again, and this time written down. */
    private static String traceOf(long seed) {
        RuledScene scene = new RuledScene(seed);
        Simulation again = new Simulation(seed, true, scene);
        try {
            again.run();
            return "\n(it did not happen again: something outside of the seed had a part in it)";
        } catch (Throwable failure) {
            List<String> trace = again.trace();
            return "\n" + scene.shown() + "  " + String.join("\n  ", trace.subList(Math.max(0, trace.size() - SHOWN), trace.size()));
        }
    }
}
