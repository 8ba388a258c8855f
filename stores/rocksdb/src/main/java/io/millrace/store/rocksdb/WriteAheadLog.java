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

/**
 * RocksDB's write-ahead log, judged without RocksDB and before it touches the files.
 *
 * <p>RocksDB can be told to stop at the first record it cannot read, which silently shortens a damaged log, or to
 * refuse any, which refuses every journal whose process was killed in the middle of a write. It cannot tell the two
 * apart, and once it has recovered it removes the evidence. The commit numbers can: a log may end in a broken record
 * if that record's commit was never acknowledged and nothing readable follows it.
 *
 * @param lastCommit the last commit in the log, or 0 if there is none because all are in table files
 * @param end where the readable part of the log ends, for people
 */
record WriteAheadLog(long lastCommit, String end) {
    private static final String SUFFIX = ".log";
    private static final int MOST_LOOKS = 10;

    /** Reads all of the log and refuses it if it is broken at any place but its end. */
    static WriteAheadLog read(Path data) throws IOException {
        List<LogFile> files = readFiles(data, Long.MAX_VALUE);
        long last = 0;
        String end = data.toString();
        for (LogFile file : files) {
            last = Math.max(last, file.lastCommit());
            end = file.end();
        }
        return new WriteAheadLog(last, end);
    }

    /**
     * Cuts off what a failed commit left in the log, so that it cannot come back with the next recovery. This takes no
     * room on the disk, so it works when the disk is full.
     */
    static void cutAfter(Path data, long commit) throws IOException {
        for (int look = 1; ; look++) {
            try {
                cut(data, commit);
                return;
            } catch (FileNotFoundException | NoSuchFileException e) {
                // RocksDB removes a file whose rows it has moved to tables, at any moment while it is open.
                if (look == MOST_LOOKS) {
                    throw e;
                }
            }
        }
    }

    private static void cut(Path data, long commit) throws IOException {
        for (LogFile file : readFiles(data, commit)) {
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
            next = file.firstCommit() > 0 ? file.firstCommit() : next;
            files.addFirst(file);
        }
        return files;
    }

    private static List<Path> paths(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            throw new StoreException(Code.DAMAGED.with(data, "the directory is missing"));
        }
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+\\" + SUFFIX))
                    .sorted(Comparator.comparingLong(WriteAheadLog::number))
                    .toList();
        }
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }
}
