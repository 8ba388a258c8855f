package io.millrace.kernel.entity;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.EventCodec;
import io.millrace.language.Happening;
import io.millrace.work.WorkCodec;
import java.util.ArrayList;
import java.util.List;

/** The binary form of a case's state, as it stands in snapshots. */
public final class CaseCodec {
    interface Reader {
        public CaseState read(CaseId id, In in, Processes processes);
    }

    static final Form<Reader> FORM = Form.<Reader>first("the snapshot of a case", (id, in, processes) -> read(id, in, processes, false))
            .next((id, in, processes) -> read(id, in, processes, true));

    private CaseCodec() {}

    public static void write(Out out, CaseState state) {
        FORM.begin(out);
        out.text(state.process).varint(state.version).u8(state.status.number());
        out.textOrNull(state.key).bool(state.unique).varint(state.parentWork);
        out.instant(state.started).instantOrNull(state.ended).data(state.outcome).textOrNull(state.incident);
        out.varint(state.lastWork).varint(state.lastChild).varint(state.lastTimer).varint(state.lastWait);
        out.varint(state.works.size());
        state.works.forEach((number, item) -> WorkCodec.write(out, item));
        out.varint(state.timers.size());
        state.timers.forEach((number, timer) -> {
            out.varint(number);
            EventCodec.writeTimer(out, timer);
        });
        out.varint(state.waits.size());
        state.waits.forEach((number, wait) ->
                out.varint(number).text(wait.signal()).text(wait.key()));
        EventCodec.writeAll(out, state.held());
        out.data(state.attributes);
        out.varint(state.lastAttempt).varint(state.attempts.size());
        state.attempts.forEach((number, attempt) -> EventCodec.writeAttempt(out, attempt));
        if (state.status.isOpen()) {
            Out language = new Out();
            state.code().write(state.language(), language);
            out.bytes(language.toBytes());
        }
    }

    public static CaseState read(CaseId id, In in, Processes processes) {
        return FORM.reader(in).read(id, in, processes);
    }

    /** @param delayed whether what the gate delays is there; the first form had none */
    private static CaseState read(CaseId id, In in, Processes processes, boolean delayed) {
        CaseState state = new CaseState(id);
        state.process = in.text();
        state.version = in.varint32();
        state.status = CaseRows.readStatus(in);
        state.key = in.textOrNull();
        state.unique = in.bool();
        state.parentWork = in.varint32();
        state.started = in.instant();
        state.ended = in.instantOrNull();
        state.outcome = in.data();
        state.incident = in.textOrNull();
        state.lastWork = in.varint32();
        state.lastChild = in.varint32();
        state.lastTimer = in.varint32();
        state.lastWait = in.varint32();
        for (int left = in.count(); left > 0; left--) {
            var item = WorkCodec.readItem(in);
            state.works.put(item.id().number(), item);
            if (item.incident() != null) {
                state.incident(item.id().number(), item.incident());
            }
        }
        for (int left = in.count(); left > 0; left--) {
            state.timers.put(in.varint32(), EventCodec.readTimer(in));
        }
        for (int left = in.count(); left > 0; left--) {
            state.waits.put(in.varint32(), new CaseState.Wait(in.text(), in.text()));
        }
        List<Happening> held = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            held.add(EventCodec.readHappening(in));
        }
        state.held(held);
        state.attributes = in.data();
        if (delayed) {
            state.lastAttempt = in.varint32();
            for (int left = in.count(); left > 0; left--) {
                state.keep(EventCodec.readAttempt(in));
            }
        }
        if (state.status.isOpen()) {
            state.bind(processes.compiled(state.process, state.version));
            state.language(state.code().read(new In(in.bytes())));
        }
        return state;
    }
}
