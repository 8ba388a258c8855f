package io.millrace.kernel;

import io.millrace.event.Projection;
import io.millrace.journal.Store;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.record.EntityId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Builds and shows the rows of projections while the engine runs. */
public final class Indexing {
    private static final int AT_ONCE = 100;

    private final Indexes indexes;
    private final Commits commits;

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
        commits.commit(indexes.begun(projection));
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

    /** Whether the rows of a projection are complete: it has seen every event of the journal, or was built. */
    public boolean isComplete(Projection projection) {
        return indexes.isComplete(projection);
    }

    /** Shows rows of a projection from a key (inclusive) to another (exclusive, null for the end), as the store does. */
    public void scan(
            Projection projection, byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
        if (!isComplete(projection)) {
            throw new RefusedException(Code.PROJECTION_INCOMPLETE.with(projection.name()));
        }
        indexes.scan(projection, from, to, direction, visitor);
    }

    /** One row of a projection, of those that {@link #scan} has shown. */
    public byte @Nullable [] get(Projection projection, byte[] key) {
        return indexes.get(projection, key);
    }
}
