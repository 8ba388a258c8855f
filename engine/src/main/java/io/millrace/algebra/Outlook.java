package io.millrace.algebra;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a way in which everything can go on so that all rules hold. It is of a simple form: some events happen one after the
 * other, when it is settled that nothing else will. One that was found before is changed where it does not fit any more, an event at
 * a time and nowhere else, so that a decision costs what it touches and not what is remembered.
 *
 * <p>Finding none proves nothing: there may be one of another form.
 */
final class Outlook {
    /** How many events are changed at once for one rule. */
    private static final int MOST_CHANGES = 3;
    /** How often a rule is looked at in one search. */
    private static final int MOST_LOOKS = 10_000;

    private static final int FRONT = -1;
    private static final int ABSENT = 0;
    private static final int END = 1;

    private final Entries entries;
    private final Map<Instance.Key, Instance> changed = new LinkedHashMap<>();
    private final Map<String, List<Instance>> changedByEvent = new HashMap<>();
    /** Events that must happen, or must not. */
    private final Map<String, Boolean> fixed;
    /** The events that happen, in the order of these numbers. */
    private final Map<String, Integer> happens;
    private int first;
    private int last;
    private int looks;

    private Outlook(Entries entries, List<Instance> changed, Map<String, Integer> before, Map<String, Boolean> fixed) {
        this.entries = entries;
        this.fixed = fixed;
        for (Instance each : changed) {
            this.changed.put(each.key(), each);
            each.open().forEach(event -> changedByEvent.computeIfAbsent(event, key -> new ArrayList<>(1)).add(each));
        }
        happens = new HashMap<>(before);
        for (int number : happens.values()) {
            first = Math.min(first, number);
            last = Math.max(last, number);
        }
    }

    /**
     * A way to go on.
     *
     * @param changed entries in place of those with the same constants
     * @param before a way to go on under all other entries; empty if nothing is known
     * @param fixed events that must happen in it, or must not
     * @return the events that happen in it, in the order of their numbers; null if none was found
     */
    static @Nullable Map<String, Integer> find(
            Entries entries, List<Instance> changed, Map<String, Integer> before, Map<String, Boolean> fixed) {
        Outlook outlook = new Outlook(entries, changed, before, fixed);
        return outlook.find() ? outlook.happens : null;
    }

    private boolean find() {
        Set<Instance> doubtful = new LinkedHashSet<>(changed.values());
        fixed.forEach((event, must) -> {
            if (must != happens.containsKey(event)) {
                place(event, must ? END : ABSENT);
                doubtful.addAll(open(event));
            }
        });
        for (Instance each : doubtful) {
            if (!holds(each) && !mend(each)) {
                return false;
            }
        }
        return true;
    }

    private List<Instance> open(String event) {
        List<Instance> found = new ArrayList<>();
        for (Instance each : entries.open(event)) {
            if (!changed.containsKey(each.key())) {
                found.add(each);
            }
        }
        found.addAll(changedByEvent.getOrDefault(event, List.of()));
        return found;
    }

    private void place(String event, int where) {
        if (where == ABSENT) {
            happens.remove(event);
        } else {
            happens.put(event, where == FRONT ? --first : ++last);
        }
    }

    private boolean holds(Instance entry) {
        looks++;
        List<String> later = new ArrayList<>(entry.open().size());
        for (String event : entry.open()) {
            if (happens.containsKey(event)) {
                later.add(event);
            }
        }
        later.sort(Comparator.comparingInt(event -> happens.getOrDefault(event, 0)));
        return entry.schema().holds(entry.standing().expr(), later.stream().map(entry::number).toList());
    }

    /** Changes some events of an entry so that it holds, and all others hold that did; as few events as possible. */
    private boolean mend(Instance entry) {
        for (int changes = 1; changes <= MOST_CHANGES; changes++) {
            if (mend(entry, changes, Set.of())) {
                return true;
            }
        }
        return false;
    }

    private boolean mend(Instance entry, int changes, Set<Instance> held) {
        for (String event : entry.open()) {
            Integer place = happens.get(event);
            Set<Instance> others = new LinkedHashSet<>(held);
            boolean asked = false;
            for (int where = FRONT; where <= END; where++) {
                if (where == ABSENT ? place == null || fixed.getOrDefault(event, false) : !fixed.getOrDefault(event, true)) {
                    continue;
                }
                if (looks > MOST_LOOKS) {
                    return false;
                }
                place(event, where);
                boolean fits = holds(entry);
                if (fits || changes > 1) {
                    if (!asked) {
                        restore(event, place);
                        open(event).stream().filter(each -> !others.contains(each) && holds(each)).forEach(others::add);
                        asked = true;
                        place(event, where);
                    }
                    if (fits ? others.stream().allMatch(this::holds) : mend(entry, changes - 1, others)) {
                        return true;
                    }
                }
                restore(event, place);
            }
        }
        return false;
    }

    private void restore(String event, @Nullable Integer place) {
        if (place == null) {
            happens.remove(event);
        } else {
            happens.put(event, place);
        }
    }
}
