package io.millrace.cli.demo;

import io.millrace.data.Data;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The engine's process, as its parent sees it: what it says, line by line, until it ends. */
final class Child implements AutoCloseable {
    /** Stands behind the last line. */
    private static final Data END = Data.fields("end", true);

    private final Process process;
    private final Instant began = Instant.now();
    private final Path complaints;
    private final BlockingQueue<Data> lines = new LinkedBlockingQueue<>();

    private Child(Process process, Path complaints) {
        this.process = process;
        this.complaints = complaints;
        Thread.ofVirtual().start(this::read);
    }

    /** Starts it with the Java and the class path of this process. */
    static Child start(Path directory, int claims) {
        Path complaints = directory.resolve("engine.log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.library.path=" + System.getProperty("java.library.path", ""),
                "-cp",
                System.getProperty("java.class.path"),
                DemoEngine.class.getName(),
                journal(directory).toString(),
                ledger(directory).toString(),
                Integer.toString(claims));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(complaints.toFile()));
        // Where RocksDB unpacks its library, if it has to: a killed process does not clean up.
        builder.environment().put("ROCKSDB_SHAREDLIB_DIR", directory.toString());
        try {
            return new Child(builder.start(), complaints);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path journal(Path directory) {
        return directory.resolve("journal");
    }

    static Path ledger(Path directory) {
        return directory.resolve("ledger");
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            String line = reader.readLine();
            while (line != null) {
                // The last line of a killed process may be cut off; it is complete if it ends as an object does.
                if (line.endsWith("}")) {
                    lines.add(Data.parse(line));
                }
                line = reader.readLine();
            }
        } catch (IOException | RuntimeException e) {
            // The pipe broke, or the line was cut off: nothing more will be said.
        }
        lines.add(END);
    }

    /** The next line, or null when there is none within the time. */
    @Nullable Data next(Duration patience) throws InterruptedException {
        return lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    static boolean isEnd(Data line) {
        return line.has("end");
    }

    long pid() {
        return process.pid();
    }

    Duration age() {
        return Duration.between(began, Instant.now());
    }

    /** {@code kill -9}: the process gets no chance to tidy up. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** What it said on standard error, at most the last line. */
    String complaint() {
        try {
            List<String> said = Files.readAllLines(complaints, StandardCharsets.UTF_8);
            return said.stream().filter(line -> line.startsWith("Exception") || line.startsWith("Caused by"))
                    .reduce((first, second) -> second)
                    .orElse(said.isEmpty() ? "no word" : said.getLast());
        } catch (IOException e) {
            return "no word";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
