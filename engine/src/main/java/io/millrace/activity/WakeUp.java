package io.millrace.activity;

import io.millrace.data.Data;

/** Why a continuation that waited is applied again. */
public sealed interface WakeUp {
    /** The work is done, or the signal came; this is what it brought. */
    record Delivered(Data content) implements WakeUp {}

    /** The instant has come. */
    record Due() implements WakeUp {}

    /** A flow that this one forked has ended. */
    record FlowEnded(int child, int index) implements WakeUp {}

    /** A flow that this one forked has failed. */
    record FlowFailed(int child, int index, String reason) implements WakeUp {}

    /** What was waited for may have come; look again. */
    record LookAgain() implements WakeUp {}
}
