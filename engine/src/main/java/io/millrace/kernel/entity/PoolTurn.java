package io.millrace.kernel.entity;

import io.millrace.kernel.entity.PoolState.Demand;
import io.millrace.kernel.entity.PoolState.Desk;
import io.millrace.kernel.entity.PoolState.Waiting;
import io.millrace.kernel.record.BrokenInvariant;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Message;
import io.millrace.id.WorkId;
import io.millrace.language.Turn;
import io.millrace.language.TurnSignal;
import io.millrace.work.Allocation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides who gets what waits in a pool.
 *
 * <p>A pool that decides at once looks only at what a turn has changed: work that came, agents that became free. Whatever waited before
 * found nobody then, and finds nobody now. A pool that settles looks at everything, when nothing else happens at an instant, and assigns
 * one piece of work at a time: what follows from an assignment at the same instant comes before the next (AxH1 to AxH4 before AxH5).
 */
final class PoolTurn {
    /** How many pieces of work a strategy is asked about for one agent, if it lets them wait. */
    private static final int ASKED = 100;

    /** Work and who gets it. */
    private record Match(Waiting work, Desk desk) {}

    private final PoolState state;
    private final String pool;
    private final Ledger ledger;
    private final Set<WorkId> came = new LinkedHashSet<>(2);
    private final Set<String> freed = new LinkedHashSet<>(2);
    private @Nullable String failure;
    /** Whether the strategy has chosen somebody in this turn. */
    private boolean worked;

    PoolTurn(PoolState state, String pool, Ledger ledger) {
        this.state = state;
        this.pool = pool;
        this.ledger = ledger;
    }

    /** Work has come in this turn. */
    void came(WorkId work) {
        came.add(work);
    }

    /** An agent may be free since this turn. */
    void freed(String agent) {
        freed.add(agent);
    }

    /** Assigns what can be assigned, now or when the instant is over. */
    void decide() {
        if (state.strategy.equals(Allocation.OFFER)) {
            return;
        }
        if (state.settles) {
            if (!state.settling && isReady()) {
                ledger.record(new Event.PoolSettling(true));
                ledger.send(null, new EntityId.OfPool(ledger.tenant(), pool), new Message.Settle());
            }
            return;
        }
        for (Match match = next(); match != null; match = next()) {
            assign(match);
        }
        tellTrouble();
    }

    /** The instant is over. */
    void settle() {
        ledger.record(new Event.PoolSettling(false));
        Match match = best();
        if (match != null) {
            assign(match);
            decide();
        }
        tellTrouble();
    }

    private void assign(Match match) {
        Waiting work = match.work();
        ledger.record(new Event.AgentAssigned(
                match.desk().name(), work.work(), work.ticket(), work.process(), work.task()));
        ledger.send(
                null,
                EntityId.OfCase.of(ledger.tenant(), work.work().caseId()),
                new Message.Assign(
                        work.work().caseId(),
                        work.work().number(),
                        pool,
                        work.ticket(),
                        match.desk().name(),
                        state.starts));
    }

    // At once: what this turn has changed.

    /** The first piece of work, in their order, that one of the changes of this turn finds an agent for. */
    private @Nullable Match next() {
        Match first = null;
        for (WorkId id : List.copyOf(came)) {
            Waiting work = state.waiting(id);
            Match match = work == null ? null : match(work);
            if (match == null) {
                // Those who become free later are asked about it by themselves.
                came.remove(id);
            } else {
                first = earlier(first, match);
            }
        }
        for (String name : List.copyOf(freed)) {
            Desk desk = state.desk(name);
            Match match = desk == null || !state.isFree(desk) ? null : forAgent(desk);
            if (match == null) {
                freed.remove(name);
            } else {
                first = earlier(first, match);
            }
        }
        return first;
    }

