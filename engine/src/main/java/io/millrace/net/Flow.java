package io.millrace.net;

import org.jspecify.annotations.Nullable;

/**
 * A connection between two nodes, by name: an element of F in Definition 1. Two tasks may be connected directly.
 *
 * @param from a task or condition of the net
 * @param to a task or condition of the net
 * @param predicate the condition under which an OR- or XOR-split takes this flow, or null if there is none
 * @param ordering the order in which an XOR-split evaluates it; equal ones keep their order in the file
 * @param isDefault whether it is taken when no predicate holds
 * @param place where it stands in its file
 */
public record Flow(
        String from, String to, @Nullable Expression predicate, int ordering, boolean isDefault, @Nullable Place place) {

    /** A flow without a predicate and without a place in a file, with ordering 0; not the default. */
    public static Flow of(String from, String to) {
        return new Flow(from, to, null, 0, false, null);
    }

    /** A copy that a split takes only if the predicate holds. An AND-split takes all its flows and does not evaluate it. */
    public Flow when(Expression predicate) {
        return new Flow(from, to, predicate, ordering, isDefault, place);
    }

    /** A copy with another position in the evaluation order of an XOR-split; the lowest number comes first. */
    public Flow ordering(int ordering) {
        return new Flow(from, to, predicate, ordering, isDefault, place);
    }

    /** A copy that is the default of its split. A task has at most one default flow; {@link Checks} reports a second one. */
    public Flow otherwise() {
        return new Flow(from, to, predicate, ordering, true, place);
    }

    /** A copy with another place in a file, or with none for null. */
    public Flow at(@Nullable Place place) {
        return new Flow(from, to, predicate, ordering, isDefault, place);
    }
}
