package io.millrace.logic.machine;

import io.millrace.logic.term.Functor;
import org.jspecify.annotations.Nullable;

/**
 * What a call is linked to: a name and arity, and what the program knows about it.
 *
 * <p>A procedure of a program is shared by all machines and immutable once the program is built. One without clauses or
 * function may still get clauses in one machine, which keeps them in a table under {@code slot}.
 */
final class Procedure {
    final Functor functor;
    final int slot;
    /** How many variables a call needs at most, the arguments included; a hint that a call may exceed. */
    int frameSize;
    /** The clauses of a static procedure. */
    @Nullable ClauseList fixed;
    /** The clauses that a dynamic procedure begins with. */
    @Nullable ClauseList initial;
    Library.@Nullable Entry entry;
    @Nullable Guarded guarded;
    boolean dynamic;
    /** Whether it belongs to the standard library, so that a program may define its own instead. */
    boolean library;
    private final boolean control;

    Procedure(Functor functor, int slot) {
        this.functor = functor;
        this.slot = slot;
        this.frameSize = functor.arity;
        this.control = BodyCompiler.control(functor);
    }

    /** Whether a goal of this name is a control construct, which is compiled rather than called. */
    boolean control() {
        return control;
    }

    boolean defined() {
        return fixed != null || dynamic || entry != null || guarded != null;
    }

    @Override
    public String toString() {
        return functor.toString();
    }
}
