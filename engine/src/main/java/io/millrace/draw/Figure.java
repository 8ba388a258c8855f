package io.millrace.draw;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a picture of a process: sheets one below the other, each a graph. Immutable.
 *
 * @param title the title of the process
 */
public record Figure(String title, List<Sheet> sheets) {
    public Figure {
        sheets = List.copyOf(sheets);
    }

    /**
     * One graph.
     *
     * @param name by which marks name it
     * @param notes sentences under the graph
     */
    public record Sheet(String name, String title, List<Node> nodes, List<Edge> edges, List<Region> regions, List<String> notes) {
        public Sheet {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
            regions = List.copyOf(regions);
            notes = List.copyOf(notes);
        }
    }

    /** A point of a file's own layout, or of ours. */
    public record Point(double x, double y) {}

    /** The shape of a node. */
    public enum Shape {
        /** The input condition of a net, or the beginning of anything else. */
        START,
        /** The output condition of a net, or the end of anything else. */
        END,
        /** A condition. */
        PLACE,
        /** A task. */
        TASK,
        /** A box around its own label: a predicate of a logic program. */
        BOX
    }

    /** Signs inside of a task: its performer, and what it waits for. */
    public enum Sign {
        /** Work for people. */
        PERSON("done by people"),
        /** Work for a handler or a program. */
        PROGRAM("done by a program"),
        /** No work. */
        ROUTING("routing only: nobody does it"),
        /** Work for another process. */
        PROCESS("done by another process"),
        /** Waits for its timer. */
        TIMER("waits for a time"),
        /** Waits for its signal. */
        EVENT("waits for a signal");

        private final String meaning;

        Sign(String meaning) {
            this.meaning = meaning;
        }

        String meaning() {
            return meaning;
        }
    }

    /** The join or split of a task. */
    public enum Junction {
        /** One flow. */
        NONE,
        /** All flows. */
        AND,
        /** One or more flows. */
        OR,
        /** One of several flows. */
        XOR
    }

    /**
     * A node.
     *
     * @param label its title, under its symbol
     * @param who the performer, under the title; empty if there is none
     * @param stacked whether it has several instances
     * @param doubled whether it stands for a whole process
     * @param at its middle in the layout of its file, or null
     */
    public record Node(
            String id,
            String label,
            Shape shape,
            String who,
            List<Sign> signs,
            Junction join,
            Junction split,
            boolean stacked,
            boolean doubled,
            @Nullable Point at) {
        public Node {
            signs = List.copyOf(signs);
        }

        /** A node without details. */
        public static Node of(String id, String label, Shape shape) {
            return new Node(id, label, shape, "", List.of(), Junction.NONE, Junction.NONE, false, false, null);
        }

        /** The same at a point of its file's layout. */
        public Node at(@Nullable Point point) {
            return new Node(id, label, shape, who, signs, join, split, stacked, doubled, point);
        }

        /** The same with a performer and signs. */
        public Node by(String who, Sign... signs) {
            return new Node(id, label, shape, who, List.of(signs), join, split, stacked, doubled, at);
        }

        /** The same with a join. */
        public Node joining(Junction join) {
            return new Node(id, label, shape, who, signs, join, split, stacked, doubled, at);
        }

        /** The same with a split. */
        public Node splitting(Junction split) {
            return new Node(id, label, shape, who, signs, join, split, stacked, doubled, at);
        }

        /** The same with several instances. */
        public Node repeated() {
            return new Node(id, label, shape, who, signs, join, split, true, doubled, at);
        }

        /** The same for a whole process. */
        public Node composed() {
            return new Node(id, label, shape, who, signs, join, split, stacked, true, at);
        }
    }

    /**
     * An edge.
     *
     * @param label under which condition it is taken; empty if always
     * @param otherwise whether it is taken when no other one of its node is
     * @param dashed whether it is a message or a failure instead of a flow of control
     * @param mark by which marks name it
     * @param bends in the layout of its file
     */
    public record Edge(String from, String to, String label, boolean otherwise, boolean dashed, String mark, List<Point> bends) {
        public Edge {
            bends = List.copyOf(bends);
        }

        /** An edge without a label. */
        public static Edge of(String from, String to) {
            return of(from, to, "");
        }

        /** An edge with a label. */
        public static Edge of(String from, String to, String label) {
            return new Edge(from, to, label, false, false, "", List.of());
        }

        /** The same as a dashed line. */
        public Edge aside() {
            return new Edge(from, to, label, otherwise, true, mark, bends);
        }
    }

    /**
     * Nodes and edges that belong together, as an area.
     *
     * @param owner the node to which the area belongs, or null
     * @param edges marks of edges
     * @param meaning a sentence about it
     */
    public record Region(@Nullable String owner, List<String> nodes, List<String> edges, String meaning) {
        public Region {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
        }
    }
}
