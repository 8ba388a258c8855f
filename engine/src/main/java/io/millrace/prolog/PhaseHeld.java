package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A phase that could not be: it raised an error, or an earlier one did. The query is as it was; what began the phase is kept
 * until an operator retries it.
 *
 * @param again whether it is the first of what is kept already, retried
 * @param raised what went wrong, or null if the query waits because of an earlier error
 */
record PhaseHeld(Held held, boolean again, @Nullable Raised raised) implements PrologEvent {
    static final int TAG = OTHER;

    /**
     * An error, and what the phase had done before: all of that is undone.
     *
     * @param code the name of the error
     * @param goal the goal that raised it
     * @param message the problem, for people
     * @param woken the goals that it ran
     * @param created how many workflow variables it made
     * @param sent the messages that it wanted to send; their work items do not exist
     * @param output what the program wrote
     */
    record Raised(
            String code,
            String goal,
            String message,
            List<Integer> woken,
            int created,
            List<PhaseEnded.Sent> sent,
            String output) {

        private void write(Out out) {
            out.text(code)
                    .text(goal)
                    .text(message)
                    .each(woken, (o, number) -> o.varint(number))
                    .varint(created)
                    .each(sent, (o, one) -> o.varint(one.variable()).bytes(one.to()).bytes(one.content()))
                    .text(output);
        }

        private static Raised read(In in) {
            return new Raised(
                    in.text(),
                    in.text(),
                    in.text(),
                    in.each(In::varint32),
                    in.varint32(),
                    in.each(each -> new PhaseEnded.Sent(each.varint32(), 0, each.bytes(), each.bytes(), false, null)),
                    in.text());
        }
    }

    @Override
    public String kind() {
        return "PhaseHeld";
    }

    @Override
    public void write(Out out) {
        out.u8(TAG).bool(again).bool(raised != null);
        held.write(out);
        if (raised != null) {
            raised.write(out);
        }
    }

    static PhaseHeld read(In in) {
        boolean again = in.bool();
        boolean error = in.bool();
        Held held = Held.read(in);
        return new PhaseHeld(held, again, error ? Raised.read(in) : null);
    }

    @Override
    public Data detail() {
        Data detail = held.detail();
        if (raised == null) {
            return detail.with("status", "held");
        }
        detail = detail.with("status", "error")
                .with("code", raised.code())
                .with("goal", raised.goal())
                .with("problem", raised.message())
                .with("woken", raised.woken())
                .with("created", raised.created())
                .with("undone", raised.sent().stream().map(PhaseEnded::shown).toList());
        return raised.output().isEmpty() ? detail : detail.with("output", raised.output());
    }

    @Override
    public String sentence() {
        return raised == null
                ? "The query waits for its incident to be resolved."
                : "A phase raises an error at " + raised.goal() + " and changes nothing; the case waits for an operator.";
    }
}
