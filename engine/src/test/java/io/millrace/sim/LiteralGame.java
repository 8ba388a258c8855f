package io.millrace.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules of one case, judged by trying everything that can still happen: part A of the specification, sections A6 and A9, word for
 * word and without any algebra. Each event occurs once, or its complement does.
 *
 * <p>Inside, event {@code i} is the number {@code 2 i} and its complement the number after it, and a trace is an array of such
 * numbers.
 */
final class LiteralGame {
    /** Who decides about an event. */
    enum Who {
        /** The task asks, and may give up. */
        FLEXIBLE,
        /** The task begins when the rules want it, and only then. */
        TRIGGERABLE,
        /** The task does it sooner or later once its cause has occurred. */
        GUARANTEED;

        boolean canForce(boolean complement) {
            return complement ? this == FLEXIBLE : this == GUARANTEED;
        }

        boolean canCause(boolean complement) {
            return complement || this == TRIGGERABLE;
        }
    }

    /** A rule, with what it says of each order of its literals that was looked at. */
    private final class Judged {
        final Law law;
        final int events;
        final Map<Integer, Boolean> known = new HashMap<>();

        Judged(Law law) {
            this.law = law;
            this.events = law.events().stream().mapToInt(event -> 1 << names.indexOf(event)).sum();
        }

        /** The literals of this rule in their order, as one number; they are few. */
        int seen(int[] trace) {
            int seen = 1;
            for (int literal : trace) {
                if ((events >> literal / 2 & 1) != 0) {
                    seen = seen * 32 + literal;
                }
            }
            return seen;
        }

        boolean isWhole(int[] trace) {
            return (decided(trace) & events) == events;
        }

        boolean isBroken(int[] trace) {
            return isWhole(trace) && known.computeIfAbsent(seen(trace), key -> !law.holds().test(texts(trace)));
        }
    }

    private final Map<String, Who> events;
    private final List<String> names;
    private final Who[] who;
    private final List<Judged> kept;
    private final List<Judged> assumed;
    private final Map<List<Integer>, Boolean> possible = new HashMap<>();
    private final Map<List<Integer>, Boolean> imaginable = new HashMap<>();
    private final Map<List<Integer>, Boolean> safe = new HashMap<>();
    private final Map<Integer, Map<List<Integer>, Boolean>> reachable = new HashMap<>();
    private final Map<Integer, Map<List<Integer>, Boolean>> accepted = new HashMap<>();

    /**
     * @param kept the rules that must hold in the end
     * @param assumed what the tasks see to by themselves
     */
    LiteralGame(Map<String, Who> events, List<Law> kept, List<Law> assumed) {
        this.events = new LinkedHashMap<>(events);
        this.names = List.copyOf(this.events.keySet());
        this.who = this.events.values().toArray(Who[]::new);
        this.kept = kept.stream().map(Judged::new).toList();
        this.assumed = assumed.stream().map(Judged::new).toList();
    }

    Map<String, Who> events() {
        return events;
    }

    static boolean isDecided(List<String> trace, String event) {
        return trace.contains(event) || trace.contains("~" + event);
    }

    static List<String> with(List<String> trace, String literal) {
        List<String> longer = new ArrayList<>(trace);
        longer.add(literal);
        return longer;
    }

    // What is asked.

    /** The first rule that what has happened breaks, whatever else happens; or an empty text. */
    String broken(List<String> trace) {
        int[] numbers = numbers(trace);
        return kept.stream().filter(law -> law.isBroken(numbers)).map(law -> law.law.text()).findFirst().orElse("");
    }

    /** Whether all rules hold if nothing more happens: what is not decided is left out, in some order. */
    boolean canClose(List<String> trace) {
        return closes(numbers(trace));
    }

    /** Whether a literal occurs in something that can still happen and keeps all rules. */
    boolean isReachable(List<String> trace, String literal) {
        int number = number(literal);
        return reaches(numbers(trace), number, reachable.computeIfAbsent(number, each -> new HashMap<>()));
    }

    /** Whether the rules can be kept, whatever the tasks do. */
    boolean isSafe(List<String> trace) {
        return isSafe(numbers(trace));
    }

    /** Whether a scheduler that keeps the rules in every case accepts a literal, now or after something else. */
    boolean isAccepted(List<String> trace, String literal) {
        int number = number(literal);
        return accepts(numbers(trace), number, accepted.computeIfAbsent(number, each -> new HashMap<>()));
    }

    // How it is found out.

    private int number(String literal) {
        return literal.startsWith("~") ? 2 * names.indexOf(literal.substring(1)) + 1 : 2 * names.indexOf(literal);
    }

    private int[] numbers(List<String> trace) {
        return trace.stream().mapToInt(this::number).toArray();
    }

