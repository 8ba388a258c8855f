package io.millrace.kernel.past;

import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Processes;
import io.millrace.event.Projection;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.index.Heads;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.lane.Numbers;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Shards;
import io.millrace.language.EventReader;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.Participant;
import java.time.Instant;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * What a journal holds, for those who look at it without running it: no lane, no timer, no call. Code of processes is
 * not needed; events of a language that has no {@link EventReader} are shown by their kind, with their bytes.
 */
public final class Records implements AutoCloseable {
    private final Store store;
    private final PayloadCodec codec;
    private final Keys keys;
    private final Catalogue catalogue = new Catalogue();
    private final Loader loader;
    private final List<Projection> projections;
    private final Parts parts = new Parts(true, true, true, true);

    public Records(Store store, PayloadCodec codec, List<Language> languages) {
        this(store, codec, languages, List.of());
    }

    /** @param projections those whose rows go with a case that is erased; rows of others go as a whole */
    public Records(Store store, PayloadCodec codec, List<Language> languages, List<Projection> projections) {
        this.projections = projections;
        this.store = store;
        this.codec = codec;
        ServiceLoader.load(EventReader.class).forEach(catalogue::read);
        this.keys = new Keys(Shards.in(store));
        this.loader = new Loader(store, keys, codec, catalogue);
        catalogue.load(store, keys, loader, languages);
    }

    /**
     * A case and its open sub-cases as they stand, the case itself first. Their process must have come as text, in one of the
     * languages that were given.
     */
    public List<CaseDetails> look(String tenant, CaseId id) {
        try {
            CaseEntity entity = (CaseEntity) loader.load(EntityId.OfCase.of(tenant, id));
            List<CaseDetails> all = Family.details(entity, id);
            if (all.isEmpty()) {
                throw new RefusedException(Code.UNKNOWN_CASE.with(id));
            }
            return all;
        } catch (Processes.MissingCodeException e) {
            throw new RefusedException(Code.NO_CODE.with(e.process, e.version));
        }
    }

    /** The cases of a tenant as they stood at an instant. */
    public StoredMoment at(String tenant, Instant instant) {
        return new StoredMoment(store, keys, codec, catalogue, loader, parts, tenant, instant);
    }

    /** Copies the journal as it was at an instant; see {@link Fork}. */
    public Instant fork(Store to, Instant at, LongConsumer progress) {
        return Fork.of(store, to, codec, at, progress);
    }

    public Listings lists() {
        // Fronts of lists are kept for those who commit; here every question starts afresh.
        return new Listings(store, keys, new Heads(store, codec), codec, catalogue, parts, false);
    }

    public StoredHistory history() {
        return new StoredHistory(store, keys, codec, catalogue, parts, null);
    }

    /** Needs a store that takes commits. */
    public StoredRetention retention() {
        StoredFiles files = new StoredFiles(store, codec, Settings.DEFAULT.fileBytes(), store::commit);
        Numbers numbers = new Numbers(store, new Outbox(store, keys, codec), keys, (batch, release) -> {
            store.commit(batch);
            release.released(null);
        });
        Indexes indexes = new Indexes(store, keys, codec, catalogue, loader, Projections.of(projections, codec));
        return new StoredRetention(store, keys, codec, history(), lists(), files, indexes, numbers, new Directly());
    }

    /** Erases in a journal that nobody runs. */
    private final class Directly implements StoredRetention.Eraser {
        @Override
        public CompletableFuture<Void> erase(EntityId.OfCase entity, Supplier<Batch> rows) {
            store.commit(rows.get());
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> compact(EntityId.OfMailbox mailbox) {
            Entity<?> entity = loader.load(mailbox);
            if (!entity.isNew) {
                Batch rows = new Batch();
                loader.save(entity, rows);
                store.commit(rows);
            }
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> published(CompletableFuture<Void> future) {
            return future;
        }

        @Override
        public CompletableFuture<Void> fork(Runnable task) {
            task.run();
            return CompletableFuture.completedFuture(null);
        }
    }

    public List<String> processes(String tenant) {
        return catalogue.names(tenant);
    }

    public List<Participant> participants(String tenant) {
        return catalogue.staff(tenant).all();
    }

    @Override
    public void close() {
        store.close();
    }
}
