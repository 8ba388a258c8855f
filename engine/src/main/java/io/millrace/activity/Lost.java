package io.millrace.activity;

/** A slot was read whose value will never be there. It fails the flow that read it. */
final class Lost extends RuntimeException {
    final String reason;

    Lost(String slot, String reason) {
        super("'" + slot + "' has no value: " + reason, null, false, false);
        this.reason = "'" + slot + "' has no value: " + reason;
    }
}
