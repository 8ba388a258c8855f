package io.millrace.net;

import org.jspecify.annotations.Nullable;

/** An explicit condition: an element of C in Definition 1. {@link NetGraph} adds the implicit ones between two tasks. Immutable. */
public record Condition(String name, String title, Kind kind, @Nullable Place place) implements Node {
    /** The kind of a condition. */
    public enum Kind {
        /** A case starts with one token here; no flow leads to it. */
        INPUT,
        /** A token here ends the case, as {@link End} defines; no flow leads out of it. */
        OUTPUT,
        /** Any other condition. */
        INNER
    }

    /** The input condition of a net, with its name as title. */
    public static Condition input(String name) {
        return new Condition(name, name, Kind.INPUT, null);
    }

    /** The output condition of a net, with its name as title. */
    public static Condition output(String name) {
        return new Condition(name, name, Kind.OUTPUT, null);
    }

    /** A condition that is neither input nor output, with its name as title. */
    public static Condition inner(String name) {
        return new Condition(name, name, Kind.INNER, null);
    }

    /** The name of the implicit condition between two tasks that are connected directly (Definition 3). */
    public static String between(String from, String to) {
        return "c(" + from + "," + to + ")";
    }

    /** A copy with another title for people. */
    public Condition titled(String title) {
        return new Condition(name, title, kind, place);
    }

    /** A copy with another place in a file, or with none for null. */
    public Condition at(@Nullable Place place) {
        return new Condition(name, title, kind, place);
    }
}
