package io.millrace.logic.machine;

import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** {@code findall/3,4}: a choice point below the goal collects its solutions and takes over when they are exhausted. */
final class AllSolutions {
    private AllSolutions() {}

    static Goal findall(Machine machine, Term[] args) {
        Arguments.partialList(args[2], machine.meter);
        return collect(machine, args[0], args[1], args[2], Atom.NIL);
    }

    static Goal findallWithTail(Machine machine, Term[] args) {
        Arguments.partialList(args[2], machine.meter);
        return collect(machine, args[0], args[1], args[2], args[3]);
    }

    private static Goal collect(Machine machine, Term template, Term goal, Term result, Term tail) {
        Collected collected = new Collected(machine, template, result, tail);
        machine.push(collected);
        machine.cont = new Frame(Meta.NO_VARIABLES, new Collect(template, collected.found), machine.cont, machine.cut);
        return Meta.call(machine, goal);
    }

    private static final class Collect extends Goal.Step {
        private final Term template;
        private final List<Term> found;

        Collect(Term template, List<Term> found) {
            this.template = template;
            this.found = found;
        }

        @Override
        Goal step(Machine machine) {
            machine.meter.cells(1);
            found.add(machine.copy(template));
            return Goal.FAILURE;
        }
    }

    private static final class Collected extends Choice {
        final List<Term> found = new ArrayList<>();
        private final Term template;
        private final Term result;
        private final Term tail;

        Collected(Machine machine, Term template, Term result, Term tail) {
            super(OTHER, machine.choice, machine.bindings.top, machine.bindings.serial, machine.cont, true);
            this.template = template;
            this.result = result;
            this.tail = tail;
        }

        @Override
        void held(Consumer<Term> visitor) {
            visitor.accept(template);
            visitor.accept(result);
            visitor.accept(tail);
            found.forEach(visitor);
        }

        @Override
        Goal resume(Machine machine) {
            machine.meter.cells(found.size());
            return machine.unify(result, Lists.of(found, tail)) ? Goal.RETURN : Goal.FAILURE;
        }
    }
}
