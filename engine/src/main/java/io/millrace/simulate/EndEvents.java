package io.millrace.simulate;

import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for which external event to end, and which have happened. Almost all events name an instance, so they are found by
 * themselves; one with variables is held against every event of its name.
 */
final class EndEvents<T> {
    private record Open<T>(Term pattern, T waits) {}

    private final Set<Term> happened = new HashSet<>();
    private final Map<String, List<Term>> byName = new HashMap<>();
    private final Map<Term, List<T>> awaited = new HashMap<>();
    private final List<Open<T>> open = new ArrayList<>();

    private static String name(Term event) {
        return event instanceof Struct struct ? struct.name().name() + "/" + struct.arity() : HistoryText.of(event);
    }

    /** Whether an event has happened already. */
    boolean has(Term event) {
        return Terms.ground(event)
                ? happened.contains(event)
                : byName.getOrDefault(name(event), List.of()).stream().anyMatch(each -> Pattern.match(event, each) != null);
    }

    void await(Term event, T who) {
        if (Terms.ground(event)) {
            awaited.computeIfAbsent(event, key -> new ArrayList<>(1)).add(who);
        } else {
            open.add(new Open<>(event, who));
        }
    }

    /** An event happens: those who have waited for it wait no longer. */
    List<T> happens(Term event) {
        if (happened.add(event)) {
            byName.computeIfAbsent(name(event), key -> new ArrayList<>()).add(event);
        }
        List<T> found = new ArrayList<>(1);
        List<T> exactly = awaited.remove(event);
        if (exactly != null) {
            found.addAll(exactly);
        }
        open.removeIf(each -> Pattern.match(each.pattern(), event) != null && found.add(each.waits()));
        return found;
    }
}
