package io.millrace.logic.term;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Prolog exception: the ball that {@code throw/1} or a built-in threw. */
public final class PrologError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Term term;
    private final transient List<String> stack;
    private final transient @Nullable Term goal;

    /** The exception with this ball, which must not share unbound variables with anything that will be undone. */
    public PrologError(Term term) {
        this(term, List.of(), null);
    }

    private PrologError(Term term, List<String> stack, @Nullable Term goal) {
        super(null, null, false, false);
        this.term = term;
        this.stack = stack;
        this.goal = goal;
    }

    /** A copy with the goals that were running, newest first. The list is not copied. */
    public PrologError at(List<String> goals) {
        return new PrologError(term, goals, goal);
    }

    /** A copy with the goal that raised the error, or null if it is unknown. */
    public PrologError raisedBy(@Nullable Term raiser) {
        return new PrologError(term, stack, raiser);
    }

    /** The goal that raised it, as it was called, if the error was not caught and the goal is known. */
    public @Nullable Term goal() {
        return goal;
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
        return "Uncaught: " + Shown.of(term) + (stack.isEmpty() ? "" : "\n  " + String.join("\n  ", stack));
    }
}
