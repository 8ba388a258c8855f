package io.millrace.logic.machine;

import io.millrace.logic.term.Term;

/**
 * A continuation: the goals of a clause body that remain after a call, with the variables and the cut barrier of that
 * body. Immutable, so choice points share frames freely. A last call makes none, which is last-call optimisation.
 */
final class Frame {
    static final Frame END = new Frame();

    final Term[] vars;
    final Goal next;
    final Frame parent;
    final Choice cut;

    /** The last measurement of {@link Footprint} that has counted it; of no meaning to anything else. */
    int measured;

    Frame(Term[] vars, Goal next, Frame parent, Choice cut) {
        this.vars = vars;
        this.next = next;
        this.parent = parent;
        this.cut = cut;
    }

    /** The end of all continuations, which is its own parent. */
    private Frame() {
        this.vars = Meta.NO_VARIABLES;
        this.next = Goal.DONE;
        this.parent = this;
        this.cut = new Choice.Bottom(null, 0, 1);
    }
}
