package io.millrace.kernel.past;

import io.millrace.id.WorkId;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What was under way between cases and pools at an instant. Where a case and a pool did not say the same of a work item, a message was
 * about to tell one of them: to queue it, that somebody has it, that its ticket is void, or to whom it is assigned.
 */
final class BetweenPools {
    private record Place(EntityId.OfPool pool, WorkId work) {}

    /** @param agent who has it, or null while it waits */
    private record Known(long ticket, @Nullable String agent) {}

    private record InCase(Known known, String process, WorkItem item) {}

    private record Defined(EntityId.OfRegistry from, long number, EntityId.OfPool pool, Message.Define message) {}

    /** How many numbers of messages of a pool are remembered: those under way are among the latest. */
    private static final int LATEST = 100_000;

    private static final TreeSet<Long> NONE = new TreeSet<>();

    private final Instant at;
    private final Map<Place, InCase> inCases = new LinkedHashMap<>();
    private final Map<Place, Known> inPools = new LinkedHashMap<>();
    private final Map<EntityId.OfPool, PoolEntity> pools = new LinkedHashMap<>();
    /** Who had given work back when it was queued later. */
    private final Map<Place, List<String>> declined = new HashMap<>();

    private final Map<EntityId, Long> sent = new HashMap<>();
    private final Map<EntityId.OfPool, Defined> defined = new LinkedHashMap<>();

    /** The latest messages of pools that were taken. */
    private final Map<EntityId.OfPool, TreeSet<Long>> taken = new HashMap<>();

    BetweenPools(Instant at) {
        this.at = at;
    }

    void standing(String tenant, CaseState state) {
        state.works.forEach((number, item) -> {
            WorkItem.Placed placed = item.placed();
            if (placed != null && state.status.isOpen()) {
                inCases.put(
                        new Place(new EntityId.OfPool(tenant, placed.pool()), item.id()),
                        new InCase(new Known(placed.ticket(), item.holder()), state.process, item));
            }
        });
    }

    void standing(EntityId.OfPool id, PoolEntity pool) {
        pools.put(id, pool);
        pool.forEach((work, ticket, agent) -> inPools.put(new Place(id, work), new Known(ticket, agent)));
    }

    /** How many messages a registry had sent. */
    void sent(EntityId.OfRegistry id, long messages) {
        sent.put(id, messages);
    }

    /** A message of a pool was taken up to the instant. */
    void taken(EntityId.OfPool from, long number) {
        TreeSet<Long> numbers = taken.computeIfAbsent(from, pool -> new TreeSet<>());
        numbers.add(number);
        if (numbers.size() > LATEST) {
            numbers.pollFirst();
        }
    }

    /** A turn of a pool after the instant. */
    void later(EntityId.OfPool id, TurnRecord turn) {
        for (TurnRecord.Entry entry : turn.entries()) {
            switch (entry.event()) {
                case Event.DemandQueued e -> declined.putIfAbsent(new Place(id, e.work()), e.declined());
                case Event.PoolDefined e -> {
                    if (turn.cause() instanceof Cause.Told told && told.from() instanceof EntityId.OfRegistry registry) {
                        defined.putIfAbsent(id, new Defined(registry, told.number(), id, new Message.Define(e.pool())));
                    }
                }
                case Event other -> {}
            }
        }
    }

    /** Tells the numbers of the messages by which a case has told a pool that a ticket is void, the last one first. */
    interface Vacated {
        Iterator<Long> numbers(EntityId.OfCase from, EntityId.OfPool to);
    }

    /**
     * Tells of every message.
     *
     * @param isThere whether a case is in the copy; one that was erased since is not
     * @param base a number above those of all messages
     */
    void messages(Vacated vacated, Predicate<EntityId> isThere, long base, Consumer<Input.Taken> message) {
        Map<Map.Entry<EntityId.OfCase, EntityId.OfPool>, Iterator<Long>> numbers = new HashMap<>();
        inCases.forEach((place, here) -> {
            Known there = inPools.get(place);
            EntityId.OfCase root = EntityId.OfCase.of(place.pool().tenant(), place.work().caseId());
            WorkItem item = here.item();
            long ticket = here.known().ticket();
            String holder = here.known().agent();
            if (holder == null && (there == null || there.ticket() != ticket)) {
                message.accept(toPool(root, ticket, place.pool(), new Message.Queue(
                        item.id(), ticket, here.process(), item.task(), item.performers(), item.offered(), item.priority(),
                        declined.getOrDefault(place, List.of()))));
            } else if (holder != null && !here.known().equals(there)) {
                // Whether it is one of the agents the pool knows.
                message.accept(toPool(root, ticket, place.pool(), new Message.Occupy(item.id(), ticket, here.process(), item.task(), holder)));
            }
        });
        inPools.forEach((place, there) -> {
            EntityId.OfCase root = EntityId.OfCase.of(place.pool().tenant(), place.work().caseId());
            if (!isThere.test(root)) {
                // The case was erased since. Nobody in the copy has sent this, so it comes from an entity that leaves no trace.
                EntityId from = new EntityId.OfMailbox(root.tenant(), "erased", place.work().toString());
                message.accept(new Input.TakenByPool(from, base + 1, place.pool(), new Message.Vacate(place.work(), there.ticket()), at));
            } else if (!inCases.containsKey(place)) {
                // A pool takes the messages of a case in their order, so those that it has not taken are the last.
                Iterator<Long> left = numbers.computeIfAbsent(
                        Map.entry(root, place.pool()), key -> vacated.numbers(key.getKey(), key.getValue()));
                long number = left.hasNext() ? left.next() : there.ticket();
                message.accept(toPool(root, number, place.pool(), new Message.Vacate(place.work(), there.ticket())));
            }
        });
        pools.forEach((id, pool) -> ofPool(id, pool, message));
        defined.values().forEach(one -> {
            if (one.number() <= sent.getOrDefault(one.from(), 0L)) {
                message.accept(new Input.TakenByPool(one.from(), one.number(), one.pool(), one.message(), at));
            }
        });
    }

    private Input.Taken toPool(EntityId.OfCase from, long number, EntityId.OfPool to, Message.ToPool message) {
        // A work item is put into a pool under the number of the message that says so.
        return new Input.TakenByPool(from, number, to, message, at);
    }

    /** The greatest number up to this one that no message of the pool had which was taken. */
    private long untaken(EntityId.OfPool id, long from) {
        long number = from;
        while (taken.getOrDefault(id, NONE).contains(number)) {
            number--;
        }
        return number;
    }

    /** Which of its numbers a message of the pool had does not matter, as long as no two have the same. */
    private void ofPool(EntityId.OfPool id, PoolEntity pool, Consumer<Input.Taken> message) {
        long number = untaken(id, pool.sent);
        if (pool.isSettling()) {
            message.accept(new Input.TakenByPool(id, number, id, new Message.Settle(), at));
            number = untaken(id, number - 1);
        }
        for (Map.Entry<Place, Known> each : inPools.entrySet()) {
            Place place = each.getKey();
            InCase here = inCases.get(place);
            String agent = each.getValue().agent();
            if (place.pool().equals(id) && agent != null && here != null && here.known().agent() == null && here.known().ticket() == each.getValue().ticket()) {
                message.accept(new Input.TakenByCase(
                        id,
                        number,
                        EntityId.OfCase.of(id.tenant(), place.work().caseId()),
                        new Message.Assign(place.work().caseId(), place.work().number(), pool.name(), here.known().ticket(), agent, pool.starts()),
                        at));
                number = untaken(id, number - 1);
            }
        }
    }
}
