package io.millrace.kernel.entity;

import io.millrace.id.WorkId;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a pool of agents knows: its agents, what each of them has, and what waits.
 *
 * <p>What waits is kept by demand (process, task, and who may do it), and each demand knows its qualified agents who are free. So a
 * decision looks at the demands of one agent, or at the agents of one demand, however much else waits. Demands and the free agents follow
 * from the rest and are not written down.
 */
final class PoolState {
    /** An agent as it stands. */
    static final class Desk {
        private final int order;
        Agent agent;
        boolean present = true;
        /** Whether it leaves when it is free. */
        boolean leaving;
        /** Which assignment of the pool its last one was. */
        long given;
        /** When it was last released, or null if it never was. */
        @Nullable Instant released;

        final Map<WorkId, Assignment> holds = new LinkedHashMap<>(2);
        private final List<Demand> demands = new ArrayList<>(4);

        Desk(Agent agent, int order) {
            this.agent = agent;
            this.order = order;
        }

        String name() {
            return agent.name();
        }

        int order() {
            return order;
        }
    }

    /** Work that an agent has. */
    record Assignment(WorkId work, long ticket, String process, String task, Instant at) {}

    /** Work for which an agent is sought. */
    record Waiting(
            WorkId work,
            long ticket,
            String process,
            String task,
            Performers performers,
            Instant since,
            int priority,
            List<String> declined,
            long arrival) {
        /** Higher priority first, then longest waiting, then in the order in which they came. */
        static final Comparator<Waiting> ORDER = Comparator.comparingInt((Waiting each) -> -each.priority())
                .thenComparing(Waiting::since)
                .thenComparingLong(Waiting::arrival);

        /** Whether an agent who is qualified may not have it. */
        boolean bars(String agent) {
            return declined.contains(agent) || performers.excluded().contains(agent);
        }

        Allocation.Waiting shown() {
            return new Allocation.Waiting(work, process, task, since, priority);
        }
    }

    /** What two pieces of work have in common if the same agents are qualified for both. */
    record Kind(String process, String task, Performers performers) {}

    /** Work of one kind that waits, and the agents who are qualified for it. */
    static final class Demand {
        private final Kind kind;
        final NavigableSet<Waiting> waiting = new TreeSet<>(Waiting.ORDER);
        private final Map<Desk, BigDecimal> costs = new HashMap<>();
        private final NavigableSet<Desk> free =
                new TreeSet<>(Comparator.comparing(this::cost).thenComparingInt(Desk::order));

        Demand(Kind kind) {
            this.kind = kind;
        }

        private BigDecimal cost(Desk desk) {
            return costs.getOrDefault(desk, BigDecimal.ZERO);
        }

        String task() {
            return kind.task();
        }

        /** Whether the same agents will be asked for again, so that it is worth while to remember them. */
        private boolean isCommon() {
            return kind.performers().equals(Performers.ANYONE.in(kind.performers().pool()));
        }

        /** Whether something waits and somebody is free. */
        boolean isOpen() {
            return !waiting.isEmpty() && !free.isEmpty();
        }

        boolean isFree(Desk desk) {
            return costs.containsKey(desk) && free.contains(desk);
        }

        /** Who can be given a piece of work now, the cheapest first. */
        Iterable<Allocation.Candidate> candidates(Waiting work) {
            return () -> new Iterator<>() {
                private final Iterator<Desk> desks = free.iterator();
                private @Nullable Desk next = advance();

                private @Nullable Desk advance() {
                    while (desks.hasNext()) {
                        Desk desk = desks.next();
                        if (!work.bars(desk.name())) {
                            return desk;
                        }
                    }
                    return null;
                }

                @Override
                public boolean hasNext() {
                    return next != null;
                }

                @Override
                public Allocation.Candidate next() {
                    Desk desk = next;
                    if (desk == null) {
                        throw new NoSuchElementException();
                    }
                    next = advance();
                    return new Allocation.Candidate(desk.name(), cost(desk), desk.order(), desk.holds.size(), desk.given);
                }
            };
        }
    }

    /** Tells who a name is, with the roles and capabilities that are known of it. */
    private final Staff staff;

    String strategy = Allocation.CHEAPEST;
    int limit = 1;
    boolean starts;
    boolean settles;
    /** Whether somebody has defined it, and has not only put work there. */
    boolean defined;

    private final Map<String, Desk> desks = new LinkedHashMap<>();
    private int lastOrder;
    private final Map<WorkId, Waiting> waiting = new LinkedHashMap<>();
    private final Map<WorkId, Desk> holders = new HashMap<>();
    private long arrivals;
    private long assignments;
    boolean settling;
    String trouble = "";
    private final Map<Kind, Demand> demands = new HashMap<>();

    PoolState(Staff staff) {
        this.staff = staff;
    }

    // Looking.

    Collection<Desk> desks() {
        return desks.values();
    }

    @Nullable Desk desk(String name) {
        return desks.get(name);
    }

    Collection<Waiting> waiting() {
        return waiting.values();
    }

    @Nullable Waiting waiting(WorkId work) {
        return waiting.get(work);
    }

    @Nullable Desk holder(WorkId work) {
        return holders.get(work);
    }

    Collection<Demand> demands() {
        return demands.values();
    }

    List<Demand> demandsOf(Desk desk) {
        return desk.demands;
    }

    Demand demandOf(Waiting work) {
        return demand(new Kind(work.process(), work.task(), work.performers().without(List.of())));
    }

