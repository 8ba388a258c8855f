package io.millrace.logic.machine;

import io.millrace.logic.term.Term;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A choice point: where the machine goes on when a goal fails. They form a stack linked through {@code previous}; a cut
 * just makes an older one the newest.
 *
 * <p>Invariant: everything reachable from a choice point is as it was when it was made, once the trail is undone down to
 * {@code trailTop}.
 */
abstract class Choice {
    static final int CLAUSES = 0;
    static final int GOAL = 1;
    static final int OTHER = 2;
    static final int BOTTOM = 3;

    final int kind;
    /** The one below; the lowest is its own. */
    final Choice previous;
    final int trailTop;
    final Frame cont;
    /** How many real choice points there are up to this one; a catch or a guard is none. */
    final int depth;
    /** Whether a guard of a guarded predicate is being tried here or below. */
    boolean guarded;
    /** How many real choice points there were when the guard that is being tried, or else the run, began. */
    int base;
    long mark;

    Choice(int kind, @Nullable Choice previous, int trailTop, long mark, Frame cont, boolean real) {
        this.kind = kind;
        this.previous = previous == null ? this : previous;
        this.trailTop = trailTop;
        this.mark = mark;
        this.cont = cont;
        this.guarded = previous != null && previous.guarded;
        this.base = previous == null ? 0 : previous.base;
        this.depth = (previous == null ? 0 : previous.depth) + (real ? 1 : 0);
    }

    /**
     * What to do next when failure reaches this choice point. The machine has undone the trail, made {@code previous}
     * the newest choice point and set the continuation to {@code cont}.
     */
    abstract Goal resume(Machine machine);

    /** Shows the terms that only this choice point holds, besides its arguments. */
    void held(Consumer<Term> visitor) {}

    /** What this choice point holds besides such terms. */
    long heldBytes() {
        return 0;
    }

    /** Remaining clauses of a call. */
    static final class Clauses extends Choice {
        final Procedure procedure;
        final Term[] args;
        final Clause[] buffer;
        final int end;
        final long generation;
        final @Nullable Object key;
        final int keyHash;
        int index;

        Clauses(Choice previous, int trailTop, long mark, Frame cont, Procedure procedure, Term[] args,
                Clause[] buffer, int index, int end, long generation, @Nullable Object key, int keyHash) {
            super(CLAUSES, previous, trailTop, mark, cont, true);
            this.procedure = procedure;
            this.args = args;
            this.buffer = buffer;
            this.index = index;
            this.end = end;
            this.generation = generation;
            this.key = key;
            this.keyHash = keyHash;
        }

        @Override
        Goal resume(Machine machine) {
            throw new IllegalStateException("the machine retries clauses itself");
        }
    }

    /** The other side of a disjunction or of a condition, in the same clause body. */
    static final class Other extends Choice {
        final Term[] vars;
        final Choice cut;
        Goal goal;

        Other(Choice previous, int trailTop, long mark, Frame cont, Goal goal, Term[] vars, Choice cut) {
            super(GOAL, previous, trailTop, mark, cont, true);
            this.goal = goal;
            this.vars = vars;
            this.cut = cut;
        }

        @Override
        Goal resume(Machine machine) {
            throw new IllegalStateException("the machine resumes goals itself");
        }
    }

    /** The bottom of a run: nothing is left to try. */
    static final class Bottom extends Choice {
        Bottom(@Nullable Choice previous, int trailTop, long mark) {
            super(BOTTOM, previous, trailTop, mark, Frame.END, false);
            this.base = depth;
            this.guarded = false;
        }

        @Override
        Goal resume(Machine machine) {
            throw new IllegalStateException("the machine ends the run itself");
        }
    }
}
