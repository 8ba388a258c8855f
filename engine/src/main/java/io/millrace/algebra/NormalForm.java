package io.millrace.algebra;

import io.millrace.algebra.Form.Operator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Turns a form without variables into normal form (TSF). Sequences are pushed inward first, and nothing is simplified before
 * that is finished: {@code (e | ~e) . f} is not {@code true . f} (Lemma 21). A sequence of more than two literals becomes the
 * conjunction of its neighbours (Lemma 17, which holds for admissible traces only).
 */
final class NormalForm {
    /** Pushing sequences inward may multiply an expression; nobody writes one that grows beyond this. */
    static final int MOST_NODES = 10_000;

    /** The expression grew beyond every use. */
    static final class TooLargeException extends RuntimeException {
        TooLargeException() {
            super(tooLarge(), null, false, false);
        }
    }

    static String tooLarge() {
        return "more than " + MOST_NODES + " nodes";
    }

    private sealed interface Raw {
        record Sequence(List<Integer> literals) implements Raw {}

        record Impossible() implements Raw {}

        record Combined(boolean every, List<Raw> parts) implements Raw {}
    }

    private final ToIntFunction<Form.Event> events;
    private int nodes;

    private NormalForm(ToIntFunction<Form.Event> events) {
        this.events = events;
    }

    /** @param events the number of each event */
    static Expr of(Form form, ToIntFunction<Form.Event> events) {
        NormalForm normal = new NormalForm(events);
        return normal.paired(normal.raw(form));
    }

    private void count(int made) {
        nodes += made;
        if (nodes > MOST_NODES) {
            throw new TooLargeException();
        }
    }

    private Raw raw(Form form) {
        count(1);
        return switch (form) {
            case Form.Truth(boolean value) -> value ? new Raw.Sequence(List.of()) : new Raw.Impossible();
            case Form.Occurs(Form.Event event, boolean negated) ->
                new Raw.Sequence(List.of(2 * events.applyAsInt(event) + (negated ? 1 : 0)));
            case Form.Combined(Operator operator, List<Form> parts) -> {
                List<Raw> each = parts.stream().map(this::raw).toList();
                yield switch (operator) {
                    case AND -> new Raw.Combined(true, each);
                    case OR -> new Raw.Combined(false, each);
                    case THEN -> each.stream().reduce(new Raw.Sequence(List.of()), this::then);
                };
            }
            case Form.Quantified quantified ->
                throw new IllegalArgumentException("The variable " + quantified.variable() + " has no domain.");
            case Form.Not(Form body) -> raw(Simplifier.not(paired(raw(body))));
        };
    }

    private Raw raw(Expr expr) {
        count(1);
        return switch (expr.kind()) {
            case FALSE -> new Raw.Impossible();
            case TRUE -> new Raw.Sequence(List.of());
            case LITERAL -> new Raw.Sequence(List.of(expr.first()));
            case PAIR -> new Raw.Sequence(List.of(expr.first(), expr.second()));
            case AND, OR -> new Raw.Combined(expr.is(Expr.Kind.AND), expr.parts().stream().map(this::raw).toList());
        };
    }

    private Raw then(Raw earlier, Raw later) {
        count(1);
        if (earlier instanceof Raw.Combined(boolean every, List<Raw> parts)) {
            return new Raw.Combined(every, parts.stream().map(part -> then(part, later)).toList());
        }
        if (later instanceof Raw.Combined(boolean every, List<Raw> parts)) {
            return new Raw.Combined(every, parts.stream().map(part -> then(earlier, part)).toList());
        }
        if (!(earlier instanceof Raw.Sequence(List<Integer> first)) || !(later instanceof Raw.Sequence(List<Integer> second))) {
            return new Raw.Impossible();
        }
        List<Integer> both = new ArrayList<>(first);
        both.addAll(second);
        count(both.size());
        return new Raw.Sequence(both);
    }

    private Expr paired(Raw raw) {
        return switch (raw) {
            case Raw.Impossible impossible -> Expr.FALSE;
            case Raw.Combined(boolean every, List<Raw> parts) -> {
                List<Expr> each = parts.stream().map(this::paired).toList();
                yield every ? Simplifier.and(each) : Simplifier.or(each);
            }
            case Raw.Sequence(List<Integer> literals) -> paired(literals);
        };
    }

    private static Expr paired(List<Integer> literals) {
        Set<Integer> events = new HashSet<>();
        for (int literal : literals) {
            if (!events.add(Expr.event(literal))) {
                return Expr.FALSE;
            }
        }
        if (literals.size() == 1) {
            return Expr.literal(literals.getFirst());
        }
        List<Expr> pairs = new ArrayList<>();
        for (int i = 1; i < literals.size(); i++) {
            pairs.add(Expr.pair(literals.get(i - 1), literals.get(i)));
        }
        return Simplifier.and(pairs);
    }
}
