package io.millrace.algebra;

import io.millrace.algebra.Expr.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes conjunctions and disjunctions, as small as rules can make them. Every rule keeps the admissible traces that satisfy the
 * expression; none holds below a sequence, and in normal form nothing is. The rules are not complete: an expression without a
 * satisfying trace may stay something else than false, so {@link Search} and {@link Graph} decide, not this.
 */
final class Simplifier {
    private Simplifier() {}

    static Expr or(Collection<Expr> alternatives) {
        Set<Expr> all = new LinkedHashSet<>();
        for (Expr each : alternatives) {
            if (each.is(Kind.TRUE)) {
                return Expr.TRUE;
            }
            if (!each.is(Kind.FALSE)) {
                all.addAll(each.operands(Kind.OR));
            }
        }
        Set<Integer> literals = new HashSet<>();
        for (Expr each : all) {
            if (each.is(Kind.LITERAL)) {
                if (literals.contains(Expr.complement(each.first()))) {
                    return Expr.TRUE;
                }
                literals.add(each.first());
            }
        }
        List<Expr> kept = new ArrayList<>(all.size());
        for (Expr each : all) {
            if (!absorbed(each, literals, all)) {
                kept.add(each);
            }
        }
        if (kept.stream().anyMatch(each -> eitherOrder(each, literals, all))) {
            return Expr.TRUE;
        }
        return switch (kept.size()) {
            case 0 -> Expr.FALSE;
            case 1 -> kept.getFirst();
            default -> Expr.of(Kind.OR, kept);
        };
    }

    /** {@code l | l.m = l}, {@code m | l.m = m} and {@code E | E & F = E}. */
    private static boolean absorbed(Expr each, Set<Integer> literals, Set<Expr> all) {
        return switch (each.kind()) {
            case PAIR -> literals.contains(each.first()) || literals.contains(each.second());
            case AND -> each.parts().stream().anyMatch(part ->
                    part.is(Kind.PAIR) && (all.contains(part) || absorbed(part, literals, all))
                            || part.is(Kind.LITERAL) && literals.contains(part.first())
                            || part.is(Kind.OR) && all.containsAll(part.parts()));
            case FALSE, TRUE, LITERAL, OR -> false;
        };
    }

    /** {@code ~e | ~f | e.f | f.e = true}. */
    private static boolean eitherOrder(Expr each, Set<Integer> literals, Set<Expr> all) {
        return each.is(Kind.PAIR)
                && literals.contains(Expr.complement(each.first()))
                && literals.contains(Expr.complement(each.second()))
                && all.contains(each.reversed());
    }

    static Expr and(Expr first, Expr second) {
        return and(List.of(first, second));
    }

    @SuppressWarnings("ReferenceEquality")
    static Expr and(Collection<Expr> conjuncts) {
        Collection<Expr> now = conjuncts;
        while (true) {
            Set<Expr> all = new LinkedHashSet<>();
            for (Expr each : now) {
                if (each.is(Kind.FALSE)) {
                    return Expr.FALSE;
                }
                if (!each.is(Kind.TRUE)) {
                    all.addAll(each.operands(Kind.AND));
                }
            }
            Known known = Known.of(all);
            if (known == null) {
                return Expr.FALSE;
            }
            List<Expr> next = new ArrayList<>(all.size());
            boolean changed = false;
            for (Expr each : all) {
                Expr small = each.is(Kind.OR) ? known.reduced(each) : each;
                changed |= small != each;
                if (small.is(Kind.LITERAL) && known.inPair(small.first())) {
                    continue; // l & l.m = l.m
                }
                next.add(small);
            }
            if (!changed) {
                return switch (next.size()) {
                    case 0 -> Expr.TRUE;
                    case 1 -> next.getFirst();
                    default -> Expr.of(Kind.AND, next);
                };
            }
            now = next;
        }
    }

