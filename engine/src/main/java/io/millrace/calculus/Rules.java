package io.millrace.calculus;

import io.millrace.logic.machine.ProgramBuilder;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rules of an application over its history: {@code initiates(Event, Fluent)} and {@code terminates(Event, Fluent)} clauses, which define
 * fluents, and any other clauses, which define named questions. Immutable.
 */
public final class Rules {
    private final String name;
    private final List<Clause> clauses;

    private record Clause(Term term, int line) {}

    private Rules(String name, List<Clause> clauses) {
        this.name = name;
        this.clauses = clauses;
    }

    /**
     * Reads rules.
     *
     * @param name of the file, for errors
     * @throws RefusedException if they are invalid
     */
    public static Rules read(String name, String text) {
        Source source = Source.of(Argument.named(name, "name"), GoalText.read(Argument.given(text, "text")));
        List<SyntaxError> errors = new ArrayList<>();
        List<Clause> clauses = new ArrayList<>();
        for (Read read : new Reader(source, Operators.iso(), Flags.iso()).all(errors)) {
            clauses.add(new Clause(read.term().deref(), source.line(read.start())));
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(Code.RULES_UNREADABLE.with(name, String.valueOf(errors.getFirst().getMessage())));
        }
        Rules rules = new Rules(name, clauses);
        rules.check();
        return rules;
    }

    /** The name of the file. */
    public String name() {
        return name;
    }

    /** Puts them into a program once, so that what no program may have is found now. */
    private void check() {
        for (Clause clause : clauses) {
            if (clause.term() instanceof Struct directive && directive.is(":-", 1)) {
                checkDirective(clause, directive.arg(0).deref());
                continue;
            }
            Term head = head(clause.term());
            if (!isCallable(head)) {
                throw wrong(clause, "it does not begin with a name");
            }
            if (head instanceof Struct grammar && grammar.is("-->", 2)) {
                throw wrong(clause, "rules have no grammars");
            }
            if (isCause(head) && !isCallable(((Struct) head).arg(1).deref())) {
                throw wrong(clause, "it does not name a fluent");
            }
            String fluent = isCause(head) ? indicator(((Struct) head).arg(1).deref()) : "";
            if (Fluents.isBuiltIn(fluent)) {
                throw wrong(clause, fluent + " is a fluent of the history itself; give yours another name");
            }
            if (!isCause(head) && Questions.Prelude.PROGRAM.defines(nameOf(head), arity(head))) {
                throw wrong(clause, indicator(head) + " is defined already; give yours another name");
            }
        }
        try {
            addTo(Questions.Prelude.builder()).build();
        } catch (PrologError e) {
            throw new RefusedException(Code.RULES_UNREADABLE.with(name, String.valueOf(e.getMessage())), e);
        }
    }

    /** Rules are read, not run: a directive that would do something is refused rather than ignored. */
    private void checkDirective(Clause clause, Term directive) {
        if (!Set.of("language/1", "discontiguous/1").contains(indicator(directive))) {
            throw wrong(clause, "rules have no directive " + indicator(directive));
        }
    }

    private static boolean isCallable(Term term) {
        return term instanceof Atom || term instanceof Struct && Lists.elements(term) == null;
    }

    private RefusedException wrong(Clause clause, String why) {
        return new RefusedException(Code.BAD_RULE.with(name, clause.line(), why));
    }

    ProgramBuilder addTo(ProgramBuilder builder) {
        Set<String> ruled = new LinkedHashSet<>();
        for (Clause clause : clauses) {
            Term term = clause.term();
            if (term instanceof Struct directive && directive.is(":-", 1)) {
                continue;
            }
            Term head = head(term);
            if (!isCause(head)) {
                builder.clause(term, name, clause.line());
                continue;
            }
            Struct cause = (Struct) head;
            Struct renamed = Struct.of("$" + cause.name().name(), cause.arg(0), cause.arg(1));
            builder.clause(
                    term instanceof Struct rule && rule.is(":-", 2) ? Struct.of(":-", renamed, rule.arg(1)) : renamed, name, clause.line());
            Term fluent = cause.arg(1).deref();
            if (cause.is("initiates", 2) && ruled.add(indicator(fluent))) {
                builder.clause(Struct.of("$ruled", general(fluent)), name, clause.line());
            }
        }
        return builder;
    }

    private static Term head(Term term) {
        return term instanceof Struct rule && rule.is(":-", 2) ? rule.arg(0).deref() : term;
    }

    private static boolean isCause(Term head) {
        return head instanceof Struct struct && (struct.is("initiates", 2) || struct.is("terminates", 2));
    }

    private static Term general(Term fluent) {
        if (!(fluent instanceof Struct struct)) {
            return fluent;
        }
        Term[] arguments = new Term[struct.arity()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = new Var();
        }
        return Struct.of(struct.name(), arguments);
    }

    private static String indicator(Term term) {
        return nameOf(term) + "/" + arity(term);
    }

    private static String nameOf(Term term) {
        return term instanceof Struct struct ? struct.name().name() : term instanceof Atom atom ? atom.name() : "";
    }

    private static int arity(Term term) {
        return term instanceof Struct struct ? struct.arity() : 0;
    }
}
