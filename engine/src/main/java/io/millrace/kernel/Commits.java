package io.millrace.kernel;

import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.lane.Committer;
import io.millrace.kernel.lane.Lanes;
import io.millrace.kernel.lane.Life;
import io.millrace.kernel.lane.Quiet;
import io.millrace.kernel.past.StoredRetention;
import io.millrace.kernel.record.EntityId;
import io.millrace.problem.Problem;
import io.millrace.runtime.Outside;
import io.millrace.runtime.Threads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Rows that no turn decides: they go through the one writer all the same, in order with everything else. */
public final class Commits implements StoredFiles.Commits, StoredRetention.Eraser {
    private final Store store;
    private final boolean durable;
    private final Committer committer;
    private final Lanes lanes;
    private final Life life;
    private final Quiet quiet;
    private final Threads threads;

    /** @param durable whether the engine has a store; without one several threads write the rows that stand for it */
    Commits(
            Store store,
            boolean durable,
            Committer committer,
            Lanes lanes,
            Life life,
            Quiet quiet,
            Threads threads) {
        this.store = store;
        this.durable = durable;
        this.committer = committer;
        this.lanes = lanes;
        this.life = life;
        this.quiet = quiet;
        this.threads = threads;
    }

    /** Hands rows over; the release says whether they are durable. */
    void submit(Batch rows, Committer.Release release) {
        if (durable) {
            committer.submit(new Committer.Unit(committer.epoch(), rows, null, 0, release));
        } else {
            synchronized (store) {
                store.commit(rows);
            }
            release.released(null);
        }
    }

    /** Makes rows durable and waits for it. Not for a thread that commits. */
    @Override
    public void commit(Batch batch) {
        await(release -> submit(batch, release));
    }

    @Override
    public void refer(String tenant, CaseId caseId, Batch batch) {
        EntityId.OfCase entity = EntityId.OfCase.of(tenant, caseId);
        await(release -> lanes.of(entity).upkeep().attach(entity, batch, release));
    }

    /** Waits for commits that are on their way. */
    void await(List<CompletableFuture<Void>> commits) {
        try {
            commits.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private void await(Consumer<Committer.Release> asking) {
        CompletableFuture<Optional<Problem>> done = life.waiting();
        asking.accept(problem -> done.complete(Optional.ofNullable(problem)));
        done.join().ifPresent(problem -> {
            throw new StoreException(problem);
        });
    }

    /** Commits what a projection makes of an entity. */
    CompletableFuture<Void> derive(EntityId entity, Supplier<Indexes.Rebuilt> projection) {
        return released(release -> lanes.of(entity).upkeep().derive(entity, projection, release));
    }

    // Erasing.

    @Override
    public CompletableFuture<Void> erase(EntityId.OfCase entity, Supplier<Batch> rows) {
        return released(release -> lanes.of(entity).upkeep().erase(entity, rows, release));
    }

    @Override
    public CompletableFuture<Void> compact(EntityId.OfMailbox mailbox) {
        return released(release -> lanes.of(mailbox).upkeep().compact(mailbox, release));
    }

    @Override
    public CompletableFuture<Void> published(CompletableFuture<Void> future) {
        return new Outside(threads).published(future);
    }

    @Override
    public CompletableFuture<Void> fork(Runnable task) {
        return released(release -> threads.fork(() -> {
            task.run();
            release.released(null);
        }));
    }

    private CompletableFuture<Void> released(Consumer<Committer.Release> asking) {
        CompletableFuture<Void> done = life.waiting();
        quiet.begin();
        done.whenComplete((nothing, failure) -> quiet.end());
        asking.accept(problem -> {
            if (problem == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(new StoreException(problem));
            }
        });
        return done;
    }
}
