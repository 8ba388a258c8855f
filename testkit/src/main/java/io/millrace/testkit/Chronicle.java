package io.millrace.testkit;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a scenario has seen of the history so far, and where in it the last command began. */
final class Chronicle {
    private static final int PAGE = 1_000;

    private final List<HistoryEvent> events = new ArrayList<>();
    private final Map<WorkId, String> tasks = new HashMap<>();
    private String cursor = "1";
    private String marked = "1";
    private int mark;

    /** Reads on to the end, which must not be moving. */
    void catchUp(History history) {
        String end = history.end();
        String from = cursor;
        while (from != null && !cursor.equals(end)) {
            Page<HistoryEvent> page = history.all(from, PAGE, History.Order.OLDEST_FIRST);
            page.items().forEach(this::see);
            from = page.cursor();
        }
        cursor = end;
    }

    private void see(HistoryEvent event) {
        events.add(event);
        if (event.kind().equals("WorkOffered") && event.caseId() != null) {
            tasks.put(new WorkId(event.caseId(), event.detail().at("work").asInt()), event.detail().at("task").text());
        }
    }

    /** A command begins. */
    void mark() {
        mark = events.size();
        marked = cursor;
    }

    /** Where in the history the last command began. */
    String markedCursor() {
        return marked;
    }

    int size() {
        return events.size();
    }

    /** The kinds of what was recorded after so many events. */
    List<String> kindsAfter(int size) {
        return events.subList(size, events.size()).stream().map(HistoryEvent::kind).toList();
    }

    /** The tasks whose work items were withdrawn since the last command began. */
    List<String> withdrawn() {
        List<String> withdrawn = new ArrayList<>();
        for (HistoryEvent event : events.subList(mark, events.size())) {
            if (event.kind().equals("WorkWithdrawn") && event.caseId() != null) {
                WorkId id = new WorkId(event.caseId(), event.detail().at("work").asInt());
                withdrawn.add(tasks.getOrDefault(id, "?"));
            }
        }
        return withdrawn;
    }

    /** The work items that a task ever had within a case, in order. */
    List<WorkId> everOffered(CaseId within, String task) {
        return tasks.entrySet().stream()
                .filter(entry -> entry.getValue().equals(task) && entry.getKey().caseId().isWithin(within))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Whether an event of this kind with these details was recorded, within a case or anywhere. */
    boolean happened(@Nullable CaseId within, String kind, Data detail) {
        return events.stream()
                .anyMatch(event -> event.kind().equals(kind)
                        && (within == null || event.caseId() != null && event.caseId().isWithin(within))
                        && detail.asMap().entrySet().stream()
                                .allMatch(field -> event.detail().at(field.getKey()).equals(field.getValue())));
    }

    /** The kinds of events that there were, each once, in the order in which they first came. */
    List<String> kinds() {
        return events.stream().map(HistoryEvent::kind).distinct().toList();
    }
}
