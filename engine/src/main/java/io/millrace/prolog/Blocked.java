package io.millrace.prolog;

import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a guard, or a goal, waits for: replies and instants. Grows to the union of what several wait for. */
final class Blocked {
    private final SortedSet<Integer> variables = new TreeSet<>();
    private final SortedSet<Instant> times = new TreeSet<>();

    static Blocked on(int variable) {
        Blocked blocked = new Blocked();
        blocked.variables.add(variable);
        return blocked;
    }

    static Blocked on(Instant time) {
        Blocked blocked = new Blocked();
        blocked.times.add(time);
        return blocked;
    }

    Blocked and(Blocked other) {
        variables.addAll(other.variables);
        times.addAll(other.times);
        return this;
    }

    boolean isEmpty() {
        return variables.isEmpty() && times.isEmpty();
    }

    SortedSet<Integer> variables() {
        return variables;
    }

    SortedSet<Instant> times() {
        return times;
    }
}
