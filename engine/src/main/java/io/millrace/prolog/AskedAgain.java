package io.millrace.prolog;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;

/**
 * An operator let the participant answer again: the reply that was kept is dropped, and its message is sent once more.
 *
 * @param dropped the message whose reply is dropped
 * @param work the work item that carries the message now
 */
record AskedAgain(int dropped, int work) implements PrologEvent {
    static final int TAG = OTHER + 1;

    @Override
    public String kind() {
        return "AskedAgain";
    }

    @Override
    public void write(Out out) {
        out.u8(TAG).varint(dropped).varint(work);
    }

    static AskedAgain read(In in) {
        return new AskedAgain(in.varint32(), in.varint32());
    }

    @Override
    public Data detail() {
        return Data.fields("dropped", dropped, "message", work);
    }

    @Override
    public String sentence() {
        return "The reply to message " + dropped + " is dropped, and the message is sent again.";
    }
}
