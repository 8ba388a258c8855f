package io.millrace.kernel;

import io.millrace.id.WorkId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Pool;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the events of a pool mean, written down a second time, without the code that the engine uses: who is there, who has what, what
 * waits. A pool gives an agent no more than its limit, and nobody what somebody has.
 */
final class PoolModel {
    /** A work item that the pool knows, and who has it: null while it waits. */
    record Known(long ticket, @Nullable String agent) {}

    private final String name;
    private @Nullable Pool pool;
    private final Map<String, Agent> agents = new LinkedHashMap<>();
    private final Set<String> absent = new HashSet<>();
    private final Map<WorkId, Event.DemandQueued> waiting = new LinkedHashMap<>();
    private final Map<WorkId, Known> known = new HashMap<>();

    PoolModel(String name) {
        this.name = name;
    }

    Map<WorkId, Known> known() {
        return known;
    }

    void turn(TurnRecord turn) {
        List<TurnRecord.Entry> entries = turn.entries();
        for (int i = 0; i < entries.size(); i++) {
            boolean told = i + 1 < entries.size()
                    && entries.get(i + 1).event() instanceof Event.MessageSent sent
                    && sent.what().equals("assign");
            follow(entries.get(i).event(), told);
            // Whoever is gone is not away.
            absent.removeIf(agent -> !agents.containsKey(agent) && load(agent) == 0);
        }
    }

    /** @param told whether the case is told: the pool has chosen the agent, and not somebody who took the work by hand */
    private void follow(Event event, boolean told) {
        switch (event) {
            case Event.PoolDefined e -> {
                pool = e.pool();
                agents.clear();
                e.pool().agents().forEach(agent -> agents.put(agent.name(), agent));
            }
            case Event.AgentAdded e -> agents.put(e.agent().name(), e.agent());
            case Event.AgentRemoved e -> agents.remove(e.agent());
            case Event.AgentPresent e -> {
                if (e.present()) {
                    absent.remove(e.agent());
                } else {
                    absent.add(e.agent());
                }
            }
            case Event.DemandQueued e -> {
                demand(known.put(e.work(), new Known(e.ticket(), null)) == null, "work item " + e.work() + " is queued twice");
                waiting.put(e.work(), e);
            }
            case Event.DemandDropped e -> {
                demand(waiting.remove(e.work()) != null, "work item " + e.work() + " is dropped and did not wait");
                known.remove(e.work());
            }
            case Event.AgentAssigned e -> {
                if (told) {
                    Event.DemandQueued was = waiting.get(e.work());
                    demand(was != null && was.ticket() == e.ticket(), "work item " + e.work() + " is assigned and did not wait");
                    demand(was == null || isFree(e.agent(), was), "'" + e.agent() + "' is given " + e.work() + " and cannot have it");
                }
                waiting.remove(e.work());
                Known before = known.put(e.work(), new Known(e.ticket(), e.agent()));
                demand(before == null || before.agent() == null, "work item " + e.work() + " is assigned twice");
            }
            case Event.AgentReleased e -> {
                Known before = known.remove(e.work());
                demand(before != null && e.agent().equals(before.agent()), "'" + e.agent() + "' is released from " + e.work() + " and does not have it");
            }
            case Event other -> {}
        }
    }

    private long load(String agent) {
        return known.values().stream().filter(each -> agent.equals(each.agent())).count();
    }

    private boolean isFree(String name, Event.DemandQueued work) {
        Agent agent = agents.get(name);
        return pool != null
                && agent != null
                && !absent.contains(name)
                && (pool.limit() == 0 || load(name) < pool.limit())
                && agent.cost(work.process(), work.task()) != null
                && !work.declined().contains(name)
                && !work.performers().excluded().contains(name);
    }

    /** Work that waits although somebody could have it: when nothing is under way there is none. */
    @Nullable String neglected() {
        if (pool == null || pool.strategy().equals(Allocation.OFFER)) {
            return null;
        }
        for (Event.DemandQueued each : waiting.values()) {
            for (String agent : agents.keySet()) {
                if (isFree(agent, each)) {
                    return "'" + agent + "' of pool '" + name + "' is free, and " + each + " waits";
                }
            }
        }
        return null;
    }

    private void demand(boolean holds, String sentence) {
        if (!holds) {
            throw new AssertionError("pool '" + name + "': " + sentence);
        }
    }
}
