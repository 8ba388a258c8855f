package io.millrace.work;

import io.millrace.problem.Argument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Agents to whom work is given by a rule. Work that names a pool ({@link Performers#pool}) waits there until the pool assigns it to
 * one of its qualified agents. Immutable; the {@code with}-like methods return changed copies.
 *
 * @param name by which processes name it, unique in its tenant
 * @param strategy the name of the {@link Allocation} by which it assigns
 * @param limit how many work items an agent has at once, or 0 if there is no limit
 * @param starts whether work is started with its assignment; otherwise the agent starts it
 * @param settles whether it decides when nothing else happens at an instant, and one assignment at a time; otherwise at once
 * @param agents in the order in which they are preferred if nothing else decides
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

    /** A pool without agents, which assigns the longest waiting work to the cheapest idle agent. */
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

    /** The same with another strategy: agents have no limit if it goes by queues, and one work item at a time otherwise. */
    public Pool by(String strategy) {
        return new Pool(name, strategy, Allocation.limit(Argument.named(strategy, "strategy")), starts, settles, agents);
    }

    /** The same with a limit on how much work one agent has at a time. */
    public Pool limit(int limit) {
        return new Pool(name, strategy, limit, starts, settles, agents);
    }

    /** The same where work is started with its assignment. */
    public Pool starting() {
        return new Pool(name, strategy, limit, true, settles, agents);
    }

    /** The same where all that happens at an instant is seen before the pool decides. */
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
