package io.millrace.server.security;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The log of acts: who asked for what, from where, about which ids, with what status. One line of JSON each, in files of which the oldest
 * is deleted when there are too many. Neither bodies nor secrets stand in it. A line is with the operating system before the next act, so a
 * crash of the server loses none; a crash of the machine may lose the last ones, which the history has. Safe for use by several threads.
 */
public final class Audit implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final Pattern NAME = Pattern.compile("audit-(\\d{8})\\.jsonl");

    private final Path directory;
    private final InstantSource clock;
    private final long mostBytes;
    private final int mostFiles;
    private long number;
    private long size;
    private FileChannel out;
    private boolean failing;

    /** Goes on with the log of the server of a journal. */
    public static Audit of(Path journal) {
        return new Audit(Keys.directory(journal).resolve("audit"), InstantSource.system(), 16L * 1024 * 1024, 20);
    }

    Audit(Path directory, InstantSource clock, long mostBytes, int mostFiles) {
        this.directory = directory;
        this.clock = clock;
        this.mostBytes = mostBytes;
        this.mostFiles = mostFiles;
        try {
            Files.createDirectories(directory);
            List<Long> files = files();
            this.number = files.isEmpty() ? 1 : files.getLast();
            this.out = open(number);
            this.size = out.size();
            endLine();
        } catch (IOException e) {
            throw new RefusedException(Code.UNWRITABLE.with(directory, String.valueOf(e.getMessage())), e);
        }
    }

    private Path path(long file) {
        return directory.resolve(String.format(Locale.ROOT, "audit-%08d.jsonl", file));
    }

    private FileChannel open(long file) throws IOException {
        return FileChannel.open(path(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** A crash may have left half a line: the next one begins on a line of its own. */
    private void endLine() throws IOException {
        if (size > 0) {
            write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            size += out.write(bytes);
        }
    }

    private List<Long> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(file -> NAME.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(parts -> Long.valueOf(parts.group(1)))
                    .sorted()
                    .toList();
        }
    }

    /** Writes an act down. */
    public void record(Listener.Act act) {
        Data line = Data.fields(
                "at", clock.instant().toString(),
                "tenant", act.identity() == null ? Millrace.TENANT : act.identity().tenant());
        if (act.identity() != null && act.identity().name() != null) {
            line = line.with("actor", act.identity().name());
        }
        if (act.identity() != null && act.identity().onBehalfOf() != null) {
            line = line.with("onBehalfOf", act.identity().onBehalfOf());
        }
        line = line.with("address", act.address()).with("endpoint", act.endpoint().id()).with("ids", Data.of(act.ids())).with("status", act.status());
        line = act.code() == null ? line : line.with("code", act.code());
        append(line);
    }

    private synchronized void append(Data line) {
        try {
            if (size > mostBytes) {
                rotate();
            }
            write(ByteBuffer.wrap((line.json() + "\n").getBytes(StandardCharsets.UTF_8)));
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                // What was asked is done and in the history; a log that cannot be written does not undo it.
                LOG.log(Level.SEVERE, "The log of acts cannot be written", e);
            }
            failing = true;
        }
    }

    private void rotate() throws IOException {
        out.force(true);
        FileChannel next = open(number + 1);
        out.close();
        out = next;
        number++;
        size = 0;
        List<Long> files = files();
        for (long old : files.subList(0, Math.max(0, files.size() - mostFiles))) {
            Files.deleteIfExists(path(old));
        }
    }

    /** Acts in order, and where the next page begins. */
    record Found(List<Data> acts, @Nullable String cursor) {}

    /**
     * Some of the acts that fit.
     *
     * @param cursor of the page before, or null for the first page
     */
    Found find(Predicate<Data> wanted, @Nullable String cursor, int limit, boolean newestFirst) {
        try {
            List<Long> files = new ArrayList<>(files());
            if (newestFirst) {
                Collections.reverse(files);
            }
            long[] from = cursor == null ? null : place(cursor);
            List<Data> found = new ArrayList<>();
            for (long file : files) {
                if (from != null && (newestFirst ? file > from[0] : file < from[0])) {
                    continue;
                }
                List<String> lines = Files.readAllLines(path(file), StandardCharsets.UTF_8);
                int line = from != null && from[0] == file ? (int) from[1] : newestFirst ? lines.size() - 1 : 0;
                for (; line >= 0 && line < lines.size(); line += newestFirst ? -1 : 1) {
                    Data act = read(lines.get(line));
                    if (act != null && wanted.test(act)) {
                        if (found.size() == limit) {
                            return new Found(found, file + "-" + line);
                        }
                        found.add(act);
                    }
                }
            }
            return new Found(found, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line, or null if it is half of one. */
    private static @Nullable Data read(String line) {
        try {
            return line.isEmpty() ? null : Data.parse(line);
        } catch (DataException e) {
            return null;
        }
    }

    private static long[] place(String cursor) {
        if (!cursor.matches("\\d{1,8}-\\d{1,9}")) {
            throw Exchange.bad("the cursor is none that this server has given");
        }
        String[] parts = cursor.split("-", 2);
        return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1])};
    }

    @Override
    public synchronized void close() {
        try {
            out.force(true);
            out.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The log of acts cannot be closed", e);
        }
    }
}
