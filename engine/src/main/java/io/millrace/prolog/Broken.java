package io.millrace.prolog;

import io.millrace.logic.term.Term;

/** A restriction was broken: the query ends with an error, which no goal can catch. */
final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1;

    final Restriction restriction;
    final transient Term goal;
    final String why;

    Broken(Restriction restriction, Term goal) {
        this(restriction, goal, "");
    }

    Broken(Restriction restriction, Term goal, String why) {
        super(restriction.word(), null, false, false);
        this.restriction = restriction;
        this.goal = goal;
        this.why = why;
    }
}
