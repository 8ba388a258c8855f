package io.millrace.prolog;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The clauses of a program as section 2.4 reads them, and its query. */
final class LiteralProgram {
    record Clause(Term head, Term guard, Term body) {}

    private static final Operators OPERATORS = Operators.iso().with(1150, Operators.Type.XFX, ":");
    private static final Term TRUE = Atom.of("true");

    final Map<String, List<Clause>> predicates = new LinkedHashMap<>();
    Term query = TRUE;

    static LiteralProgram read(String text) {
        LiteralProgram program = new LiteralProgram();
        Reader reader = new Reader(Source.of("literal", text), OPERATORS, Flags.iso());
        for (Read read = reader.next(); read != null; read = reader.next()) {
            program.add(read.term());
        }
        return program;
    }

    static Term term(String text) {
        Read read = new Reader(Source.of("term", text + " ."), OPERATORS, Flags.iso()).next();
        if (read == null) {
            throw new IllegalArgumentException(text);
        }
        return read.term();
    }

    private void add(Term read) {
        if (LiteralTerms.is(read, ":-", 1)) {
            query = LiteralTerms.arg(read, 0);
            return;
        }
        boolean rule = LiteralTerms.is(read, ":-", 2);
        Term head = rule ? LiteralTerms.arg(read, 0) : read;
        Term right = rule ? LiteralTerms.arg(read, 1) : TRUE;
        boolean guarded = LiteralTerms.is(right, ":", 2);
        predicates
                .computeIfAbsent(key(head), key -> new ArrayList<>())
                .add(new Clause(
                        head,
                        guarded ? LiteralTerms.arg(right, 0) : TRUE,
                        guarded ? LiteralTerms.arg(right, 1) : right));
    }

    List<Clause> clauses(Term goal) {
        return predicates.getOrDefault(key(goal), List.of());
    }

    /** "A predicate defined by clauses at least one of which has a non-empty guard." */
    boolean isSuspendable(Term goal) {
        return clauses(goal).stream().anyMatch(clause -> !clause.guard().equals(TRUE));
    }

    private static String key(Term goal) {
        return LiteralTerms.name(goal) + "/" + LiteralTerms.arity(goal);
    }
}
