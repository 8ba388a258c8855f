package io.millrace.server.channel;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Records by their ids, in a file next to the journal. Each change is a line with a check sum at the end of the file, and is durable when
 * the method returns. A crash leaves at most half a line at the end, which is dropped when the file is opened. When most lines are old,
 * the file is written anew and renamed into place. Safe for use by several threads; one process at a time has the file, because one has
 * the journal.
 */
public final class RecordFile implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final int SUM = 16;
    private static final int SLACK = 1_000;

    private final Path file;
    private final Map<String, Data> records = new LinkedHashMap<>();
    /** Not a channel: one is closed for all threads when one of them is interrupted. */
    private @Nullable RandomAccessFile out;
    private long length;
    private int lines;
    /** How many lines may be there before the file is written anew. */
    private int allowed;
    private boolean closed;

    private RecordFile(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            read(Files.readAllBytes(file));
            RandomAccessFile opened = opened();
            opened.setLength(length);
            if (lines > 2 * records.size() + SLACK) {
                rewrite();
            }
        }
        allowed = most();
    }

    /** The file, which is made when there is something to write. */
    private RandomAccessFile opened() throws IOException {
        RandomAccessFile now = out;
        if (now == null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (!Files.exists(file)) {
                create(file);
            }
            now = new RandomAccessFile(file.toFile(), "rw");
            out = now;
        }
        return now;
    }

    /** Opens a file, which need not be there. One that is damaged is refused with {@link Code#RECORDS_DAMAGED}. */
    public static RecordFile open(Path file) {
        try {
            return new RecordFile(file);
        } catch (IOException e) {
            throw new RefusedException(Code.RECORDS_DAMAGED.with(file, "it cannot be read (" + e.getMessage() + ")"), e);
        }
    }

    private static void create(Path file) throws IOException {
        if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    private void read(byte[] all) {
        int from = 0;
        while (from < all.length) {
            int end = from;
            while (end < all.length && all[end] != '\n') {
                end++;
            }
            Data line = end == all.length ? null : parse(new String(all, from, end - from, StandardCharsets.UTF_8));
            if (line == null) {
                if (end + 1 < all.length) {
                    throw new RefusedException(Code.RECORDS_DAMAGED.with(file, "line " + (lines + 1) + " does not fit its check sum"));
                }
                return;
            }
            String id = line.at("id").text();
            if (line.at("record").isNothing()) {
                records.remove(id);
            } else {
                records.put(id, line.at("record"));
            }
            from = end + 1;
            length = from;
            lines++;
        }
    }

    private static @Nullable Data parse(String line) {
        if (line.length() <= SUM || !Secrets.sha256(line.substring(SUM)).startsWith(line.substring(0, SUM))) {
            return null;
        }
        try {
            return Data.parse(line.substring(SUM));
        } catch (DataException e) {
            return null;
        }
    }

    private static byte[] line(String id, Data record) {
        String json = Data.fields("id", id, "record", record).json();
        return (Secrets.sha256(json).substring(0, SUM) + json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The record of an id, or null. */
    public synchronized @Nullable Data get(String id) {
        return records.get(id);
    }

    /** All records, in the order in which their ids came. */
    public synchronized Map<String, Data> all() {
        return new LinkedHashMap<>(records);
    }

    /** Makes a record be so. */
    public synchronized void put(String id, Data record) {
        append(id, record, true);
    }

    /** Makes a record be so, soon: a crash may lose it. */
    public synchronized void note(String id, Data record) {
        append(id, record, false);
    }

    /** Removes records. */
    public synchronized void remove(List<String> ids) {
        for (String id : ids) {
            if (records.containsKey(id)) {
                append(id, Data.nothing(), true);
            }
        }
    }

    private void append(String id, Data record, boolean now) {
        try {
            if (closed) {
                throw new IOException("it is closed");
            }
            byte[] line = line(id, record);
            boolean fresh = out == null && !Files.exists(file);
            RandomAccessFile to = opened();
            to.seek(length);
            to.write(line);
            if (now) {
                to.getFD().sync();
            }
            if (fresh) {
                syncDirectory();
            }
            length += line.length;
            lines++;
        } catch (IOException e) {
            // What was half written is overwritten by the next line, or dropped when the file is opened again.
            throw new RefusedException(Code.RECORDS_DAMAGED.with(file, "it cannot be written (" + e.getMessage() + ")"), e);
        }
        // Before the file is written anew, which is made from the records.
        if (record.isNothing()) {
            records.remove(id);
        } else {
            records.put(id, record);
        }
        if (lines > allowed) {
            tidy();
        }
    }

    /** Drops old lines. The change that led to this is in the file already, so that a failure costs only room. */
    private void tidy() {
        try {
            rewrite();
        } catch (IOException e) {
            allowed = lines + SLACK;
            LOG.log(Level.WARNING, "The file " + file + " cannot be written anew, and grows", e);
        }
    }

    private void rewrite() throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        create(next);
        long size = 0;
        try (RandomAccessFile fresh = new RandomAccessFile(next.toFile(), "rw")) {
            for (Map.Entry<String, Data> record : records.entrySet()) {
                byte[] line = line(record.getKey(), record.getValue());
                fresh.write(line);
                size += line.length;
            }
            fresh.getFD().sync();
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        RandomAccessFile before = out;
        // Whatever fails from here on: no line may go to the file that is no longer there.
        out = null;
        length = size;
        lines = records.size();
        allowed = most();
        if (before != null) {
            before.close();
        }
        syncDirectory();
    }

    /** How many lines the file may have before it is written anew. */
    private int most() {
        return 4 * records.size() + 10 * SLACK;
    }

    /** A new name is durable with its directory; not every system can do that. */
    private void syncDirectory() {
        try (FileChannel parent = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            parent.force(true);
        } catch (IOException e) {
            LOG.log(Level.FINE, "A directory cannot be synchronised", e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (!closed && out != null) {
                out.getFD().sync();
                out.close();
            }
            closed = true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The file " + file + " cannot be closed", e);
        }
    }
}
