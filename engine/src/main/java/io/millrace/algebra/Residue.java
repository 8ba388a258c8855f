package io.millrace.algebra;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What remains of one rule: an expression, or the state of an automaton. Both step by a literal, are dead or satisfied, and are
 * numbered within their rule, so that proofs and run time need not know which it is.
 */
abstract sealed class Residue {
    private final int number;

    Residue(int number) {
        this.number = number;
    }

    /** Different for different residues of one rule. */
    final int number() {
        return number;
    }

    abstract Residue after(int literal);

    /** Nothing that happens can satisfy the rule any more; not being dead proves nothing. */
    abstract boolean isDead();

    /** Whether the rule holds if nothing more happens. */
    abstract boolean holds();

    /** Whether the rule holds whatever happens; not being sure proves nothing. */
    abstract boolean isSure();

    /** An expression in normal form, with the residues it leads to remembered as they are met. */
    static final class Formula extends Residue {
        /** Beyond this, residues are made anew each time: a rule with very many of them is rare, and memory is not. */
        private static final int MOST_REMEMBERED = 20_000;

        /** The residues of one rule. */
        private static final class Family {
            final Map<Expr, Formula> known = new ConcurrentHashMap<>();
            final AtomicInteger numbers = new AtomicInteger();

            Formula member(Expr expr) {
                Formula found = known.get(expr);
                if (found != null) {
                    return found;
                }
                return known.size() < MOST_REMEMBERED
                        ? known.computeIfAbsent(expr, key -> new Formula(numbers.getAndIncrement(), key, this))
                        : new Formula(numbers.getAndIncrement(), expr, this);
            }
        }

        private final Expr expr;
        private final Family family;
        /** By literal. A racing thread puts in the same; what it sees is null or complete, for all fields of a residue are final. */
        private final Formula[] next;

        private Formula(int number, Expr expr, Family family) {
            super(number);
            this.expr = expr;
            this.family = family;
            next = new Formula[2 * (expr.events().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1)];
        }

        static Formula of(Expr expr) {
            return new Family().member(expr);
        }

        Expr expr() {
            return expr;
        }

        @Override
        @SuppressWarnings("ReferenceEquality")
        Formula after(int literal) {
            if (literal >= next.length) {
                return this;
            }
            Formula known = next[literal];
            if (known == null) {
                Expr after = expr.after(literal);
                known = after == expr ? this : family.member(after);
                next[literal] = known;
            }
            return known;
        }

        @Override
        boolean isDead() {
            return expr.is(Expr.Kind.FALSE);
        }

        @Override
        boolean holds() {
            return expr.is(Expr.Kind.TRUE);
        }

        @Override
        boolean isSure() {
            return expr.is(Expr.Kind.TRUE);
        }
    }

    /** A state of an automaton. */
    static final class Automaton extends Residue {
        private final Dfa dfa;

        Automaton(Dfa dfa, int state) {
            super(state);
            this.dfa = dfa;
        }

        Dfa dfa() {
            return dfa;
        }

        @Override
        Automaton after(int literal) {
            return dfa.step(this, literal);
        }

        @Override
        boolean isDead() {
            return dfa.isDead(number());
        }

        @Override
        boolean holds() {
            return dfa.accepts(number());
        }

        @Override
        boolean isSure() {
            return dfa.isSure(number());
        }
    }
}
