package io.millrace.kernel.lane;

import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.Commits;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Past;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.entity.ReplayCheck;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Settings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a lane that are in memory: those used last, up to a number. The others are in the store.
 *
 * <p>An entity in the heap may be ahead of the store, since lanes do not wait for commits. So one rule governs all that
 * is done here: a state is loaded from the store only when the store knows all of it. One whose last change is on its way
 * does not leave, and one that had to be dropped (a turn left it half changed) makes whoever asks for it wait.
 */
final class Heap {
    /** How a heap reaches the commits of its lane. */
    interface Commits {
        /** Hands rows over to be committed after everything that the lane has handed over; null for a barrier. */
        void submit(@Nullable Batch rows, Committer.Release release);

        /** Does something on the lane's strand, later. */
        void later(Runnable action);
    }

    /** Fewer turns than this are replayed faster than a snapshot is written. */
    private static final int CHEAP_REPLAY = 16;
    /** How many entities are looked at in a turn for leaving the heap: more than can come into it. */
    private static final int LOOKED_AT = 8;

    private final Settings settings;
    private final Loader loader;
    private final @Nullable Past past;
    private final Monitor monitor;
    private final Commits commits;
    private final @Nullable ReplayCheck check;
    private final int capacity;

    private final LinkedHashMap<EntityId, Entity<?>> entities = new LinkedHashMap<>(64, 0.75f, true);
    /** Cases that have ended, in the order of their last changes; each leaves when the store knows all of it. */
    private final Deque<CaseEntity> ended = new ArrayDeque<>();

    private final Map<EntityId, Problem> quarantined = new LinkedHashMap<>();
    /** What waits for entities whose state was dropped before the store knew all of it. */
    private final Map<EntityId, List<Runnable>> unsettled = new HashMap<>();

    /** @param past what an engine without a store keeps instead, or null */
    Heap(Settings settings, Loader loader, @Nullable Past past, Monitor monitor, Commits commits) {
        this.settings = settings;
        this.loader = loader;
        this.past = past;
        this.monitor = monitor;
        this.commits = commits;
        this.check = settings.checkReplay() ? new ReplayCheck(loader) : null;
        this.capacity = Math.max(1, settings.cachedCases() / settings.lanes());
    }

    /** A case whose number was never used before: there is nothing to load. */
    Entity<?> fresh(EntityId id) {
        Entity<?> entity = loader.blank(id);
        entities.put(id, entity);
        return entity;
    }

    /** An entity, loaded if it is not here. */
    Entity<?> get(EntityId id) {
        Problem problem = quarantined.get(id);
        if (problem != null) {
            throw new QuarantinedException(problem);
        }
        Entity<?> entity = entities.get(id);
        if (entity == null) {
            try {
                entity = past == null ? loader.load(id) : past.recall(id);
            } catch (StoreException | Processes.MissingCodeException e) {
                throw e;
            } catch (RuntimeException e) {
                Problem why = Code.QUARANTINED.with(id, e);
                quarantined.put(id, why);
                monitor.count("quarantined", 1);
                throw new QuarantinedException(why);
            }
            entities.put(id, entity);
        }
        return entity;
    }

    /** An event of this entity cannot be applied; the lane goes on without it. */
    static final class QuarantinedException extends RuntimeException {
        final transient Problem problem;

        QuarantinedException(Problem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }

    /** Takes note of a turn; adds a snapshot to its rows when enough was recorded since the last. */
    void turned(Entity<?> entity, TurnRecord turn, int recordBytes, Batch rows) {
        boolean first = entity.isNew;
        entity.isNew = false;
        if (check != null) {
            check.turn(entity, turn, first);
        }
        if (entity instanceof CaseEntity cases) {
            cases.dropEnded();
        }
        if (past != null) {
            past.add(entity, turn);
            return;
        }
        entity.unsavedBytes += recordBytes;
        if (first && entity.id.kind().isListed()) {
            rows.put(Table.META, Catalogue.tenantRow(entity.id.tenant()), new byte[0]);
        }
        boolean vanishes = entity.id.kind().vanishes();
        if (vanishes && entity.isEmpty()) {
            loader.remove(entity, rows);
        } else if (vanishes && first || entity.unsavedBytes > Math.max(settings.snapshotBytes(), entity.savedBytes)) {
            // One that vanishes and comes back has no first turn from which its numbers could be counted.
            entity.savedBytes = loader.save(entity, rows);
            monitor.count("snapshots", 1);
        }
    }

