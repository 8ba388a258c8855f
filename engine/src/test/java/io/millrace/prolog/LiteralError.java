package io.millrace.prolog;

import io.millrace.logic.term.Term;

/** An error ends the query: a restriction was broken, or Prolog itself raised one. */
final class LiteralError extends RuntimeException {
    private static final long serialVersionUID = 1;

    final String code;
    final transient Term goal;

    LiteralError(String code, Term goal) {
        super(code + " in " + goal);
        this.code = code;
        this.goal = goal;
    }
}
