package io.millrace.logic.machine;

import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import org.jspecify.annotations.Nullable;

/**
 * A clause: its text as a term for {@code clause/2}, and its code.
 *
 * <p>Only {@code erasedAt} changes once a clause belongs to a procedure; the code is shared by all machines. A call sees a clause if it was erased
 * after the generation in which the call was made, which is the logical update view.
 */
final class Clause {
    static final long NEVER = Long.MAX_VALUE;
    private static final Det[] NO_GUARD = {};

    final Term head;
    final Term body;
    final int variables;
    /** How many parts the head and body have, for the limit on memory. */
    int cells;
    final @Nullable Object key;
    final int keyHash;
    final Code code;
    long erasedAt = NEVER;

    /** @param variables how many variables the stored head and body have together */
    Clause(Term head, Term body, int variables, Code code, int cells) {
        this.head = head;
        this.body = body;
        this.variables = variables;
        this.cells = cells;
        this.key = head instanceof Struct struct ? key(struct.first()) : null;
        this.keyHash = key == null ? 0 : key.hashCode();
        this.code = code;
    }

    /** The same clause for another machine, which may erase it on its own. */
    Clause twin() {
        return new Clause(head, body, variables, code, cells);
    }

    /** What another argument of the head is indexed by. */
    @Nullable Object key(int argument) {
        return head instanceof Struct struct && argument < struct.arity() ? key(struct.arg(argument)) : null;
    }

    /** What an argument is indexed by: itself if atomic, the functor if compound, null if it is a variable. */
    static @Nullable Object key(Term argument) {
        Term at = Var.deref(argument);
        return at instanceof Var ? null : at instanceof Struct struct ? struct.functor() : at;
    }

    /**
     * What a clause does: unify the head, run the tests that lead the body, go on with the rest.
     *
     * <p>The variables of a call lie in one array: the arguments first, then the variables of the clause. Several clauses
     * tried for one call use the same array, because none writes the arguments, and each writes its own variables before
     * it reads them.
     */
    static final class Code {
        final int size;
        /** What a call of a large clause costs in steps besides the one of every call. */
        final int steps;
        private final int[] at;
        private final Node[] nodes;
        /** Tests that run before a choice point is made for the remaining clauses. */
        final Det[] guard;
        /** Whether a cut follows the guard, so that no choice point is needed at all. */
        final boolean commits;
        final Goal start;
        /** What follows the tests that lead the body: the cut, if one does, and the rest. */
        private final Goal afterGuard;
        final Goal.@Nullable Place place;

        Code(int size, int steps, int[] at, Node[] nodes, Det[] guard, boolean commits, Goal start, Goal.@Nullable Place place) {
            this.size = size;
            this.steps = steps;
            this.at = at;
            this.nodes = nodes;
            this.guard = guard.length == 0 ? NO_GUARD : guard;
            this.commits = commits;
            this.start = start;
            this.place = place;
            Goal cut = new Goal.Plain(Goal.CUT);
            cut.next = start;
            this.afterGuard = commits ? cut : start;
            Goal after = afterGuard;
            for (int i = guard.length - 1; i >= 0; i--) {
                guard[i].next = after;
                after = guard[i];
            }
        }

        /** Whether the head unifies and the tests hold. If that wakes goals, it stops there: {@link Bindings#stopped} is what is left. */
        boolean matches(Machine machine, Bindings bindings, Term[] vars) {
            Node[] all = nodes;
            int[] places = at;
            for (int i = 0; i < all.length; i++) {
                if (!Node.matches(all[i], bindings, vars, vars[places[i]])) {
                    return false;
                }
            }
            if (bindings.occursCheck && !finite(bindings, vars)) {
                return false;
            }
            for (Det test : guard) {
                if (bindings.awake) {
                    bindings.stopped = test;
                    return true;
                }
                if (!holds(test, machine, vars)) {
                    return false;
                }
            }
            if (bindings.awake) {
                bindings.stopped = afterGuard;
            }
            return true;
        }

        /** Whether the head alone unifies with the arguments. */
        boolean headMatches(Bindings bindings, Term[] vars) {
            for (int i = 0; i < nodes.length; i++) {
                if (!nodes[i].unify(bindings, vars, vars[at[i]])) {
                    return false;
                }
            }
            return true;
        }

        /** Whether no argument has become part of itself. */
        private boolean finite(Bindings bindings, Term[] vars) {
            for (int i = 0; i < nodes.length; i++) {
                if (!TermWalks.acyclic(vars[at[i]], bindings.meter)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean holds(Det test, Machine machine, Term[] vars) {
            try {
                return test.test(machine, vars);
            } catch (PrologError error) {
                machine.raised.by(test, vars);
                throw error;
            }
        }
    }
}
