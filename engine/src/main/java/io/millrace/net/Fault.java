package io.millrace.net;

import io.millrace.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * An error in the structure of a net. Immutable.
 *
 * @param problem the problem, with its code and remedy
 * @param net the net, by name; empty if the specification itself is wrong
 * @param node the node at fault, by name; empty if no single one is
 * @param place its place in the file, or null for a net built in Java
 */
public record Fault(Problem problem, String net, String node, @Nullable Place place) {
    /** The same at another place. */
    public Fault at(@Nullable Place place) {
        return new Fault(problem, net, node, place);
    }

    @Override
    public String toString() {
        return place == null ? problem.message() : place + ": " + problem.message();
    }
}
