package io.millrace.simulate;

import io.millrace.id.CaseId;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The history of a run in the order of recording, if somebody wants it. */
final class Chronicle {
    private static final double MICROS = 1e6;

    private final boolean kept;
    private final long begin;
    private final List<Outcome.Entry> entries = new ArrayList<>();
    private long last;

    Chronicle(boolean kept, long begin) {
        this.kept = kept;
        this.begin = begin;
        this.last = begin;
    }

    void add(long at, String rule, Supplier<Term> event) {
        last = at;
        if (kept) {
            entries.add(new Outcome.Entry((at - begin) / MICROS, HistoryText.of(event.get()), rule));
        }
    }

    /** An event of the engine at the instant of the one before it, where those are shown. */
    void engine(boolean shown, Supplier<Term> event) {
        if (shown) {
            add(last, "engine", event);
        }
    }

    List<Outcome.Entry> entries() {
        return entries;
    }

    /** A root case is a number, a sub-case its path as an atom. */
    static Term caseName(CaseId id) {
        return id.isRoot() ? Int.of(id.root()) : Atom.of(id.toString());
    }
}
