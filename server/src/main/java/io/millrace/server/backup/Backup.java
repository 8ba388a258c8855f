package io.millrace.server.backup;

import io.millrace.Journal;
import io.millrace.event.Projection;
import io.millrace.journal.StoreException;
import io.millrace.journal.StoreProvider;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.JournalReport;
import io.millrace.runtime.PayloadCodec;
import io.millrace.server.security.Keys;
import io.millrace.store.rocksdb.PhysicalCheck;
import io.millrace.store.rocksdb.RocksStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.LongConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A copy of a journal, and of what its server keeps next to it, made while an engine may run on the journal. It holds one moment: every
 * command that was acknowledged before it began, and nothing in part. The copy is a journal: an engine can be opened on it as it is.
 *
 * <p>It comes into being under another name and is renamed when it is whole and its checksums were verified. So what has the name of a backup is
 * one, also after a crash. What an attempt that failed has written is removed.
 */
public final class Backup {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final String UNFINISHED = ".unfinished";

    private Backup() {}

    /**
     * What was copied.
     *
     * @param until when the last commit was that the copy holds
     * @param rows how many rows of the journal were copied
     */
    public record Made(Path to, Instant until, long rows, long bytes) {}

    /**
     * Copies a journal.
     *
     * @param to a directory that is not there yet
     * @param replay whether to replay every turn of the copy, too, as {@code mill check} does
     * @param progress told now and then how many rows were copied
     */
    public static Made make(Path journal, Path to, boolean replay, LongConsumer progress) {
        Path target = to.toAbsolutePath().normalize();
        Path source = journal.toAbsolutePath().normalize();
        if (target.startsWith(source) || source.startsWith(target)) {
            throw new RefusedException(Code.BACKUP_REFUSED.with(to, "it would lie within the journal, or the journal in it"));
        }
        Path fresh = target.resolveSibling(target.getFileName() + UNFINISHED);
        for (Path taken : List.of(target, Keys.directory(target))) {
            if (Files.exists(taken, LinkOption.NOFOLLOW_LINKS)) {
                throw new RefusedException(Code.BACKUP_REFUSED.with(to, "'" + taken.getFileName() + "' is there already"));
            }
        }
        List<Path> written = new ArrayList<>(List.of(fresh, Keys.directory(fresh)));
        boolean made = false;
        try {
            // What an earlier attempt left is no backup, and its name says so.
            remove(fresh);
            remove(Keys.directory(fresh));
            refuseIfDamaged(source);
            if (target.getParent() != null) {
                Files.createDirectories(target.getParent());
            }
            long[] rows = {0};
            Instant until = copy(source, fresh, copied -> {
                rows[0] = copied;
                progress.accept(copied);
            });
            verify(fresh, replay);
            copyNextTo(source, fresh);
            long bytes = size(fresh);
            if (Files.exists(Keys.directory(fresh))) {
                move(Keys.directory(fresh), Keys.directory(target));
                written.add(Keys.directory(target));
            }
            // Last: who finds the journal finds all of it.
            move(fresh, target);
            made = true;
            return new Made(to, until, rows[0], bytes);
        } catch (IOException | UncheckedIOException e) {
            throw refused(to, e);
        } finally {
            if (!made) {
                discard(written);
            }
        }
    }

    /**
     * Removes what attempts left that a crash ended.
     *
     * @param names a pattern of the names that the backups would have got
     */
    static void removeUnfinished(Path directory, String names) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        Pattern left = Pattern.compile("(?:" + names + ")" + Pattern.quote(UNFINISHED) + ".*");
        try (Stream<Path> all = Files.list(directory)) {
            for (Path each : all.filter(path -> left.matcher(path.getFileName().toString()).matches()).toList()) {
                remove(each);
            }
        }
    }

    /** Takes away what there is of a backup that was not made, so that it takes no room. Why it was not made matters more than a file that stays. */
    private static void discard(List<Path> parts) {
        for (Path part : parts) {
            try {
                remove(part);
            } catch (IOException | UncheckedIOException e) {
                LOG.log(Level.WARNING, e, () -> "What is left of a backup that was not made could not be removed: " + part);
            }
        }
    }

    /** Puts a backup in the place of a journal that is lost: copies it to a directory that is not there. */
    public static Made restore(Path backup, Path journal, boolean replay, LongConsumer progress) {
        return make(backup, journal, replay, progress);
    }

    private static RefusedException refused(Path to, Exception e) {
        String reason = reason(e);
        boolean full = reason.contains("No space left") || reason.contains("quota exceeded");
        return new RefusedException(full ? Code.DISK_FULL.with(reason) : Code.BACKUP_REFUSED.with(to, reason), e);
    }

    private static String reason(Exception e) {
        Throwable from = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
        return from.getClass().getSimpleName() + (from.getMessage() == null ? "" : " " + from.getMessage());
    }

    /**
     * Looks at every file of the source before anything is copied: what is not there cannot be missed in the copy. A journal that an engine
     * has, or that may only be read, cannot be locked for that; then the tables and the last commit are looked at when it is read.
     */
    private static void refuseIfDamaged(Path source) {
        try {
            List<Problem> damage = PhysicalCheck.of(source).damage();
            if (!damage.isEmpty()) {
                throw new StoreException(damage.getFirst());
            }
        } catch (StoreException e) {
            if (e.problem().code() != Code.DIRECTORY_IN_USE && e.problem().code() != Code.UNWRITABLE) {
                throw e;
            }
        }
    }

    private static Instant copy(Path from, Path to, LongConsumer progress) {
        StoreProvider provider = ServiceLoader.load(StoreProvider.class).findFirst().orElseThrow();
        try (Journal records = Journal.open(provider.lookInto(from), PayloadCodec.PLAIN, List.of(), List.of());
                RocksStore copy = RocksStore.open(to)) {
            return records.fork(copy, Instant.MAX, progress);
        }
    }

    /** Reads what was written, as it is on the disk. */
    private static void verify(Path copy, boolean replay) {
        try (RocksStore store = RocksStore.open(copy)) {
            store.verify();
            if (replay) {
                List<Language> languages = ServiceLoader.load(Language.class).stream().map(ServiceLoader.Provider::get).toList();
                List<Projection> projections = ServiceLoader.load(Projection.class).stream().map(ServiceLoader.Provider::get).toList();
                JournalReport report = Journal.check(store, PayloadCodec.PLAIN, languages, projections, turns -> {});
                if (!report.isIntact()) {
                    throw new RefusedException(
                            Code.BACKUP_REFUSED.with(copy, "the journal is not consistent: " + report.findings().getFirst()));
                }
            }
        }
    }

    /** Keys, links and other files of the server. Each is written whole and renamed into place, so each is copied whole. */
    private static void copyNextTo(Path from, Path to) throws IOException {
        Path source = Keys.directory(from);
        if (!Files.isDirectory(source)) {
            return;
        }
        Path target = Keys.directory(to);
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).toList()) {
                Path copy = target.resolve(file.getFileName());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                sync(copy);
            }
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to);
        }
        Path parent = to.getParent();
        if (parent != null) {
            try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static void remove(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
