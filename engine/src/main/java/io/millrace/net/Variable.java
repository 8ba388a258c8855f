package io.millrace.net;

import io.millrace.data.Shape;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a net.
 *
 * @param name its name, unique in the net
 * @param use whether the net is given it, gives it back, both, or keeps it
 * @param type its type as written, such as {@code string}
 * @param shape what its values look like
 * @param initial its value at the start if nothing is given, or null
 * @param place where it stands in its file
 */
public record Variable(
        String name, Use use, String type, Shape shape, @Nullable Expression initial, @Nullable Place place) {
    /** Which way a variable goes. */
    public enum Use {
        /** The caller may give a value at the start; the result of the net does not contain it. */
        INPUT,
        /** The value at the end is part of the result; the caller gives none at the start. */
        OUTPUT,
        /** The caller may give a value at the start, and the value at the end is part of the result. */
        BOTH,
        /** The net alone reads and writes it: the caller neither gives nor receives it. */
        LOCAL
    }

    /** A variable with the shape that {@link Types#shape} finds for its type; an unknown type allows any value. */
    public Variable(String name, Use use, String type, @Nullable Expression initial, @Nullable Place place) {
        this(name, use, type, Types.shape(type), initial, place);
    }
}
