package io.millrace.kernel.past;

import io.millrace.command.Retention;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.lane.Numbers;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.runtime.PayloadCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes finished cases out of the journal. */
public final class StoredRetention implements Retention {
    private static final int PAGE = 500;

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final StoredHistory history;
    private final Listings lists;
    private final StoredFiles files;
    private final Indexes indexes;
    private final Numbers numbers;
    private final Eraser eraser;

    /** How the engine lets go of what is erased. */
    public interface Eraser {
        /**
         * Forgets a case in the commit that removes its rows. Which rows those are is asked when everything that was
         * handed over of the case is in the store, and nothing more of it can be.
         */
        CompletableFuture<Void> erase(EntityId.OfCase entity, Supplier<Batch> rows);

        /** Removes from a mailbox what it no longer needs to know. */
        CompletableFuture<Void> compact(EntityId.OfMailbox mailbox);

        /** The same future for users, whose continuations do not run on the engine's strands. */
        CompletableFuture<Void> published(CompletableFuture<Void> future);

        /** Does something that waits for commits. */
        CompletableFuture<Void> fork(Runnable task);
    }

    public StoredRetention(
            Store store,
            Keys keys,
            PayloadCodec codec,
            StoredHistory history,
            Listings lists,
            StoredFiles files,
            Indexes indexes,
            Numbers numbers,
            Eraser eraser) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.history = history;
        this.lists = lists;
        this.files = files;
        this.indexes = indexes;
        this.numbers = numbers;
        this.eraser = eraser;
    }

    @Override
    public Page<CaseInfo> endedBefore(String tenant, Instant instant, @Nullable String cursor, int limit) {
        Argument.named(tenant, "tenant");
        Argument.given(instant, "instant");
        Argument.atLeast(1, limit, "limit");
        return lists.cases(tenant, CaseQuery.ALL.endedBefore(instant), cursor, limit);
    }

    @Override
    public void archive(String tenant, CaseId root, Archive to) {
        Argument.given(to, "to");
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
            Page<HistoryEvent> page = history.ofCase(tenant, root, cursor, PAGE, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                lines.write(event.toData().json());
                lines.write('\n');
            }
            cursor = page.cursor();
        } while (cursor != null);
    }

    @Override
    public void erase(String tenant, CaseId root) {
        try {
            erasing(tenant, root).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException failed ? failed : e;
        }
    }

    /**
     * First it is made durable that the number is not used again, then the
     * case's rows go in one commit, then what others hold of it: contents of files to which nobody else refers, and copies
     * of signals in mailboxes.
     */
    @Override
    public CompletableFuture<Void> erasing(String tenant, CaseId root) {
        demandEnded("erase", tenant, root);
        demandSettled(tenant, root);
        EntityId.OfCase entity = EntityId.OfCase.of(tenant, root);
        return eraser.published(numbers.retire(tenant, root.root()).thenCompose(retired -> {
            Set<EntityId.OfMailbox> mailboxes = mailboxesOf(entity);
            List<byte[]> contents = new ArrayList<>();
            return eraser.erase(entity, () -> {
                        Batch batch = new Batch();
                        contents.addAll(files.release(tenant, root, batch));
                        removeCase(tenant, root, batch);
                        indexes.erase(entity, batch);
                        return batch;
                    })
                    .thenCompose(erased -> all(mailboxes.stream().map(eraser::compact).toList()))
                    .thenCompose(compacted -> contents.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : eraser.fork(() -> files.recover(contents)));
        }));
    }

    @Override
    public void scrub() {
        store.scrub();
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<Void>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
    }

    private void removeCase(String tenant, CaseId root, Batch batch) {
        byte[] prefix = keys.entity(EntityId.OfCase.of(tenant, root)).toBytes();
        byte[] end = Keys.after(prefix);
        if (end == null) {
            throw new BrokenInvariant("a case key without a successor");
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
    }

    /** The mailboxes for whose signals a case has waited. */
    private Set<EntityId.OfMailbox> mailboxesOf(EntityId.OfCase entity) {
        Set<EntityId.OfMailbox> mailboxes = new LinkedHashSet<>();
        byte[] prefix = keys.entity(entity).toBytes();
        store.scan(Table.EVENTS, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            TurnRecord turn = TurnRecord.read(entity, 0, new In(codec.decode(value)));
            for (TurnRecord.Entry entry : turn.entries()) {
                if (entry.event() instanceof Event.SignalAwaited awaited) {
                    mailboxes.add(new EntityId.OfMailbox(entity.tenant(), awaited.signal(), awaited.key()));
                }
            }
            return true;
        });
        return mailboxes;
    }

    /** A message from or to the case that was not taken yet would find nobody. */
    private void demandSettled(String tenant, CaseId root) {
        EntityId.OfCase entity = EntityId.OfCase.of(tenant, root);
        boolean underWay = new Outbox(store, keys, codec)
                .messages().stream().anyMatch(message -> message.from().equals(entity) || message.to().equals(entity));
        if (underWay) {
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
        Argument.named(tenant, "tenant");
        Argument.given(root, "root");
        CaseInfo info = lists.find(tenant, root);
        if (info == null) {
            throw new RefusedException(Code.UNKNOWN_CASE.with(root));
        }
        if (info.status().isOpen()
                || !root.isRoot()
                || familyOf(tenant, root).stream().anyMatch(member -> member.status().isOpen())) {
            throw new RefusedException(Code.STILL_RUNNING.with(verb, root));
        }
    }
}
