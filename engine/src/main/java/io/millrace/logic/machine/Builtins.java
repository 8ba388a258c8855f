package io.millrace.logic.machine;

import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.function.Consumer;

/** How the machine runs a predicate that is not made of clauses. */
final class Builtins {
    private Builtins() {}

    static Goal invoke(Machine machine, Library.Entry entry, Term[] args) {
        return switch (entry.function()) {
            case Library.Det det -> det.call(machine, dereferenced(entry, args)) ? Goal.RETURN : Goal.FAILURE;
            case Library.Control control -> control.invoke(machine, args);
            case Library.NonDet nonDet -> first(machine, nonDet.call(machine, dereferenced(entry, args)));
            default -> throw new IllegalStateException("a predicate is one of the three kinds");
        };
    }

    private static Term[] dereferenced(Library.Entry entry, Term[] args) {
        Term[] values = new Term[entry.functor().arity];
        for (int i = 0; i < values.length; i++) {
            values[i] = Var.deref(args[i]);
        }
        return values;
    }

    /** Goes to the first solution of a call that may have several. */
    static Goal first(Machine machine, Library.Alternatives alternatives) {
        return new Redo(machine, alternatives).attempt(machine);
    }

    /** A call that may have more solutions. */
    private static final class Redo extends Choice {
        private final Library.Alternatives alternatives;

        Redo(Machine machine, Library.Alternatives alternatives) {
            super(OTHER, machine.choice, machine.bindings.top, machine.bindings.serial, machine.cont, true);
            this.alternatives = alternatives;
        }

        Goal attempt(Machine machine) {
            machine.push(this);
            while (!alternatives.next(machine)) {
                machine.bindings.undo(trailTop);
                machine.meter.work(1);
                if (!alternatives.more()) {
                    machine.pop();
                    return Goal.FAILURE;
                }
            }
            if (!alternatives.more()) {
                machine.pop();
            }
            return Goal.RETURN;
        }

        @Override
        void held(Consumer<Term> visitor) {
            visitor.accept(alternatives.held());
        }

        @Override
        Goal resume(Machine machine) {
            return attempt(machine);
        }
    }
}
