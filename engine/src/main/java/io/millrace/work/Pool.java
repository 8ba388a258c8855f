package io.millrace.work;

import io.millrace.problem.Argument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A group of agents to which a strategy assigns work. Work that names a pool ({@link Performers#pool}) waits there until the pool assigns
 * it to one of its qualified agents. Immutable; the {@code with}-like methods return changed copies.
 *
 * @param name the name that processes use, unique in its tenant
 * @param strategy the name of its {@link Allocation} strategy
 * @param limit the maximum number of work items of an agent at a time, or 0 for no limit
 * @param starts whether an assignment starts the work; otherwise the agent starts it
 * @param settles whether it waits until nothing else happens at an instant, and makes one assignment at a time; otherwise it decides at
 *     once
 * @param agents the agents, in the order of preference if nothing else decides
 */
public record Pool(String name, String strategy, int limit, boolean starts, boolean settles, List<Agent> agents) {
    public Pool {
        Argument.named(name, "name");
        Argument.named(strategy, "strategy");
        Argument.atLeast(0, limit, "limit");
        agents = List.copyOf(Argument.given(agents, "agents"));
        Set<String> names = new HashSet<>();
        for (Agent agent : agents) {
            if (!names.add(agent.name())) {
                throw Argument.wrong("agents", agent.name(), "Name each agent once.");
            }
        }
    }

    /** A pool without agents. Its strategy assigns the longest waiting work to the cheapest idle agent. */
    public static Pool named(String name) {
        return new Pool(name, Allocation.CHEAPEST, 1, false, false, List.of());
    }

    /** The same with one more agent. */
    public Pool agent(Agent agent) {
        List<Agent> longer = new ArrayList<>(agents);
        longer.add(Argument.given(agent, "agent"));
        return agents(longer);
    }

    /** The same with these agents. */
    public Pool agents(List<Agent> agents) {
        return new Pool(name, strategy, limit, starts, settles, agents);
    }

    /** The same with another strategy and its default limit: no limit for strategies with queues, and one work item at a time otherwise. */
    public Pool by(String strategy) {
        return new Pool(name, strategy, Allocation.limit(Argument.named(strategy, "strategy")), starts, settles, agents);
    }

    /** The same with a maximum number of work items of one agent at a time. */
    public Pool limit(int limit) {
        return new Pool(name, strategy, limit, starts, settles, agents);
    }

    /** The same with assignments that start the work. */
    public Pool starting() {
        return new Pool(name, strategy, limit, true, settles, agents);
    }

    /** The same, but the pool decides only after everything else at an instant has happened. */
    public Pool settling() {
        return new Pool(name, strategy, limit, starts, true, agents);
    }

    /** The same under another name. */
    public Pool renamed(String name) {
        return new Pool(name, strategy, limit, starts, settles, agents);
    }

    /** The agent of this name, or null. */
    public @Nullable Agent agent(String name) {
        Argument.given(name, "name");
        for (Agent agent : agents) {
            if (agent.name().equals(name)) {
                return agent;
            }
        }
        return null;
    }
}