    /** The first piece of work that an agent who is free may have and for which somebody is chosen. */
    private @Nullable Match forAgent(Desk desk) {
        Match first = null;
        for (Demand demand : state.demandsOf(desk)) {
            int asked = 0;
            for (Waiting work : demand.waiting) {
                if (first != null && Waiting.ORDER.compare(first.work(), work) < 0) {
                    break;
                }
                if (!work.bars(desk.name())) {
                    Match match = match(work);
                    if (match != null) {
                        first = match;
                        break;
                    }
                    if (++asked == ASKED) {
                        break;
                    }
                }
            }
        }
        return first;
    }

    private static Match earlier(@Nullable Match first, Match other) {
        return first != null && Waiting.ORDER.compare(first.work(), other.work()) <= 0 ? first : other;
    }

    // When the instant is over: everything that waits.

    private boolean isReady() {
        for (Demand demand : state.demands()) {
            if (first(demand) != null) {
                return true;
            }
        }
        return false;
    }

    /** The first piece of work of a kind for which somebody is free. */
    private static @Nullable Waiting first(Demand demand) {
        if (!demand.isOpen()) {
            return null;
        }
        for (Waiting work : demand.waiting) {
            if (demand.candidates(work).iterator().hasNext()) {
                return work;
            }
        }
        return null;
    }

    /**
     * Agents that were released at this instant come first (AxH5), then work that came at it (AxH6). So of two who are equally cheap the
     * one who was just released comes before the one who was idle.
     */
    private @Nullable Match best() {
        Match released = null;
        Match other = null;
        for (Demand demand : state.demands()) {
            Waiting work = first(demand);
            Match match = work == null ? null : match(work);
            if (work != null && match != null && state.strategy.equals(Allocation.CHEAPEST)) {
                match = new Match(work, justReleased(demand, work, match.desk()));
            }
            if (match != null && ledger.now.equals(match.desk().released)) {
                released = earlier(released, match);
            } else if (match != null) {
                other = earlier(other, match);
            }
        }
        return released == null ? other : released;
    }

    /** The first of those who cost as little as the cheapest that was released at this instant; else the cheapest. */
    private Desk justReleased(Demand demand, Waiting work, Desk cheapest) {
        Allocation.Candidate first = null;
        for (Allocation.Candidate each : demand.candidates(work)) {
            first = first == null ? each : first;
            Desk desk = state.desk(each.agent());
            if (each.cost().compareTo(first.cost()) != 0) {
                break;
            }
            if (desk != null && ledger.now.equals(desk.released)) {
                return desk;
            }
        }
        return cheapest;
    }

    // Asking the strategy.

    /** Whom the strategy gives a piece of work, if anybody is free for it. */
    private @Nullable Match match(Waiting work) {
        ledger.steps(1);
        Demand demand = state.demandOf(work);
        Iterable<Allocation.Candidate> free = demand.candidates(work);
        if (!free.iterator().hasNext()) {
            return null;
        }
        Allocation strategy = ledger.surroundings.pools().strategy(state.strategy);
        if (strategy == null) {
            failure = "the strategy '" + state.strategy + "' is not registered";
            return null;
        }
        Allocation.Candidate chosen;
        Turn.Running running = ledger.entering("strategy '" + state.strategy + "' of pool '" + pool + "'");
        try {
            chosen = strategy.choose(work.shown(), free);
        } catch (RuntimeException | Error e) {
            if (e instanceof TurnSignal || BrokenInvariant.isFatal(e)) {
                throw e;
            }
            failure = "the strategy '" + state.strategy + "' threw " + e;
            return null;
        } finally {
            running.close();
        }
        if (chosen == null) {
            return null;
        }
        worked = true;
        Desk desk = state.desk(chosen.agent());
        if (desk != null && demand.isFree(desk) && !work.bars(desk.name())) {
            return new Match(work, desk);
        }
        failure = "the strategy '" + state.strategy + "' chose '" + chosen.agent() + "', who is not free for '" + work.task() + "'";
        return null;
    }

    /** Says once that the strategy fails, and once that it works again. */
    private void tellTrouble() {
        String now = failure == null ? "" : failure;
        if (!now.equals(state.trouble) && (failure != null || worked)) {
            ledger.record(new Event.PoolTroubled(now));
        }
    }
}
