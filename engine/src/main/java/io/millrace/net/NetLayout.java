package io.millrace.net;

import java.util.List;
import java.util.Map;

/**
 * The layout of a net in a file, in units of the file. Immutable.
 *
 * @param nodes the middle of each node's symbol, by its name
 * @param bends the points between the ends of a flow's line, by {@link Condition#between}
 */
public record NetLayout(Map<String, Spot> nodes, Map<String, List<Spot>> bends) {
    /** A point. */
    public record Spot(double x, double y) {}

    public NetLayout {
        nodes = Map.copyOf(nodes);
        bends = Map.copyOf(bends);
    }
}
