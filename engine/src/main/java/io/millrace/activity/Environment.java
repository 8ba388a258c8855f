package io.millrace.activity;

import io.millrace.data.Data;
import java.time.Instant;

/**
 * The view of a case for a user's function: its slots, and the instant of the turn. A function must depend on nothing else. Reading a slot
 * that has no value yet ends the call; the engine repeats the call when the slot has a value. Confined to the call of the function.
 */
public interface Environment {
    /** The value at a path such as {@code review.approved}; nothing if there is none. */
    Data at(String path);

    /** The value at a path, which must exist: otherwise the engine refuses the turn, and the refusal names the slot. */
    default Data need(String path) {
        Data value = at(path);
        if (value.isNothing()) {
            throw new MissingSlot(path);
        }
        return value;
    }

    /** Whether the value at the path is true. Nothing counts as false; any other value is an error. */
    default boolean isTrue(String path) {
        Data data = at(path);
        return switch (data) {
            case Data.Truth truth -> truth.value();
            case Data.Nothing nothing -> false;
            case Data other ->
                throw new IllegalStateException("'" + path + "' is neither true nor false but " + other.json());
        };
    }

    /** The instant of the turn. Functions must not use another clock. */
    Instant now();
}
