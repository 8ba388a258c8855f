package io.millrace.bench;

import io.millrace.Millrace;
import io.millrace.journal.MemoryStore;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs the benchmarks. {@code mill bench} calls it; its main method serves the JVMs that it starts. */
public final class Main {
    private static final List<String> ALL = List.of("jobs", "commits", "open", "memory", "instances", "nets", "orjoins", "verify", "logic", "replies", "http", "history", "simulate", "travel", "rules");

    /** Not measured unless it is asked for. */
    private static final String STORE = "store";

    /** Takes minutes, and not measured unless it is asked for. */
    private static final String CROWD = "crowd";

    /** Needs Node and a browser, and not measured unless it is asked for. */
    private static final String PAGES = "pages";

    private final PrintStream out;
    private final double seconds;
    private final int rounds;
    private final int cases;

    private Main(PrintStream out, double seconds, int rounds, int cases) {
        this.out = out;
        this.seconds = seconds;
        this.rounds = rounds;
        this.cases = cases;
    }

    /** The names of the benchmarks. */
    public static List<String> measurements() {
        return Stream.concat(ALL.stream(), Stream.of(CROWD, PAGES, STORE)).toList();
    }

    /**
     * Measures.
     *
     * @param what {@code jobs}, {@code commits}, {@code open}, {@code memory}, {@code instances}, {@code nets}, {@code orjoins},
     *     {@code verify}, {@code logic}, {@code replies}, {@code http}, {@code history}, {@code simulate}, {@code travel}, {@code rules}, {@code crowd}, {@code pages},
     *     {@code store}; all but the last three if empty
     * @param seconds how long a measurement takes
     * @param rounds how often the jobs are measured
     * @param cases how many suspended cases are made, how many requests a crowd makes, and how many cases the pages list
     */
    public static void run(PrintStream out, List<String> what, double seconds, int rounds, int cases)
            throws IOException, InterruptedException {
        Main main = new Main(out, seconds, rounds, cases);
        for (String each : what.isEmpty() ? ALL : what) {
            main.measure(each);
        }
    }

    /** A JVM of its own for a measurement: a directory, what to do, and with how many cases. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[1].equals(CROWD)) {
            Crowd.child(Path.of(arguments[0]));
            return;
        }
        Suspended.child(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
    }

    private void measure(String what) throws IOException, InterruptedException {
        out.println();
        switch (what) {
            case "jobs" -> jobs();
            case "commits" -> in(directory -> new Commits(directory, out).run(seconds));
            case "open" -> in(directory -> new Opening(directory, out).run());
            case "memory" -> in(directory -> new Suspended(directory, out).run(cases));
            case "history" -> in(directory -> new Histories(directory, out).run());
            case "instances" -> new Instances(out).run();
            case "nets" -> new NetCases(out, seconds).run();
            case "simulate" -> new Simulations(out).run();
            case "orjoins" -> new OrJoins(out, seconds).run();
            case "verify" -> in(directory -> new Proofs(out, directory).run());
            case "logic" -> in(directory -> new Logic(directory, out).run());
            case "replies" -> in(directory -> {
                try (Millrace mill = Jobs.engine(RocksStore.open(directory.resolve("journal")))) {
                    new Replies(mill, out).run(seconds);
                }
            });
            case "http" -> in(directory -> new OverHttp(directory, out).run(seconds));
            case "rules" -> new Rules(out, seconds).run();
            case "travel" -> in(directory -> new Travel(directory, out).run());
            case PAGES -> new Pages(out).run(cases);
            case CROWD -> in(directory -> new Crowd(directory, out).run(cases));
            case STORE -> StoreBench.main(new String[] {Double.toString(seconds)});
            default -> throw new IllegalArgumentException("There is nothing to measure under '" + what + "'");
        }
    }

    private void jobs() throws IOException, InterruptedException {
        Load.head(out);
        try (Millrace mill = Jobs.engine(new MemoryStore())) {
            new Jobs(mill, out).run("memory", seconds / 2, 1);
        }
        in(directory -> {
            try (Millrace mill = Jobs.engine(RocksStore.open(directory.resolve("journal")))) {
                new Jobs(mill, out).run("rocksdb, fsync", seconds, rounds);
            }
        });
    }

    private interface InDirectory {
        void run(Path directory) throws IOException, InterruptedException;
    }

    private static void in(InDirectory measurement) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("millrace-bench");
        try {
            measurement.run(directory);
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
