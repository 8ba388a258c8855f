package io.millrace.kernel.past;

import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.entity.RegistryEntity;
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
import io.millrace.kernel.record.EntityKind;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Shards;
import io.millrace.language.Compiled;
import io.millrace.language.EventReader;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.work.Participant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a journal holds, for those who look at it without running it: no lane, no timer, no call. Code of processes is
 * not needed; events of a language that has no {@link EventReader} are shown by their kind, with their bytes.
 */
public final class Records implements AutoCloseable {
    /** How many bytes of turns are read, built and committed at once. */
    private static final int AT_ONCE = 2 << 20;

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
            List<CaseDetails> all = Family.details(entity, id, Integer.MAX_VALUE);
            if (all.isEmpty()) {
                throw new RefusedException(Code.UNKNOWN_CASE.with(id));
            }
            return all;
        } catch (Processes.MissingCodeException e) {
            throw new RefusedException(Code.NO_CODE.with(e.process, e.version));
        }
    }

    /** Takes the code of a process for the versions that are deployed with the same structure. */
    public void know(String tenant, Compiled<?> process) {
        String name = process.contract().name();
        for (RegistryEntity.Version version : catalogue.versions(tenant, name)) {
            if (version.fingerprint().equals(process.fingerprint())) {
                catalogue.bind(tenant, name, version.number(), process);
            }
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

    /** Whether the rows of a projection are there and complete. */
    public boolean isComplete(Projection projection) {
        return indexes(projection).isComplete(projection);
    }

    private Indexes indexes(Projection projection) {
        return new Indexes(store, keys, codec, catalogue, loader, Projections.of(List.of(projection), codec));
    }

    /**
     * Builds the rows of a projection in a store: in this journal's own, where they are marked as complete, or in another one for
     * those who only look.
     *
     * @return the processes whose code is not here, so that the projection may have seen less of their cases
     */
    public Set<String> build(Projection projection, Store into, LongConsumer progress) {
        Indexes indexes = indexes(projection);
        boolean own = into.equals(store);
        if (own) {
            into.commit(indexes.begun(projection));
        }
        long done = 0;
        Set<String> opaque = new TreeSet<>();
        CompletableFuture<Void> committed = CompletableFuture.completedFuture(null);
        for (List<Indexes.Tape> page = indexes.tapesAfter(null, AT_ONCE);
                !page.isEmpty();
                page = indexes.tapesAfter(page.getLast().id, AT_ONCE)) {
            Batch batch = new Batch();
            List<Indexes.Rebuilt> all = page.parallelStream()
                    .filter(tape -> !tape.id.kind().vanishes())
                    .map(tape -> indexes.rebuilt(tape, projection))
                    .toList();
            for (Indexes.Rebuilt rebuilt : all) {
                opaque.addAll(rebuilt.opaque);
                batch.addAll(rebuilt.rows);
            }
            // One page is committed while the next is built.
            await(committed);
            committed = CompletableFuture.runAsync(() -> into.commit(batch));
            done += all.size();
            progress.accept(done);
        }
        await(committed);
        if (own) {
            into.commit(indexes.built(projection));
        }
        return opaque;
    }

    private static void await(CompletableFuture<Void> committed) {
        try {
            committed.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /**
     * Shows all turns of a root case, with the cases below it, to a projection that puts no rows.
     *
     * @return the processes whose code is not here, so that the projection may have seen less of their cases
     */
    public Set<String> replay(String tenant, CaseId root, Projection watcher) {
        return indexes(watcher).rebuilt(EntityId.OfCase.of(tenant, root), watcher).opaque;
    }

    /** The newest version of each process whose language is here. */
    public List<Compiled<?>> newest(String tenant) {
        List<Compiled<?>> newest = new ArrayList<>();
        for (String process : catalogue.names(tenant)) {
            Compiled<?> code = catalogue.code(tenant, process, catalogue.of(tenant).newest(process));
            if (code != null) {
                newest.add(code);
            }
        }
        return newest;
    }

    /** The names of the pools of a tenant. */
    public List<String> pools(String tenant) {
        return Catalogue.entities(store, keys, tenant, EntityKind.POOL).stream()
                .map(id -> ((EntityId.OfPool) id).name())
                .sorted()
                .toList();
    }

    /** A pool as it stands. */
    public PoolEntity pool(String tenant, String name) {
        Entity<?> entity = loader.load(new EntityId.OfPool(tenant, name));
        if (entity.sequence == 0) {
            throw new RefusedException(Code.UNKNOWN_POOL.with(name));
        }
        return (PoolEntity) entity;
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
