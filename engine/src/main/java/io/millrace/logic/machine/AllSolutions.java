package io.millrace.logic.machine;

import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** {@code findall/3,4}: a choice point below the goal collects its solutions and takes over when they are exhausted. */
final class AllSolutions {
    private static final long REFERENCE_BYTES = 8;

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
        machine.cont = new Frame(Meta.NO_VARIABLES, new Collect(template, collected), machine.cont, machine.cut);
        return Meta.call(machine, goal);
    }

    @SuppressWarnings("ReferenceEquality") // a term that is its own copy was not copied
    private static final class Collect extends Goal.Step {
        private final Term template;
        private final Collected collected;

        Collect(Term template, Collected collected) {
            this.template = template;
            this.collected = collected;
        }

        @Override
        Goal step(Machine machine) {
            machine.meter.cells(1);
            Term copy = machine.copy(template);
            collected.found.add(copy);
            if (copy instanceof Struct && copy != Var.deref(template)) {
                // Nobody else holds a part of it, and what it takes was announced since the registers were written back.
                collected.bytes += machine.meter.fresh;
            } else {
                collected.shared.add(copy);
            }
            return Goal.FAILURE;
        }
    }

    private static final class Collected extends Choice {
        final List<Term> found = new ArrayList<>();

        /** The solutions that are no copies, because no variable occurs in them; others may hold them, too. */
        final List<Term> shared = new ArrayList<>(0);

        /** What the other solutions take. */
        long bytes;
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
            shared.forEach(visitor);
        }

        @Override
        long heldBytes() {
            return bytes + found.size() * REFERENCE_BYTES;
        }

        @Override
        Goal resume(Machine machine) {
            machine.meter.cells(found.size());
            return machine.unify(result, Lists.of(found, tail)) ? Goal.RETURN : Goal.FAILURE;
        }
    }
}
