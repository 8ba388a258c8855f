package io.millrace.work;

import io.millrace.id.WorkId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A strategy by which a {@link Pool} assigns work. The pool takes waiting work by priority and age; the strategy chooses the agent.
 *
 * <p>The engine calls it in a turn of the pool, possibly from several threads for different pools. It must be a pure function of its
 * arguments: no clock, no randomness, no IO, no state. The engine records the choice; replay never calls the strategy. If it throws, or
 * chooses an agent who is not free, the work keeps waiting, and the pool shows the problem as its trouble. Register your own strategy with
 * {@code Builder.allocation}.
 */
public interface Allocation {
    /** Longest waiting work first, to the cheapest agent who is free; of several, to the first in the order of declaration. */
    String CHEAPEST = "cheapest";
    /** To no agent: qualified agents find the work in their worklists and claim it. */
    String OFFER = "offer";
    /** To the agents in turn. */
    String ROUND_ROBIN = "round_robin";
    /** To the agent who has the least work. */
    String SHORTEST_QUEUE = "shortest_queue";
    /** To the agent whose last assignment is the oldest. */
    String LEAST_RECENTLY_USED = "least_recently_used";

    /** The name by which pools refer to it. It is stored. */
    String name();

    /**
     * Chooses the agent for a work item.
     *
     * @param work the waiting work
     * @param free the agents who are qualified, present and below their limit: at least one, the cheapest first, then by declaration
     * @return one of them, or null to keep the work waiting
     */
    @Nullable Candidate choose(Waiting work, Iterable<Candidate> free);

    /** Work that waits in a pool. */
    record Waiting(WorkId work, String process, String task, Instant since, int priority) {}

    /**
     * An agent who could get the work.
     *
     * @param cost the cost of the work for this agent
     * @param order its place in the order of declaration: a smaller one is earlier
     * @param load how many work items it has
     * @param given the number of its last assignment among those of the pool, from 1; 0 if it never had one
     */
    record Candidate(String agent, BigDecimal cost, int order, int load, long given) {}

    /** The default maximum of work items of an agent at a time under a strategy; 0 for no limit. */
    static int limit(String strategy) {
        return strategy.equals(ROUND_ROBIN) || strategy.equals(SHORTEST_QUEUE) ? 0 : 1;
    }

    /** The strategies that every engine has. */
    static List<Allocation> builtIn() {
        return Strategies.ALL;
    }
}
