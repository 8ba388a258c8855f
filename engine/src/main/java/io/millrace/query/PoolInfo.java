package io.millrace.query;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A pool of agents as it stands, in numbers.
 *
 * @param strategy the name of the rule by which it assigns
 * @param limit how many work items an agent has at once, or 0 if there is no limit
 * @param agents how many there are
 * @param idle how many of them are there and have nothing
 * @param busy how many of them have something
 * @param waiting how many work items of each task wait
 * @param trouble why the strategy does not assign, or null if it does
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

    /** How many work items wait. */
    public int queue() {
        return waiting.values().stream().mapToInt(Integer::intValue).sum();
    }
}
