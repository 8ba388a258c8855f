package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Term;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The global variables of a machine. */
final class Globals {
    private final Map<Atom, Term> values = new HashMap<>();
    private long numbers;

    /** A number that was not given out before. */
    long number() {
        return ++numbers;
    }

    @Nullable Term get(Atom key) {
        return values.get(key);
    }

    /** Sets a variable for good; the value must be a copy. */
    void set(Atom key, Term value) {
        values.put(key, value);
    }

    /** Sets a variable until backtracking. */
    void set(Bindings bindings, Atom key, Term value) {
        Term before = values.put(key, value);
        bindings.push(new Bindings.Undo() {
            @Override
            public void undo() {
                if (before == null) {
                    values.remove(key);
                } else {
                    values.put(key, before);
                }
            }

            @Override
            public long age() {
                return Long.MIN_VALUE;
            }

            @Override
            public @Nullable Term held() {
                return before;
            }
        });
    }

    void each(BiConsumer<Atom, Term> visitor) {
        values.forEach(visitor);
    }

    void clear() {
        values.clear();
        numbers = 0;
    }
}
