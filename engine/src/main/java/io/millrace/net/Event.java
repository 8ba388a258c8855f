package io.millrace.net;

import org.jspecify.annotations.Nullable;

/**
 * The signal that an event task waits for (the "E" of Figure 7).
 *
 * @param signal its name
 * @param key the correlation key over the net's variables, or null for a signal that is sent without a key
 * @param variable the net's variable that receives its content, or null
 */
public record Event(String signal, @Nullable Expression key, @Nullable String variable) {
    /** A wait for a signal that is sent without a correlation key; the net does not keep its content. */
    public static Event signal(String signal) {
        return new Event(signal, null, null);
    }

    /** A copy that waits for the correlation key that the expression has when the wait begins. */
    public Event key(Expression key) {
        return new Event(signal, key, variable);
    }

    /** A copy that stores the content of the signal in this variable of the net. */
    public Event into(String variable) {
        return new Event(signal, key, variable);
    }
}
