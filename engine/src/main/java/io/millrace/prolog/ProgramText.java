package io.millrace.prolog;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Grammar;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program as it was read: clauses taken apart into head, guard and body, the query, and what its directives say. A colon
 * binds looser than comma, semicolon and arrow, and tighter than the neck.
 */
final class ProgramText {
    /** A colon parts guard and body. */
    static final Operators OPERATORS = Operators.iso().with(1150, Operators.Type.XFX, ":");

    static final Flags FLAGS = Flags.iso();
    static final Atom TRUE = Atom.TRUE;

    /** Directives that are not queries; Prolog itself sees to them. */
    private static final Set<String> OF_PROLOG = Set.of(
            "dynamic/1", "discontiguous/1", "multifile/1", "op/3", "set_prolog_flag/2", "initialization/1",
            "ensure_loaded/1", "use_module/1", "use_module/2", "module/2", "char_conversion/2", "style_check/1");

    /** A clause; one without a guard has the guard {@code true}. */
    record Clause(Term head, Term guard, Term body, Read read) {
        String key() {
            return ProgramText.key(head);
        }

        boolean guarded() {
            return !guard.equals(TRUE);
        }
    }

    private final Source source;
    private final List<Clause> clauses = new ArrayList<>();
    private final List<Read> queries = new ArrayList<>();
    private final List<Read> others = new ArrayList<>();
    private final Set<String> suspendable = new HashSet<>();
    private final Set<String> defined = new HashSet<>();
    private final Set<String> discontiguous = new HashSet<>();
    private boolean unknownFails;
    private boolean nonGround;
    private @Nullable String language;

    private ProgramText(Source source) {
        this.source = source;
    }

    /** Reads a program; everything that is not Prolog is said at once. */
    static ProgramText read(String name, String text) {
        ProgramText program = new ProgramText(Source.of(name, text));
        List<SyntaxError> errors = new ArrayList<>();
        Reader reader = new Reader(program.source, OPERATORS, FLAGS);
        boolean more = true;
        while (more) {
            try {
                Read read = reader.next();
                more = read != null;
                if (read != null) {
                    program.add(read, reader);
                }
            } catch (SyntaxError e) {
                errors.add(e);
            }
        }
        if (!errors.isEmpty()) {
            List<String> messages = errors.stream().map(SyntaxError::getMessage).toList();
            throw new RefusedException(Code.SYNTAX.with(String.join("\n", messages)));
        }
        return program;
    }

    private void add(Read read, Reader reader) {
        Term term = read.term();
        if (term instanceof Struct directive && directive.is(":-", 1)) {
            directive(directive.arg(0), read, reader);
            return;
        }
        if (term instanceof Struct grammar && Grammar.isRule(term)) {
            term = Grammar.clause(grammar, Var::new);
        }
        boolean rule = term instanceof Struct struct && struct.is(":-", 2);
        Term head = rule ? ((Struct) term).arg(0) : term;
        Term right = rule ? ((Struct) term).arg(1) : TRUE;
        if (right instanceof Struct parts && parts.is(":", 2)) {
            add(new Clause(head, parts.arg(0), parts.arg(1), read));
        } else {
            add(new Clause(head, TRUE, right, read));
        }
    }

    private void add(Clause clause) {
        clauses.add(clause);
        defined.add(clause.key());
        if (clause.guarded()) {
            suspendable.add(clause.key());
        }
    }

    private void directive(Term goal, Read read, Reader reader) {
        if (goal instanceof Struct struct && struct.is("flag", 2) && struct.arg(0).equals(Atom.of("nonground"))) {
            nonGround = struct.arg(1).equals(Atom.TRUE);
        } else if (goal instanceof Struct struct && struct.is("language", 1)) {
            language = Destination.plain(struct.arg(0));
        } else if (OF_PROLOG.contains(key(goal))) {
            others.add(read);
            if (goal instanceof Struct struct && struct.is("op", 3)) {
                reader.operators(Operating.changed(reader.operators(), struct));
            }
            declare(goal);
        } else {
            queries.add(read);
        }
    }

    /** A dynamic predicate is there even before its first clause. */
    private void declare(Term goal) {
        if (goal instanceof Struct struct && struct.is("dynamic", 1)) {
            declared(struct.arg(0), defined);
        } else if (goal instanceof Struct struct && struct.is("discontiguous", 1)) {
            declared(struct.arg(0), discontiguous);
        } else if (goal instanceof Struct struct && struct.is("set_prolog_flag", 2) && struct.arg(0).equals(Atom.of("unknown"))) {
            unknownFails = !struct.arg(1).equals(Atom.of("error"));
        }
    }

    private static void declared(Term indicators, Set<String> into) {
        if (indicators instanceof Struct struct && (struct.is(",", 2) || struct.is(".", 2))) {
            declared(struct.arg(0), into);
            declared(struct.arg(1), into);
        } else if (indicators instanceof Struct struct && struct.is("/", 2)) {
            into.add(Destination.plain(struct.arg(0)) + "/" + struct.arg(1));
        }
    }

    /** Whether it has a guard, or sends a message somewhere. */
    boolean isWorkflow() {
        return clauses.stream().anyMatch(clause -> clause.read().term() instanceof Struct rule
                        && rule.is(":-", 2)
                        && rule.arg(1) instanceof Struct right
                        && (right.is(":", 2) || sends(right)))
                || queries.stream().anyMatch(query -> sends(query.term()));
    }

    private static boolean sends(Term goal) {
        return TermParts.any(goal, part -> part instanceof Struct struct && struct.is("rpc", 3));
    }

    Source source() {
        return source;
    }

    List<Clause> clauses() {
        return clauses;
    }

    /** The first directive that is a query. */
    @Nullable
    Read query() {
        return queries.isEmpty() ? null : queries.getFirst();
    }

    List<Read> queries() {
        return queries;
    }

    /** Directives of Prolog itself, in order. */
    List<Read> others() {
        return others;
    }

    /** What {@code :- language(…)} says, or null. */
    @Nullable
    String language() {
        return language;
    }

    /** Whether a suspendable goal outside a guard may have variables. */
    boolean nonGround() {
        return nonGround;
    }

    /** Whether at least one clause of a user's predicate has a real guard. */
    boolean suspendable(String key) {
        return suspendable.contains(key);
    }

    Set<String> suspendable() {
        return suspendable;
    }

    /** Predicates whose clauses may stand in several places. */
    Set<String> discontiguous() {
        return discontiguous;
    }

    /** Whether a call of a predicate that is not there fails, by a flag of the program. */
    boolean unknownFails() {
        return unknownFails;
    }

    boolean defines(String key) {
        return defined.contains(key);
    }

    /** Name and arity: {@code check/4}. */
    static String key(Term goal) {
        return switch (goal.deref()) {
            case Struct struct -> struct.name().name() + "/" + struct.arity();
            case Atom atom -> atom.name() + "/0";
            case Term other -> "";
        };
    }
}
