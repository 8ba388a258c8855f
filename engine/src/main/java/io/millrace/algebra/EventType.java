package io.millrace.algebra;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An event of rules. Immutable.
 *
 * @param name as it is written
 * @param parameters the names of its parameters; an event without any happens at most once
 * @param control who controls it
 * @param repeating whether it may happen any number of times; only named constraints can use such an event
 * @param agent the task agent it belongs to; empty if the file names none
 * @param occasion the event of the engine to which it is bound; absent for an event that a task announces
 * @param declared whether the file declares it, and not only mentions it
 * @param limit how long an attempt may wait before it is refused
 */
public record EventType(
        String name,
        List<String> parameters,
        Control control,
        boolean repeating,
        String agent,
        Optional<Occasion> occasion,
        boolean declared,
        Optional<Duration> limit) {
    public EventType {
        parameters = List.copyOf(parameters);
    }

    EventType(
            String name,
            List<String> parameters,
            Control control,
            boolean repeating,
            String agent,
            Optional<Occasion> occasion,
            boolean declared) {
        this(name, parameters, control, repeating, agent, occasion, declared, Optional.empty());
    }

    EventType controlled(Control other) {
        return new EventType(name, parameters, other, repeating, agent, occasion, declared, limit);
    }

    @Override
    public String toString() {
        return parameters.isEmpty() ? name : name + "[" + String.join(",", parameters) + "]";
    }
}
