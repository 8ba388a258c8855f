package io.millrace.activity;

import io.millrace.data.Data;
import java.time.Instant;

/**
 * What a user's function sees of a case: its slots, and the instant of the turn. A function must depend on nothing else.
 * Reading a slot whose value is not there yet ends the call; it is made again when the value is there.
 */
public interface Environment {
    /** The value at a path such as {@code review.approved}; nothing if there is none. */
    Data at(String path);

    /** The value at a path, which must be there: where it is not, the turn is refused, and the refusal names the slot. */
    default Data need(String path) {
        Data value = at(path);
        if (value.isNothing()) {
            throw new MissingSlot(path);
        }
        return value;
    }

    /** Whether the path leads to true. Nothing counts as false; what is neither is a mistake. */
    default boolean isTrue(String path) {
        Data data = at(path);
        return switch (data) {
            case Data.Truth truth -> truth.value();
            case Data.Nothing nothing -> false;
            case Data other ->
                throw new IllegalStateException("'" + path + "' is neither true nor false but " + other.json());
        };
    }

    /** The instant of the turn: the only time there is. */
    Instant now();
}
