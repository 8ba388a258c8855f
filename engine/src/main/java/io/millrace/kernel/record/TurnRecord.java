package io.millrace.kernel.record;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.SharedValues;
import io.millrace.id.CaseId;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a turn left behind: one envelope for all its events. It is one row of the journal, so the parts of the envelope
 * are stored once, and those that are absent cost one bit.
 *
 * @param sequence the turn's number within its entity, from 1
 * @param recorded the instant of the turn
 * @param occurred when it happened outside, if earlier
 */
public record TurnRecord(
        long sequence,
        Instant recorded,
        @Nullable Instant occurred,
        @Nullable String actor,
        @Nullable String onBehalfOf,
        @Nullable String reason,
        @Nullable String requestId,
        Cause cause,
        @Nullable String trace,
        List<Entry> entries) {

    /** One event, and the case of the entity to which it belongs (null for entities that are not cases). */
    public record Entry(@Nullable CaseId caseId, Event event) {}

    interface Reader {
        public TurnRecord read(EntityId entity, long sequence, In in);
    }

    public static final Form<Reader> FORM = Form.first("a turn", TurnRecord::readFirst);

    private static final int OCCURRED = 1;
    private static final int ACTOR = 2;
    private static final int BEHALF = 4;
    private static final int REASON = 8;
    private static final int REQUEST = 16;
    private static final int TRACE = 32;
    /** A table of large values follows, to which the events refer. */
    private static final int SHARING = 64;

    /** Writes the turn; a large value that several of its events have is written once. */
    public void write(Out out) {
        int start = out.length();
        SharedValues shared = new SharedValues();
        int flags = flags();
        writeTurn(FORM.begin(out).u8(flags).sharing(shared));
        if (!shared.isEmpty()) {
            byte[] turn = out.toBytes(start + 2);
            FORM.begin(out.cut(start)).u8(flags | SHARING);
            shared.write(out);
            out.raw(turn);
        }
    }

    private int flags() {
        return (occurred != null ? OCCURRED : 0)
                | (actor != null ? ACTOR : 0)
                | (onBehalfOf != null ? BEHALF : 0)
                | (reason != null ? REASON : 0)
                | (requestId != null ? REQUEST : 0)
                | (trace != null ? TRACE : 0);
    }

    private void writeTurn(Out out) {
        cause.write(out.instant(recorded));
        if (occurred != null) {
            out.instant(occurred);
        }
        text(out, actor);
        text(out, onBehalfOf);
        text(out, reason);
        text(out, requestId);
        text(out, trace);
        out.varint(entries.size());
        CaseId last = null;
        for (Entry entry : entries) {
            // Events of one case mostly follow each other: its id is written once.
            if (entry.caseId == null || entry.caseId.equals(last)) {
                out.u8(0);
            } else if (entry.caseId.isRoot()) {
                out.u8(1);
                last = entry.caseId;
            } else {
                out.u8(2);
                WorkCodec.write(out, entry.caseId);
                last = entry.caseId;
            }
            EventCodec.writeEvent(out, entry.event);
        }
    }

    private static void text(Out out, @Nullable String text) {
        if (text != null) {
            out.text(text);
        }
    }

    public static TurnRecord read(EntityId entity, long sequence, In in) {
        return FORM.reader(in).read(entity, sequence, in);
    }

    /** The instant of a turn, without the rest of it. Every form has it in the same place. */
    public static Instant readRecorded(In in) {
        FORM.reader(in);
        if ((in.u8() & SHARING) != 0) {
            SharedValues.read(in);
        }
        return in.instant();
    }

    /** The cause of a turn, without the rest of it. Every form has it behind the instant. */
    public static Cause readCause(In in) {
        readRecorded(in);
        return Cause.read(in);
    }

    private static TurnRecord readFirst(EntityId entity, long sequence, In in) {
        int flags = in.u8();
        if ((flags & SHARING) != 0) {
            SharedValues.read(in);
        }
        Instant recorded = in.instant();
        Cause cause = Cause.read(in);
        Instant occurred = (flags & OCCURRED) != 0 ? in.instant() : null;
        String actor = (flags & ACTOR) != 0 ? in.text() : null;
        String behalf = (flags & BEHALF) != 0 ? in.text() : null;
        String reason = (flags & REASON) != 0 ? in.text() : null;
        String request = (flags & REQUEST) != 0 ? in.text() : null;
        String trace = (flags & TRACE) != 0 ? in.text() : null;
        int count = in.count();
        List<Entry> entries = new ArrayList<>(count);
        CaseId last = null;
        for (int i = 0; i < count; i++) {
            int mark = in.u8();
            if (mark == 1 && entity instanceof EntityId.OfCase root) {
                last = CaseId.root(root.root());
            } else if (mark == 2) {
                last = WorkCodec.readCaseId(in);
            }
            entries.add(new Entry(last, EventCodec.readEvent(in)));
        }
        return new TurnRecord(
                sequence, recorded, occurred, actor, behalf, reason, request, cause, trace, entries);
    }
}
