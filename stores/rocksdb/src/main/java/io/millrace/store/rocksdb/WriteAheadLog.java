package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * RocksDB's write-ahead log, judged without RocksDB and before it touches the files.
 *
 * <p>RocksDB can stop at the first record that it cannot read, which silently shortens a damaged log, or refuse any such
 * record, which refuses every journal whose process was killed in the middle of a write. It cannot tell the two apart,
 * and once it has recovered it removes the evidence. It also does not notice that a whole file is missing, unless it
 * writes every finished file down in its manifest, which costs a second wait for the disk at most commits. The commit
 * numbers tell all of it:
 *
 * <ul>
 *   <li>A log may end in a broken record if that record's commit was never acknowledged and no record follows it.
 *   <li>Each file goes on with the commit after the last one of the file before it.
 *   <li>The first file begins where the log began when the journal was last opened, since opening moves every commit to
 *       table files; or it is the oldest file that RocksDB still needs, whose number RocksDB knows.
 *   <li>The last commit is the acknowledged one or a later one, unless RocksDB needs none of the files that had it.
 * </ul>
 *
 * @param files in the order of their numbers
 * @param place the directory, for people
 */
record WriteAheadLog(List<LogFile> files, String place) {
    private static final int MOST_LOOKS = 10;

    /** Reads all of the log and refuses it if a file is broken at any place but its end. */
    static WriteAheadLog read(Path data) throws IOException {
        return new WriteAheadLog(readFiles(data, Long.MAX_VALUE), data.toString());
    }

    /** The last commit in the log, or 0 if there is none because all are in table files. */
    long lastCommit() {
        return files.stream().mapToLong(LogFile::lastCommit).max().orElse(0);
    }

    /** Where the readable part of the log ends, for people. */
    String end() {
        return files.isEmpty() ? place : files.getLast().end();
    }

    /**
     * Whether the log alone shows that no commit is missing; then RocksDB need not be asked which files it needs.
     */
    boolean covers(Acknowledged known) {
        return covers(known.logBegin(), known.number()) || covers(known.nextLogBegin(), known.number());
    }

    private boolean covers(long begin, long acknowledged) {
        boolean commits = files.stream().anyMatch(LogFile::hasCommits);
        return commits ? problem(files, begin, acknowledged) == null : acknowledged < begin;
    }

    /**
     * Refuses a log that lacks commits which are not in table files.
     *
     * @param oldest the number of the oldest file that RocksDB still needs; if it has not moved any rows to tables since
     *     the journal was opened, a number below that of the first file
     */
    void refuseIfIncomplete(Acknowledged known, long oldest) {
        StoreException problem = problem(known.logBegin(), known.number(), oldest);
        if (problem != null && problem(known.nextLogBegin(), known.number(), oldest) != null) {
            throw problem;
        }
    }

    private @Nullable StoreException problem(long begin, long acknowledged, long oldest) {
        boolean oldestIsThere = files.stream().anyMatch(file -> file.number() == oldest);
        List<LogFile> needed =
                files.stream().filter(file -> file.number() >= oldest).toList();
        boolean commits = needed.stream().anyMatch(LogFile::hasCommits);
        if (commits) {
            return problem(needed, oldestIsThere ? 0 : begin, acknowledged);
        }
        boolean missing = !oldestIsThere && begin > 0 && acknowledged >= begin;
        return missing ? missing(end(), begin, acknowledged) : null;
    }

    /** What is wrong with files of which at least one has commits, or null. The first may begin before {@code begin}. */
    private static @Nullable StoreException problem(List<LogFile> files, long begin, long acknowledged) {
        LogFile last = null;
        LogFile empty = null;
        for (LogFile file : files) {
            if (!file.hasCommits()) {
                empty = file;
                continue;
            }
            if (empty != null) {
                // RocksDB begins a new file only when the last one has a record.
                return damaged(empty.end(), "the file has no commit, but commit " + file.firstCommit() + " follows it");
            }
            if (last == null && begin > 0 && file.firstCommit() > begin) {
                return missing(file.path().toString(), begin, file.firstCommit() - 1);
            }
            if (last != null && file.firstCommit() > last.lastCommit() + 1) {
                return missing(last.end(), last.lastCommit() + 1, file.firstCommit() - 1);
            }
            if (last != null && file.firstCommit() <= last.lastCommit()) {
                String text = "commit " + file.firstCommit() + " follows commit " + last.lastCommit();
                return damaged(file.path().toString(), text);
            }
            last = file;
        }
        if (last != null && last.lastCommit() < acknowledged) {
            return missing(last.end(), last.lastCommit() + 1, acknowledged);
        }
        return null;
    }

    private static StoreException missing(String place, long from, long to) {
        return damaged(place, "commits " + from + " to " + to + " are missing");
    }

    private static StoreException damaged(String place, String text) {
        return new StoreException(Code.DAMAGED.with(place, text));
    }

    /**
     * Cuts off what a failed commit left in the log, so that it cannot come back with the next recovery. This takes no
     * room on the disk, so it works when the disk is full.
     */
    static void cutAfter(Path data, long commit) throws IOException {
        whileFilesVanish(() -> {
            cut(data, commit);
            return commit;
        });
    }

    /** Does something with the files again if one vanished: RocksDB removes those whose rows it has moved to tables. */
    static <T> T whileFilesVanish(Look<T> look) throws IOException {
        for (int looks = 1; ; looks++) {
            try {
                return look.look();
            } catch (FileNotFoundException | NoSuchFileException e) {
                if (looks == MOST_LOOKS) {
                    throw e;
                }
            }
        }
    }

    /** Something done with the files of the log. */
    interface Look<T> {
        T look() throws IOException;
    }

    private static void cut(Path data, long commit) throws IOException {
        cut(readFiles(data, commit));
    }

    /**
     * Cuts off broken ends of files, once it is certain that nothing acknowledged is in them. RocksDB would stop there by
     * itself, but it refuses a log with a broken end if some of its tables have rows from behind it. That can be after a
     * full disk: RocksDB goes on by itself when there is room, moves rows to tables, and leaves the broken end.
     */
    void cutBrokenEnds() throws IOException {
        cut(files);
    }

    private static void cut(List<LogFile> files) throws IOException {
        for (LogFile file : files) {
            if (file.goodBytes() < Files.size(file.path())) {
                try (RandomAccessFile access = new RandomAccessFile(file.path().toFile(), "rw")) {
                    access.setLength(file.goodBytes());
                    access.getFD().sync();
                }
            }
        }
    }

    private static List<LogFile> readFiles(Path data, long upTo) throws IOException {
        List<LogFile> files = new ArrayList<>();
        long next = 0;
        for (Path path : paths(data).reversed()) {
            LogFile file = LogFile.read(path, upTo);
            // A broken end is what a crash leaves, and the process after the crash goes on in another file with the
            // commit that was lost. Whatever goes on with a later one shows that commits between them are lost.
            file.refuseIfDamaged(next - 1);
            next = file.hasCommits() ? file.firstCommit() : next;
            files.addFirst(file);
        }
        return files;
    }

    private static List<Path> paths(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            throw new StoreException(Code.DAMAGED.with(data, "the directory is missing"));
        }
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(LogFile::isLog)
                    .sorted(Comparator.comparingLong(LogFile::number))
                    .toList();
        }
    }
}
