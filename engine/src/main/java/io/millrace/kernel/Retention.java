package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.runtime.PayloadCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes finished cases out of the journal: their history and files are written elsewhere first (archived) or not
 * (erased). Their numbers are never used again.
 */
public final class Retention {
    private static final int PAGE = 500;

    /** The highest number of an erased case: erasures may overtake each other, it never goes down. */
    private final Map<String, Long> highestErased = new ConcurrentHashMap<>();

    private final Store store;
    private final PayloadCodec codec;
    private final History history;
    private final Lists lists;
    private final Files files;
    private final Eraser eraser;

    /** Makes the engine let go of a case in the commit that removes its rows. */
    interface Eraser {
        CompletableFuture<Void> erase(EntityId.OfCase entity, Batch rows);
    }

    Retention(Store store, PayloadCodec codec, History history, Lists lists, Files files, Eraser eraser) {
        this.store = store;
        this.codec = codec;
        this.history = history;
        this.lists = lists;
        this.files = files;
        this.eraser = eraser;
    }

    /** Root cases that ended before an instant, oldest first. */
    public Page<CaseInfo> endedBefore(String tenant, Instant instant, @Nullable String cursor, int limit) {
        return lists.cases(tenant, CaseQuery.ALL.endedBefore(instant), cursor, limit);
    }

    /** Where a finished case is kept outside the journal. Files come first: where a history is, all of its files are. */
    public interface Archive {
        /**
         * Takes the content of a file.
         *
         * @param reference what {@link Files#attach} gave; the name in it is whatever someone called the file, never a path
         */
        OutputStream file(Data reference) throws IOException;

        /** Takes the history, one JSON object a line. */
        Writer history() throws IOException;
    }

    /** Writes all that {@link #erase} would remove of a finished case: its files, and its history with all sub-cases. */
    public void archive(String tenant, CaseId root, Archive to) {
        demandEnded("archive", tenant, root);
        try {
            for (Data reference : files.of(tenant, root)) {
                try (OutputStream content = to.file(reference)) {
                    files.read(reference, content);
                }
            }
            try (Writer lines = to.history()) {
                write(tenant, root, lines);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String tenant, CaseId root, Writer lines) throws IOException {
        String cursor = null;
        do {
            Page<HistoryEvent> page = history.ofCase(tenant, root, cursor, PAGE, Store.Direction.FORWARDS);
            for (HistoryEvent event : page.items()) {
                lines.write(event.toData().json());
                lines.write('\n');
            }
            cursor = page.cursor();
        } while (cursor != null);
    }

    /** Removes a finished case with all its sub-cases, their history and their files. */
    public void erase(String tenant, CaseId root) {
        try {
            erasing(tenant, root).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException failed ? failed : e;
        }
    }

    /** The same without waiting for the commit. */
    public CompletableFuture<Void> erasing(String tenant, CaseId root) {
        demandEnded("erase", tenant, root);
        demandSettled(tenant, root);
        EntityId.OfCase entity = EntityId.OfCase.of(tenant, root);
        Batch batch = new Batch();
        byte[] prefix = Keys.entity(entity).toBytes();
        byte[] end = Keys.after(prefix);
        if (end == null) {
            throw new IllegalStateException("a case key without a successor");
        }
        batch.deleteRange(Table.EVENTS, prefix, end);
        batch.deleteRange(Table.SNAPSHOTS, prefix, end);
        for (CaseInfo info : familyOf(tenant, root)) {
            batch.delete(Table.CASES, Keys.caseById(tenant, info.id()));
            batch.delete(
                    Table.CASES,
                    Keys.caseInState(tenant, info.process(), info.status(), info.started(), info.id()));
            if (info.key() != null) {
                batch.delete(
                        Table.CASES, Keys.caseWithKey(tenant, info.process(), info.key(), info.started(), info.id()));
            }
            for (Map.Entry<String, Data> attribute : info.attributes().asMap().entrySet()) {
                batch.delete(
                        Table.CASES,
                        Keys.caseWithAttribute(
                                tenant, info.process(), attribute.getKey(), attribute.getValue(), info.id()));
            }
        }
        files.release(tenant, root, batch);
        long highest = highestErased.merge(tenant, Math.max(root.root(), highestKnown(tenant)), Math::max);
        batch.put(Table.META, highestCaseRow(tenant), new Out(8).varint(highest).toBytes());
        return eraser.erase(entity, batch);
    }

    private long highestKnown(String tenant) {
        byte[] known = store.get(Table.META, highestCaseRow(tenant));
        return known == null ? 0 : new In(known).varint();
    }

    /** A message from or to the case that was not taken yet would find nobody. */
    private void demandSettled(String tenant, CaseId root) {
        EntityId.OfCase entity = EntityId.OfCase.of(tenant, root);
        byte[] first = new Out(32).keyText(tenant).toBytes();
        boolean[] underWay = {false};
        store.scan(Table.OUTBOX, first, Keys.after(first), Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(codec.decode(value));
            in.instant();
            underWay[0] = Keys.readEntity(new In(key)).equals(entity)
                    || EventCodec.readEntity(in).equals(entity);
            return !underWay[0];
        });
        if (underWay[0]) {
            throw new RefusedException(Code.STILL_RUNNING.with("erase", root));
        }
    }

    private List<CaseInfo> familyOf(String tenant, CaseId root) {
        List<CaseInfo> family = new ArrayList<>();
        byte[] from = Keys.casesOf(tenant).int64(root.root()).toBytes();
        store.scan(Table.CASES, from, Keys.after(from), Store.Direction.FORWARDS, (key, value) -> {
            family.add(CaseRows.read(new In(codec.decode(value))));
            return true;
        });
        return family;
    }

    private void demandEnded(String verb, String tenant, CaseId root) {
        CaseInfo info = lists.find(tenant, root);
        if (info == null) {
            throw new RefusedException(Code.UNKNOWN_CASE.with(root));
        }
        if (info.status().isOpen() || !root.isRoot()) {
            throw new RefusedException(Code.STILL_RUNNING.with(verb, root));
        }
    }

    /** Where the highest number of an erased case is kept. */
    static byte[] highestCaseRow(String tenant) {
        return ("highest-case/" + tenant).getBytes(StandardCharsets.UTF_8);
    }
}
