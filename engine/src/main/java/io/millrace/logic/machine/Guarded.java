package io.millrace.logic.machine;

import io.millrace.logic.term.Term;

/**
 * The host's part in a guarded predicate, whose clauses {@code Head :- Guard : Body} are tried one after the other and
 * commit to the first whose guard succeeds.
 *
 * <p>The machine unifies a head, runs the guard once, and on success forgets the other clauses and goes on with the body
 * as with any other. A {@link Signal} raised inside a guard undoes its bindings and arrives here; then the next clause is
 * tried. When no clause is left, the host decides.
 */
@FunctionalInterface
public interface Guarded {
    /** One search through the clauses, begun for each call; the goal is as it was called. */
    Search begin(Machine machine, Term goal);

    /** One search through the clauses of a guarded predicate. */
    interface Search {
        /** A guard raised a signal; its bindings are undone. */
        void blocked(Machine machine, Object payload);

        /**
         * No guard succeeded. Returns whether the call still succeeds, as a suspended call does; may throw a {@link Signal}, which goes to
         * the guard around this call.
         */
        boolean exhausted(Machine machine, Term goal);
    }
}