    /** Cases that have ended leave, and the entities that were used longest ago, saved first if replaying them would take long. */
    void evict() {
        if (past != null) {
            return;
        }
        evictEnded();
        Iterator<Entity<?>> oldest = entities.values().iterator();
        for (int looked = 0; looked < LOOKED_AT && entities.size() > capacity && oldest.hasNext(); looked++) {
            Entity<?> entity = oldest.next();
            if (!entity.isSettled()) {
                continue;
            }
            if (!isCheapToLoad(entity)) {
                save(entity);
                continue;
            }
            oldest.remove();
            if (check != null) {
                check.drop(entity.id);
            }
        }
    }

    /** A case that has ended is hardly asked for again. One that takes long to load stays until it is among the oldest. */
    private void evictEnded() {
        for (CaseEntity entity = ended.peek(); entity != null && entity.isSettled(); entity = ended.peek()) {
            ended.remove();
            if (isCheapToLoad(entity) && entities.remove(entity.id, entity) && check != null) {
                check.drop(entity.id);
            }
        }
    }

    private boolean isCheapToLoad(Entity<?> entity) {
        return entity.unsavedBytes <= settings.snapshotBytes() / CHEAP_REPLAY;
    }

    private void save(Entity<?> entity) {
        Batch batch = new Batch();
        entity.savedBytes = loader.save(entity, batch);
        int change = entity.handOver();
        commits.submit(batch, problem -> entity.settle(change));
    }

    /** Saves an entity if anything of it was recorded since it was saved last. */
    void compact(EntityId id) {
        Entity<?> entity = get(id);
        if (past == null && !entity.isNew && entity.unsavedBytes > 0) {
            save(entity);
        }
    }

    /** A case that has ended leaves when all of it is durable. Without a store it is forgotten: nobody could look for it. */
    void forgetEnded(Entity<?> entity) {
        if (!(entity instanceof CaseEntity cases) || !cases.hasEnded()) {
            return;
        }
        if (past == null) {
            ended.add(cases);
        } else {
            entities.remove(entity.id);
            past.forget(entity.id);
        }
    }

    /** Drops a state that a turn left half changed. It can be loaded again when the store knows what came before. */
    void drop(EntityId id) {
        Entity<?> dropped = entities.remove(id);
        if (check != null) {
            check.drop(id);
        }
        if (dropped != null && !dropped.isSettled()) {
            waitFor(id);
        }
    }

    /** Whether the store knows all that the heap has of an entity. */
    boolean isSettled(EntityId id) {
        Entity<?> entity = entities.get(id);
        return entity == null || entity.isSettled();
    }

    /** Removes everything that is kept of an entity. Until that is durable, whoever asks for it waits. */
    void erase(EntityId id, Batch rows, Committer.Release release) {
        whenSettled(id, () -> {
            entities.remove(id);
            quarantined.remove(id);
            if (check != null) {
                check.drop(id);
            }
            commits.submit(rows, release);
            waitFor(id);
        });
    }

    private void waitFor(EntityId id) {
        unsettled.putIfAbsent(id, new ArrayList<>());
        commits.submit(null, problem -> commits.later(() -> settled(id)));
    }

    private void settled(EntityId id) {
        List<Runnable> waited = unsettled.remove(id);
        if (waited != null) {
            // One of them may drop the state again; then the rest goes on waiting, in order.
            waited.forEach(action -> whenSettled(id, action));
        }
    }

    /** Does something with an entity: now, or when its state can be loaded again. */
    void whenSettled(EntityId id, Runnable action) {
        List<Runnable> waiting = unsettled.get(id);
        if (waiting == null) {
            action.run();
        } else {
            waiting.add(action);
        }
    }

    /** Forgets all states: after a failed commit every one of them is doubtful. */
    void clear() {
        entities.clear();
        ended.clear();
        if (check != null) {
            check.reset();
        }
    }
}
