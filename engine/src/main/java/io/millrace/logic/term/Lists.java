package io.millrace.logic.term;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists: cells {@code '.'(Head, Tail)} that end in the atom {@code []}. */
public final class Lists {
    /** An element in a list of Java. */
    private static final int ELEMENT_BYTES = 8;

    /** So many cells are walked over in about the time of a step. */
    private static final int CELLS_PER_STEP = 8;

    private Lists() {}

    /** The list of these elements. */
    public static Term of(Term... elements) {
        return of(List.of(elements));
    }

    /** The list of these elements. */
    public static Term of(List<? extends Term> elements) {
        return of(elements, Atom.NIL);
    }

    /** The elements followed by {@code tail}. */
    public static Term of(List<? extends Term> elements, Term tail) {
        Term list = tail;
        for (int i = elements.size() - 1; i >= 0; i--) {
            list = cell(elements.get(i), list);
        }
        return list;
    }

    /** {@code [head|tail]}. */
    public static Struct cell(Term head, Term tail) {
        return new Struct(Functor.LIST, head, tail);
    }

    /** Whether the term, which must be dereferenced, is a list cell. */
    public static boolean isCell(Term term) {
        return term instanceof Struct struct && struct.functor.is(Functor.LIST);
    }

    /**
     * What a list ends in: {@code []} for a proper list, a variable for a partial one. A list that leads back into itself
     * ends in one of its own cells. (Brent's way of finding a cycle: the hare is compared with a cell that it left behind,
     * after twice as many steps each time.)
     */
    @SuppressWarnings("ReferenceEquality") // a cycle leads to the same cell
    public static Term end(Term list) {
        Term hare = list.deref();
        Term tortoise = hare;
        long steps = 0;
        long limit = 64;
        while (hare instanceof Struct cell && cell.functor.is(Functor.LIST)) {
            hare = cell.second.deref();
            if (hare == tortoise) {
                return hare;
            }
            if (++steps == limit) {
                tortoise = hare;
                limit *= 2;
            }
        }
        return hare;
    }

    /** {@link #elements(Term)} for a run, which accounts for the length of the list. */
    public static @Nullable List<Term> elements(Term list, Meter meter) {
        long length = cells(list, meter);
        meter.bytes(length * ELEMENT_BYTES);
        return elements(list);
    }

    /** How many cells a list has, until it ends or leads back into itself; each is announced. */
    @SuppressWarnings("ReferenceEquality") // a cycle leads to the same cell
    public static long cells(Term list, Meter meter) {
        Term hare = list.deref();
        Term tortoise = hare;
        long steps = 0;
        long limit = 64;
        while (hare instanceof Struct cell && cell.functor.is(Functor.LIST)) {
            hare = cell.second.deref();
            steps++;
            if (hare == tortoise) {
                break;
            }
            if (steps == limit) {
                meter.work(steps / CELLS_PER_STEP);
                tortoise = hare;
                limit *= 2;
            }
        }
        meter.work(steps / CELLS_PER_STEP);
        return steps;
    }

    /** The elements of a proper list, dereferenced; null if the term is not a proper list. */
    public static @Nullable List<Term> elements(Term list) {
        if (!end(list).equals(Atom.NIL)) {
            return null;
        }
        List<Term> elements = new ArrayList<>();
        Term at = list.deref();
        while (at instanceof Struct cell) {
            elements.add(cell.first.deref());
            at = cell.second.deref();
        }
        return elements;
    }
}
