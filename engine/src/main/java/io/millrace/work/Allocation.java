package io.millrace.work;

import io.millrace.id.WorkId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a {@link Pool} assigns work. The pool looks at what waits by priority and age; the rule says who gets it.
 *
 * <p>It is asked in a turn of the pool and must be a pure function of its arguments: no clock, no randomness, no IO. What it chose is
 * recorded, and replay never asks it. What it throws, and an answer that is none of those who are free, leaves the work waiting and is
 * shown as the pool's trouble. A rule of your own is registered by its name with {@code Builder.allocation}.
 */
public interface Allocation {
    /** Longest waiting work first, to the cheapest agent who is free; of several, to the first in the order of declaration. */
    String CHEAPEST = "cheapest";
    /** To nobody: qualified agents find the work in their lists and claim it. */
    String OFFER = "offer";
    /** To the agents in turn. */
    String ROUND_ROBIN = "round_robin";
    /** To the agent who has the least work. */
    String SHORTEST_QUEUE = "shortest_queue";
    /** To the agent who was given work longest ago. */
    String LEAST_RECENTLY_USED = "least_recently_used";

    /** The name by which pools refer to it. It is stored. */
    String name();

    /**
     * Chooses who gets a piece of work.
     *
     * @param work what waits
     * @param free those who are qualified, there, and have room for it: at least one, the cheapest first, then by declaration
     * @return one of them, or null to let it wait
     */
    @Nullable Candidate choose(Waiting work, Iterable<Candidate> free);

    /** Work that waits in a pool. */
    record Waiting(WorkId work, String process, String task, Instant since, int priority) {}

    /**
     * An agent who could be given a piece of work.
     *
     * @param cost what the work costs if this agent does it
     * @param order its place in the order of declaration: a smaller one is earlier
     * @param load how many work items it has
     * @param given which assignment of the pool its last one was, counted from 1; 0 if it never had one
     */
    record Candidate(String agent, BigDecimal cost, int order, int load, long given) {}

    /** How many work items an agent has at once under a strategy, unless the pool says otherwise; 0 for no limit. */
    static int limit(String strategy) {
        return strategy.equals(ROUND_ROBIN) || strategy.equals(SHORTEST_QUEUE) ? 0 : 1;
    }

    /** The strategies that every engine has. */
    static List<Allocation> builtIn() {
        return Strategies.ALL;
    }
}
