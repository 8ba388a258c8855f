package io.millrace.net;

import org.jspecify.annotations.Nullable;

/** An explicit condition: an element of C in Definition 1. {@link NetGraph} adds the implicit ones between two tasks. Immutable. */
public record Condition(String name, String title, Kind kind, @Nullable Place place) implements Node {
    /** The kind of a condition. */
    public enum Kind {
        INPUT,
        OUTPUT,
        INNER
    }

    public static Condition input(String name) {
        return new Condition(name, name, Kind.INPUT, null);
    }

    public static Condition output(String name) {
        return new Condition(name, name, Kind.OUTPUT, null);
    }

    public static Condition inner(String name) {
        return new Condition(name, name, Kind.INNER, null);
    }

    /** The name of the implicit condition between two tasks that are connected directly (Definition 3). */
    public static String between(String from, String to) {
        return "c(" + from + "," + to + ")";
    }

    public Condition titled(String title) {
        return new Condition(name, title, kind, place);
    }

    public Condition at(@Nullable Place place) {
        return new Condition(name, title, kind, place);
    }
}
