package io.millrace.kernel.lane;

import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.record.EntityId;
import io.millrace.problem.Code;
import java.util.function.Supplier;

/** What is done to the rows of an entity beside its turns, on the lane that it belongs to. */
public final class Upkeep {
    private final Lane lane;
    private final Heap heap;

    Upkeep(Lane lane, Heap heap) {
        this.lane = lane;
        this.heap = heap;
    }

    /** Removes everything that is kept of an entity, once all that was handed over of it is in the store. */
    public void erase(EntityId id, Supplier<Batch> rows, Committer.Release release) {
        whenInStore(id, () -> heap.erase(id, rows.get(), release));
    }

    /** Commits what a projection makes of an entity, once all turns of that are in the store; the entity stays until it is done. */
    public void derive(EntityId id, Supplier<Indexes.Rebuilt> projection, Committer.Release release) {
        whenInStore(id, () -> {
            try {
                Indexes.Rebuilt rebuilt = projection.get();
                try {
                    Entity<?> entity = heap.get(id);
                    rebuilt.handTo(entity);
                    submit(entity, rebuilt.rows, release);
                } catch (Heap.QuarantinedException | Processes.MissingCodeException e) {
                    // It has no turns until it is loaded again.
                    lane.submit(rebuilt.rows, release);
                }
            } catch (StoreException e) {
                release.released(Failures.problemOf(id, e));
            }
        });
    }

    /** Commits rows of an entity that does not leave the heap before they are in the store. */
    private void submit(Entity<?> entity, Batch rows, Committer.Release release) {
        int change = entity.handOver();
        lane.submit(rows, problem -> {
            entity.settle(change);
            release.released(problem);
        });
    }

    private void whenInStore(EntityId id, Runnable action) {
        lane.run(() -> heap.whenSettled(id, () -> {
            if (heap.isSettled(id)) {
                action.run();
            } else {
                lane.barrier(problem -> whenInStore(id, action));
            }
        }));
    }

    /** Saves an entity that vanishes, so that the turns before go, and what they said with them. */
    public void compact(EntityId id, Committer.Release release) {
        lane.run(() -> heap.whenSettled(id, () -> {
            heap.compact(id);
            lane.barrier(release);
        }));
    }

    /** Commits rows that belong to a case, if there is such a case. */
    public void attach(EntityId.OfCase id, Batch rows, Committer.Release release) {
        lane.run(() -> heap.whenSettled(id, () -> {
            Entity<?> entity;
            try {
                entity = heap.get(id);
            } catch (StoreException | Heap.QuarantinedException e) {
                release.released(Failures.problemOf(id, e));
                return;
            }
            if (entity.sequence == 0) {
                release.released(Code.UNKNOWN_CASE.with(id.root()));
                return;
            }
            submit(entity, rows, release);
        }));
    }
}
