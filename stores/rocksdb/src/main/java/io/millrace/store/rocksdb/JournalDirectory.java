package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The directory of a journal, held by this process until it is closed.
 *
 * <p>It contains {@code FORMAT} (what this is, and its version; written last when a journal is made, so that a journal
 * with it is complete), {@code lock} (locked by the process that holds the journal, and saying who that is),
 * {@code acknowledged} (see {@link Acknowledged}) and {@code data} (RocksDB's own files).
 */
final class JournalDirectory implements AutoCloseable {
    /**
     * The format of everything in the journal, rows included. Later versions of Millrace read this one: a new form of a row
     * has a version of its own and a reader for the old one, and leaves this number alone. 1 was written before that was
     * promised.
     */
    static final int VERSION = 2;

    private static final String FORMAT = "FORMAT";
    private static final String NEW_FORMAT = "FORMAT.new";
    private static final String LOCK = "lock";
    private static final String ACKNOWLEDGED = "acknowledged";
    private static final String DATA = "data";
    private static final String TITLE = "millrace journal ";
    private static final Set<String> OWN = Set.of(FORMAT, NEW_FORMAT, LOCK, ACKNOWLEDGED, DATA);

    /**
     * The directories that this process holds. The system's file locks belong to the process: a second attempt from
     * within it must not even open the lock file, because closing it again would release the first one's lock.
     */
    private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

    private final Path directory;
    private final Path real;
    private final FileChannel lock;
    private boolean complete;

    private JournalDirectory(Path directory, Path real, FileChannel lock, boolean complete) {
        this.directory = directory;
        this.real = real;
        this.lock = lock;
        this.complete = complete;
    }

    /** Takes hold of a directory, which is made if it is absent, or refuses it without having changed it. */
    static JournalDirectory hold(Path directory) {
        try {
            Files.createDirectories(directory);
            refuseForeign(directory);
            Path real = directory.toRealPath();
            String holder = HELD.putIfAbsent(real, "this process");
            if (holder != null) {
                throw new StoreException(Code.DIRECTORY_IN_USE.with(directory, holder));
            }
            boolean held = false;
            try {
                JournalDirectory journal = lock(directory, real);
                held = true;
                return journal;
            } finally {
                if (!held) {
                    HELD.remove(real);
                }
            }
        } catch (FileAlreadyExistsException | NotDirectoryException e) {
            throw new StoreException(Code.NOT_A_JOURNAL.with(directory, "it is a file"), e);
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    /** Where a complete journal keeps its data, for somebody who only looks; nothing is made or locked. */
    static Path dataOfExisting(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                throw new StoreException(Code.NOT_A_JOURNAL.with(
                        directory, Files.exists(directory) ? "it is a file" : "it does not exist"));
            }
            if (!hasFormat(directory)) {
                throw new StoreException(Code.NOT_A_JOURNAL.with(directory, "it has no file FORMAT"));
            }
            return directory.resolve(DATA);
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    private static JournalDirectory lock(Path directory, Path real) throws IOException {
        Path file = directory.resolve(LOCK);
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            if (!tryLock(channel)) {
                throw new StoreException(Code.DIRECTORY_IN_USE.with(directory, describe(file)));
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(thisProcess().getBytes(StandardCharsets.UTF_8)), 0);
            JournalDirectory journal = new JournalDirectory(directory, real, channel, hasFormat(directory));
            locked = true;
            return journal;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** Files that are not ours are no journal, and we do not write beside them. */
    private static void refuseForeign(Path directory) throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.list(directory)) {
            names = files.map(file -> file.getFileName().toString()).sorted().toList();
        }
        Optional<String> foreign =
                names.stream().filter(name -> !OWN.contains(name)).findFirst();
        if (foreign.isPresent() && !names.contains(FORMAT)) {
            throw new StoreException(Code.NOT_A_JOURNAL.with(directory, "it contains '" + foreign.get() + "'"));
        }
        if (names.contains(FORMAT)) {
            hasFormat(directory);
        }
    }

    /** Whether the directory says that it is a journal; one of another format, or of another kind, is refused. */
    private static boolean hasFormat(Path directory) throws IOException {
        Path file = directory.resolve(FORMAT);
        if (!Files.exists(file)) {
            return false;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
        if (!text.startsWith(TITLE)) {
            throw new StoreException(Code.NOT_A_JOURNAL.with(directory, "its file FORMAT is not that of a journal"));
        }
        String version = text.substring(TITLE.length());
        if (!version.equals(Integer.toString(VERSION))) {
            throw new StoreException(Code.WRONG_FORMAT.with(directory, version, VERSION));
        }
        return true;
    }

    /** Whether the journal was once made completely; then nothing of it may be missing. */
    boolean complete() {
        return complete;
    }

    /** Declares a new journal complete, once the disk has everything that belongs to it. */
    void completed() {
        try {
            forceEntries(data());
            forceEntries(directory);
            forcePath();
            Path temporary = directory.resolve(NEW_FORMAT);
            try (FileChannel file = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.wrap((TITLE + VERSION + "\n").getBytes(StandardCharsets.US_ASCII)));
                file.force(true);
            }
            Files.move(temporary, directory.resolve(FORMAT), StandardCopyOption.ATOMIC_MOVE);
            forceEntries(directory);
            complete = true;
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    /** Makes the names in a directory durable; a new file whose name is lost is lost. */
    private static void forceEntries(Path directory) throws IOException {
        try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }

    /**
     * Makes the directories on the way to the journal durable, which may be as new as the journal is. One that cannot be
     * read existed before, because nothing can be made in it.
     */
    private void forcePath() throws IOException {
        for (Path parent = real.getParent(); parent != null; parent = parent.getParent()) {
            try {
                forceEntries(parent);
            } catch (AccessDeniedException e) {
                return;
            }
        }
    }

    Path path() {
        return directory;
    }

    Path data() {
        return directory.resolve(DATA);
    }

    Path acknowledged() {
        return acknowledged(directory);
    }

    /** Where a journal notes its acknowledged commits, for somebody who only looks. */
    static Path acknowledged(Path directory) {
        return directory.resolve(ACKNOWLEDGED);
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw unwritable(directory, e);
        } finally {
            HELD.remove(real);
        }
    }

    private static String thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        String command = process.info()
                .command()
                .map(path -> Path.of(path).getFileName().toString())
                .orElse("unknown command");
        String since = process.info().startInstant().map(Instant::toString).orElse("an unknown time");
        return "process " + process.pid() + " (" + command + ") on " + host() + ", running since " + since;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "a host without a name";
        }
    }

    private static String describe(Path lock) throws IOException {
        String holder = Files.readString(lock, StandardCharsets.UTF_8).strip();
        return holder.isEmpty() ? "another process" : holder;
    }

    static StoreException unwritable(Path place, IOException e) {
        String why = e instanceof AccessDeniedException ? "access is denied" : Objects.toString(e.getMessage());
        return new StoreException(
                Failures.isFull(why) ? Code.DISK_FULL.with(why) : Code.UNWRITABLE.with(place, why), e);
    }
}
