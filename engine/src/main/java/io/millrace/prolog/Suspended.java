package io.millrace.prolog;

import io.millrace.data.In;
import io.millrace.data.Out;
import java.time.Instant;
import java.util.List;

/**
 * A goal that waits. It is kept in its binary form: most of its life nobody looks at it.
 *
 * @param number its place in the order of suspension, never used again
 * @param goal the term; ground
 * @param variables the workflow variables whose replies it waits for
 * @param times the instants that it waits for
 * @param mentions the workflow variables in the term, each once
 */
record Suspended(int number, byte[] goal, List<Integer> variables, List<Instant> times, List<Integer> mentions) {

    /** Whether it waits only for another goal with which it shares variables. */
    boolean dependent() {
        return variables.isEmpty() && times.isEmpty();
    }

    void write(Out out) {
        out.varint(number)
                .bytes(goal)
                .each(variables, (o, variable) -> o.varint(variable))
                .each(times, Out::instant)
                .each(mentions, (o, variable) -> o.varint(variable));
    }

    static Suspended read(In in) {
        return new Suspended(
                in.varint32(), in.bytes(), in.each(In::varint32), in.each(In::instant), in.each(In::varint32));
    }
}
