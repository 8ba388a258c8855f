package io.millrace.kernel.record;

import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.work.WorkCodec;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Rows that are a single value: numbers in META, and pointers to cases. The first journals have them without a version. None of
 * those begins with a zero byte unless it is nothing else, so a zero byte says that a version follows.
 */
public final class Small {
    private static final Form<ToLongFunction<In>> NUMBER = Form.first("a number", In::varint);
    private static final Form<Function<In, CaseId>> POINTER = Form.first("a pointer to a case", WorkCodec::readCaseId);

    private Small() {}

    public static byte[] number(long value) {
        return NUMBER.begin(new Out(8).u8(0)).varint(value).toBytes();
    }

    public static long number(byte[] row) {
        In in = new In(row);
        return isVersioned(row) ? NUMBER.reader(marked(in)).applyAsLong(in) : in.varint();
    }

    public static byte[] pointer(CaseId id) {
        Out out = POINTER.begin(new Out(16).u8(0));
        WorkCodec.write(out, id);
        return out.toBytes();
    }

    public static CaseId pointer(byte[] row) {
        In in = new In(row);
        return isVersioned(row) ? POINTER.reader(marked(in)).apply(in) : WorkCodec.readCaseId(in);
    }

    private static boolean isVersioned(byte[] row) {
        return row.length > 1 && row[0] == 0;
    }

    private static In marked(In in) {
        in.u8();
        return in;
    }
}
