package io.millrace.bench;

import io.millrace.Millrace;
import io.millrace.journal.MemoryStore;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures what the targets speak of. Arguments: what to measure ({@code jobs}, {@code commits}, {@code memory},
 * {@code instances}, {@code store}, or nothing for all), and {@code seconds=N}, {@code rounds=N}, {@code cases=N}.
 */
public final class Main {
    private final PrintStream out;
    private final double seconds;
    private final int rounds;
    private final int cases;

    private Main(PrintStream out, List<String> options) {
        this.out = out;
        this.seconds = number(options, "seconds", 4);
        this.rounds = (int) number(options, "rounds", 3);
        this.cases = (int) number(options, "cases", 1_000_000);
    }

    private static double number(List<String> options, String name, double otherwise) {
        return options.stream()
                .filter(option -> option.startsWith(name + "="))
                .mapToDouble(option -> Double.parseDouble(option.substring(name.length() + 1)))
                .findFirst()
                .orElse(otherwise);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> given = Arrays.asList(arguments);
        if (!given.isEmpty() && given.getFirst().equals("suspended-child")) {
            Suspended.child(Path.of(given.get(1)), given.get(2), Integer.parseInt(given.get(3)));
            return;
        }
        List<String> what = given.stream().filter(word -> !word.contains("=")).toList();
        Main main = new Main(System.out, given);
        for (String each : what.isEmpty() ? List.of("jobs", "commits", "memory", "instances") : what) {
            main.measure(each);
        }
        // Some measurements leave daemon threads behind that have nothing more to do.
        System.exit(0);
    }

    private void measure(String what) throws IOException, InterruptedException {
        out.println();
        switch (what) {
            case "jobs" -> jobs();
            case "commits" -> in(directory -> new Commits(directory, out).run(seconds));
            case "memory" -> in(directory -> new Suspended(directory, out).run(cases));
            case "instances" -> new Instances(out).run();
            case "store" -> StoreBench.main(new String[] {Double.toString(seconds)});
            default -> out.println("There is nothing to measure under '" + what + "'.");
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
