package io.millrace.net;

import org.jspecify.annotations.Nullable;

/**
 * The signal that an event task waits for (the "E" of Figure 7).
 *
 * @param signal its name
 * @param key the correlation key over the net's variables, or null for any
 * @param variable the net's variable that receives its content, or null
 */
public record Event(String signal, @Nullable Expression key, @Nullable String variable) {
    public static Event signal(String signal) {
        return new Event(signal, null, null);
    }

    public Event key(Expression key) {
        return new Event(signal, key, variable);
    }

    public Event into(String variable) {
        return new Event(signal, key, variable);
    }
}
