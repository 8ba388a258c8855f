package io.millrace.activity;

import io.millrace.data.Data;

/** Why a continuation that waited is applied again. */
public sealed interface Happening {
    /** The work is done, or the signal came; this is what it brought. */
    record Delivered(Data content) implements Happening {}

    /** The instant has come. */
    record Due() implements Happening {}

    /** A flow that this one forked has ended. */
    record FlowEnded(int part, int index) implements Happening {}

    /** A flow that this one forked has failed. */
    record FlowFailed(int part, int index, String reason) implements Happening {}

    /** What was waited for may have come; look again. */
    record Woken() implements Happening {}
}
