package io.millrace.prolog;

import io.millrace.data.In;
import io.millrace.data.Out;
import org.jspecify.annotations.Nullable;

/**
 * A query as a case keeps it. Between two phases nobody looks at it, so a small one is kept in its binary form, at a tenth of
 * the heap; a large one stays as it is, since a phase must not cost more the more a query waits for.
 */
final class StoredState {
    private byte @Nullable [] packed;
    private @Nullable PrologState open;

    StoredState(PrologState state) {
        open = state;
        close();
    }

    /** The query, for a phase to work on; what is applied to it afterwards is applied to this very object. */
    PrologState open() {
        PrologState state = peek();
        open = state;
        packed = null;
        return state;
    }

    /** The query, to be read and forgotten. */
    PrologState peek() {
        if (open != null) {
            return open;
        }
        if (packed == null) {
            throw new IllegalStateException("a query is open or packed");
        }
        return PrologState.read(new In(packed));
    }

    void apply(PrologEvent event) {
        open().apply(event);
        close();
    }

    /** The case goes on under another version of its program. */
    StoredState moved() {
        open().move();
        close();
        return this;
    }

    private void close() {
        if (open != null && open.isSmall()) {
            Out out = new Out();
            open.write(out);
            packed = out.toBytes();
            open = null;
        }
    }

    void write(Out out) {
        if (packed == null) {
            peek().write(out);
        } else {
            out.raw(packed);
        }
    }
}
