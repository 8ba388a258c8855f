package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessEvent;
import java.util.HexFormat;

/** An event of a language as it was read from the journal, before its language has seen it. */
record RawEvent(String kind, byte[] body) implements ProcessEvent {
    /** The event in the language's own terms. */
    ProcessEvent in(Compiled<?> language) {
        return language.readEvent(new In(body));
    }

    @Override
    public Data detail() {
        return Data.of(HexFormat.of().formatHex(body));
    }

    @Override
    public void write(Out out) {
        out.raw(body);
    }
}
