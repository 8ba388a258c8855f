package io.millrace.logic.machine;

import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dynamic clauses of a machine, as programs change and look at them.
 *
 * <p>A static procedure cannot be changed. A procedure that nobody has heard of becomes dynamic when its first clause is
 * added.
 */
final class Database {
    private static final int CLAUSE_BYTES = 200;
    private static final int CELL_BYTES = 60;

    /** What clauses and directives are written with: a clause for one of these is a mistake in the parentheses of another. */
    private static final Set<Functor> NECKS = Set.of(Functor.of(":-", 2), Functor.of(":-", 1), Functor.of("-->", 2));

    private final Machine machine;
    private final LargeConstants large = new LargeConstants();
    private long bytes;

    Database(Machine machine) {
        this.machine = machine;
    }

    /** A clause as a term, taken apart. */
    private record Parts(Functor functor, Term head, Term body) {
        static Parts of(Term clause) {
            Term at = clause.deref();
            boolean rule = at instanceof Struct struct && struct.is(":-", 2);
            Term head = Arguments.callable(rule ? ((Struct) at).first() : at);
            Term body = rule ? ((Struct) at).second().deref() : Atom.TRUE;
            return new Parts(Database.functor(head), head, body);
        }
    }

    static Functor functor(Term callable) {
        return callable instanceof Struct struct ? struct.functor() : new Functor((Atom) callable, 0);
    }

    void add(Term clause, boolean last) {
        Parts parts = Parts.of(clause);
        body(parts.body);
        ClauseList list = writable(parts.functor, "modify");
        List<Var> variables = new ArrayList<>();
        Term head = parts.head;
        Term body = Bodies.converted(parts.body, machine.meter);
        if (!TermWalks.constant(head, machine.meter) || !TermWalks.constant(body, machine.meter)) {
            Struct both = (Struct) machine.copier().stored(Struct.of(":-", head, body), variables);
            head = both.first();
            body = both.second();
        }
        Goal.Place place = new Goal.Place(parts.functor, null, 0);
        Clause compiled;
        try {
            compiled = Compiler.clause(head, body, variables.size(), machine::procedure, place, machine.meter);
        } catch (PrologError notCallable) {
            throw Errors.type("callable", parts.body);
        }
        compiled.cells += large.added(compiled, machine.meter);
        machine.meter.bytes(weight(compiled));
        bytes += weight(compiled);
        if (last) {
            list.addLast(compiled);
        } else {
            list.addFirst(compiled);
        }
    }

    /** A body may be added if it can be called. */
    private static void body(Term body) {
        Term at = body.deref();
        if (!(at instanceof Var) && !(at instanceof Atom) && !(at instanceof Struct)) {
            throw Errors.type("callable", at);
        }
    }

    /** The clauses of a procedure that may be changed, made dynamic if it does not exist yet. */
    ClauseList writable(Functor functor, String action) {
        if (NECKS.contains(functor)) {
            throw Errors.permission(action, "static_procedure", functor.indicator());
        }
        Procedure procedure = machine.procedure(functor);
        ClauseList own = machine.local(procedure);
        if (own != null) {
            return own;
        }
        if (fixed(procedure)) {
            throw Errors.permission(action, "static_procedure", functor.indicator());
        }
        ClauseList created = procedure.initial == null ? new ClauseList() : procedure.initial.twin();
        machine.local(procedure, created);
        return created;
    }

    private boolean fixed(Procedure procedure) {
        return procedure.fixed != null
                || procedure.entry != null
                || procedure.guarded != null
                || procedure.control()
                || machine.library.entries.containsKey(procedure.functor);
    }

    boolean dynamic(Procedure procedure) {
        return machine.local(procedure) != null || procedure.dynamic;
    }

    /** The clauses that can be looked at; null if there is no such procedure. */
    private @Nullable ClauseList readable(Functor functor, String action, String kind) {
        Procedure procedure = machine.procedure(functor);
        ClauseList own = machine.local(procedure);
        if (own != null) {
            return own;
        }
        if (procedure.dynamic) {
            return writable(functor, "modify");
        }
        if (fixed(procedure)) {
            throw Errors.permission(action, kind, functor.indicator());
        }
        return null;
    }

    /** {@code clause/2}. */
    Library.Alternatives clauses(Term head, Term body) {
        Term callable = Arguments.callable(head);
        body(body);
        ClauseList list = readable(functor(callable), "access", "private_procedure");
        return new Matches(list, callable, body, false);
    }

    /** The clauses of any predicate of the program, static ones included, to be shown to people. */
    Library.Alternatives shown(Term head, Term body) {
        Term callable = Arguments.callable(head);
        Procedure procedure = machine.procedure(functor(callable));
        ClauseList fixed = procedure.fixed;
        if (machine.local(procedure) == null && fixed != null) {
            return new Matches(fixed, callable, body, false);
        }
        if (procedure.guarded != null) {
            return new Matches(procedure.initial, callable, body, false);
        }
        return clauses(head, body);
    }

