package io.millrace.query;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The current numbers of a pool of agents. Immutable.
 *
 * @param strategy the name of its allocation strategy
 * @param limit the maximum number of work items of an agent at a time, or 0 for no limit
 * @param agents the number of agents
 * @param idle the number of agents who are present and have no work
 * @param busy the number of agents who have work
 * @param waiting the number of waiting work items of each task
 * @param trouble why the strategy cannot assign work, or null if it can
 */
public record PoolInfo(
        String name,
        String strategy,
        int limit,
        int agents,
        int idle,
        int busy,
        SortedMap<String, Integer> waiting,
        @Nullable String trouble) {
    public PoolInfo {
        waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
    }

    /** The number of waiting work items. */
    public int queue() {
        return waiting.values().stream().mapToInt(Integer::intValue).sum();
    }
}
