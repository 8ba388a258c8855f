package io.millrace.kernel.entity;

import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Message;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A case's side of its work in pools: puts work items into them, and tells them whatever becomes of one. Each time a work item goes
 * into a pool it gets another ticket, the number of the message; so an assignment that comes too late is not taken for a new one.
 */
final class Placing {
    private final Ledger ledger;

    Placing(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Asks the pool of a work item who does it, unless it has somebody, is suspended, or waits for a person. */
    void queue(CaseState member, int work, List<String> declined) {
        WorkItem item = member.works.get(work);
        String pool = item == null ? null : item.performers().pool();
        if (item == null || pool == null || !isWaiting(item) || item.placed() != null) {
            return;
        }
        long ticket = ledger.entity.sent + 1;
        ledger.record(member, new Event.WorkPooled(work, pool, ticket));
        ledger.send(
                member,
                pool(pool),
                new Message.Queue(
                        item.id(),
                        ticket,
                        member.process,
                        item.task(),
                        item.performers(),
                        item.offered(),
                        item.priority(),
                        declined));
    }

    /** Whether a pool should look for somebody. */
    private static boolean isWaiting(WorkItem item) {
        return item.state() == WorkState.OFFERED && item.holder() == null && item.incident() == null;
    }

    /** Somebody has the work by hand; the pool knows whether it is one of its agents. */
    void occupy(CaseState member, int work) {
        WorkItem item = member.works.get(work);
        String holder = item == null ? null : item.holder();
        String pool = item == null ? null : item.placed() == null ? item.performers().pool() : item.placed().pool();
        if (item == null || holder == null || pool == null) {
            return;
        }
        long ticket = ledger.entity.sent + 1;
        ledger.record(member, new Event.WorkPooled(work, pool, ticket));
        ledger.send(member, pool(pool), new Message.Occupy(item.id(), ticket, member.process, item.task(), holder));
    }

    /** A work item that is open leaves its pool. */
    void leave(CaseState member, int work) {
        if (vacate(member, work)) {
            ledger.record(member, new Event.WorkUnpooled(work));
        }
    }

    /** Tells the pool of a work item, if there is one, that its ticket is void: called before the work ends. */
    boolean vacate(CaseState member, int work) {
        WorkItem item = member.works.get(work);
        WorkItem.Placed placed = item == null ? null : item.placed();
        if (item == null || placed == null) {
            return false;
        }
        ledger.send(member, pool(placed.pool()), new Message.Vacate(item.id(), placed.ticket()));
        return true;
    }

    /** Somebody has started the work, who need not be the one whom the pool has found. */
    void started(CaseState member, int work, @Nullable String before) {
        WorkItem item = member.works.get(work);
        if (item != null && item.holder() == null) {
            leave(member, work);
        } else if (item != null && item.placed() != null && !Objects.equals(item.holder(), before)) {
            occupy(member, work);
        }
    }

    private EntityId.OfPool pool(String name) {
        return new EntityId.OfPool(ledger.tenant(), name);
    }
}
