package io.millrace.logic.machine;

/**
 * Something that a host predicate raises and no Prolog goal can intercept: it goes to the nearest guard whose host takes
 * signals, or out of the machine. See {@link Guarded}.
 */
public final class Signal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Object payload;

    /** A signal that carries {@code payload} to whoever takes it. */
    public Signal(Object payload) {
        super("signal", null, false, false);
        this.payload = payload;
    }

    /** What the host predicate raised. */
    public Object payload() {
        return payload;
    }
}
