package io.millrace.verify;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the states of a model without cancellation and OR-joins can cover, as a finite list (Karp and Miller 1969): where a state is
 * larger than one before it, what grew can grow for ever, and is taken as a very large number. Every reachable state is covered by
 * one of the list, and every one of the list can be approached.
 */
final class KarpMiller {
    /** As many tokens as one likes; small enough that adding some to it is harmless. */
    static final int ANY_NUMBER = 1 << 29;

    private static final int MOST = 1_000;

    private record Node(int[] tokens, @Nullable Node parent) {}

    private KarpMiller() {}

    /** The list, or null if it is too long. */
    static @Nullable List<int[]> spread(Model model) {
        List<Node> nodes = new ArrayList<>(List.of(new Node(model.initial(), null)));
        for (int at = 0; at < nodes.size(); at++) {
            Node node = nodes.get(at);
            for (Move move : model.moves()) {
                int[] after = StateSpace.after(node.tokens, move);
                if (after != null) {
                    grow(after, node);
                    if (nodes.stream().noneMatch(known -> isNoMore(after, known.tokens))) {
                        nodes.add(new Node(after, node));
                    }
                }
            }
            if (nodes.size() > MOST) {
                return null;
            }
        }
        return nodes.stream().map(Node::tokens).toList();
    }

    private static void grow(int[] tokens, Node from) {
        for (int place = 0; place < tokens.length; place++) {
            if (tokens[place] >= ANY_NUMBER / 2) {
                tokens[place] = ANY_NUMBER;
            }
        }
        Node earlier = from;
        while (earlier != null) {
            if (isNoMore(earlier.tokens, tokens)) {
                for (int place = 0; place < tokens.length; place++) {
                    if (tokens[place] > earlier.tokens[place]) {
                        tokens[place] = ANY_NUMBER;
                    }
                }
            }
            earlier = earlier.parent;
        }
    }

    private static boolean isNoMore(int[] tokens, int[] than) {
        for (int place = 0; place < tokens.length; place++) {
            if (tokens[place] > than[place]) {
                return false;
            }
        }
        return true;
    }
}
