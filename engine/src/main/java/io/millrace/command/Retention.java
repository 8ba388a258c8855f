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
 * Takes finished cases out of the journal: their history and files are written elsewhere first (archived) or not
 * (erased). Their numbers are never used again.
 */
public interface Retention {
    /** Where a finished case is kept outside the journal. Files come first: where a history is, all of its files are. */
    interface Archive {
        /**
         * Takes the content of a file.
         *
         * @param reference what attaching the file gave; the name in it is whatever someone called the file, never a path
         */
        OutputStream file(Data reference) throws IOException;

        /** Takes the history, one JSON object a line. */
        Writer history() throws IOException;
    }

    /** Root cases that ended before an instant, oldest first. */
    Page<CaseInfo> endedBefore(String tenant, Instant instant, @Nullable String cursor, int limit);

    /** Writes all that {@link #erase} would remove of a finished case: its files, and its history with all sub-cases. */
    void archive(String tenant, CaseId root, Archive to);

    /** Removes a finished case with all its sub-cases, their history and their files. */
    void erase(String tenant, CaseId root);

    /** The same without waiting for the commits. */
    CompletableFuture<Void> erasing(String tenant, CaseId root);

    /**
     * Makes what was erased disappear from the files of the store, too, where deleted rows stay until files are rewritten by
     * themselves. It rewrites all of them: it takes about as long as copying the journal, and needs as much room meanwhile. Erase
     * what is to be erased first, then do this once.
     */
    void scrub();
}
