package io.millrace.activity;

import io.millrace.language.TurnSignal;

/** A slot was read whose value will never be there. It fails the flow that read it. */
final class Lost extends TurnSignal {
    final String reason;

    Lost(String slot, String reason) {
        super("'" + slot + "' has no value: " + reason);
        this.reason = "'" + slot + "' has no value: " + reason;
    }
}
