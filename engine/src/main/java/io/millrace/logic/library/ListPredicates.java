package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lists as built-ins: length and sorting. */
final class ListPredicates {
    private static final int COMPARISONS_PER_STEP = 1;
    private static final int CELLS_PER_STEP = 8;

    private ListPredicates() {}

    static void register(Library.Builder library) {
        library.nonDet("length", 2, ListPredicates::length);
        library.pure("msort", 2, (machine, args) -> machine.unify(args[1], Lists.of(sorted(machine, args[0], machine::compare))));
        library.pure("sort", 2, (machine, args) -> {
            Arguments.partialList(args[1], machine.meter());
            return machine.unify(args[1], Lists.of(distinct(sorted(machine, args[0], machine::compare), machine::compare)));
        });
        library.pure("sort", 4, ListPredicates::sort);
        library.pure("keysort", 2, (machine, args) -> {
            List<Term> pairs = Arguments.list(args[0], machine.meter());
            for (Term pair : pairs) {
                pair(pair);
            }
            partialPairs(args[1], machine.meter());
            sorting(machine, pairs.size());
            pairs.sort(Comparator.comparing(ListPredicates::pair, machine::compare));
            return machine.unify(args[1], Lists.of(pairs));
        });
    }

    private static Term pair(Term term) {
        if (term instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(term instanceof Struct pair) || !pair.is("-", 2)) {
            throw Errors.type("pair", term);
        }
        return pair.first();
    }

    private static void partialPairs(Term term, Meter meter) {
        Arguments.partialList(term, meter);
        Term at = term.deref();
        while (at instanceof Struct cell) {
            Term element = cell.first().deref();
            if (!(element instanceof Var)) {
                pair(element);
            }
            at = cell.second().deref();
        }
    }

    private static List<Term> sorted(Machine machine, Term list, Comparator<Term> order) {
        List<Term> elements = Arguments.list(list, machine.meter());
        sorting(machine, elements.size());
        elements.sort(order);
        return elements;
    }

    /** Announces a sort: the comparisons besides what each costs for long elements, and the list that it gives. */
    private static void sorting(Machine machine, int size) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size);
        machine.meter().work((long) size * rounds / COMPARISONS_PER_STEP);
        machine.meter().cells(size);
    }

    private static List<Term> distinct(List<Term> sorted, Comparator<Term> order) {
        List<Term> kept = new ArrayList<>(sorted.size());
        for (Term element : sorted) {
            if (kept.isEmpty() || order.compare(kept.get(kept.size() - 1), element) != 0) {
                kept.add(element);
            }
        }
        return kept;
    }

    /** {@code sort(Key, Order, List, Sorted)}. */
    private static boolean sort(Machine machine, Term[] args) {
        Term key = Arguments.integer(args[0]);
        if (Numbers.big(key).signum() < 0) {
            throw Errors.type("not_less_than_zero", key);
        }
        int place = Arguments.small(key);
        Comparator<Term> order = place == 0
                ? machine::compare
                : Comparator.comparing(term -> argument(term, place), machine::compare);
        Atom direction = Arguments.atom(args[1]);
        if (!List.of("@<", "@=<", "@>", "@>=").contains(direction.name())) {
            throw Errors.domain("order", direction);
        }
        Comparator<Term> directed = direction.name().startsWith("@>") ? order.reversed() : order;
        List<Term> elements = Arguments.list(args[2], machine.meter());
        for (Term element : elements) {
            if (place > 0) {
                Term unused = argument(element, place);
            }
        }
        List<Term> sorted = sorted(machine, args[2], directed);
        boolean all = direction.name().contains("=");
        return machine.unify(args[3], Lists.of(all ? sorted : distinct(sorted, directed)));
    }

    private static Term argument(Term term, int place) {
        if (term instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(term instanceof Struct struct)) {
            throw Errors.type("compound", term);
        }
        if (place > struct.functor().arity) {
            throw Errors.type("compound", term);
        }
        return struct.arg(place - 1);
    }

    private static Library.Alternatives length(Machine machine, Term[] args) {
        Term at = args[0].deref();
        long count = 0;
        while (at instanceof Struct cell && cell.functor().is(Functor.LIST)) {
            count++;
            if (count % CELLS_PER_STEP == 0) {
                machine.meter().work(1);
            }
            at = cell.second().deref();
        }
        Term length = args[1].deref();
        if (!(length instanceof Var)) {
            if (!(length instanceof Int) && !(length instanceof Big)) {
                throw Errors.type("integer", length);
            }
            if (Numbers.big(length).signum() < 0) {
                throw Errors.domain("not_less_than_zero", length);
            }
        }
        if (at.equals(Atom.NIL)) {
            return Library.Alternatives.decided(machine.unify(length, Int.of(count)));
        }
        if (!(at instanceof Var tail)) {
            throw Errors.type("list", args[0]);
        }
        if (length instanceof Var) {
            if (tail == length) {
                throw Errors.resource("finite_memory");
            }
            return new Lengths(tail, length, count);
        }
        if (!(length instanceof Int whole)) {
            throw Errors.resource("memory");
        }
        long missing = whole.value() - count;
        return Library.Alternatives.decided(missing >= 0 && machine.unify(tail, variables(machine, missing)));
    }

    private static Term variables(Machine machine, long count) {
        Term list = Atom.NIL;
        for (long i = 0; i < count; i++) {
            machine.meter().cells(1);
            list = Lists.cell(machine.fresh(), list);
        }
        return list;
    }

    /** Lists of every length from the one there is. */
    private static final class Lengths implements Library.Alternatives {
        private final Var tail;
        private final Term length;
        private final long count;
        private long added;

        Lengths(Var tail, Term length, long count) {
            this.tail = tail;
            this.length = length;
            this.count = count;
        }

        @Override
        public boolean next(Machine machine) {
            long more = added++;
            return machine.unify(tail, variables(machine, more)) && machine.unify(length, Int.of(count + more));
        }

        @Override
        public boolean more() {
            return true;
        }
    }
}
