package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** Another process with the store, for what cannot be done to one's own: being killed, limited, locked out. */
final class Child implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private Child(List<String> command) throws IOException {
        this(command, Map.of());
    }

    private Child(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Child start(String what, Path directory, String... arguments) throws IOException {
        return new Child(command(what, directory, arguments));
    }

    /** Starts a process that cannot make a file larger than this. */
    static Child startLimited(long fileBytes, String what, Path directory, String... arguments) throws IOException {
        Path libraries = libraries(directory.resolveSibling("libraries"));
        List<String> command = new ArrayList<>(
                List.of("bash", "-c", "ulimit -f " + fileBytes / 1024 + " && exec \"$@\"", "limited"));
        command.addAll(command(what, directory, arguments));
        command.add(command.indexOf("-cp"), "-Djava.library.path=" + libraries);
        return new Child(command);
    }

    /** Starts a {@link RecordedRun}, all of whose operations on files below a directory are written to a trace. */
    static Child startRecorded(Path recorder, Path root, Path trace, Path libraries) throws IOException {
        List<String> command = java(
                List.of("-cp", System.getProperty("java.class.path"), "-Djava.library.path=" + libraries));
        command.addAll(List.of(RecordedRun.class.getName(), root.toString()));
        return new Child(
                command,
                Map.of("LD_PRELOAD", recorder.toString(), "RECORDER_ROOT", root.toString(), "RECORDER_TRACE", trace.toString()));
    }

    /** A directory with RocksDB's library, which is large: a process that does not find it unpacks it for itself. */
    static Path libraries(Path directory) throws IOException {
        Files.createDirectories(directory);
        String library = Environment.getJniLibraryFileName("rocksdb");
        try (InputStream packed = Objects.requireNonNull(RocksDB.class.getClassLoader().getResourceAsStream(library))) {
            Files.copy(packed, directory.resolve(library));
        }
        return directory;
    }

    /** Starts a process with a main class of its own. */
    static Child startMain(Class<?> main, List<String> options, List<String> arguments) throws IOException {
        List<String> command = java(options);
        command.add(main.getName());
        command.addAll(arguments);
        return new Child(command);
    }

    private static List<String> command(String what, Path directory, String... arguments) {
        List<String> command = java(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Child.class.getName(), what, directory.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> java(List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(options);
        return command;
    }

    @Nullable String line() throws IOException {
        return output.readLine();
    }

    long pid() {
        return process.pid();
    }

    /** Ends the process as kill -9 does; what it said before can still be read. */
    void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }

    /** How the process ended, as a shell would say it: 137 after kill -9. */
    int exit() {
        return process.onExit().join().exitValue();
    }

    @Override
    public void close() throws IOException {
        kill();
        output.close();
    }

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        // Small ones let a killed process leave many files of every kind; large ones let a file reach its limit.
        long bufferBytes = arguments[0].equals("write-limited") ? 64 << 20 : 4 << 20;
        try (RocksStore store = RocksStore.open(
                directory, RocksSettings.standard().withReserveBytes(0).withWriteBufferBytes(bufferBytes))) {
            switch (arguments[0]) {
                case "hold" -> {
                    say("holding");
                    System.in.read();
                }
                case "write" -> write(store, Long.parseLong(arguments[2]));
                case "write-limited" -> writeLimited(store, Long.parseLong(arguments[2]));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /** Commits without end and says the number of every acknowledged commit. */
    private static void write(RocksStore store, long first) {
        for (long number = first; ; number++) {
            store.commit(Rows.batch(number, 3000));
            say(Long.toString(number));
        }
    }

    /** Commits a number of batches; whatever is refused is said, and another batch tried. */
    private static void writeLimited(RocksStore store, long last) {
        for (long number = 1; number <= last; number++) {
            try {
                store.commit(Rows.batch(number, 20_000));
                say("done " + number);
            } catch (StoreException e) {
                say("refused " + number + " " + e.problem().code().id());
            }
        }
        say("seen " + Rows.numbers(store, Table.EVENTS));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
