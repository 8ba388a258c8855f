package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who had which work in a window of time. It reads what held when the window began and what happened in it, both from the index by time;
 * then the events of the cases that this names, since a stint may have begun long before. So the length of the history does not matter.
 */
final class Timesheet {
    /** How many turns of a window are read. */
    private static final int MOST_TURNS = 50_000;

    /** Of how many work items. */
    private static final int MOST_ITEMS = 10_000;

    private static final int AT_ONCE = 256;
    private static final Set<String> CHANGES = Set.of("assign", "start", "release", "suspend", "resume", "end", "fail", "withdraw");

    /** Whom fluents name where nobody in particular is meant. */
    private static final Set<String> ANYBODY = Set.of("anyone", "nobody");

    private final Annals annals;
    private final long from;
    private final long until;
    private final Map<Subject, Set<Integer>> items = new LinkedHashMap<>();
    private int count;
    private boolean complete = true;

    Timesheet(Annals annals, Instant from, Instant until) {
        this.annals = annals;
        this.from = Moment.micros(from);
        this.until = Moment.micros(until);
    }

    Stint.Window read() {
        for (String fluent : List.of(Fluents.ACTIVE, Fluents.SUSPENDED, Fluents.WAITING)) {
            Wanted wanted = new Wanted(fluent, interval -> interval.item != 0 && isSomebody(interval.fluent));
            annals.at(from, false, wanted).forEach(found -> add(found.subject(), found.interval().item));
        }
        Annals.Cursor cursor = annals.cursor(from, until);
        for (int turns = 0; !cursor.isAtEnd() && turns < MOST_TURNS; turns += AT_ONCE) {
            for (Annals.Happened event : annals.next(cursor, AT_ONCE)) {
                if (event.item() != 0 && CHANGES.contains(event.event().name())) {
                    add(event.subject(), event.item());
                }
            }
        }
        complete &= cursor.isAtEnd();
        List<Stint> stints = new ArrayList<>();
        items.forEach((subject, numbers) -> stints.addAll(stints(subject, numbers)));
        stints.sort(Comparator.comparing(Stint::from).thenComparing(Stint::work));
        return new Stint.Window(stints, complete);
    }

    /** Whether a fluent of work names one who may have it, and not a role. */
    private static boolean isSomebody(Said fluent) {
        return fluent.rest().size() > 1 && fluent.rest().get(1) instanceof Data.Text who && !ANYBODY.contains(who.value());
    }

    private void add(Subject subject, int item) {
        if (subject.caseId() == null) {
            return;
        }
        if (count >= MOST_ITEMS) {
            complete = false;
        } else if (items.computeIfAbsent(subject, of -> new TreeSet<>()).add(item)) {
            count++;
        }
    }

    private List<Stint> stints(Subject subject, Set<Integer> numbers) {
        CaseId id = subject.caseId();
        List<Stint> found = new ArrayList<>();
        if (id == null) {
            return found;
        }
        Map<Integer, Item> open = new LinkedHashMap<>();
        for (Annals.Happened event : annals.events(subject, null, Long.MIN_VALUE, Moment.OPEN)) {
            if (numbers.contains(event.item())) {
                open.computeIfAbsent(event.item(), number -> new Item(new WorkId(id, number), found)).happened(event);
            }
        }
        open.values().forEach(item -> item.close(null, item.state));
        found.removeIf(stint -> Moment.micros(stint.from()) > until || stint.to() != null && Moment.micros(stint.to()) < from);
        return found;
    }

    /** One work item, whose events come one after the other. */
    private static final class Item {
        private final WorkId id;
        private final List<Stint> stints;
        private @Nullable String holder;
        private String task = "";
        private long since;
        private @Nullable Instant started;
        private String state = "";

        Item(WorkId id, List<Stint> stints) {
            this.id = id;
            this.stints = stints;
        }

        void happened(Annals.Happened event) {
            List<Data> rest = event.event().rest();
            Instant at = Moment.instant(event.moment().time());
            switch (event.event().name()) {
                case "assign" -> begin(rest.get(0), rest.get(1), event.moment().time(), "allocated");
                case "start" -> {
                    begin(rest.get(1), rest.get(0), event.moment().time(), "started");
                    started = at;
                    state = "started";
                }
                case "suspend" -> state = "suspended";
                case "resume" -> state = started == null ? "allocated" : "started";
                case "release" -> close(at, "released");
                case "end" -> close(at, "completed");
                case "fail" -> close(at, "failed");
                case "withdraw" -> close(at, "withdrawn");
                default -> {}
            }
        }

        private void begin(Data who, Data what, long time, String how) {
            String name = text(who);
            if (!name.equals(holder)) {
                close(Moment.instant(time), "released");
                holder = name;
                since = time;
                state = how;
            }
            task = text(what);
        }

        private static String text(Data data) {
            return data instanceof Data.Text given ? given.value() : data.json();
        }

        void close(@Nullable Instant at, String how) {
            if (holder != null) {
                stints.add(new Stint(holder, id, task, Moment.instant(since), started, at, how));
            }
            holder = null;
            started = null;
        }
    }
}
