package io.millrace.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules of one case, judged by trying everything that can still happen: part A of the specification, sections A6 and A9, word for
 * word and without any algebra. Each event occurs once, or its complement does.
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

    private final Map<String, Who> events;
    private final List<Law> kept;
    private final List<Law> assumed;
    private final Map<String, Boolean> possible = new HashMap<>();
    private final Map<String, Boolean> imaginable = new HashMap<>();
    private final Map<String, Boolean> safe = new HashMap<>();
    private final Map<String, Map<String, Boolean>> reachable = new HashMap<>();

    /**
     * @param kept the rules that must hold in the end
     * @param assumed what the tasks see to by themselves
     */
    LiteralGame(Map<String, Who> events, List<Law> kept, List<Law> assumed) {
        this.events = events;
        this.kept = kept;
        this.assumed = assumed;
    }

    Map<String, Who> events() {
        return events;
    }

    static String negated(String event) {
        return "~" + event;
    }

    static boolean isDecided(List<String> trace, String event) {
        return trace.contains(event) || trace.contains(negated(event));
    }

    static List<String> with(List<String> trace, String literal) {
        List<String> longer = new ArrayList<>(trace);
        longer.add(literal);
        return longer;
    }

    /** The first rule that what has happened breaks, whatever else happens; or an empty text. */
    String broken(List<String> trace) {
        for (Law law : kept) {
            if (isBroken(law, trace)) {
                return law.text();
            }
        }
        return "";
    }

    private static List<String> projected(Law law, List<String> trace) {
        return trace.stream().filter(literal -> law.events().contains(literal.replace("~", ""))).toList();
    }

    private static boolean isBroken(Law law, List<String> trace) {
        List<String> seen = projected(law, trace);
        return seen.size() == law.events().size() && !law.holds().test(seen);
    }

    /** Where the rules stand: what is decided, and the order of what an undecided rule may still ask for. */
    private String key(List<String> trace) {
        StringBuilder key = new StringBuilder();
        events.keySet().forEach(event -> key.append(trace.contains(event) ? '+' : trace.contains(negated(event)) ? '-' : '?'));
        for (List<Law> laws : List.of(kept, assumed)) {
            for (Law law : laws) {
                List<String> seen = projected(law, trace);
                if (seen.size() > 1 && seen.size() < law.events().size()) {
                    key.append(seen);
                }
            }
        }
        return key.toString();
    }

    /** Whether something can still happen after which all rules hold. */
    boolean isPossible(List<String> trace) {
        return completes(trace, true);
    }

    private boolean completes(List<String> trace, boolean all) {
        if (assumed.stream().anyMatch(law -> isBroken(law, trace)) || all && kept.stream().anyMatch(law -> isBroken(law, trace))) {
            return false;
        }
        Map<String, Boolean> known = all ? possible : imaginable;
        String key = key(trace);
        Boolean before = known.get(key);
        if (before != null) {
            return before;
        }
        boolean found = true;
        for (String event : events.keySet()) {
            if (!isDecided(trace, event)) {
                found = false;
                if (completes(with(trace, event), all) || completes(with(trace, negated(event)), all)) {
                    found = true;
                    break;
                }
            }
        }
        known.put(key, found);
        return found;
    }

    /** Whether all rules hold if nothing more happens: what is not decided is left out, in some order. */
    boolean canClose(List<String> trace) {
        if (!isPossible(trace)) {
            return false;
        }
        boolean open = false;
        for (String event : events.keySet()) {
            if (!isDecided(trace, event)) {
                open = true;
                if (canClose(with(trace, negated(event)))) {
                    return true;
                }
            }
        }
        return !open;
    }

    /** Whether a literal occurs in something that can still happen and keeps all rules. */
    boolean isReachable(List<String> trace, String literal) {
        return reaches(trace, literal, reachable.computeIfAbsent(literal, each -> new HashMap<>()));
    }

    private boolean reaches(List<String> trace, String literal, Map<String, Boolean> known) {
        if (!isPossible(trace)) {
            return false;
        }
        if (trace.contains(literal)) {
            return true;
        }
        String event = literal.replace("~", "");
        if (isDecided(trace, event)) {
            return false;
        }
        String key = key(trace);
        Boolean before = known.get(key);
        if (before != null) {
            return before;
        }
        boolean found = isPossible(with(trace, literal));
        for (String other : events.keySet()) {
            if (!found && !isDecided(trace, other) && !other.equals(event)) {
                found = reaches(with(trace, other), literal, known) || reaches(with(trace, negated(other)), literal, known);
            }
        }
        known.put(key, found);
        return found;
    }

    /** Whether the rules can be kept, whatever the tasks do. */
    boolean isSafe(List<String> trace) {
        if (!isPossible(trace)) {
            return false;
        }
        String key = key(trace);
        Boolean before = safe.get(key);
        if (before != null) {
            return before;
        }
        boolean forced = false;
        boolean caused = false;
        boolean open = false;
        boolean lost = false;
        for (Map.Entry<String, Who> event : events.entrySet()) {
            if (isDecided(trace, event.getKey())) {
                continue;
            }
            open = true;
            for (boolean complement : new boolean[] {false, true}) {
                List<String> after = with(trace, complement ? negated(event.getKey()) : event.getKey());
                if (event.getValue().canForce(complement) && completes(after, false)) {
                    forced = true;
                    lost |= !isSafe(after);
                }
                caused |= event.getValue().canCause(complement) && isSafe(after);
            }
        }
        boolean holds = !lost && (!open || forced || caused);
        safe.put(key, holds);
        return holds;
    }
}
