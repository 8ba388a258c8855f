package io.millrace.prolog;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.Locale;

/** What {@code :- op(Priority, Type, Names)} changes while a program is read. A directive that makes no sense changes nothing. */
final class Operating {
    private Operating() {}

    static Operators changed(Operators operators, Struct directive) {
        if (!(directive.arg(0) instanceof Int priority && directive.arg(1) instanceof Atom type)) {
            return operators;
        }
        Operators changed = operators;
        Term names = directive.arg(2);
        while (names instanceof Struct cell && cell.is(".", 2)) {
            changed = one(changed, (int) priority.value(), type, cell.arg(0));
            names = cell.arg(1);
        }
        return names.equals(Atom.NIL) ? changed : one(changed, (int) priority.value(), type, names);
    }

    private static Operators one(Operators operators, int priority, Atom type, Term name) {
        for (Operators.Type each : Operators.Type.values()) {
            boolean sensible = priority >= 0 && priority <= Operators.MAX_PRIORITY;
            if (each.name().toLowerCase(Locale.ROOT).equals(type.name()) && name instanceof Atom atom && sensible) {
                return operators.with(priority, each, atom.name());
            }
        }
        return operators;
    }
}
