package io.millrace.command;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseInfo;
import io.millrace.query.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Removes finished cases from the journal, with or without archiving their history and files first. Their numbers are never used again.
 * Safe for use by several threads.
 */
public interface Retention {
    /** The target of an archived case. Files are written first: if an archive has a history, it has all files of the case. */
    interface Archive {
        /**
         * Takes the content of a file.
         *
         * @param reference the result of attaching the file; its name is a name given by a user, never a path
         */
        OutputStream file(Data reference) throws IOException;

        /** Takes the history, one JSON object a line. */
        Writer history() throws IOException;
    }

    /** Root cases that ended before an instant, oldest first. */
    Page<CaseInfo> endedBefore(String tenant, Instant instant, @Nullable String cursor, int limit);

    /** Writes everything that {@link #erase} would remove of a finished case: its files, and its history with all sub-cases. */
    void archive(String tenant, CaseId root, Archive to);

    /** Removes a finished case with all its sub-cases, their history and their files. */
    void erase(String tenant, CaseId root);

    /** Like {@link #erase}, without waiting for the commits. */
    CompletableFuture<Void> erasing(String tenant, CaseId root);

    /**
     * Removes erased data also from the files of the store, which keep deleted rows until the store compacts them. This rewrites all files:
     * it takes about as long as copying the journal, and needs as much free space. Erase all cases first, then call this once.
     */
    void scrub();
}
