package io.millrace.bench;

import static io.millrace.activity.Activities.work;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How long a program that embeds the engine waits until it is open, each time in a JVM of its own: with a new journal, and with one that exists. */
final class Opening {
    private static final int TIMES = 9;

    private final Path directory;
    private final PrintStream out;

    Opening(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    void run() throws IOException, InterruptedException {
        jvm(directory.resolve("warm"));
        List<Double> created = new ArrayList<>();
        List<Double> opened = new ArrayList<>();
        List<Double> answered = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            Path journal = directory.resolve("journal" + i);
            created.add(jvm(journal).getFirst());
            List<Double> again = jvm(journal);
            opened.add(again.getFirst());
            answered.add(again.getLast());
        }
        out.printf(
                Locale.ROOT,
                "Millrace.open in a new JVM, the native library unpacked before: a new journal %s, an existing one %s, its first case started after %s%n",
                range(created), range(opened), range(answered));
    }

    private static String range(List<Double> seconds) {
        Collections.sort(seconds);
        return String.format(Locale.ROOT, "%.2f s (%.2f to %.2f)", seconds.get(seconds.size() / 2), seconds.getFirst(), seconds.getLast());
    }

    private List<Double> jvm(Path journal) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opening.class.getName(),
                        Files.createDirectories(journal).toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("The JVM that opens a journal ended with " + process.exitValue() + ": " + said);
        }
        return said.lines().map(Double::valueOf).toList();
    }

    /** Opens a journal and starts a case; prints after how many seconds each was done. */
    public static void main(String[] arguments) {
        long began = System.nanoTime();
        try (Millrace mill = Millrace.open(Path.of(arguments[0]))) {
            System.out.println((System.nanoTime() - began) / 1e9);
            mill.deploy(ActivityProcess.named("order", work("approve")));
            mill.start("order").work();
            System.out.println((System.nanoTime() - began) / 1e9);
        }
    }
}
