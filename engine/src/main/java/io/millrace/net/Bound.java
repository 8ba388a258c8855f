package io.millrace.net;

import org.jspecify.annotations.Nullable;

/** A bound on instances: a number, none at all, or one that is computed when the task is entered. */
public sealed interface Bound {
    /** A number of instances. */
    record Exactly(int number) implements Bound {}

    /** No bound: {@code inf} in Definition 1. */
    record Infinite() implements Bound {}

    /** A number that an expression over the net's variables gives. */
    record Computed(Expression expression) implements Bound {}

    /** The number that stands for no bound wherever bounds are numbers. */
    int INFINITY = Integer.MAX_VALUE;

    /** The bound with this number; {@link #INFINITY} gives {@link Infinite}. The number is not checked here: {@link Checks} does it. */
    static Bound of(int number) {
        return number == INFINITY ? new Infinite() : new Exactly(number);
    }

    /** No bound. */
    static Bound infinite() {
        return new Infinite();
    }

    /** The number, if it is known without data. */
    default @Nullable Integer known() {
        return switch (this) {
            case Exactly exactly -> exactly.number();
            case Infinite infinite -> INFINITY;
            case Computed computed -> null;
        };
    }
}
