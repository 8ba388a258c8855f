package io.millrace.prolog;

import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Guarded;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.machine.ProgramBuilder;
import io.millrace.logic.read.Read;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A program in the form that machines run, and the machines that wait to be borrowed for a phase. A clause with a guard
 * belongs to the machine's guarded predicates; what a guard waits for reaches its search as a signal, which no goal of the
 * program can intercept.
 */
final class Workshop {
    static final String STAYS = "$stays";
    private static final String DELAY = "$delay";

    /** What one phase may hold. How many steps it may take is for its turn to say, to which the machine accounts. */
    private static final Limits LIMITS = new Limits(Long.MAX_VALUE, 256 << 20, 1_000_000);

    private static final int KEPT = 16;

    /** How many characters of what a phase writes are kept with it. */
    private static final int MOST_OUTPUT = 10_000;

    private static final Set<String> BUILT_IN = Set.of("replycontent/2", "replytime/2", "<</2", "messagetime/2", "rpc/3");
    private static final Set<String> CONTROL = Set.of(",/2", "!/0", "true/0");

    private static final Library LIBRARY = predicates().build();
    private static final Library WITH_RESULT = predicates()
            .det("result", 1, (machine, args) -> phase(machine).result(machine, args))
            .build();

    private static Library.Builder predicates() {
        return Library.builder()
                .det("rpc", 3, (machine, args) -> phase(machine).rpc(machine, args))
                .det("wvar", 1, (machine, args) -> phase(machine).wvar(machine, args))
                .det("replycontent", 2, (machine, args) -> phase(machine).replycontent(machine, args))
                .det("replytime", 2, (machine, args) -> phase(machine).replytime(machine, args))
                .det("messagetime", 2, (machine, args) -> phase(machine).messagetime(machine, args))
                .det("<<", 2, (machine, args) -> phase(machine).precedes(machine, args))
                .det(STAYS, 1, (machine, args) -> phase(machine).stays(machine, args[0]))
                .det(DELAY, 2, (machine, args) ->
                        machine.unify(args[1], phase(machine).delayed(machine, args[0]) ? Atom.TRUE : args[0]));
    }

    private final Program program;
    private final Library library;
    private final boolean nonGround;
    private final Queue<Machine> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger kept = new AtomicInteger();

    Workshop(ProgramText text) {
        this.nonGround = text.nonGround();
        // Not of the paper, so a program that has a predicate of that name keeps its own.
        this.library = text.defines("result/1") ? LIBRARY : WITH_RESULT;
        ProgramBuilder builder = Prolog.builder().operators(ProgramText.OPERATORS).flags(ProgramText.FLAGS).library(library);
        String file = text.source().name();
        try {
            for (Read directive : text.others()) {
                builder.clause(directive.term(), file, text.source().line(directive.start()));
            }
            for (ProgramText.Clause clause : text.clauses()) {
                int line = text.source().line(clause.read().start());
                Term body = body(clause.body());
                if (text.suspendable(clause.key())) {
                    builder.guardedClause(clause.head(), clause.guard(), body, Workshop::search, file, line);
                } else {
                    builder.clause(Struct.of(":-", clause.head(), body), file, line);
                }
            }
            this.program = builder.build();
        } catch (PrologError e) {
            throw new RefusedException(Code.BAD_PROCESS.with(file, String.valueOf(e.getMessage())));
        }
    }

    /** Whether goals of this name and arity can be run. */
    boolean defines(String key) {
        int slash = key.lastIndexOf('/');
        return BUILT_IN.contains(key)
                || slash >= 0 && program.defines(key.substring(0, slash), Integer.parseInt(key.substring(slash + 1)));
    }

    /** Every predicate that the program can call, as {@code name/arity}. */
    Set<String> callable() {
        return program.predicates();
    }

    // Running.