    boolean isFree(Desk desk) {
        return desk.present && !desk.leaving && (limit == 0 || desk.holds.size() < limit);
    }

    long assignments() {
        return assignments;
    }

    long arrivals() {
        return arrivals;
    }

    /** The definition as it stands. */
    Pool definition(String name) {
        return new Pool(
                name,
                strategy,
                limit,
                starts,
                settles,
                desks.values().stream().filter(desk -> !desk.leaving).map(desk -> desk.agent).toList());
    }

    // Changing.

    void define(Pool pool) {
        defined = true;
        strategy = pool.strategy();
        limit = pool.limit();
        starts = pool.starts();
        settles = pool.settles();
        Map<String, Desk> before = new LinkedHashMap<>(desks);
        desks.clear();
        for (Agent agent : pool.agents()) {
            Desk old = before.remove(agent.name());
            Desk desk = new Desk(agent, ++lastOrder);
            if (old != null) {
                take(desk, old);
            }
            desks.put(agent.name(), desk);
        }
        for (Desk old : before.values()) {
            if (!old.holds.isEmpty()) {
                old.leaving = true;
                desks.put(old.name(), old);
            }
        }
        reindex();
    }

    private void take(Desk desk, Desk old) {
        desk.present = old.present;
        desk.given = old.given;
        desk.released = old.released;
        desk.holds.putAll(old.holds);
        desk.holds.keySet().forEach(work -> holders.put(work, desk));
    }

    /** An agent keeps its place in the order when its qualifications change. */
    void add(Agent agent) {
        Desk desk = desks.get(agent.name());
        if (desk == null) {
            desk = new Desk(agent, ++lastOrder);
            desks.put(agent.name(), desk);
        } else {
            unlist(desk);
        }
        desk.agent = agent;
        desk.leaving = false;
        for (Demand demand : demands.values()) {
            list(desk, demand);
        }
    }

    void remove(String name) {
        Desk desk = desks.get(name);
        if (desk != null) {
            desk.leaving = true;
            refresh(desk);
            leave(desk);
        }
    }

    void present(String name, boolean present) {
        Desk desk = desks.get(name);
        if (desk != null) {
            desk.present = present;
            refresh(desk);
        }
    }

    void queue(Waiting work) {
        arrivals = work.arrival();
        waiting.put(work.work(), work);
        demandOf(work).waiting.add(work);
    }

    /** A work item waits no longer. */
    void unqueue(WorkId work) {
        Waiting gone = waiting.remove(work);
        if (gone != null) {
            Demand demand = demandOf(gone);
            demand.waiting.remove(gone);
            if (demand.waiting.isEmpty() && !demand.isCommon()) {
                forget(demand);
            }
        }
    }

    void assign(String agent, Assignment assignment) {
        unqueue(assignment.work());
        Desk desk = desks.get(agent);
        if (desk == null) {
            throw new IllegalStateException("no agent '" + agent + "'");
        }
        desk.given = ++assignments;
        desk.holds.put(assignment.work(), assignment);
        holders.put(assignment.work(), desk);
        refresh(desk);
    }

    void release(WorkId work, Instant at) {
        Desk desk = holders.remove(work);
        if (desk != null) {
            desk.holds.remove(work);
            desk.released = at;
            refresh(desk);
            leave(desk);
        }
    }

    /** Puts an agent back as a snapshot has it. */
    void restore(Desk desk) {
        desks.put(desk.name(), desk);
        desk.holds.keySet().forEach(work -> holders.put(work, desk));
    }

    void restored(long arrived, long assigned, int order) {
        arrivals = arrived;
        assignments = assigned;
        lastOrder = order;
    }

    int lastOrder() {
        return lastOrder;
    }

    // What follows from the rest.

    private Demand demand(Kind kind) {
        Demand known = demands.get(kind);
        if (known != null) {
            return known;
        }
        Demand demand = new Demand(kind);
        demands.put(kind, demand);
        desks.values().forEach(desk -> list(desk, demand));
        return demand;
    }

    private void list(Desk desk, Demand demand) {
        BigDecimal cost = desk.agent.cost(demand.kind.process(), demand.kind.task());
        if (cost != null && demand.kind.performers().admits(staff.with(desk.agent))) {
            demand.costs.put(desk, cost);
            desk.demands.add(demand);
            if (isFree(desk)) {
                demand.free.add(desk);
            }
        }
    }

    private void unlist(Desk desk) {
        for (Demand demand : desk.demands) {
            demand.free.remove(desk);
            demand.costs.remove(desk);
        }
        desk.demands.clear();
    }

    /** An agent has become free, or is no longer. */
    private void refresh(Desk desk) {
        boolean free = isFree(desk);
        for (Demand demand : desk.demands) {
            if (free) {
                demand.free.add(desk);
            } else {
                demand.free.remove(desk);
            }
        }
    }

    private void leave(Desk desk) {
        if (desk.leaving && desk.holds.isEmpty()) {
            unlist(desk);
            desks.remove(desk.name());
        }
    }

    private void forget(Demand demand) {
        demands.remove(demand.kind);
        demand.costs.keySet().forEach(desk -> desk.demands.remove(demand));
    }

    /** Qualifications have changed: what waits is sorted anew. */
    private void reindex() {
        demands.clear();
        desks.values().forEach(desk -> desk.demands.clear());
        waiting.values().forEach(work -> demandOf(work).waiting.add(work));
    }
}
