package io.millrace.server.security;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines of JSON in a row of numbered files, of which the oldest is deleted when there are too many. Safe for use by several threads. */
final class AuditFiles {
    /** How many lines are read between two looks whether anybody still waits for them. */
    private static final int LOOK_EVERY = 1_000;

    /** A line: the number of its file, and its number in it. */
    record Place(long file, int line) {}

    /** A line that may fit: where it is, and when the act was. */
    record Entry(Place place, Instant at, Data act) {}

    private final Path directory;
    private final String name;
    private final Pattern names;
    private final long mostBytes;
    private final int mostFiles;
    private long number;
    private long size;
    private FileChannel out;
    private boolean failing;

    /** Goes on with the last file. */
    AuditFiles(Path directory, String name, long mostBytes, int mostFiles) throws IOException {
        this.directory = directory;
        this.name = name;
        this.names = Pattern.compile(Pattern.quote(name) + "-(\\d{8})\\.jsonl");
        this.mostBytes = mostBytes;
        this.mostFiles = mostFiles;
        Files.createDirectories(directory);
        List<Long> files = files();
        this.number = files.isEmpty() ? 1 : files.getLast();
        this.out = open(number);
        this.size = out.size();
        // A crash may have left half a line: the next one begins on a line of its own.
        if (size > 0) {
            write("\n");
        }
    }

    private Path path(long file) {
        return directory.resolve(String.format(Locale.ROOT, "%s-%08d.jsonl", name, file));
    }

    private FileChannel open(long file) throws IOException {
        return FileChannel.open(path(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            size += out.write(bytes);
        }
    }

    private List<Long> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(file -> names.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(parts -> Long.valueOf(parts.group(1)))
                    .sorted()
                    .toList();
        }
    }

    synchronized void append(Data line) throws IOException {
        boolean half = failing;
        failing = true;
        if (size > mostBytes) {
            rotate();
        }
        // A write that failed may have left half a line.
        write((half ? "\n" : "") + line.json() + "\n");
        failing = false;
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

    synchronized void close() throws IOException {
        if (out.isOpen()) {
            out.force(true);
            out.close();
        }
    }

    /**
     * Walks over the lines.
     *
     * @param from where to begin, or null for the first line on the way
     * @param mayFit what a line must have as text; only such lines are read as JSON
     * @param still is called now and then; what it throws ends the walk
     */
    Walk walk(@Nullable Place from, boolean newestFirst, Predicate<String> mayFit, Runnable still) throws IOException {
        return new Walk(from, newestFirst, mayFit, still);
    }

    /** A walk over the lines in one direction. */
    final class Walk {
        private final boolean newestFirst;
        private final Predicate<String> mayFit;
        private final Runnable still;
        private final List<Long> way;
        private int at;
        private Lines lines = Lines.NONE;
        private Place next;
        private int read;

        private Walk(@Nullable Place from, boolean newestFirst, Predicate<String> mayFit, Runnable still) throws IOException {
            this.newestFirst = newestFirst;
            this.mayFit = mayFit;
            this.still = still;
            this.way = new ArrayList<>(files());
            if (newestFirst) {
                Collections.reverse(way);
            }
            if (from != null) {
                way.removeIf(file -> newestFirst ? file > from.file() : file < from.file());
            }
            this.next = from != null ? from : new Place(0, newestFirst ? -1 : 0);
            if (!way.isEmpty()) {
                enter(from != null && way.getFirst() == from.file() ? from.line() : null);
            }
        }

        private void enter(@Nullable Integer line) throws IOException {
            long file = way.get(at);
            lines = Lines.of(path(file));
            next = new Place(file, line != null ? line : newestFirst ? lines.count() - 1 : 0);
        }

        /** Where the next line is that this has not looked at. */
        Place position() {
            return next;
        }

        /** The next line that may fit, or null at the end. Half a line is none. */
        @Nullable Entry next() throws IOException {
            while (true) {
                while (next.line() >= 0 && next.line() < lines.count()) {
                    if (++read % LOOK_EVERY == 0) {
                        still.run();
                    }
                    Place here = next;
                    next = new Place(here.file(), here.line() + (newestFirst ? -1 : 1));
                    String text = lines.text(here.line());
                    if (!text.isEmpty() && mayFit.test(text)) {
                        Entry entry = entry(here, text);
                        if (entry != null) {
                            return entry;
                        }
                    }
                }
                if (at + 1 >= way.size()) {
                    return null;
                }
                at++;
                enter(null);
            }
        }

        private static @Nullable Entry entry(Place place, String text) {
            try {
                Data act = Data.parse(text);
                return new Entry(place, Instant.parse(act.at("at").text()), act);
            } catch (DataException | DateTimeException e) {
                return null;
            }
        }
    }

    /**
     * The bytes of a file, and where its lines begin: a text for each line of a large file would take several times its size.
     *
     * @param starts where each line begins, and behind them the end of the last one
     */
    private record Lines(byte[] bytes, int[] starts, int count) {
        static final Lines NONE = new Lines(new byte[0], new int[1], 0);

        static Lines of(Path file) throws IOException {
            byte[] bytes;
            try {
                bytes = Files.readAllBytes(file);
            } catch (NoSuchFileException e) {
                // It was the oldest, and is deleted.
                return NONE;
            }
            int ends = 0;
            for (byte each : bytes) {
                ends += each == '\n' ? 1 : 0;
            }
            int[] starts = new int[ends + 2];
            int count = 0;
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '\n') {
                    starts[++count] = i + 1;
                }
            }
            if (starts[count] < bytes.length) {
                // A line that is being written has no end yet.
                starts[++count] = bytes.length + 1;
            }
            return new Lines(bytes, starts, count);
        }

        String text(int line) {
            return new String(bytes, starts[line], starts[line + 1] - 1 - starts[line], StandardCharsets.UTF_8);
        }
    }
}
