package io.millrace.kernel;

import io.millrace.kernel.record.EntityId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Those who want to know when an entity has changed. */
final class Watchers {
    private final Map<EntityId, List<Runnable>> watchers = new ConcurrentHashMap<>();

    Watch add(EntityId entity, Runnable call) {
        watchers.compute(entity, (id, calls) -> {
            List<Runnable> all = calls == null ? new CopyOnWriteArrayList<>() : calls;
            all.add(call);
            return all;
        });
        return () -> watchers.computeIfPresent(entity, (id, calls) -> {
            calls.remove(call);
            return calls.isEmpty() ? null : calls;
        });
    }

    void progressed(EntityId entity) {
        if (!watchers.isEmpty()) {
            watchers.getOrDefault(entity, List.of()).forEach(Runnable::run);
        }
    }
}
