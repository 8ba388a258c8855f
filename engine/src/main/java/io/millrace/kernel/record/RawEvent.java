package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.data.SharedValues;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessEvent;
import java.util.HexFormat;

/** An event of a language as it was read from the journal, before its language has seen it. */
public record RawEvent(String kind, byte[] body, SharedValues shared) implements ProcessEvent {
    /** The event in the language's own terms. */
    public ProcessEvent in(Compiled<?> language) {
        return language.readEvent(in());
    }

    /** The bytes, with the values of the record to which they may refer. */
    public In in() {
        return new In(body).sharing(shared);
    }

    @Override
    public Data detail() {
        return Data.of(HexFormat.of().formatHex(body));
    }

    @Override
    public void write(Out out) {
        if (!shared.isEmpty()) {
            throw new IllegalStateException("The bytes of event " + kind + " refer to values of its record: read it in its language first.");
        }
        out.raw(body);
    }
}
