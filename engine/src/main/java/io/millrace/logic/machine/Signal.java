package io.millrace.logic.machine;

/**
 * Thrown by a host predicate; Prolog goals cannot catch it. The nearest guard whose host takes signals receives it, or else the caller of
 * the machine. See {@link Guarded}.
 */
public final class Signal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Object payload;

    /** A signal with a payload. */
    public Signal(Object payload) {
        super("signal", null, false, false);
        this.payload = payload;
    }

    /** The payload. */
    public Object payload() {
        return payload;
    }
}