    private List<String> texts(int[] trace) {
        return Arrays.stream(trace).mapToObj(each -> each % 2 == 0 ? names.get(each / 2) : "~" + names.get(each / 2)).toList();
    }

    private static int decided(int[] trace) {
        int decided = 0;
        for (int literal : trace) {
            decided |= 1 << literal / 2;
        }
        return decided;
    }

    private static int[] with(int[] trace, int literal) {
        int[] longer = Arrays.copyOf(trace, trace.length + 1);
        longer[trace.length] = literal;
        return longer;
    }

    /** Where the rules stand: what has occurred, and the order of what an undecided rule may still ask for. */
    private List<Integer> key(int[] trace) {
        int occurred = 0;
        for (int literal : trace) {
            occurred |= 1 << literal;
        }
        List<Integer> key = new ArrayList<>(4);
        key.add(occurred);
        for (List<Judged> laws : List.of(kept, assumed)) {
            for (Judged law : laws) {
                if (law.law.events().size() > 2 && !law.isWhole(trace)) {
                    key.add(law.seen(trace));
                }
            }
        }
        return key;
    }

    private static boolean breaks(List<Judged> laws, int[] trace) {
        for (Judged law : laws) {
            if (law.isBroken(trace)) {
                return true;
            }
        }
        return false;
    }

    /** Whether something can still happen after which the assumptions hold, or all rules do. */
    private boolean completes(int[] trace, boolean all) {
        if (breaks(assumed, trace) || all && breaks(kept, trace)) {
            return false;
        }
        Map<List<Integer>, Boolean> known = all ? possible : imaginable;
        List<Integer> key = key(trace);
        Boolean before = known.get(key);
        if (before != null) {
            return before;
        }
        int decided = decided(trace);
        boolean found = Integer.bitCount(decided) == who.length;
        for (int literal = 0; literal < 2 * who.length && !found; literal++) {
            found = (decided >> literal / 2 & 1) == 0 && completes(with(trace, literal), all);
        }
        known.put(key, found);
        return found;
    }

    private boolean closes(int[] trace) {
        if (!completes(trace, true)) {
            return false;
        }
        int decided = decided(trace);
        boolean found = Integer.bitCount(decided) == who.length;
        for (int event = 0; event < who.length && !found; event++) {
            found = (decided >> event & 1) == 0 && closes(with(trace, 2 * event + 1));
        }
        return found;
    }

    private boolean reaches(int[] trace, int wanted, Map<List<Integer>, Boolean> known) {
        if (!completes(trace, true)) {
            return false;
        }
        int decided = decided(trace);
        if ((decided >> wanted / 2 & 1) != 0) {
            return Arrays.stream(trace).anyMatch(literal -> literal == wanted);
        }
        List<Integer> key = key(trace);
        Boolean before = known.get(key);
        if (before != null) {
            return before;
        }
        boolean found = completes(with(trace, wanted), true);
        for (int literal = 0; literal < 2 * who.length && !found; literal++) {
            found = literal / 2 != wanted / 2 && (decided >> literal / 2 & 1) == 0 && reaches(with(trace, literal), wanted, known);
        }
        known.put(key, found);
        return found;
    }

    private boolean accepts(int[] trace, int wanted, Map<List<Integer>, Boolean> known) {
        int decided = decided(trace);
        if ((decided >> wanted / 2 & 1) != 0 || !isSafe(trace)) {
            return false;
        }
        List<Integer> key = key(trace);
        Boolean before = known.get(key);
        if (before != null) {
            return before;
        }
        boolean found = isSafe(with(trace, wanted));
        for (int literal = 0; literal < 2 * who.length && !found; literal++) {
            found = literal / 2 != wanted / 2 && (decided >> literal / 2 & 1) == 0 && accepts(with(trace, literal), wanted, known);
        }
        known.put(key, found);
        return found;
    }

    private boolean isSafe(int[] trace) {
        if (!completes(trace, true)) {
            return false;
        }
        List<Integer> key = key(trace);
        Boolean before = safe.get(key);
        if (before != null) {
            return before;
        }
        int decided = decided(trace);
        boolean forced = false;
        boolean caused = false;
        boolean lost = false;
        for (int literal = 0; literal < 2 * who.length && !lost; literal++) {
            if ((decided >> literal / 2 & 1) != 0) {
                continue;
            }
            boolean complement = literal % 2 != 0;
            int[] after = with(trace, literal);
            if (who[literal / 2].canForce(complement) && completes(after, false)) {
                forced = true;
                lost = !isSafe(after);
            } else if (!caused) {
                caused = who[literal / 2].canCause(complement) && isSafe(after);
            }
        }
        boolean over = Integer.bitCount(decided) == who.length;
        boolean holds = !lost && (over || forced || caused);
        safe.put(key, holds);
        return holds;
    }
}
