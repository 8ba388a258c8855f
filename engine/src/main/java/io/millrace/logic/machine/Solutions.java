package io.millrace.logic.machine;

import io.millrace.logic.term.Term;

/**
 * The solutions of a query. After {@link #next} has returned true, the variables of the query are bound to the solution, until the next
 * call or {@link #close}. Queries of one machine nest like calls. Confined to the thread of the machine.
 */
public final class Solutions implements AutoCloseable {
    private enum State {
        NEW,
        OPEN,
        CLOSED
    }

    private final Machine machine;
    private final Term goal;
    private final Choice bottom;
    private final Term[] outerVars;
    private final Frame outerCont;
    private final Choice outerCut;
    private State state = State.NEW;

    Solutions(Machine machine, Term goal) {
        this.machine = machine;
        this.goal = goal;
        this.outerVars = machine.vars;
        this.outerCont = machine.cont;
        this.outerCut = machine.cut;
        this.bottom = machine.begin(goal);
    }

    /** Goes to the next solution, if there is one. */
    public boolean next() {
        if (state == State.CLOSED) {
            return false;
        }
        boolean first = state == State.NEW;
        state = State.OPEN;
        boolean found = false;
        try {
            found = machine.run(first ? new Goal.Enter(Meta.CALL, new Term[] {goal}) : Goal.FAILURE);
            return found;
        } finally {
            if (!found) {
                close(false);
            }
        }
    }

    /** Whether another solution may follow. */
    public boolean more() {
        return state != State.CLOSED && !(machine.choice instanceof Choice.Bottom);
    }

    /** Ends the query with the bindings of the current solution in place. */
    boolean keep() {
        close(true);
        return true;
    }

    private void close(boolean keep) {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            machine.end(bottom, keep);
            machine.save(outerVars, outerCont, outerCut, machine.choice);
        }
    }

    /** Ends the query; its bindings are undone. */
    @Override
    public void close() {
        close(false);
    }
}
