package io.millrace.logic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists: cells {@code '.'(Head, Tail)} that end in the atom {@code []}. */
public final class Lists {
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

    /** The elements of a proper list, dereferenced; null if the term is not a proper list. */
    public static @Nullable List<Term> elements(Term list) {
        List<Term> elements = new ArrayList<>();
        Term at = list.deref();
        while (at instanceof Struct cell && isCell(cell)) {
            elements.add(cell.first.deref());
            at = cell.second.deref();
        }
        return at.equals(Atom.NIL) ? elements : null;
    }
}
