package io.millrace.algebra;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An expression in normal form (TSF): true, false, a literal, a sequence of two literals, or a conjunction or disjunction of
 * expressions. Immutable. The operands keep the order in which they were written, which is what people read; equality ignores it.
 *
 * <p>Make conjunctions and disjunctions with {@link Simplifier}: it holds every rule by which an expression gets smaller.
 */
final class Expr {
    enum Kind {
        FALSE,
        TRUE,
        LITERAL,
        PAIR,
        AND,
        OR
    }

    static final Expr FALSE = new Expr(Kind.FALSE, -1, -1, List.of());
    static final Expr TRUE = new Expr(Kind.TRUE, -1, -1, List.of());

    private final Kind kind;
    private final int first;
    private final int second;
    private final List<Expr> parts;
    private final int hash;
    /** One bit for each event, modulo 64: a quick no to the question whether an event is mentioned. */
    private final long mentioned;

    private Expr(Kind kind, int first, int second, List<Expr> parts) {
        this.kind = kind;
        this.first = first;
        this.second = second;
        this.parts = parts;
        int sum = kind.ordinal() * 31 + first * 961 + second * 29791;
        long bits = first < 0 ? 0 : 1L << (first >> 1);
        bits |= second < 0 ? 0 : 1L << (second >> 1);
        for (Expr part : parts) {
            sum += part.hash * 0x9E3779B1;
            bits |= part.mentioned;
        }
        hash = sum ^ sum >>> 15;
        mentioned = bits;
    }

    static int complement(int literal) {
        return literal ^ 1;
    }

    static int event(int literal) {
        return literal >> 1;
    }

    static Expr literal(int literal) {
        return new Expr(Kind.LITERAL, literal, -1, List.of());
    }

    /** First, and later second; nothing can be both before and after itself or its complement. */
    static Expr pair(int first, int second) {
        return event(first) == event(second) ? FALSE : new Expr(Kind.PAIR, first, second, List.of());
    }

    /** A pair the other way round. */
    Expr reversed() {
        int last = second;
        return pair(last, first);
    }

    /** As it stands: only {@link Simplifier} knows that nothing can be simplified. */
    static Expr of(Kind kind, List<Expr> parts) {
        return new Expr(kind, -1, -1, List.copyOf(parts));
    }

    Kind kind() {
        return kind;
    }

    boolean is(Kind asked) {
        return kind == asked;
    }

    /** The literal, or the earlier one of a pair. */
    int first() {
        return first;
    }

    /** The later literal of a pair. */
    int second() {
        return second;
    }

    List<Expr> parts() {
        return parts;
    }

    /** The operands of an operator; the expression alone if it is something else. */
    List<Expr> operands(Kind operator) {
        return kind == operator ? parts : List.of(this);
    }

    boolean mentions(int event) {
        if ((mentioned & 1L << event) == 0) {
            return false;
        }
        return switch (kind) {
            case FALSE, TRUE -> false;
            case LITERAL -> event(first) == event;
            case PAIR -> event(first) == event || event(second) == event;
            case AND, OR -> parts.stream().anyMatch(part -> part.mentions(event));
        };
    }

    /** Every event of the alphabet Γ (Definition 3), once for both of its literals. */
    Set<Integer> events() {
        Set<Integer> events = new HashSet<>();
        addEvents(events);
        return events;
    }

    private void addEvents(Set<Integer> events) {
        if (first >= 0) {
            events.add(event(first));
        }
        if (second >= 0) {
            events.add(event(second));
        }
        parts.forEach(part -> part.addEvents(events));
    }

    /** What remains to be satisfied once the literal has occurred: Equations 1 to 8. What does not change stays the same object. */
    @SuppressWarnings("ReferenceEquality")
    Expr after(int literal) {
        int event = event(literal);
        if ((mentioned & 1L << event) == 0) {
            return this;
        }
        return switch (kind) {
            case FALSE, TRUE -> this; // Equations 1 and 2
            case LITERAL -> event(first) != event ? this : first == literal ? TRUE : FALSE;
            case PAIR -> pairAfter(literal, event);
            case AND, OR -> { // Equations 3 and 4
                Expr[] after = new Expr[parts.size()];
                boolean changed = false;
                for (int i = 0; i < after.length; i++) {
                    after[i] = parts.get(i).after(literal);
                    changed |= after[i] != parts.get(i);
                }
                yield !changed ? this : kind == Kind.AND ? Simplifier.and(Arrays.asList(after)) : Simplifier.or(Arrays.asList(after));
            }
        };
    }

    private Expr pairAfter(int literal, int event) {
        if (event(second) == event) {
            return FALSE; // Equation 7: the tail's event came too early
        }
        if (event(first) != event) {
            return this; // Equation 6
        }
        return first == literal ? literal(second) : FALSE; // Equations 5 and 8
    }

    /** The same expression over events with other numbers. */
    Expr renumbered(IntUnaryOperator events) {
        return switch (kind) {
            case FALSE, TRUE -> this;
            case LITERAL -> literal(2 * events.applyAsInt(event(first)) + first % 2);
            case PAIR -> pair(2 * events.applyAsInt(event(first)) + first % 2, 2 * events.applyAsInt(event(second)) + second % 2);
            case AND -> Simplifier.and(parts.stream().map(part -> part.renumbered(events)).toList());
            case OR -> Simplifier.or(parts.stream().map(part -> part.renumbered(events)).toList());
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Expr expr) || hash != expr.hash || kind != expr.kind || first != expr.first || second != expr.second
                || parts.size() != expr.parts.size()) {
            return false;
        }
        return parts.equals(expr.parts) || new HashSet<>(parts).equals(new HashSet<>(expr.parts));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** As a person writes it; the precedence is {@code .} before {@code &} before {@code |}. */
    String text(IntFunction<String> names) {
        return switch (kind) {
            case FALSE -> "false";
            case TRUE -> "true";
            case LITERAL -> names.apply(first);
            case PAIR -> names.apply(first) + " . " + names.apply(second);
            case AND -> String.join(" & ", parts.stream()
                    .map(part -> part.is(Kind.OR) ? "(" + part.text(names) + ")" : part.text(names))
                    .toList());
            case OR -> String.join(" | ", parts.stream().map(part -> part.text(names)).toList());
        };
    }

    @Override
    public String toString() {
        return text(literal -> (literal % 2 == 0 ? "" : "~") + "e" + event(literal));
    }
}