    /** The complement modulo admissible traces: {@code not(l.m) = ~l | ~m | m.l}, and De Morgan for the operators. */
    static Expr not(Expr expr) {
        return switch (expr.kind()) {
            case FALSE -> Expr.TRUE;
            case TRUE -> Expr.FALSE;
            case LITERAL -> Expr.literal(Expr.complement(expr.first()));
            case PAIR -> or(List.of(
                    Expr.literal(Expr.complement(expr.first())),
                    Expr.literal(Expr.complement(expr.second())),
                    expr.reversed()));
            case AND -> or(expr.parts().stream().map(Simplifier::not).toList());
            case OR -> and(expr.parts().stream().map(Simplifier::not).toList());
        };
    }

    /** What a conjunction says for certain: literals that occur, and which of two comes first. */
    private static final class Known {
        private final Set<Integer> literals = new HashSet<>();
        private final Set<Integer> paired = new HashSet<>();
        private final Map<Integer, List<Integer>> later = new HashMap<>();

        /** Null if it contradicts itself: a literal with its complement, or a circle of sequences. */
        static @Nullable Known of(Set<Expr> conjuncts) {
            Known known = new Known();
            for (Expr each : conjuncts) {
                if (each.is(Kind.LITERAL)) {
                    known.literals.add(each.first());
                } else if (each.is(Kind.PAIR)) {
                    known.literals.add(each.first());
                    known.literals.add(each.second());
                    known.paired.add(each.first());
                    known.paired.add(each.second());
                    known.later.computeIfAbsent(each.first(), key -> new ArrayList<>(2)).add(each.second());
                }
            }
            for (int literal : known.literals) {
                if (known.literals.contains(Expr.complement(literal))) {
                    return null;
                }
            }
            for (int literal : known.later.keySet()) {
                if (known.before(literal, literal)) {
                    return null;
                }
            }
            return known;
        }

        boolean inPair(int literal) {
            return paired.contains(literal);
        }

        /** Whether the sequences, one after the other, lead from the first to the second. */
        boolean before(int first, int second) {
            if (later.isEmpty() || !later.containsKey(first)) {
                return false;
            }
            Deque<Integer> open = new ArrayDeque<>(later.get(first));
            Set<Integer> seen = new HashSet<>(open);
            while (!open.isEmpty()) {
                int each = open.pop();
                if (each == second) {
                    return true;
                }
                for (int next : later.getOrDefault(each, List.of())) {
                    if (seen.add(next)) {
                        open.push(next);
                    }
                }
            }
            return false;
        }

        @SuppressWarnings("ReferenceEquality")
        Expr reduced(Expr or) {
            if (literals.isEmpty()) {
                return or;
            }
            List<Expr> kept = new ArrayList<>(or.parts().size());
            boolean changed = false;
            for (Expr each : or.parts()) {
                if (holds(each)) {
                    return Expr.TRUE;
                }
                if (fails(each)) {
                    changed = true;
                } else {
                    Expr small = each.is(Kind.AND) ? without(each) : each;
                    changed |= small != each;
                    kept.add(small);
                }
            }
            return changed ? or(kept) : or;
        }

        /** An alternative without those of its literals that are known anyhow. */
        private Expr without(Expr and) {
            List<Expr> kept = and.parts().stream().filter(part -> !holds(part)).toList();
            return kept.size() == and.parts().size() ? and : and(kept);
        }

        private boolean holds(Expr each) {
            return switch (each.kind()) {
                case TRUE -> true;
                case FALSE -> false;
                case LITERAL -> literals.contains(each.first());
                case PAIR -> before(each.first(), each.second());
                case AND -> each.parts().stream().allMatch(this::holds);
                case OR -> each.parts().stream().anyMatch(this::holds);
            };
        }

        private boolean fails(Expr each) {
            return switch (each.kind()) {
                case TRUE -> false;
                case FALSE -> true;
                case LITERAL -> literals.contains(Expr.complement(each.first()));
                case PAIR -> literals.contains(Expr.complement(each.first()))
                        || literals.contains(Expr.complement(each.second()))
                        || holds(each.reversed());
                case AND -> each.parts().stream().anyMatch(this::fails);
                case OR -> each.parts().stream().allMatch(this::fails);
            };
        }
    }
}
