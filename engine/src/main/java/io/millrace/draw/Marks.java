package io.millrace.draw;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Marks on the picture of a figure. A node is named by its id, an edge by its mark; in a net that is {@code c(from,to)}. Immutable.
 *
 * @param tokens for each sheet how many tokens are on which node
 * @param faults for each sheet the faulty nodes
 * @param caption sentences under the picture
 */
public record Marks(Map<String, Map<String, Integer>> tokens, Map<String, Set<String>> faults, List<String> caption) {
    /** Nothing. */
    public static final Marks NONE = tokens(Map.of());

    public Marks {
        tokens = Map.copyOf(tokens);
        faults = Map.copyOf(faults);
        caption = List.copyOf(caption);
    }

    /** Tokens only. */
    public static Marks tokens(Map<String, Map<String, Integer>> tokens) {
        return new Marks(tokens, Map.of(), List.of());
    }

    int tokens(String sheet, String node) {
        return tokens.getOrDefault(sheet, Map.of()).getOrDefault(node, 0);
    }

    boolean isFault(String sheet, String node) {
        return faults.getOrDefault(sheet, Set.of()).contains(node);
    }
}
