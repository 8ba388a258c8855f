package io.millrace.kernel.entity;

import io.millrace.kernel.record.Event;
import io.millrace.language.Finding;
import io.millrace.problem.Code;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The pools of a tenant as far as they are committed: who is qualified for what, and by which strategy each assigns. Who is busy only the
 * pool itself knows.
 */
public final class Pools {
    private final Map<String, Allocation> strategies = new HashMap<>();
    private final NavigableMap<String, Pool> pools = new ConcurrentSkipListMap<>();
    /** In which pools an agent is: whoever looks for somebody's work need not look at all pools. */
    private final Map<String, NavigableSet<String>> memberships = new ConcurrentHashMap<>();

    /** @param more strategies of the application; one with the name of a known strategy replaces it */
    public Pools(List<Allocation> more) {
        Allocation.builtIn().forEach(each -> strategies.put(each.name(), each));
        more.forEach(each -> strategies.put(each.name(), each));
    }

    @Nullable Allocation strategy(String name) {
        return strategies.get(name);
    }

    /** The definition of a pool, or null. */
    public @Nullable Pool named(String pool) {
        return pools.get(pool);
    }

    public Collection<Pool> all() {
        return pools.values();
    }

    /** The pools in which somebody is an agent. */
    public NavigableSet<String> of(String agent) {
        return memberships.getOrDefault(agent, new ConcurrentSkipListSet<>());
    }

    /** Whether somebody may do work: one of those to whom it is offered or, in a pool, one of these who is qualified. */
    public boolean admits(Performers performers, String process, String task, Participant who) {
        String pool = performers.pool();
        if (pool == null) {
            return performers.admits(who);
        }
        Pool known = of(who.name()).contains(pool) ? pools.get(pool) : null;
        Agent agent = known == null ? null : known.agent(who.name());
        return agent != null && agent.cost(process, task) != null && performers.admits(Staff.with(agent, who));
    }

    /** Deployment warnings: tasks that pools are to assign and that nobody in them is qualified for. */
    public List<Finding> unattended(String process, List<Task> tasks) {
        List<Finding> findings = new ArrayList<>();
        for (Task task : tasks) {
            String name = task.performers().pool();
            Pool pool = name == null ? null : pools.get(name);
            if (name != null && pool == null) {
                findings.add(new Finding(Code.UNKNOWN_POOL.with(name), 0, "task '" + task.name() + "'"));
            } else if (pool != null && pool.agents().stream().allMatch(agent -> agent.cost(process, task.name()) == null)) {
                findings.add(new Finding(Code.NOBODY_QUALIFIED.with(pool.name(), task.name()), 0, ""));
            }
        }
        return findings;
    }

    /** Called in the order of commits. */
    void changed(String pool, Event event) {
        Pool known = pools.getOrDefault(pool, Pool.named(pool));
        switch (event) {
            case Event.PoolDefined e -> put(e.pool());
            case Event.AgentAdded e -> put(known.agents(with(known.agents(), e.agent())));
            case Event.AgentRemoved e ->
                put(known.agents(known.agents().stream().filter(each -> !each.name().equals(e.agent())).toList()));
            case Event other -> {}
        }
    }

    void put(Pool pool) {
        Pool before = pools.put(pool.name(), pool);
        if (before != null) {
            before.agents().forEach(agent -> {
                if (pool.agent(agent.name()) == null) {
                    memberships.computeIfPresent(agent.name(), (name, in) -> {
                        in.remove(pool.name());
                        return in.isEmpty() ? null : in;
                    });
                }
            });
        }
        pool.agents()
                .forEach(agent -> memberships
                        .computeIfAbsent(agent.name(), name -> new ConcurrentSkipListSet<>())
                        .add(pool.name()));
    }

    private static List<Agent> with(List<Agent> agents, Agent one) {
        List<Agent> changed = new ArrayList<>(agents);
        changed.replaceAll(each -> each.name().equals(one.name()) ? one : each);
        if (!changed.contains(one)) {
            changed.add(one);
        }
        return changed;
    }
}
