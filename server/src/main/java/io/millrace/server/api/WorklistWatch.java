package io.millrace.server.api;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Tells somebody who watches a worklist what changes in it, and nothing of other work: an event leads to a look at the list as it is, and
 * only what is in it, or was in it before, is told.
 */
final class WorklistWatch implements Changes.Telling {
    private static final int MOST = 10_000;

    private final Tenant tenant;
    private final WorkQuery query;
    /** What the watcher has been told of the items that are not gone. */
    private final Map<WorkId, Data> known = new LinkedHashMap<>();

    WorklistWatch(Tenant tenant, WorkQuery query) {
        this.tenant = tenant;
        this.query = query;
    }

    @Override
    public String begin() {
        List<ListedWork> all = tenant.work(query).limit(MOST).toList();
        all.forEach(each -> known.put(each.item().id(), each.toData()));
        return message("list", Data.fields("items", all.stream().map(ListedWork::toData).toList()));
    }

    /** Whether an event may change what is in a worklist. */
    static boolean concerns(HistoryEvent event) {
        return event.caseId() != null && (isOfWork(event) || event.kind().startsWith("Case"));
    }

    private static boolean isOfWork(HistoryEvent event) {
        return event.detail() instanceof Data.Fields && event.detail().at("work") instanceof Data.Num number && number.isLong();
    }

    @Override
    public String tell(String place, HistoryEvent event) {
        CaseId caseId = Objects.requireNonNull(event.caseId());
        if (isOfWork(event)) {
            return look(new WorkId(caseId, event.detail().at("work").asInt()));
        }
        // Suspended, resumed, migrated or ended: all that belongs to the case may have changed.
        StringBuilder told = new StringBuilder();
        for (WorkId each : List.copyOf(known.keySet())) {
            if (each.caseId().isWithin(caseId)) {
                told.append(look(each));
            }
        }
        return told.toString();
    }

    private String look(WorkId id) {
        if (query.caseId() != null && !id.caseId().isWithin(query.caseId())) {
            return "";
        }
        Predicate<ListedWork> wanted = listed -> listed.item().id().equals(id);
        ListedWork now = tenant.work(query.ofCase(id.caseId())).filter(wanted).findFirst().orElse(null);
        if (now != null && (known.containsKey(id) || known.size() < MOST)) {
            // What comes again from the history may be as it was told.
            Data form = now.toData();
            return form.equals(known.put(id, form)) ? "" : message("work", form);
        }
        return known.remove(id) != null ? message("gone", Data.fields("work", id.toString())) : "";
    }

    private static String message(String kind, Data data) {
        return "event: " + kind + "\ndata: " + data.json() + "\n\n";
    }
}
