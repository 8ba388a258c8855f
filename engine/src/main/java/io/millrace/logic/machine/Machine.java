package io.millrace.logic.machine;

import io.millrace.logic.read.Flags;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Functor;
import io.millrace.logic.term.Inside;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Order;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Watched;
import io.millrace.logic.term.Writer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries against a {@link Program}. Confined to one thread, except {@link #interrupt}. Changes of a run (dynamic clauses, flags,
 * operators and globals) stay in the machine until {@link #reset}.
 *
 * <p>The registers are those of {@link Interpreter}: the variables of the clause that runs, its continuation, the choice
 * point to which a cut in it returns, and the newest choice point.
 */
public final class Machine {
    private static final long PORTION = 1 << 16;
    /** A measurement is repeated after a step for each so many bytes that it found, while memory is ample. */
    private static final long AMPLE = 2;
    /** The same when memory is scarce. */
    private static final long SCARCE = 256;
    /** What a step may leave behind, in frames and choice points. */
    private static final long BYTES_PER_STEP = 100;
    /** What an exception costs besides its ball: the choice points are looked through and a catcher is unified. */
    private static final int EXCEPTION_STEPS = 10;
    private static final int PROCEDURE_BYTES = 200;
    /** How many runs may be inside each other, each on the Java stack, when a predicate of the host asks the machine. */
    private static final int MOST_NESTED = 64;

    final Program program;
    final Library library;
    final Meter meter;
    final Bindings bindings;
    final Database database;
    final Globals globals = new Globals();
    private final Limits limits;
    private final Copier copier;
    private final Map<Functor, Procedure> created = new HashMap<>();
    private final StringBuilder output = new StringBuilder();
    private final Footprint footprint = new Footprint(this);

    Term[] vars = Meta.NO_VARIABLES;
    Frame cont = Frame.END;
    Choice cut;
    Choice choice;
    long generation;
    Operators operators;
    Flags flags;

    private @Nullable ClauseList[] locals;
    private long inferencesLeft;
    private long granted;
    /** Whether more was found than may be held, at a moment when the registers may hold on to what is gone. */
    private boolean overdrawn;
    private long createdBytes;
    private LongConsumer budget = steps -> {};
    private int nesting;
    private volatile boolean interrupted;
    private @Nullable Object host;
    final Raised raised = new Raised();

    /** A machine for a program with host predicates and limits. */
    public Machine(Program program, Library library, Limits limits) {
        this.program = program;
        this.library = library;
        this.limits = limits;
        this.meter = new Meter(limits.memoryBytes(), this::refuel);
        this.bindings = new Bindings(meter);
        this.copier = new Copier(bindings);
        this.database = new Database(this);
        this.choice = new Choice.Bottom(null, 0, 1);
        this.cut = choice;
        this.locals = new ClauseList[program.slots()];
        this.operators = program.operators();
        this.flags = program.flags();
        this.bindings.occursCheck = flags.occursCheck();
        this.inferencesLeft = limits.inferences();
        this.meter.room = limits.memoryBytes();
        grant(PORTION);
    }

    /** The solutions of a goal, one after the other; the variables of the goal are bound to each in turn. */
    public Solutions solve(Term goal) {
        return new Solutions(this, goal);
    }

    /** Whether the goal has a solution; if so, the bindings of the first one stay. */
    public boolean once(Term goal) {
        try (Solutions solutions = solve(goal)) {
            return solutions.next() && solutions.keep();
        }
    }

    /** Removes all changes of earlier runs, so that the machine is as new. */
    public void reset() {
        if (nesting > 0) {
            throw new IllegalStateException("a machine that runs cannot be reset");
        }
        bindings.reset();
        choice = new Choice.Bottom(null, 0, 1);
        cut = choice;
        cont = Frame.END;
        vars = Meta.NO_VARIABLES;
        locals = new ClauseList[program.slots()];
        created.clear();
        createdBytes = 0;
        database.clear();
        globals.clear();
        output.setLength(0);
        host = null;
        budget = steps -> {};
        operators = program.operators();
        flags(program.flags());
        refill();
    }

    /** Resets the limits for the next run. */
    public void refill() {
        interrupted = false;
        inferencesLeft = limits.inferences();
        overdrawn = false;
        meter.room = limits.memoryBytes();
        meter.fresh = 0;
        grant(PORTION);
    }

    /**
     * Sets a budget until the next reset: it receives the used steps in portions, and at {@link #settle}. It ends the run by throwing an
     * exception.
     */
    public void budget(LongConsumer steps) {
        budget = steps;
    }

    /** Reports the steps since the last call of the budget. */
    public void settle() {
        budget.accept(used());
    }

    private long used() {
        long used = granted - meter.fuel;
        granted = meter.fuel;
        inferencesLeft -= used;
        return used;
    }

    /** Ends the run soon with a {@link Stop}. This is the only method that other threads may call. Without a run, it ends the next one. */
    public void interrupt() {
        interrupted = true;
    }

    /** Returns and clears the output so far. */
    public String takeOutput() {
        String text = output.toString();
        output.setLength(0);
        return text;
    }

    /** The output of built-in predicates. */
    public StringBuilder output() {
        return output;
    }

    /** The current operators. */
    public Operators operators() {
        return operators;
    }

    /** The current flags. */
    public Flags flags() {
        return flags;
    }

    void flags(Flags value) {
        flags = value;
        bindings.occursCheck = value.occursCheck();
    }

    /** Unifies two terms. What a failed attempt has bound is undone when the goal fails. */
    public boolean unify(Term a, Term b) {
        return flags.occursCheck() ? Unification.withOccursCheck(bindings, a, b) : bindings.unify(a, b);
    }

    /** Unifies two terms so that none becomes part of itself. */
    public boolean unifyWithOccursCheck(Term a, Term b) {
        return Unification.withOccursCheck(bindings, a, b);
    }

    /** Whether two terms unify, without leaving a binding. */
    public boolean unifiable(Term a, Term b) {
        return Unification.tried(this, a, b) != Unification.Outcome.DIFFERENT;
    }

    /** Whether some instance of {@code general} is identical to {@code specific}, whose variables stay as they are. */
    public boolean subsumes(Term general, Term specific) {
        return Unification.subsumes(this, general, specific);
    }

    /** Whether two terms are the same but for the names of their variables. */
    public boolean variants(Term a, Term b) {
        return Unification.variants(meter, a, b);
    }

    /** The meter for predicates that do much work in one call. */
    public Meter meter() {
        return meter;
    }

    /** A new variable. */
    public Var fresh() {
        return bindings.fresh();
    }

    /** A copy of a term with new variables, independent of any binding made or undone later. */
    public Term copy(Term term) {
        Term copy = copier.fresh(term);
        footprint.depth(copy, limits.termDepth(), meter);
        return copy;
    }

    /** The standard order of terms. */
    public int compare(Term a, Term b) {
        return Order.compare(a, b, meter);
    }

    /**
     * The goals that wait for variables of a term to be bound, and for variables of those goals: {@code freeze(X, G)},
     * {@code dif(X, Y)}, {@code when(C, G)}.
     */
    public List<Term> delayed(Term term) {
        return DelayPredicates.shown(this, term);
    }

    /** Remembers the goals that are delayed from now on, for {@link #waiting}, until the next reset. */
    public void rememberDelayed() {
        bindings.delays.remember(true);
    }

    /** The goals that were delayed since they are remembered and that still wait for a variable, oldest first. */
    public List<Term> waiting() {
        return bindings.delays.waiting();
    }

    /** The unbound variables of a term from left to right. */
    public List<Var> variables(Term term) {
        return TermWalks.variables(term, meter);
    }

    /** Whether no unbound variable occurs in a term. */
    public boolean ground(Term term) {
        return TermWalks.ground(term, meter);
    }

    /**
     * How large a term is, counting a part as often as it occurs: the steps that it takes to look at every part once. They
     * are accounted for, so a term that contains itself ends the run.
     */
    public long size(Term term) {
        return TermWalks.size(term, meter);
    }

    /** Writes a term to the output with the operators in force; one that contains itself is an error. */
    public void write(Writer writer, Term term) {
        write(writer.withOperators(operators), term, Operators.MAX_PRIORITY, output);
    }

    /** Writes a term to a text; what the text takes is accounted for while it grows. */
    public void write(Writer writer, Term term, int priority, StringBuilder out) {
        Term at = term.deref();
        if (!TermWalks.constant(at, meter) && !TermWalks.acyclic(at, meter)) {
            throw Errors.representation("cyclic_term");
        }
        writer.write(at, priority, out, meter);
    }

    /** Whether a guard of a guarded predicate is being tried. */
    public boolean insideBarrier() {
        return choice.guarded;
    }

    /**
     * How many choice points are left in the guard that is being tried, or else in the query. Remaining clauses count if
     * the head of one of them unifies; what is being tried by {@code \+}, a condition or {@code findall} counts, too.
     */
    public int choicePoints() {
        return choice.depth == choice.base ? 0 : Remaining.count(this);
    }

    /** Sets an object for host predicates, which {@link #host()} returns, until the next reset. */
    public void host(Object value) {
        host = value;
    }

    /** The object that the host has set. */
    public @Nullable Object host() {
        return host;
    }

    /** Reports work that a host predicate is about to do. */
    public void spend(long steps) {
        meter.work(steps);
    }

    /** Reports memory that a host predicate is about to allocate and keep until the next reset. */
    public void reserve(long bytes) {
        meter.bytes(bytes);
        createdBytes += bytes;
    }

    /** What was created for this run and is not reachable from its registers. */
    long createdBytes() {
        return createdBytes;
    }

    Copier copier() {
        return copier;
    }

    Limits limits() {
        return limits;
    }

    // ---- what the interpreter asks for

    void save(Term[] newVars, Frame newCont, Choice newCut, Choice newChoice) {
        vars = newVars;
        cont = newCont;
        cut = newCut;
        choice = newChoice;
        meter.fresh = 0;
    }

    void push(Choice top) {
        choice = top;
        bindings.mark = top.mark;
    }

    /** Drops the newest choice point; its alternatives are not needed, its bindings stay. */
    void pop() {
        choice = Interpreter.cut(bindings, choice, choice.previous);
    }

    /** Runs the goals that were woken, and then goes on with {@code next}. */
    Goal wake(Goal next) {
        if (next.op != Goal.PROCEED) {
            cont = new Frame(vars, next, cont, cut);
        }
        return new Goal.Enter(Meta.CALL, new Term[] {bindings.delays.take()});
    }

    Procedure procedure(Functor functor) {
        Procedure known = program.procedure(functor);
        if (known != null) {
            return known;
        }
        return created.computeIfAbsent(functor, f -> {
            Procedure procedure = new Procedure(f, program.slots() + created.size());
            procedure.entry = library.entries.get(f);
            reserve(PROCEDURE_BYTES + Meter.textBytes(f.name.name()));
            return procedure;
        });
    }

    Iterable<Procedure> createdProcedures() {
        return created.values();
    }

    /** The clauses that this machine has for a procedure that is not static; null if it has none of its own yet. */
    @Nullable ClauseList local(Procedure procedure) {
        @Nullable ClauseList[] all = locals;
        return procedure.slot < all.length ? all[procedure.slot] : null;
    }

    void local(Procedure procedure, @Nullable ClauseList clauses) {
        if (procedure.slot >= locals.length) {
            locals = Arrays.copyOf(locals, procedure.slot + 16);
        }
        locals[procedure.slot] = clauses;
    }

    /** Enters a procedure that has no clauses in the table: a built-in, a guarded one, a dynamic one, or none at all. */
    Goal invoke(Procedure procedure, Term[] args) {
        try {
            return invoked(procedure, args);
        } catch (PrologError error) {
            raised.by(procedure, args);
            throw error;
        }
    }

    private Goal invoked(Procedure procedure, Term[] args) {
        Library.Entry entry = procedure.entry != null ? procedure.entry : library.entries.get(procedure.functor);
        if (entry != null) {
            return Builtins.invoke(this, entry, args);
        }
        if (procedure.guarded != null) {
            return Guard.begin(this, procedure, args);
        }
        if (procedure.dynamic) {
            local(procedure, procedure.initial == null ? new ClauseList() : procedure.initial.twin());
            return new Goal.Enter(procedure, args);
        }
        return switch (flags.unknown()) {
            case ERROR -> throw Errors.error(Struct.of(
                    "existence_error", Atom.of("procedure"), procedure.functor.indicator()));
            case FAIL, WARNING -> Goal.FAILURE;
        };
    }

    /** Finds the catcher of an exception and goes on with its recovery; throws the exception if there is none. */
    Goal recover(PrologError error, Goal goal) {
        meter.work(EXCEPTION_STEPS);
        // What the ball says must not change when the bindings made since are undone.
        Term ball = copier.fresh(error.term());
        Frame raisedIn = cont;
        if (goal instanceof Det test) {
            raised.by(test, vars);
        }
        Choice at = choice;
        Goal.Place place = raised.place();
        Term raiser = caught(at) ? null : raised.goal(this);
        raised.nobody();
        for (;;) {
            if (at instanceof Choice.Bottom) {
                unwind(at);
                List<String> goals = error.stack().isEmpty() ? Interpreter.stack(place, goal, raisedIn) : error.stack();
                throw new PrologError(ball).raisedBy(raiser).at(goals);
            }
            if (at instanceof Meta.Catch mark && mark.active) {
                unwind(mark);
                pop();
                cont = mark.cont;
                int top = bindings.top;
                bindings.mark = bindings.serial;
                boolean caught = bindings.unify(mark.catcher, ball);
                bindings.mark = choice.mark;
                if (caught) {
                    bindings.tidy(top, choice.mark);
                    return new Goal.Enter(Meta.CALL, new Term[] {mark.recovery});
                }
                bindings.undo(top);
                at = choice;
                continue;
            }
            at = at.previous;
        }
    }

    /** Whether somebody may catch an exception. */
    private static boolean caught(Choice from) {
        Choice at = from;
        while (!(at instanceof Choice.Bottom)) {
            if (at instanceof Meta.Catch mark && mark.active) {
                return true;
            }
            at = at.previous;
        }
        return false;
    }

    /** Takes a signal to the nearest guard; throws it if there is none. */
    Goal deliver(Signal signal) {
        Choice at = choice;
        while (!(at instanceof Choice.Bottom)) {
            if (at instanceof Guard guard) {
                // The guard is over before its search is asked: what the search raises is for the guard around it.
                unwind(guard);
                choice = guard.previous;
                bindings.mark = choice.mark;
                cont = guard.cont;
                return guard.new Blocked(signal.payload());
            }
            at = at.previous;
        }
        unwind(at);
        throw signal;
    }

    private void unwind(Choice to) {
        bindings.undo(to.trailTop);
        choice = to;
        bindings.mark = to.mark;
    }

    // ---- runs

    /** Prepares a query above what is there, for {@link Solutions}. */
    Choice begin(Term goal) {
        Choice bottom = new Choice.Bottom(choice, bindings.top, bindings.serial);
        for (Var variable : TermWalks.variables(goal, meter)) {
            if (variable.serial() < 0 && !(variable instanceof Watched)) {
                Inside.age(variable, bindings.serial++);
            }
        }
        bottom.mark = bindings.serial;
        push(bottom);
        cont = Frame.END;
        vars = Meta.NO_VARIABLES;
        cut = bottom;
        return bottom;
    }

    boolean run(Goal goal) {
        if (nesting == MOST_NESTED) {
            throw Errors.resource("nesting");
        }
        nesting++;
        try {
            return Interpreter.run(this, goal);
        } finally {
            nesting--;
        }
    }

    /** Ends a query: what lies above its bottom is forgotten, and its bindings are kept or undone. */
    void end(Choice bottom, boolean keep) {
        if (keep) {
            bindings.tidy(bottom.trailTop, bottom.previous.mark);
        } else {
            bindings.undo(bottom.trailTop);
        }
        choice = bottom.previous;
        bindings.mark = choice.mark;
    }

    private void grant(long portion) {
        granted = Math.min(portion, inferencesLeft);
        meter.fuel = granted;
    }

    private void refuel() {
        long used = used();
        if (interrupted) {
            interrupted = false;
            grant(PORTION);
            throw Stop.interrupt();
        }
        if (inferencesLeft <= 0) {
            throw Stop.limit(Stop.Reason.INFERENCES, limits.inferences());
        }
        budget.accept(used);
        measure();
    }

    /**
     * Holds what is reachable against the limit on memory, and grants the next portion.
     *
     * <p>Built-ins that only bind variables run without the registers being written back, so a measurement in their midst
     * may count what is gone by now. If it finds too much, the run goes on for a little, up to a quarter of the limit, and
     * is measured again when the built-in is done: without a portion, the loop of the machine comes back at once.
     */
    private void measure() {
        if (overdrawn && meter.fresh > 0 && meter.room >= 0) {
            grant(-1);
            return;
        }
        long allowed = limits.memoryBytes();
        Footprint.Found found = footprint.measure(allowed);
        if (found.bytes() <= allowed) {
            overdrawn = false;
            meter.room = Math.max(allowed - found.bytes(), allowed / 8);
            grant(Math.max(portion(found.bytes()), found.steps()));
            granted += found.steps();
        } else if (meter.fresh > 0 && !overdrawn) {
            overdrawn = true;
            meter.room = allowed / 4;
            grant(-1);
            granted += found.steps();
        } else {
            throw Stop.limit(Stop.Reason.MEMORY, allowed);
        }
    }

    /**
     * How many steps pass until the next measurement: enough to make its cost small, and no more than may fill what is left,
     * since frames and choice points are counted only when they are measured.
     */
    private long portion(long held) {
        long filling = Math.max((limits.memoryBytes() - held) / BYTES_PER_STEP, held / SCARCE);
        return Math.max(PORTION, Math.min(held / AMPLE, filling));
    }

    /** How many inferences were made since the machine was filled. */
    public long inferences() {
        return limits.inferences() - inferencesLeft + granted - meter.fuel;
    }
}
