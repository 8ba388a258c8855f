package io.millrace.cli;

import io.millrace.bench.Main;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "bench",
        description = {
            "Measures this engine on this machine: jobs (five steps, and work for people), commits (against RocksDB alone),",
            "memory (suspended cases, and recovery from a kill), instances (many branches), nets (whole cases of nets), orjoins",
            "(their decisions), verify (proofs of soundness), logic (Prolog compared with SWI-Prolog), replies (phases of logic programs),",
            "history (the index of events and fluents), simulate (work items in simulated time), travel (states of the past), rules (residuations and proofs), crowd (watchers, workers and a million requests),",
            "pages (the web interface in a browser; needs Node and Chromium), store. All but the last three by default."
        })
final class BenchCommand implements Runnable {
    /** What can be measured, for completion. */
    static final class Measurements implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Main.measurements().iterator();
        }
    }

    @Parameters(arity = "0..*", paramLabel = "WHAT", completionCandidates = Measurements.class, description = "One of these: ${COMPLETION-CANDIDATES}.")
    private List<String> what = new ArrayList<>();

    @Option(names = "--seconds", paramLabel = "N", description = "How long each measurement takes (4).")
    private double seconds = 4;

    @Option(names = "--rounds", paramLabel = "N", description = "How often the jobs are measured (3).")
    private int rounds = 3;

    @Option(names = "--cases", paramLabel = "N", description = "How many suspended cases, and how many requests of a crowd (1000000).")
    private int cases = 1_000_000;

    @Override
    public void run() {
        for (String each : what) {
            if (!Main.measurements().contains(each)) {
                throw new RefusedException(Nearest.problem("There is nothing to measure under '" + each + "'", each, Main.measurements()));
            }
        }
        try {
            Main.run(System.out, what, seconds, rounds, cases);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
