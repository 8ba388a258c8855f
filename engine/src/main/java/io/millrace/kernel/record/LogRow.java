package io.millrace.kernel.record;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.time.Instant;
import java.util.function.Function;

/** A row of the log: the instant of a commit, and the turns of one shard that it wrote. */
public final class LogRow {
    static final Form<Function<In, Instant>> FORM = Form.first("a row of the log", In::instant);

    private LogRow() {}

    public static Out begin(Instant at) {
        return FORM.begin(new Out(64)).instant(at);
    }

    public static void add(Out row, EntityId entity, long sequence) {
        EventCodec.writeEntity(row, entity);
        row.varint(sequence);
    }

    /** Reads what stands before the turns: the instant of the commit. */
    public static Instant readInstant(In in) {
        return FORM.reader(in).apply(in);
    }
}