    /**
     * Whether the goal has a solution.
     *
     * @param steps gets the steps that are used, in portions, and ends the run by an exception
     * @param end called when it has one, while its bindings last
     * @param written gets what the program wrote, however it ended
     */
    boolean solve(Term goal, Phase phase, LongConsumer steps, Consumer<Machine> end, Consumer<String> written) {
        Machine machine = borrow();
        try {
            machine.host(phase);
            machine.budget(steps);
            machine.rememberDelayed();
            boolean holds = machine.once(goal);
            if (holds) {
                end.accept(machine);
            }
            machine.settle();
            written.accept(shortened(machine.takeOutput()));
            return holds;
        } catch (PrologError | Broken ended) {
            machine.settle();
            written.accept(shortened(machine.takeOutput()));
            throw ended;
        } finally {
            giveBack(machine);
        }
    }

    /** What a program writes goes into the history, so there is an end to it. */
    private static String shortened(String output) {
        if (output.length() <= MOST_OUTPUT) {
            return output;
        }
        int end = Character.isHighSurrogate(output.charAt(MOST_OUTPUT - 1)) ? MOST_OUTPUT - 1 : MOST_OUTPUT;
        return output.substring(0, end) + "… (" + (output.length() - end) + " more characters)";
    }

    private Machine borrow() {
        Machine machine = idle.poll();
        if (machine == null) {
            return new Machine(program, library, LIMITS);
        }
        kept.decrementAndGet();
        return machine;
    }

    private void giveBack(Machine machine) {
        machine.reset();
        if (kept.incrementAndGet() <= KEPT) {
            idle.add(machine);
        } else {
            kept.decrementAndGet();
        }
    }

    private static Phase phase(Machine machine) {
        if (machine.host() instanceof Phase phase) {
            return phase;
        }
        throw new IllegalStateException("a machine was run outside a phase");
    }

    /** The search of section 2.4: it suspends only when no guard succeeds, on the union of what the blocked ones wait for. */
    private static Guarded.Search search(Machine machine, Term goal) {
        Phase phase = phase(machine);
        phase.checkSuspendable(machine, goal);
        return new Guarded.Search() {
            private final Blocked union = new Blocked();

            @Override
            public void blocked(Machine here, Object payload) {
                union.and((Blocked) payload);
            }

            @Override
            public boolean exhausted(Machine here, Term called) {
                return !union.isEmpty() && phase.block(here, called, union);
            }
        };
    }

    // Terms to run.

    Term conjunction(List<Term> goals) {
        Term conjunction = Atom.TRUE;
        for (Term goal : goals.reversed()) {
            Term careful = body(goal);
            conjunction = conjunction.equals(Atom.TRUE) ? careful : Struct.of(",", careful, conjunction);
        }
        return conjunction;
    }

    /** A body in which each goal looks first whether it must wait for one before it; only where programs ask for that. */
    Term body(Term goal) {
        return nonGround ? careful(goal) : goal;
    }

    /** The goals of a conjunction wait on a stack of their own, since there may be any number of them. */
    private static Term careful(Term body) {
        Deque<Term> left = new ArrayDeque<>();
        Deque<Term> done = new ArrayDeque<>();
        left.push(body);
        while (!left.isEmpty()) {
            Term goal = left.pop().deref();
            if (goal instanceof Struct struct && struct.is(",", 2)) {
                left.push(struct.arg(1));
                left.push(struct.arg(0));
            } else {
                done.push(one(goal));
            }
        }
        Term conjunction = done.pop();
        while (!done.isEmpty()) {
            conjunction = Struct.of(",", done.pop(), conjunction);
        }
        return conjunction;
    }

    private static Term one(Term goal) {
        if (CONTROL.contains(ProgramText.key(goal)) || goal instanceof Struct struct && struct.is(STAYS, 1)) {
            return goal;
        }
        Var called = new Var();
        return Struct.of(",", Struct.of(DELAY, goal, called), Struct.of("call", called));
    }
}
