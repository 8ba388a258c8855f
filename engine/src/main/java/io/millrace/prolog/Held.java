package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that has happened to a query and to which it has not reacted yet, because its phase raised an error or because
 * an earlier one did.
 *
 * @param at when it happened: the time of a reply that is kept
 * @param work the message that was answered, or 0
 * @param reply its answer
 * @param due the instant that has come, or null
 * @param query the goal with which the case starts, or null
 */
record Held(
        PhaseEnded.Cause cause,
        Instant at,
        int work,
        byte @Nullable [] reply,
        @Nullable Instant due,
        byte @Nullable [] query) {

    static Held initial(Instant at, byte[] query) {
        return new Held(PhaseEnded.Cause.INITIAL, at, 0, null, null, query);
    }

    static Held reply(Instant at, int work, byte[] reply) {
        return new Held(PhaseEnded.Cause.REPLY, at, work, reply, null, null);
    }

    static Held time(Instant at, Instant due) {
        return new Held(PhaseEnded.Cause.TIME, at, 0, null, due, null);
    }

    static Held migrated(Instant at) {
        return new Held(PhaseEnded.Cause.MIGRATED, at, 0, null, null, null);
    }

    void write(Out out) {
        out.u8(cause.tag()).instant(at).varint(work).bytesOrNull(reply).instantOrNull(due).bytesOrNull(query);
    }

    static Held read(In in) {
        return new Held(
                PhaseEnded.Cause.read(in.u8(), in),
                in.instant(),
                in.varint32(),
                in.bytesOrNull(),
                in.instantOrNull(),
                in.bytesOrNull());
    }

    /** As people read it. */
    Data detail() {
        Data detail = Data.fields("phase", cause.name().toLowerCase(Locale.ROOT), "time", ShownTerms.time(at));
        detail = reply == null ? detail : detail.with("message", work).with("content", ShownTerms.term(reply));
        return due == null ? detail : detail.with("due", ShownTerms.time(due));
    }
}
