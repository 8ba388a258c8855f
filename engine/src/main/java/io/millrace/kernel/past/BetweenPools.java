package io.millrace.kernel.past;

import io.millrace.id.WorkId;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What was under way between cases and pools at an instant. It follows from what both knew then: work that a case has put into a pool
 * under a ticket that the pool does not know was on its way there, and an agent whom the pool has assigned and the case does not know
 * was on its way back. A ticket is the number of its message, so these messages are made again as they were.
 */
final class BetweenPools {
    private record Place(EntityId.OfPool pool, WorkId work) {}

    /** Work in a pool, as its case has it. */
    private record Placed(String process, WorkItem item, long ticket) {}

    private final Instant at;
    private final Map<Place, Placed> placed = new LinkedHashMap<>();

    BetweenPools(Instant at) {
        this.at = at;
    }

    /** A case as it stood. */
    void standing(String tenant, CaseState state) {
        if (state.status.isOpen()) {
            state.works.forEach((number, item) -> {
                WorkItem.Placed in = item.placed();
                if (in != null) {
                    placed.put(
                            new Place(new EntityId.OfPool(tenant, in.pool()), item.id()),
                            new Placed(state.process, item, in.ticket()));
                }
            });
        }
    }

    /** A pool as it stood: gives the messages between it and the cases that it knows. */
    void pool(PoolEntity pool, Consumer<Input.Taken> send) {
        EntityId.OfPool id = new EntityId.OfPool(pool.id.tenant(), pool.name());
        // The pool has sent more messages than these; whatever it had sent else was taken.
        long[] number = {0};
        pool.forEach((work, ticket, agent) -> {
            EntityId.OfCase root = EntityId.OfCase.of(id.tenant(), work.caseId());
            Placed known = placed.get(new Place(id, work));
            if (known == null) {
                send.accept(Input.taken(root, ticket, id, new Message.Vacate(work, ticket), at));
            } else if (known.ticket() == ticket) {
                placed.remove(new Place(id, work));
                if (agent != null && known.item().holder() == null) {
                    Message.Assign assign =
                            new Message.Assign(work.caseId(), work.number(), id.name(), ticket, agent, pool.starts());
                    send.accept(Input.taken(id, ++number[0], root, assign, at));
                }
            }
        });
        if (pool.isSettling()) {
            send.accept(Input.taken(id, ++number[0], id, new Message.Settle(), at));
        }
    }

    /** Gives the messages that no pool has taken. */
    void rest(Consumer<Input.Taken> send) {
        placed.forEach((place, known) -> {
            WorkItem item = known.item();
            EntityId.OfCase root = EntityId.OfCase.of(place.pool().tenant(), item.id().caseId());
            String holder = item.holder();
            Message.ToPool message = holder == null
                    ? new Message.Queue(
                            item.id(),
                            known.ticket(),
                            known.process(),
                            item.task(),
                            item.performers(),
                            item.offered(),
                            item.priority(),
                            List.of())
                    : new Message.Occupy(item.id(), known.ticket(), known.process(), item.task(), holder);
            send.accept(Input.taken(root, known.ticket(), place.pool(), message, at));
        });
    }
}
