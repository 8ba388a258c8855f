package io.millrace.activity;

import io.millrace.data.Data;

/** The reason why a waiting continuation is applied again. */
public sealed interface WakeUp {
    /** The work is done, or the signal arrived, with this content. */
    record Delivered(Data content) implements WakeUp {}

    /** The instant has come. */
    record Due() implements WakeUp {}

    /** A flow that this one forked has ended. */
    record FlowEnded(int child, int index) implements WakeUp {}

    /** A flow that this one forked has failed. */
    record FlowFailed(int child, int index, String reason) implements WakeUp {}

    /** The awaited value may have arrived; check again. */
    record LookAgain() implements WakeUp {}
}
