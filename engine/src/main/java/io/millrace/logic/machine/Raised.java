package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import org.jspecify.annotations.Nullable;

/**
 * The goal that raised an error, as it was called. Remembered in parts while the error is on its way, because a term is
 * built only when nobody catches it.
 */
final class Raised {
    private @Nullable Det test;
    private @Nullable Procedure procedure;
    private Term[] values = Meta.NO_VARIABLES;
    private Goal.@Nullable Place place;

    /** A test compiled in place raised an error. */
    void by(Det raiser, Term[] vars) {
        test = raiser;
        procedure = null;
        values = vars;
        place = raiser.place;
    }

    /** A procedure raised an error when it was entered. */
    void by(Procedure raiser, Term[] args) {
        test = null;
        procedure = raiser;
        values = args;
        place = null;
    }

    void nobody() {
        test = null;
        procedure = null;
        values = Meta.NO_VARIABLES;
        place = null;
    }

    /** The clause of a test that was compiled in place; null if that is not known. */
    Goal.@Nullable Place place() {
        return place;
    }

    /** The goal, with the values that its variables have now; null if it is not known. */
    @Nullable Term goal(Machine machine) {
        Term goal = test != null ? test.goal(machine.bindings, values) : procedure != null ? called(procedure.functor) : null;
        nobody();
        return goal == null ? null : machine.copier().fresh(goal);
    }

    private Term called(Functor functor) {
        return functor.arity == 0 ? functor.name : Struct.of(functor, values);
    }
}
