package io.millrace.server.api;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When work is due: at the instant that its task says, or when its next deadline passes, whichever is earlier. The engine has no index by
 * that instant, so that who orders or counts by it reads the list: the most urgent so many items of it. For one request; not safe for
 * use by several threads.
 */
final class DueWork {
    /** How many items of a list are read. */
    private static final int MOST = 10_000;

    /** How many cases are asked for their deadlines. */
    private static final int MOST_CASES = 2_000;

    private static final int PAGE = 1_000;

    private final Tenant tenant;
    private final Map<CaseId, Map<Integer, Instant>> alarms = new HashMap<>();
    private boolean complete = true;

    DueWork(Tenant tenant) {
        this.tenant = tenant;
    }

    /** Whether everything was read that there is. */
    boolean isComplete() {
        return complete;
    }

    /** When an item is due, or null. */
    @Nullable Instant due(WorkItem item) {
        Instant said = item.due();
        Instant deadline = item.deadline() == 0 ? null : alarms(item.id().caseId()).get(item.deadline());
        return said == null || deadline != null && deadline.isBefore(said) ? deadline : said;
    }

    private Map<Integer, Instant> alarms(CaseId id) {
        Map<Integer, Instant> known = alarms.get(id);
        if (known == null && alarms.size() >= MOST_CASES) {
            complete = false;
            return Map.of();
        }
        return known == null ? asked(id) : known;
    }

    private Map<Integer, Instant> asked(CaseId id) {
        Map<Integer, Instant> found = new HashMap<>();
        try {
            for (CaseDetails.Alarm alarm : tenant.find(id).details().alarms()) {
                found.put(alarm.timer(), alarm.due());
            }
        } catch (RefusedException e) {
            // It has ended meanwhile, or its code is not here.
        }
        alarms.put(id, found);
        return found;
    }

    /** Whether an item is due before an instant. */
    boolean isBefore(ListedWork listed, Instant instant) {
        Instant due = due(listed.item());
        return due != null && due.isBefore(instant);
    }

    /** An item as JSON, with the instant at which it is due. */
    Data form(ListedWork listed) {
        Instant due = due(listed.item());
        Data data = listed.toData();
        return due == null ? data : data.with("due", due.toString());
    }

    /** The items of a list, most urgent first. */
    List<ListedWork> read(WorkQuery query) {
        List<ListedWork> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<ListedWork> page = tenant.work(query, cursor, PAGE);
            all.addAll(page.items());
            cursor = page.cursor();
        } while (cursor != null && all.size() < MOST);
        complete &= cursor == null;
        return all;
    }

    /** What is due first comes first, what is never due last; what is equal stays in its order. */
    Comparator<ListedWork> byDue() {
        return Comparator.comparing((ListedWork listed) -> due(listed.item()), Comparator.nullsLast(Comparator.naturalOrder()));
    }
}
