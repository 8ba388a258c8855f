package io.millrace.logic.read;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Grammar rules to clauses: {@code Head --> Body} becomes a clause with two more arguments, the list before and the list
 * after what the head stands for. Terminals are unified by goals and never in the head, so that a cut or a goal in braces
 * before them is not overtaken.
 */
public final class Grammar {
    private static final Atom COMMA = Atom.of(",");
    private static final Atom OR = Atom.of(";");
    private static final Atom EQUAL = Atom.of("=");
    private static final Atom NOT = Atom.of("\\+");
    private static final Atom TRUE = Atom.TRUE;

    /** A part of a body that is still to be translated, and where the goal goes. */
    private record Task(Term body, Term before, Term after, Struct target, int place) {}

    private final Supplier<Var> fresh;
    private final @Nullable Meter meter;
    private final Deque<Task> tasks = new ArrayDeque<>();

    private Grammar(Supplier<Var> fresh, @Nullable Meter meter) {
        this.fresh = fresh;
        this.meter = meter;
    }

    /** Whether the term is a grammar rule. */
    public static boolean isRule(Term term) {
        return term.deref() instanceof Struct struct && struct.is("-->", 2);
    }

    /** The clause that a grammar rule stands for. Throws the errors of {@code dcg_translate_rule/2}. */
    public static Term clause(Struct rule, Supplier<Var> fresh) {
        return clause(rule, fresh, null);
    }

    /**
     * The clause that a grammar rule stands for. The meter counts every part of the rule and can stop the translation; null sets no limit.
     */
    public static Term clause(Struct rule, Supplier<Var> fresh, @Nullable Meter meter) {
        return new Grammar(fresh, meter).rule(rule);
    }

    /** The goal that {@code phrase(Body, Before, After)} runs. */
    public static Term goal(Term body, Term before, Term after, Supplier<Var> fresh, Meter meter) {
        return new Grammar(fresh, meter).translated(body, before, after);
    }

    private Term rule(Struct rule) {
        Var before = fresh.get();
        Var after = fresh.get();
        Term head = rule.arg(0).deref();
        if (head instanceof Struct pair && pair.is(",", 2)) {
            // Pushback: what the body leaves over comes behind the terminals that are put back.
            Var left = fresh.get();
            Term clauseHead = extended(pair.arg(0).deref(), before, after);
            Term body = translated(rule.arg(1), before, left);
            Term pushed = terminals(pair.arg(1).deref(), left);
            return Struct.of(":-", clauseHead, Struct.of(COMMA, body, Struct.of(EQUAL, after, pushed)));
        }
        Term clauseHead = extended(head, before, after);
        return Struct.of(":-", clauseHead, translated(rule.arg(1), before, after));
    }

    private Term translated(Term body, Term before, Term after) {
        Struct root = Inside.blank(Functor.of("root", 1));
        tasks.push(new Task(body, before, after, root, 0));
        while (!tasks.isEmpty()) {
            spend();
            Task task = tasks.pop();
            Inside.set(task.target, task.place, goal(task));
        }
        return root.arg(0);
    }

    private void spend() {
        if (meter != null) {
            meter.cells(1);
        }
    }

    /** The goal of one part; parts inside of it become tasks that fill its arguments later. */
    private Term goal(Task task) {
        Term before = task.before;
        Term after = task.after;
        return switch (task.body.deref()) {
            case Var any -> Struct.of("phrase", any, before, after);
            case Atom atom -> switch (atom.name()) {
                case "[]" -> Struct.of(EQUAL, before, after);
                case "!", "{}" -> Struct.of(COMMA, atom.name().equals("!") ? atom : TRUE, Struct.of(EQUAL, before, after));
                default -> extended(atom, before, after);
            };
            case Str string -> Struct.of(EQUAL, before, terminals(string, after));
            case Struct struct -> compound(struct, before, after);
            case Int other -> throw Errors.type("callable", other);
            case Big other -> throw Errors.type("callable", other);
            case Real other -> throw Errors.type("callable", other);
        };
    }

    private Term compound(Struct body, Term before, Term after) {
        if (Lists.isCell(body)) {
            return Struct.of(EQUAL, before, terminals(body, after));
        }
        if (body.is(",", 2) || body.is("->", 2) || body.is("*->", 2)) {
            Var middle = fresh.get();
            Struct goal = Inside.blank(Functor.of(body.name().name(), 2));
            tasks.push(new Task(body.arg(1), middle, after, goal, 1));
            tasks.push(new Task(body.arg(0), before, middle, goal, 0));
            return goal;
        }
        if (body.is(";", 2) || body.is("|", 2)) {
            Struct goal = Inside.blank(new Functor(OR, 2));
            tasks.push(new Task(body.arg(1), before, after, goal, 1));
            tasks.push(new Task(body.arg(0), before, after, goal, 0));
            return goal;
        }
        if (body.is("\\+", 1)) {
            Struct goal = Inside.blank(new Functor(NOT, 1));
            tasks.push(new Task(body.arg(0), before, fresh.get(), goal, 0));
            return Struct.of(COMMA, goal, Struct.of(EQUAL, before, after));
        }
        if (body.is("{}", 1)) {
            return Struct.of(COMMA, body.arg(0), Struct.of(EQUAL, before, after));
        }
        return extended(body, before, after);
    }

    /** A non-terminal, or {@code call//N}, with the two lists as further arguments. */
    private static Term extended(Term term, Term before, Term after) {
        return switch (term) {
            case Atom atom -> Struct.of(atom, before, after);
            case Struct struct -> {
                Term[] args = new Term[struct.arity() + 2];
                for (int i = 0; i < struct.arity(); i++) {
                    args[i] = struct.arg(i);
                }
                args[struct.arity()] = before;
                args[struct.arity() + 1] = after;
                yield Struct.of(struct.name(), args);
            }
            case Var unbound -> throw Errors.instantiation();
            case Int other -> throw Errors.type("callable", other);
            case Big other -> throw Errors.type("callable", other);
            case Real other -> throw Errors.type("callable", other);
            case Str other -> throw Errors.type("callable", other);
        };
    }

    /** The terminals, a list or a string, followed by {@code after}. */
    private Term terminals(Term terminals, Term after) {
        if (terminals instanceof Str string) {
            if (meter != null) {
                meter.cells(string.value().length());
            }
            return Lists.of(string.value().codePoints().mapToObj(Int::of).toList(), after);
        }
        List<Term> elements = new ArrayList<>();
        Term at = terminals;
        while (at instanceof Struct cell && Lists.isCell(cell)) {
            spend();
            elements.add(cell.arg(0));
            at = cell.arg(1).deref();
        }
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (!at.equals(Atom.NIL)) {
            throw Errors.type("list", terminals);
        }
        return Lists.of(elements, after);
    }
}
