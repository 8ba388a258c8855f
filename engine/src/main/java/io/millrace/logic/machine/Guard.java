package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The search through the clauses of a guarded predicate: a choice point that also takes signals.
 *
 * <p>The body of such a clause is {@code Guard, !, Body}. The cut drops this choice point, so it is on the stack
 * exactly while a guard of its call is being tried.
 */
final class Guard extends Choice {
    private final Procedure procedure;
    private final Guarded.Search search;
    private final Term[] args;
    private final Clause[] buffer;
    private final int end;
    private final @Nullable Object key;
    private int index;

    private Guard(Machine machine, Procedure procedure, Guarded.Search search, Term[] args, ClauseList list) {
        super(OTHER, machine.choice, machine.bindings.top, machine.bindings.serial, machine.cont, false);
        this.procedure = procedure;
        this.search = search;
        this.args = args;
        this.key = procedure.functor.arity == 0 ? null : Clause.key(args[0]);
        ClauseList selected = list.select(key);
        this.buffer = selected.buffer;
        this.index = selected.from;
        this.end = selected.to;
        this.guarded = true;
        this.base = depth;
    }

    static Goal begin(Machine machine, Procedure procedure, Term[] args) {
        Guarded host = procedure.guarded;
        ClauseList list = procedure.initial;
        if (host == null || list == null) {
            throw new IllegalStateException("a guarded procedure has a host and clauses");
        }
        Term goal = goal(procedure.functor, args);
        return new Guard(machine, procedure, host.begin(machine, goal), args, list).advance(machine);
    }

    /** Goes on with the next clause whose head matches, or leaves it to the host what the call does. */
    private Goal advance(Machine machine) {
        Bindings bindings = machine.bindings;
        int keyHash = key == null ? 0 : key.hashCode();
        for (;;) {
            index = ClauseList.seek(buffer, index, end, key, keyHash, 0);
            if (index == end) {
                machine.cont = cont;
                return search.exhausted(machine, goal(procedure.functor, args)) ? Goal.RETURN : Goal.FAILURE;
            }
            Clause.Code code = buffer[index++].code;
            mark = bindings.serial;
            machine.push(this);
            machine.cont = cont;
            machine.vars = Arrays.copyOf(args, Math.max(args.length, code.size));
            machine.cut = previous;
            if (code.matches(machine, bindings, machine.vars)) {
                if (bindings.awake) {
                    return bindings.stopped;
                }
                if (code.commits) {
                    machine.pop();
                }
                return code.start;
            }
            bindings.undo(trailTop);
            machine.choice = previous;
            bindings.mark = machine.choice.mark;
        }
    }

    private static Term goal(Functor functor, Term[] args) {
        return functor.arity == 0 ? functor.name : Struct.of(functor, args);
    }

    /** A guard of the clause tried last raised a signal; the machine has unwound to below this choice point. */
    final class Blocked extends Goal.Step {
        private final Object payload;

        Blocked(Object payload) {
            this.payload = payload;
        }

        @Override
        Goal step(Machine machine) {
            search.blocked(machine, payload);
            return advance(machine);
        }
    }

    @Override
    void held(Consumer<Term> visitor) {
        for (int i = 0; i < procedure.functor.arity; i++) {
            visitor.accept(args[i]);
        }
    }

    @Override
    Goal resume(Machine machine) {
        return advance(machine);
    }
}
