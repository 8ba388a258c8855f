package io.millrace.logic.library;

import io.millrace.logic.arithmetic.Arithmetic;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Kind;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import java.util.ArrayList;
import java.util.List;

/** Terms: their kinds, unification, comparison, construction and inspection. */
final class TermPredicates {
    private static final int HASH_BITS = 0xffffff;

    private TermPredicates() {}

    /** A hash of the whole of a ground term that is the same on every machine. */
    private static long hash(Term term, Machine machine) {
        long hash = 17;
        java.util.ArrayDeque<Term> pending = new java.util.ArrayDeque<>();
        pending.push(term);
        while (!pending.isEmpty()) {
            machine.meter().cells(1);
            Term at = pending.pop().deref();
            long part = switch (at) {
                case Struct struct -> {
                    for (int i = struct.arity() - 1; i >= 0; i--) {
                        pending.push(struct.arg(i));
                    }
                    yield struct.name().name().hashCode() * 31L + struct.arity();
                }
                case Atom atom -> atom.name().hashCode() + 1L;
                case Str string -> string.value().hashCode() + 2L;
                case Int number -> number.value() + 3;
                case Big number -> number.value().hashCode() + 4L;
                case Real number -> Double.doubleToLongBits(number.value()) + 5;
                case Var variable -> 0;
            };
            hash = (hash ^ part) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return hash & HASH_BITS;
    }

    static void register(Library.Builder library) {
        for (Kind kind : Kind.values()) {
            library.pure(kind.predicate, 1,
                    (machine, args) -> kind == Kind.GROUND ? machine.ground(args[0]) : kind.holds(args[0]));
        }
        library.pure("=", 2, (machine, args) -> machine.unify(args[0], args[1]));
        library.pure("unify_with_occurs_check", 2,
                (machine, args) -> machine.unifyWithOccursCheck(args[0], args[1]));
        library.pure("subsumes_term", 2, (machine, args) -> machine.subsumes(args[0], args[1]));
        library.pure("acyclic_term", 1, (machine, args) -> TermWalks.acyclic(args[0], machine.meter()));
        library.pure("cyclic_term", 1, (machine, args) -> !TermWalks.acyclic(args[0], machine.meter()));
        library.pure("==", 2, (machine, args) -> machine.compare(args[0], args[1]) == 0);
        library.pure("\\==", 2, (machine, args) -> machine.compare(args[0], args[1]) != 0);
        library.pure("@<", 2, (machine, args) -> machine.compare(args[0], args[1]) < 0);
        library.pure("@>", 2, (machine, args) -> machine.compare(args[0], args[1]) > 0);
        library.pure("@=<", 2, (machine, args) -> machine.compare(args[0], args[1]) <= 0);
        library.pure("@>=", 2, (machine, args) -> machine.compare(args[0], args[1]) >= 0);
        library.pure("compare", 3, TermPredicates::compare);
        library.pure("$term_hash", 2, (machine, args) -> machine.unify(args[1], Int.of(hash(args[0], machine))));
        library.pure("functor", 3, TermPredicates::functor);
        library.nonDet("arg", 3, TermPredicates::arg);
        library.pure("=..", 2, TermPredicates::univ);
        library.pure("copy_term", 2, (machine, args) -> machine.unify(args[1], machine.copy(args[0])));
        library.pure("term_variables", 2, (machine, args) -> {
            Arguments.partialList(args[1], machine.meter());
            return machine.unify(args[1], Lists.of(machine.variables(args[0])));
        });
        library.pure("term_variables", 3,
                (machine, args) -> machine.unify(args[1], Lists.of(machine.variables(args[0]), args[2])));
        library.pure("=@=", 2, (machine, args) -> machine.variants(args[0], args[1]));
        library.pure("\\=@=", 2, (machine, args) -> !machine.variants(args[0], args[1]));
        library.pure("$partial_list", 1, (machine, args) -> {
            Arguments.partialList(args[0], machine.meter());
            return true;
        });
        library.pure("$free_variables", 3, TermPredicates::freeVariables);
        library.pure("numbervars", 3, TermPredicates::numberVariables);
        library.pure("?=", 2, (machine, args) -> machine.compare(args[0], args[1]) == 0
                || !machine.unifiable(args[0], args[1]));
    }

    private static boolean compare(Machine machine, Term[] args) {
        Term expected = args[0].deref();
        if (!(expected instanceof Var)) {
            if (!(expected instanceof Atom atom)) {
                throw Errors.type("atom", expected);
            }
            if (!List.of("<", "=", ">").contains(atom.name())) {
                throw Errors.domain("order", expected);
            }
        }
        int order = machine.compare(args[1], args[2]);
        return machine.unify(expected, Atom.of(order < 0 ? "<" : order == 0 ? "=" : ">"));
    }

    private static boolean functor(Machine machine, Term[] args) {
        Term term = args[0].deref();
        if (term instanceof Struct struct) {
            return machine.unify(args[1], struct.functor().name) && machine.unify(args[2], Int.of(struct.functor().arity));
        }
        if (!(term instanceof Var)) {
            return machine.unify(args[1], term) && machine.unify(args[2], Int.of(0));
        }
        Term name = args[1].deref();
        Term count = args[2].deref();
        if (name instanceof Var || count instanceof Var) {
            throw Errors.instantiation();
        }
        if (name instanceof Struct) {
            throw Errors.type("atomic", name);
        }
        if (Arguments.big(count).signum() < 0) {
            throw Errors.domain("not_less_than_zero", count);
        }
        if (Numbers.big(count).signum() == 0) {
            return machine.unify(term, name);
        }
        if (!(name instanceof Atom atom)) {
            throw Errors.type("atom", name);
        }
        machine.meter().cells(arity(count));
        Struct struct = Inside.blank(new Functor(atom, arity(count)));
        for (int i = 0; i < struct.functor().arity; i++) {
            Inside.set(struct, i, machine.fresh());
        }
        return machine.unify(term, struct);
    }

    private static int arity(Term count) {
        if (!(count instanceof Int number) || number.value() > Functor.MOST_ARGUMENTS) {
            throw Errors.representation("max_arity");
        }
        return (int) number.value();
    }

    private static Library.Alternatives arg(Machine machine, Term[] args) {
        Term term = args[1].deref();
        if (term instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(term instanceof Struct struct)) {
            throw Errors.type("compound", term);
        }
        Term index = args[0].deref();
        if (index instanceof Var variable) {
            return new EachArgument(variable, struct, args[2]);
        }
        Term number = Arguments.integer(index);
        if (Numbers.big(number).signum() < 0) {
            throw Errors.domain("not_less_than_zero", number);
        }
        boolean inside = number instanceof Int n && n.value() >= 1 && n.value() <= struct.functor().arity;
        return Library.Alternatives.decided(
                inside && machine.unify(args[2], struct.arg((int) ((Int) number).value() - 1)));
    }

    private static final class EachArgument implements Library.Alternatives {
        private final Var index;
        private final Struct struct;
        private final Term value;
        private int at;

        EachArgument(Var index, Struct struct, Term value) {
            this.index = index;
            this.struct = struct;
            this.value = value;
        }

        @Override
        public boolean next(Machine machine) {
            int found = at++;
            return found < struct.functor().arity
                    && machine.unify(value, struct.arg(found))
                    && machine.unify(index, Int.of(found + 1L));
        }

        @Override
        public boolean more() {
            return at < struct.functor().arity;
        }
    }

    private static boolean univ(Machine machine, Term[] args) {
        Term term = args[0].deref();
        if (term instanceof Struct struct) {
            Arguments.partialList(args[1], machine.meter());
            machine.meter().cells(struct.functor().arity);
            List<Term> parts = new ArrayList<>();
            parts.add(struct.functor().name);
            for (int i = 0; i < struct.functor().arity; i++) {
                parts.add(struct.arg(i));
            }
            return machine.unify(args[1], Lists.of(parts));
        }
        if (!(term instanceof Var)) {
            Arguments.partialList(args[1], machine.meter());
            return machine.unify(args[1], Lists.of(term));
        }
        List<Term> parts = Arguments.list(args[1], machine.meter());
        if (parts.isEmpty()) {
            throw Errors.domain("non_empty_list", Atom.NIL);
        }
        Term name = parts.get(0);
        if (name instanceof Var) {
            throw Errors.instantiation();
        }
        if (parts.size() == 1) {
            if (name instanceof Struct) {
                throw Errors.type("atomic", name);
            }
            return machine.unify(term, name);
        }
        if (!(name instanceof Atom atom)) {
            throw Errors.type("atom", name);
        }
        int arity = arity(Int.of(parts.size() - 1L));
        machine.meter().cells(arity / 4);
        return machine.unify(term, Struct.of(new Functor(atom, arity), parts.subList(1, parts.size()).toArray(Term[]::new)));
    }

    /**
     * {@code '$free_variables'(Template^Goal, Plain, Free)}: the goal without its {@code ^} prefixes, and a term of the
     * variables that occur in it but neither in the template nor before a {@code ^}.
     */
    private static boolean freeVariables(Machine machine, Term[] args) {
        Struct pair = (Struct) args[0].deref();
        List<Term> bound = new ArrayList<>();
        bound.add(pair.first());
        Term goal = pair.second().deref();
        while (goal instanceof Struct quantified && quantified.is("^", 2)) {
            machine.meter().cells(1);
            bound.add(quantified.first());
            goal = quantified.second().deref();
        }
        java.util.Set<Term> excluded = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        excluded.addAll(machine.variables(Lists.of(bound)));
        List<Term> free = new ArrayList<>();
        for (Var variable : machine.variables(goal)) {
            if (!excluded.contains(variable)) {
                free.add(variable);
            }
        }
        Term witness = free.isEmpty() ? Atom.of("v") : Struct.of(new Functor(Atom.of("v"), free.size()), free.toArray(Term[]::new));
        return machine.unify(args[1], goal) && machine.unify(args[2], witness);
    }

    private static boolean numberVariables(Machine machine, Term[] args) {
        Term at = Arguments.integer(args[1]);
        if (!(args[2].deref() instanceof Var)) {
            Arguments.integer(args[2]);
        }
        for (Var variable : machine.variables(args[0])) {
            machine.meter().cells(1);
            if (variable instanceof Watched) {
                throw Errors.type("free_of_attvar", args[0]);
            }
            machine.unify(variable, Struct.of("$VAR", at));
            at = Arithmetic.add(at, Int.of(1), machine.meter());
        }
        return machine.unify(args[2], at);
    }
}
