package io.millrace.logic;

import java.util.List;

/** A Prolog exception: the ball that {@code throw/1} or a built-in threw. */
public final class PrologError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Term term;
    private final transient List<String> stack;

    /** The exception with this ball, which must not share unbound variables with anything that will be undone. */
    public PrologError(Term term) {
        this(term, List.of());
    }

    private PrologError(Term term, List<String> stack) {
        super(null, null, false, false);
        this.term = term;
        this.stack = stack;
    }

    PrologError at(List<String> goals) {
        return new PrologError(term, goals);
    }

    /** The ball; for errors of the system {@code error(Formal, Context)}. */
    public Term term() {
        return term;
    }

    /** The goals that were running, newest first, each with its place if known; empty while it can still be caught. */
    public List<String> stack() {
        return stack;
    }

    @Override
    public String getMessage() {
        return "Uncaught: " + term + (stack.isEmpty() ? "" : "\n  " + String.join("\n  ", stack));
    }
}
