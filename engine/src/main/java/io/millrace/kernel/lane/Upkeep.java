package io.millrace.kernel.lane;

import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.Entity;
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

    /** Commits rows that follow from the turns of an entity, once all of those are in the store. */
    public void derive(EntityId id, Supplier<Batch> rows, Committer.Release release) {
        whenInStore(id, () -> lane.submit(rows.get(), release));
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
            int change = entity.handOver();
            lane.submit(rows, problem -> {
                entity.settle(change);
                release.released(problem);
            });
        }));
    }
}
