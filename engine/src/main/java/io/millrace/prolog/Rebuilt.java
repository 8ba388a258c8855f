package io.millrace.prolog;

import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Terms with parts replaced, built without recursion: goals hold lists of any length. */
final class Rebuilt {
    private static final class Open {
        final Struct struct;
        final Term[] arguments;
        int done;

        Open(Struct struct) {
            this.struct = struct;
            this.arguments = new Term[struct.arity()];
        }
    }

    private Rebuilt() {}

    /**
     * The term in which every part has been replaced for which {@code change} gives something else; what it gives is not
     * looked into.
     */
    @SuppressWarnings("ReferenceEquality") // another object is what a replaced part is
    static Term of(Term term, UnaryOperator<Term> change) {
        Deque<Open> open = new ArrayDeque<>();
        Term value = term.deref();
        while (true) {
            Term changed = change.apply(value);
            if (changed == value && value instanceof Struct struct) {
                open.push(new Open(struct));
            } else {
                Term finished = give(open, changed);
                if (finished != null) {
                    return finished;
                }
            }
            Open top = open.element();
            value = top.struct.arg(top.done).deref();
        }
    }

    /** Hands a finished part to what waits for it; what that completes is finished, too. Null while something is open. */
    private static @Nullable Term give(Deque<Open> open, Term part) {
        Term finished = part;
        for (Open top = open.peek(); top != null; top = open.peek()) {
            top.arguments[top.done++] = finished;
            if (top.done < top.arguments.length) {
                return null;
            }
            finished = Struct.of(top.struct.name(), top.arguments);
            open.pop();
        }
        return finished;
    }
}
