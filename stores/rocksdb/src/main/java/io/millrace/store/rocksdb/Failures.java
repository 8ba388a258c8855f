package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB's errors mean for whoever uses the journal. */
final class Failures {
    /** RocksDB names the file in the text of its errors only. */
    private static final Pattern FILE = Pattern.compile("\\d+\\.(?:sst|log|blob)|MANIFEST-\\d+|CURRENT|IDENTITY");

    private Failures() {}

    /** An error while the journal was opened. */
    static StoreException opening(Path data, RocksDBException e) {
        String text = text(e);
        if (text.contains("create_if_missing is false")) {
            return new StoreException(Code.DAMAGED.with(data.resolve("CURRENT"), "the file is missing"), e);
        }
        if (text.contains("No such file")) {
            return new StoreException(Code.DAMAGED.with(place(data, text), "the file is missing"), e);
        }
        if (text.contains("Permission denied") || text.contains("Read-only file system")) {
            return new StoreException(Code.UNWRITABLE.with(data, text), e);
        }
        return new StoreException(isFull(text) ? Code.DISK_FULL.with(text) : damagedOr(data, e), e);
    }

    /** An error while rows were read. */
    static StoreException reading(Path data, RocksDBException e) {
        String text = text(e);
        return text.contains("No such file")
                ? new StoreException(Code.DAMAGED.with(place(data, text), "the file is missing"), e)
                : new StoreException(damagedOr(data, e), e);
    }

    /** An error while a batch was written. */
    static StoreException writing(Path data, RocksDBException e) {
        return new StoreException(isFull(text(e)) ? Code.DISK_FULL.with(text(e)) : damagedOr(data, e), e);
    }

    private static Problem damagedOr(Path data, RocksDBException e) {
        Status status = e.getStatus();
        boolean damaged = status != null && status.getCode() == Status.Code.Corruption;
        return damaged ? Code.DAMAGED.with(place(data, text(e)), text(e)) : Code.STORE_FAILED.with(text(e));
    }

    static boolean isFull(String text) {
        return text.contains("No space left") || text.contains("quota exceeded");
    }

    private static String place(Path data, String text) {
        Matcher file = FILE.matcher(text);
        return file.find() ? data.resolve(file.group()).toString() : data.toString();
    }

    private static String text(RocksDBException e) {
        return Objects.toString(e.getMessage());
    }
}
