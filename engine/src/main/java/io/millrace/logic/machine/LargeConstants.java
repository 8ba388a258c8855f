package io.millrace.logic.machine;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Meter;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.TermWalks;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The long texts and numbers that the clauses of a database mention. Several clauses may share one, which counts once and
 * until the last of them is erased.
 */
final class LargeConstants {
    /** What is smaller counts as part of the cell that holds it. */
    private static final int LARGE = 128;

    private final IdentityHashMap<Term, Integer> mentions = new IdentityHashMap<>();
    private final IdentityHashMap<Clause, List<Term>> byClause = new IdentityHashMap<>();
    private long bytes;

    long bytes() {
        return bytes;
    }

    void clear() {
        mentions.clear();
        byClause.clear();
        bytes = 0;
    }

    /** Takes in a clause, and returns of how many compounds it is made. */
    int added(Clause clause, Meter meter) {
        List<Term> found = new ArrayList<>(0);
        int compounds = collect(clause.head, found, meter) + collect(clause.body, found, meter);
        if (!found.isEmpty()) {
            byClause.put(clause, found);
            for (Term constant : found) {
                if (mentions.merge(constant, 1, Integer::sum) == 1) {
                    bytes += weight(constant);
                }
            }
        }
        return compounds;
    }

    void erased(Clause clause) {
        List<Term> gone = byClause.remove(clause);
        if (gone == null) {
            return;
        }
        for (Term constant : gone) {
            if (mentions.merge(constant, -1, Integer::sum) == 0) {
                mentions.remove(constant);
                bytes -= weight(constant);
            }
        }
    }

    private static int collect(Term term, List<Term> found, Meter meter) {
        int[] compounds = {0};
        TermWalks.all(term, part -> {
            meter.work(1);
            compounds[0] += part instanceof Struct ? 1 : 0;
            Term constant = part instanceof Struct struct ? struct.functor().name : part;
            if (weight(constant) >= LARGE) {
                found.add(constant);
            }
            return true;
        });
        return compounds[0];
    }

    private static long weight(Term constant) {
        return switch (constant) {
            case Atom atom -> 2L * atom.name().length();
            case Str string -> 2L * string.value().length();
            case Big big -> big.value().bitLength() / Byte.SIZE;
            default -> 0;
        };
    }
}
