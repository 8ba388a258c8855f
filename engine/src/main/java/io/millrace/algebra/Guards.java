package io.millrace.algebra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The guard of each literal: what its agent has to know before it may happen, if every event is decided where it happens. A trace
 * satisfies a rule exactly if each literal on it happens while its guard holds.
 */
public final class Guards {
    /** What has to be known. */
    sealed interface Guard {
        record Known(boolean holds) implements Guard {}

        /** The expression is satisfied in the end, by what occurred and by what follows. */
        record Later(Expr expr) implements Guard {}

        record Occurred(int literal) implements Guard {}

        record NotYet(int literal) implements Guard {}

        record Every(List<Guard> parts) implements Guard {}

        record Some(List<Guard> parts) implements Guard {}
    }

    private static final Guard ALWAYS = new Guard.Known(true);
    private static final Guard NEVER = new Guard.Known(false);
    /** The guard grows with the orders in which the other events may happen. */
    private static final int MOST_EVENTS = 6;

    private final int literal;
    private final Map<Expr, Guard> known = new HashMap<>();

    private Guards(int literal) {
        this.literal = literal;
    }

    /** The guard of every literal of a rule set, as text; of a rule with very many events it is left out. */
    public static Map<String, String> of(RuleSet set) {
        Map<String, String> guards = new LinkedHashMap<>();
        for (int literal = 0; literal < 2 * set.events(); literal++) {
            int each = literal;
            List<Guard> all = set.rules().stream()
                    .filter(rule -> rule.isFormula() && rule.events().get(Expr.event(each)))
                    .filter(rule -> rule.events().cardinality() <= MOST_EVENTS)
                    .map(rule -> of(rule.expr(), each))
                    .toList();
            guards.put(set.text(literal), text(every(all), set::text, true));
        }
        return guards;
    }

    static Guard of(Expr expr, int literal) {
        return new Guards(literal).guard(expr);
    }

    /** {@code G(D,e) = <>(D/e) & !f for each f | []f & G(D/f,e) for some f}, simplified. */
    private Guard guard(Expr expr) {
        Guard done = known.get(expr);
        if (done != null) {
            return done;
        }
        Expr now = expr.after(literal);
        Map<Integer, Guard> after = new LinkedHashMap<>();
        expr.events().stream().sorted().filter(event -> event != Expr.event(literal)).forEach(event -> {
            after.put(2 * event, guard(expr.after(2 * event)));
            after.put(2 * event + 1, guard(expr.after(2 * event + 1)));
        });
        Guard guard = guard(now, after);
        known.put(expr, guard);
        return guard;
    }

    private static Guard guard(Expr now, Map<Integer, Guard> after) {
        List<Guard> missed = new ArrayList<>();
        List<Guard> excluded = new ArrayList<>();
        boolean plain = true;
        for (Map.Entry<Integer, Guard> each : after.entrySet()) {
            Guard expected = later(now.after(each.getKey()));
            if (expected.equals(each.getValue())) {
                continue;
            }
            if (expected.equals(NEVER)) {
                missed.add(every(List.of(new Guard.Occurred(each.getKey()), each.getValue())));
            } else if (expected.equals(ALWAYS) && each.getValue().equals(NEVER)) {
                excluded.add(new Guard.NotYet(each.getKey()));
            } else {
                plain = false;
            }
        }
        if (plain) {
            List<Guard> first = new ArrayList<>(excluded);
            first.add(later(now));
            List<Guard> all = new ArrayList<>(missed);
            all.add(every(first));
            return some(all);
        }
        List<Guard> nothing = new ArrayList<>(List.of(later(now)));
        List<Guard> all = new ArrayList<>();
        after.forEach((literal, guard) -> {
            nothing.add(new Guard.NotYet(literal));
            all.add(every(List.of(new Guard.Occurred(literal), guard)));
        });
        all.addFirst(every(nothing));
        return some(all);
    }

    private static Guard later(Expr expr) {
        return switch (expr.kind()) {
            case TRUE -> ALWAYS;
            case FALSE -> NEVER;
            case LITERAL, PAIR, AND, OR -> new Guard.Later(expr);
        };
    }

    private static Guard every(List<Guard> parts) {
        List<Guard> kept = parts.stream().filter(each -> !each.equals(ALWAYS)).distinct().toList();
        return kept.contains(NEVER) ? NEVER : kept.isEmpty() ? ALWAYS : kept.size() == 1 ? kept.getFirst() : new Guard.Every(kept);
    }

    private static Guard some(List<Guard> parts) {
        List<Guard> kept = parts.stream().filter(each -> !each.equals(NEVER)).distinct().toList();
        return kept.contains(ALWAYS) ? ALWAYS : kept.isEmpty() ? NEVER : kept.size() == 1 ? kept.getFirst() : new Guard.Some(kept);
    }

    /** Whether it holds, with what occurred before and what follows. */
    static boolean holds(Guard guard, List<Integer> before, List<Integer> after) {
        return switch (guard) {
            case Guard.Known(boolean holds) -> holds;
            case Guard.Later(Expr expr) -> satisfied(satisfying(expr, before), after);
            case Guard.Occurred(int literal) -> before.contains(literal);
            case Guard.NotYet(int literal) -> !before.contains(literal);
            case Guard.Every(List<Guard> parts) -> parts.stream().allMatch(each -> holds(each, before, after));
            case Guard.Some(List<Guard> parts) -> parts.stream().anyMatch(each -> holds(each, before, after));
        };
    }

    private static boolean satisfied(Expr expr, List<Integer> trace) {
        return satisfying(expr, trace).is(Expr.Kind.TRUE);
    }

    private static Expr satisfying(Expr expr, List<Integer> trace) {
        Expr rest = expr;
        for (int literal : trace) {
            rest = rest.after(literal);
        }
        return rest;
    }

    static String text(Guard guard, IntFunction<String> names, boolean outer) {
        return switch (guard) {
            case Guard.Known(boolean holds) -> Boolean.toString(holds);
            case Guard.Later(Expr expr) -> "<>" + (expr.is(Expr.Kind.LITERAL) ? expr.text(names) : "(" + expr.text(names) + ")");
            case Guard.Occurred(int literal) -> "[]" + names.apply(literal);
            case Guard.NotYet(int literal) -> "!" + names.apply(literal);
            case Guard.Every(List<Guard> parts) -> joined(parts, " & ", names, true);
            case Guard.Some(List<Guard> parts) -> joined(parts, " | ", names, outer);
        };
    }

    private static String joined(List<Guard> parts, String sign, IntFunction<String> names, boolean bare) {
        String all = String.join(sign, IntStream.range(0, parts.size())
                .mapToObj(i -> text(parts.get(i), names, sign.equals(" | ")))
                .toList());
        return bare ? all : "(" + all + ")";
    }
}
