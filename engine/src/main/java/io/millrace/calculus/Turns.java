package io.millrace.calculus;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The events of one turn of one owner, as a row. */
final class Turns {
    /**
     * An event at its place in the turn.
     *
     * @param item the number of the work item that it changes, or 0
     */
    record Told(int place, int item, Said event) {}

    /**
     * A turn as it was read.
     *
     * @param recorded when it was told
     */
    record Turn(long recorded, List<Told> events) {}

    private static final Form<Function<In, Turn>> FORM = Form.first("the events of a turn", Turns::readFirst);

    private Turns() {}

    static byte[] write(long recorded, List<Told> events) {
        Out out = FORM.begin(new Out(16 + 24 * events.size())).zigzag(recorded).varint(events.size());
        events.forEach(told -> told.event().write(out.varint(told.place()).varint(told.item())));
        return out.toBytes();
    }

    static Turn read(byte[] value) {
        In in = new In(value);
        return FORM.reader(in).apply(in);
    }

    private static Turn readFirst(In in) {
        long recorded = in.zigzag();
        int count = in.count();
        List<Told> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            events.add(new Told(in.varint32(), in.varint32(), Said.read(in)));
        }
        return new Turn(recorded, events);
    }
}
