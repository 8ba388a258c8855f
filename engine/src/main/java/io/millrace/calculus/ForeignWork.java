package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.exchange.Transition;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The work items of one case of a log. A log that does not name them has one for each round of transitions of its task. */
final class ForeignWork {
    /** One work item. */
    static final class Item {
        final int number;
        final String task;
        /** Null before its first event. */
        @Nullable WorkState state;

        @Nullable WorkState before;
        String who = Chronicle.NOBODY.text();
        /** For whom it waits while nobody has it. */
        List<Data> offers = List.of();

        @Nullable Said due;
        /** Whether a pool has given it to whoever has it. */
        boolean assigned;

        Item(int number, String task) {
            this.number = number;
            this.task = task;
        }

        boolean isIn(WorkState wanted) {
            return state == wanted;
        }

        /** What holds of it. */
        Set<Said> holdings() {
            Set<Said> holdings = new LinkedHashSet<>(2);
            WorkState now = state;
            if (now == null) {
                return holdings;
            }
            Data name = Data.of(task);
            switch (now) {
                case OFFERED -> offers.forEach(to -> holdings.add(Said.of(Fluents.WAITING, name, to)));
                case ALLOCATED -> holdings.add(Said.of(Fluents.WAITING, name, Data.of(who)));
                case STARTED -> holdings.add(Said.of(Fluents.ACTIVE, name, Data.of(who)));
                case SUSPENDED -> holdings.add(Said.of(Fluents.SUSPENDED, name, Data.of(who)));
                case COMPLETED, FAILED, WITHDRAWN -> {}
            }
            if (now.isOpen() && assigned) {
                holdings.add(Said.of(Fluents.ASSIGNED, Data.of(who), name));
            }
            if (now.isOpen() && due != null) {
                holdings.add(due);
            }
            return holdings;
        }
    }

    /** In which states a transition finds its work item, the likeliest first. */
    private static final Map<Transition, List<WorkState>> FROM = new EnumMap<>(Map.of(
            Transition.ASSIGN, List.of(WorkState.OFFERED, WorkState.ALLOCATED),
            Transition.REASSIGN, List.of(WorkState.ALLOCATED, WorkState.OFFERED, WorkState.STARTED),
            Transition.START, List.of(WorkState.ALLOCATED, WorkState.OFFERED),
            Transition.SUSPEND, List.of(WorkState.STARTED, WorkState.ALLOCATED, WorkState.OFFERED),
            Transition.RESUME, List.of(WorkState.SUSPENDED),
            Transition.COMPLETE, List.of(WorkState.STARTED, WorkState.SUSPENDED, WorkState.ALLOCATED, WorkState.OFFERED),
            Transition.ATE_ABORT, List.of(WorkState.STARTED, WorkState.SUSPENDED, WorkState.ALLOCATED, WorkState.OFFERED),
            Transition.PI_ABORT, List.of(WorkState.STARTED, WorkState.SUSPENDED, WorkState.ALLOCATED, WorkState.OFFERED),
            Transition.WITHDRAW, List.of(WorkState.OFFERED, WorkState.ALLOCATED, WorkState.STARTED, WorkState.SUSPENDED),
            Transition.UNKNOWN, List.of(WorkState.STARTED, WorkState.SUSPENDED, WorkState.ALLOCATED, WorkState.OFFERED)));

    private final Map<String, Item> named = new HashMap<>();
    private final Map<String, List<Item>> open = new LinkedHashMap<>();
    private int last;

    /** The item that an export of Millrace names by its number. */
    Item numbered(int number, String task) {
        last = Math.max(last, number);
        return named.computeIfAbsent("#" + number, key -> new Item(number, task));
    }

    /** The item that a log names. */
    Item named(String task, String instance) {
        return named.computeIfAbsent(task + "\n" + instance, key -> new Item(++last, task));
    }

    /** The item of a task to which a transition belongs, of those that a log does not name. */
    Item fitting(String task, Transition transition, @Nullable String who) {
        List<Item> items = open.computeIfAbsent(task, key -> new ArrayList<>(1));
        items.removeIf(item -> item.state != null && !item.state.isOpen());
        Item found = null;
        for (WorkState state : FROM.getOrDefault(transition, List.of())) {
            found = found == null ? best(items, state, who) : found;
        }
        if (found == null) {
            found = new Item(++last, task);
            items.add(found);
        }
        return found;
    }

    /** The oldest in a state; among several, the oldest of whoever acts. */
    private static @Nullable Item best(List<Item> items, WorkState state, @Nullable String who) {
        Item oldest = null;
        for (Item item : items) {
            if (item.isIn(state)) {
                if (item.who.equals(who)) {
                    return item;
                }
                oldest = oldest == null ? item : oldest;
            }
        }
        return oldest;
    }
}
