package io.millrace.kernel.check;

import io.millrace.id.WorkId;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Message;
import io.millrace.work.WorkItem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What cases and pools know of each other: work that a case has put into a pool waits there or is assigned to whoever has it, and a pool
 * has no other work, unless a message that says so is on its way.
 */
final class CheckedPools {
    private record Place(EntityId.OfPool pool, WorkId work) {}

    /** @param agent who has it, or null while it waits */
    private record Known(long ticket, @Nullable String agent) {}

    private final BiConsumer<String, String> finding;
    private final Map<Place, Known> inCases = new HashMap<>();
    private final Map<Place, Known> inPools = new HashMap<>();
    private final Set<Place> underWay = new HashSet<>();

    CheckedPools(BiConsumer<String, String> finding) {
        this.finding = finding;
    }

    void add(String tenant, CaseState state) {
        if (state.status.isOpen()) {
            state.works.forEach((number, item) -> {
                WorkItem.Placed placed = item.placed();
                if (placed != null) {
                    inCases.put(
                            new Place(new EntityId.OfPool(tenant, placed.pool()), item.id()),
                            new Known(placed.ticket(), item.holder()));
                }
            });
        }
    }

    void add(PoolEntity pool) {
        EntityId.OfPool id = new EntityId.OfPool(pool.id.tenant(), pool.name());
        pool.forEach((work, ticket, agent) -> inPools.put(new Place(id, work), new Known(ticket, agent)));
    }

    /** A message on its way makes something known. */
    void note(EntityId from, EntityId to, Message message) {
        switch (message) {
            case Message.Queue m -> underWay(to, m.work());
            case Message.Occupy m -> underWay(to, m.work());
            case Message.Vacate m -> underWay(to, m.work());
            case Message.Assign m -> underWay(from, new WorkId(m.caseId(), m.work()));
            case Message other -> {}
        }
    }

    private void underWay(EntityId id, WorkId work) {
        if (id instanceof EntityId.OfPool pool) {
            underWay.add(new Place(pool, work));
        }
    }

    /** @param skipped entities of which nothing can be said */
    void check(Set<EntityId> skipped) {
        inCases.forEach((place, known) -> {
            Known there = inPools.get(place);
            // Somebody who is no agent of the pool may have it by hand.
            boolean unknown = there == null && known.agent() == null;
            if (!underWay.contains(place) && !skipped.contains(place.pool()) && (unknown || there != null && !there.equals(known))) {
                finding.accept(
                        "work item " + place.work(), has(known) + ", and " + place.pool() + " " + (there == null ? "does not know it" : has(there)));
            }
        });
        inPools.forEach((place, known) -> {
            EntityId root = EntityId.OfCase.of(place.pool().tenant(), place.work().caseId());
            if (!underWay.contains(place) && !skipped.contains(root) && !inCases.containsKey(place)) {
                finding.accept(place.pool().toString(), "has work item " + place.work() + ", which is not in it");
            }
        });
    }

    private static String has(Known known) {
        return (known.agent() == null ? "waits" : "is with '" + known.agent() + "'") + " under ticket " + known.ticket();
    }
}
