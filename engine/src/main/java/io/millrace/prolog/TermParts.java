package io.millrace.prolog;

import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** Looks through all parts of a term, without recursion. */
final class TermParts {
    private TermParts() {}

    /** Whether some part of a term, from left to right, is so. */
    static boolean any(Term term, Predicate<Term> question) {
        Deque<Term> open = new ArrayDeque<>();
        open.push(term.deref());
        for (Term next = open.poll(); next != null; next = open.poll()) {
            if (question.test(next)) {
                return true;
            }
            if (next instanceof Struct struct) {
                for (int i = struct.arity() - 1; i >= 0; i--) {
                    open.push(struct.arg(i).deref());
                }
            }
        }
        return false;
    }
}
