package io.millrace.store.rocksdb;

import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a reserve of the disk free: RocksDB still needs room to move rows from its log to table files, and a person
 * needs some to look around, when the journal may not grow any more. Asking the system costs little but not nothing,
 * so it is asked once for so many bytes, and at every commit while there is no room.
 */
final class DiskRoom {
    private static final long BYTES_BETWEEN_CHECKS = 1 << 20;

    /** Counted for every commit besides its rows, so that many small ones lead to a check as well. */
    private static final long BYTES_FOR_EACH_COMMIT = 4096;

    private final FileStore disk;
    private final long reserve;
    private long unchecked = BYTES_BETWEEN_CHECKS;

    DiskRoom(Path directory, long reserve) throws IOException {
        this.disk = Files.getFileStore(directory);
        this.reserve = reserve;
    }

    /**
     * Refuses a commit of so many bytes if it would go into the reserve.
     *
     * @return whether the system was asked; that is the time to look at other things that change slowly
     */
    boolean require(long bytes) {
        unchecked += bytes + BYTES_FOR_EACH_COMMIT;
        if (unchecked < BYTES_BETWEEN_CHECKS) {
            return false;
        }
        Problem full = problem(bytes);
        if (full != null) {
            throw new StoreException(full);
        }
        unchecked = 0;
        return true;
    }

    /** Why a small commit would be refused, asked now; null if it would not. */
    @Nullable Problem problem() {
        return problem(BYTES_FOR_EACH_COMMIT);
    }

    private @Nullable Problem problem(long bytes) {
        long usable = usable();
        return usable - bytes < reserve
                ? Code.DISK_FULL.with(usable + " bytes are free, and " + reserve + " are kept in reserve")
                : null;
    }

    /** Whether a commit of so many bytes would leave the reserve alone, asked now. */
    boolean has(long bytes) {
        return problem(bytes) == null;
    }

    private long usable() {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            throw new StoreException(Code.STORE_FAILED.with("the disk does not say how much room it has"), e);
        }
    }
}
