package io.millrace.kernel;

import io.millrace.event.Projection;
import io.millrace.journal.Store;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.record.EntityId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Builds and shows the rows of projections while the engine runs. */
public final class Indexing {
    private static final int AT_ONCE = 100;

    private final Indexes indexes;
    private final Commits commits;
    /** Projections that are known to be complete, so that not every row that is read asks the store for it. */
    private final Set<String> complete = ConcurrentHashMap.newKeySet();
    /** How often one of them was forgotten. */
    private int forgotten;

    Indexing(Indexes indexes, Commits commits) {
        this.indexes = indexes;
        this.commits = commits;
    }

    /**
     * Builds the rows of a projection from the journal, case by case, while the engine runs. Events that are recorded meanwhile are in
     * the rows as well. What was there of it before is removed first.
     *
     * @param progress is told how many entities are done, after each hundred and at the end
     */
    public void rebuild(Projection projection, LongConsumer progress) {
        begin(projection);
        long done = 0;
        List<EntityId> page = indexes.entitiesAfter(null, AT_ONCE);
        while (!page.isEmpty()) {
            commits.await(page.stream()
                    .map(id -> commits.derive(id, () -> indexes.rebuilt(id, projection)))
                    .toList());
            done += page.size();
            progress.accept(done);
            page = indexes.entitiesAfter(page.getLast(), AT_ONCE);
        }
        commits.commit(indexes.built(projection));
    }

    private void begin(Projection projection) {
        forget(projection);
        commits.commit(indexes.begun(projection));
        forget(projection);
    }

    private synchronized void forget(Projection projection) {
        complete.remove(projection.name());
        forgotten++;
    }

    /** Whether the rows of a projection are complete: it has seen every event of the journal, or was built. */
    public boolean isComplete(Projection projection) {
        if (complete.contains(projection.name())) {
            return true;
        }
        int before = forgotten();
        boolean found = indexes.isComplete(projection);
        if (found) {
            remember(projection, before);
        }
        return found;
    }

    private synchronized int forgotten() {
        return forgotten;
    }

    private synchronized void remember(Projection projection, int before) {
        if (forgotten == before) {
            complete.add(projection.name());
        }
    }

    /** The rows of a projection. Reading them while they are not complete is refused. */
    public Projection.Stored rows(Projection projection) {
        Projection.Stored rows = indexes.rows(projection);
        return new Projection.Stored() {
            @Override
            public byte @Nullable [] get(byte[] key) {
                demand(projection);
                return rows.get(key);
            }

            @Override
            public void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
                demand(projection);
                rows.scan(from, to, direction, visitor);
            }
        };
    }

    private void demand(Projection projection) {
        if (!isComplete(projection)) {
            throw new RefusedException(Code.PROJECTION_INCOMPLETE.with(projection.name()));
        }
    }
}