    /** {@code retract/1}. */
    Library.Alternatives retract(Term clause) {
        Parts parts = Parts.of(clause);
        ClauseList list = readable(parts.functor, "modify", "static_procedure");
        return new Matches(list, parts.head, parts.body, true);
    }

    /** {@code retractall/1}. */
    void retractAll(Term head) {
        Term callable = Arguments.callable(head);
        Functor functor = functor(callable);
        ClauseList list = writable(functor, "modify");
        Object key = callable instanceof Struct struct ? Clause.key(struct.first()) : null;
        ClauseList selected = selected(list, callable, key);
        Clause[] buffer = selected.buffer;
        int end = selected.to;
        for (int i = selected.from; i < end; i++) {
            Clause clause = buffer[i];
            machine.meter.work(1);
            if (clause.erasedAt == Clause.NEVER && machine.unifiable(callable, instance(clause.head, new Term[clause.variables]))) {
                erase(list, clause);
            }
        }
    }

    /** The shortest list with the clauses whose heads may unify. */
    private static ClauseList selected(ClauseList list, Term head, @Nullable Object key) {
        ClauseList selected = list.select(key);
        if (!(head instanceof Struct struct) || selected.to - selected.from < ClauseList.WORTH_INDEXING) {
            return selected;
        }
        Term[] args = new Term[struct.arity()];
        for (int i = 0; i < args.length; i++) {
            args[i] = struct.arg(i);
        }
        return selected.narrow(args, args.length);
    }

    /** {@code abolish/1}. */
    void abolish(Functor functor) {
        Procedure procedure = machine.procedure(functor);
        if (fixed(procedure)) {
            throw Errors.permission("modify", "static_procedure", functor.indicator());
        }
        if (machine.local(procedure) != null || procedure.dynamic) {
            ClauseList list = writable(functor, "modify");
            for (int i = list.from; i < list.to; i++) {
                Clause clause = list.buffer[i];
                machine.meter.work(1);
                if (clause.erasedAt == Clause.NEVER) {
                    clause.erasedAt = ++machine.generation;
                    bytes = Math.max(0, bytes - weight(clause));
                    large.erased(clause);
                }
            }
            machine.local(procedure, procedure.dynamic ? new ClauseList() : null);
        }
    }

    /** About how much the clauses added at run time take. */
    long bytes() {
        return bytes + large.bytes();
    }

    void clear() {
        bytes = 0;
        large.clear();
    }

    private static long weight(Clause clause) {
        return CLAUSE_BYTES + (long) CELL_BYTES * clause.cells;
    }

    private void erase(ClauseList list, Clause clause) {
        bytes = Math.max(0, bytes - weight(clause));
        large.erased(clause);
        list.erase(clause, ++machine.generation);
    }

    private Term instance(Term stored, Term[] instances) {
        return machine.copier().instance(stored, instances);
    }

    /** The clauses that match, as they were when the call was made, each perhaps erased when it is found. */
    private final class Matches implements Library.Alternatives {
        private final @Nullable ClauseList list;
        private final Term head;
        private final Term body;
        private final boolean erasing;
        private final @Nullable Object key;
        private final int keyHash;
        private final Clause[] buffer;
        private final int end;
        private final long generation;
        private int index;

        Matches(@Nullable ClauseList list, Term head, Term body, boolean erasing) {
            this.list = list;
            this.head = head;
            this.body = body;
            this.erasing = erasing;
            this.key = head instanceof Struct struct ? Clause.key(struct.first()) : null;
            this.keyHash = key == null ? 0 : key.hashCode();
            this.generation = machine.generation;
            ClauseList selected = list == null ? new ClauseList() : selected(list, head, key);
            this.buffer = selected.buffer;
            this.end = selected.to;
            this.index = seek(selected.from);
        }

        private int seek(int from) {
            return ClauseList.seek(buffer, from, end, key, keyHash, generation);
        }

        @Override
        public boolean next(Machine m) {
            if (index == end || list == null) {
                return false;
            }
            Clause clause = buffer[index];
            index = seek(index + 1);
            if (erasing && clause.erasedAt != Clause.NEVER) {
                return false;
            }
            Term[] instances = new Term[clause.variables];
            if (!m.bindings.unify(head, instance(clause.head, instances))
                    || !m.bindings.unify(body, instance(clause.body, instances))) {
                return false;
            }
            if (erasing) {
                erase(list, clause);
            }
            return true;
        }

        @Override
        public boolean more() {
            return index < end;
        }
    }
}
