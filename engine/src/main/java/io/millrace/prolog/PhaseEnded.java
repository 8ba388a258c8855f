package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.ProcessEvent;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All that one phase of a query did. Numbers of messages are those of their work items.
 *
 * @param cause what began it
 * @param at the one instant of the phase
 * @param work the message that was answered, or 0
 * @param reply its answer
 * @param woken the goals that the phase ran; they wait no longer
 * @param created how many workflow variables were made
 * @param delayed which of them must not be sent on before some instant
 * @param sent the messages, in order
 * @param cancelled variables that nobody mentions any more and whose messages were not answered
 * @param collected the others that nobody mentions any more
 * @param suspended the goals that now wait, beside those that already did and were not woken
 * @param lastFree the last number of a free variable in a suspended goal
 * @param timersGone the instants whose timers have fired or that no goal needs any more
 * @param code the name of an error, where the query ended with one
 * @param goal the goal that failed or raised it
 * @param result what the case is to give as its result, if the phase said so
 * @param held whether it answers the first of what {@link PhaseHeld} has kept
 * @param replied when the reply came, if that was before the phase; else null
 * @param output what the program wrote
 */
record PhaseEnded(
        Cause cause,
        Instant at,
        int work,
        byte @Nullable [] reply,
        List<Integer> woken,
        int created,
        List<Delay> delayed,
        List<Sent> sent,
        List<Integer> cancelled,
        List<Integer> collected,
        List<Suspended> suspended,
        int lastFree,
        List<Instant> timersGone,
        List<TimerFor> timersSet,
        Status status,
        @Nullable String code,
        @Nullable String goal,
        byte @Nullable [] result,
        boolean held,
        @Nullable Instant replied,
        String output)
        implements PrologEvent {

    /** In the first byte of the stored form, beside the cause. The bit {@link PrologEvent#OTHER} belongs to other events. */
    private static final int CAUSE = 7;

    private static final int WITH_OUTPUT = 8;
    private static final int OF_HELD = 16;
    private static final int REPLIED_BEFORE = 32;

    /** What began a phase. */
    enum Cause {
        INITIAL(0),
        REPLY(1),
        TIME(2),
        /** The case has moved to another version of its program, under which its goals are evaluated again. */
        MIGRATED(3);

        /** Part of the stored form: it never changes. */
        private final int tag;

        Cause(int tag) {
            this.tag = tag;
        }

        int tag() {
            return tag;
        }

        static Cause read(int tag, In in) {
            return switch (tag) {
                case 0 -> INITIAL;
                case 1 -> REPLY;
                case 2 -> TIME;
                case 3 -> MIGRATED;
                default -> throw in.damaged("cause " + tag + " of a phase");
            };
        }
    }

    /** Where the query stands after it. */
    enum Status {
        RUNNING(0),
        SUCCEEDED(1),
        FAILED(2),
        ERROR(3);

        /** Part of the stored form: it never changes. */
        private final int tag;

        Status(int tag) {
            this.tag = tag;
        }

        private static Status read(In in) {
            int tag = in.u8();
            return switch (tag) {
                case 0 -> RUNNING;
                case 1 -> SUCCEEDED;
                case 2 -> FAILED;
                case 3 -> ERROR;
                default -> throw in.damaged("status " + tag + " of a query");
            };
        }
    }

    /**
     * @param asText whether the reply is the text of a term
     * @param files the files that went with the message, as a list, or null
     */
    record Sent(int variable, int work, byte[] to, byte[] content, boolean asText, byte @Nullable [] files) {}

    record Delay(int variable, Instant until) {}

    record TimerFor(Instant due, int timer) {}

    @Override
    public String kind() {
        return "PhaseEnded";
    }

    @Override
    public @Nullable String awaits(int timer, List<String> places) {
        for (TimerFor set : timersSet) {
            if (set.timer() == timer) {
                return waitingFor(set.due(), suspended);
            }
        }
        return null;
    }

    /** What waits for an instant. */
    static String waitingFor(Instant due, Collection<Suspended> suspended) {
        List<String> goals = suspended.stream()
                .filter(goal -> goal.times().contains(due))
                .map(goal -> ShownTerms.term(goal.goal()))
                .toList();
        return goals.isEmpty() ? "a message that waits to be sent" : (goals.size() == 1 ? "goal " : "goals ") + String.join(", ", goals);
    }

    @Override
    public void write(Out out) {
        boolean before = replied != null;
        out.u8(cause.tag | (output.isEmpty() ? 0 : WITH_OUTPUT) | (held ? OF_HELD : 0) | (before ? REPLIED_BEFORE : 0))
                .u8(status.tag)
                .instant(at)
                .varint(work)
                .bytesOrNull(reply)
                .each(woken, (o, goal) -> o.varint(goal))
                .varint(created)
                .each(delayed, (o, delay) -> o.varint(delay.variable()).instant(delay.until()))
                .each(sent, (o, message) ->
                        o.varint(message.variable())
                                .varint(message.work())
                                .bytes(message.to())
                                .bytes(message.content())
                                .bool(message.asText())
                                .bytesOrNull(message.files()))
                .each(cancelled, (o, variable) -> o.varint(variable))
                .each(collected, (o, variable) -> o.varint(variable))
                .each(suspended, (o, goal) -> goal.write(o))
                .varint(lastFree)
                .each(timersGone, Out::instant)
                .each(timersSet, (o, timer) -> o.instant(timer.due()).varint(timer.timer()))
                .textOrNull(code)
                .textOrNull(goal)
                .bytesOrNull(result);
        if (replied != null) {
            out.instant(replied);
        }
        if (!output.isEmpty()) {
            out.text(output);
        }
    }

    /** @param first the first byte, which has been read */
    static PhaseEnded read(int first, In in) {
        Cause cause = Cause.read(first & CAUSE, in);
        Status status = Status.read(in);
        return new PhaseEnded(
                cause,
                in.instant(),
                in.varint32(),
                in.bytesOrNull(),
                in.each(In::varint32),
                in.varint32(),
                in.each(each -> new Delay(each.varint32(), each.instant())),
                in.each(each -> new Sent(
                        each.varint32(), each.varint32(), each.bytes(), each.bytes(), each.bool(), each.bytesOrNull())),
                in.each(In::varint32),
                in.each(In::varint32),
                in.each(Suspended::read),
                in.varint32(),
                in.each(In::instant),
                in.each(each -> new TimerFor(each.instant(), each.varint32())),
                status,
                in.textOrNull(),
                in.textOrNull(),
                in.bytesOrNull(),
                (first & OF_HELD) != 0,
                (first & REPLIED_BEFORE) != 0 ? in.instant() : null,
                (first & WITH_OUTPUT) != 0 ? in.text() : "");
    }

    /** The phase as people read it: terms as texts, goals and variables by their numbers where they are known already. */
    @Override
    public Data detail() {
        Data detail = Data.fields("phase", cause.name().toLowerCase(Locale.ROOT), "time", ShownTerms.time(at));
        if (reply != null) {
            detail = detail.with("message", work).with("content", ShownTerms.term(reply));
        }
        if (replied != null) {
            detail = detail.with("replied", ShownTerms.time(replied));
        }
        return detail.with("woken", woken)
                .with("created", created)
                .with("sent", sent.stream().map(PhaseEnded::shown).toList())
                .with("cancelled", cancelled)
                .with("collected", collected)
                .with("suspended", suspended.stream().map(PhaseEnded::shown).toList())
                .with("status", status.name().toLowerCase(Locale.ROOT))
                .merge(ending());
    }

    /** The phase in one sentence, for whoever reads a plan. */
    @Override
    public String sentence() {
        return "A phase runs " + woken.size() + " waiting goals, sends " + sent.size() + " messages and leaves "
                + suspended.size() + " new goals waiting" + (goal == null ? "." : "; the query ends at " + goal + ".");
    }

    private Data ending() {
        Data ending = Data.fields();
        ending = code == null ? ending : ending.with("code", code);
        ending = goal == null ? ending : ending.with("goal", goal);
        return output.isEmpty() ? ending : ending.with("output", output);
    }

    static Data shown(Sent message) {
        return Data.fields(
                "message", message.work(),
                "variable", message.variable(),
                "to", ShownTerms.term(message.to()),
                "content", ShownTerms.term(message.content()));
    }

    private static Data shown(Suspended goal) {
        return Data.fields(
                "number", goal.number(),
                "goal", ShownTerms.term(goal.goal()),
                "variables", goal.variables(),
                "times", goal.times().stream().map(ShownTerms::time).toList());
    }
}
