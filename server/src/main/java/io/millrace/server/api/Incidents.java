package io.millrace.server.api;

import io.millrace.Millrace;
import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.ProcessVersion;
import io.millrace.query.WorkQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The open incidents of a tenant, and groups of those with the same cause. It reads what is open, and of that at most so many. */
final class Incidents {
    /** How many incidents are read: of each kind, of cases and of work. */
    private static final int MOST = 10_000;

    private static final int PAGE = 1_000;

    /**
     * Something that waits for a person.
     *
     * @param work its work item, or null if the case itself waits
     * @param task the task of the work item, or null
     */
    record Open(CaseId caseId, @Nullable WorkId work, String process, @Nullable String task, String message, Instant since) {
        Data form() {
            Data data = Data.fields("case", caseId.toString(), "process", process, "message", message, "since", since.toString());
            data = work == null ? data : data.with("work", work.toString());
            return task == null ? data : data.with("task", task);
        }
    }

    /** Those with the same cause, oldest first. */
    record Group(Cause cause, List<Open> all) {
        Data form() {
            Set<String> processes = new TreeSet<>();
            Set<String> tasks = new TreeSet<>();
            all.forEach(open -> {
                processes.add(open.process());
                if (open.task() != null) {
                    tasks.add(open.task());
                }
            });
            Open example = all.getLast();
            Data shown = Data.fields("case", example.caseId().toString(), "message", example.message());
            shown = example.work() == null ? shown : shown.with("work", example.work().toString());
            Data data = Data.fields(
                    "id", cause.id(),
                    "cause", cause.sentence(),
                    "count", all.size(),
                    "processes", List.copyOf(processes),
                    "tasks", List.copyOf(tasks),
                    "first", all.getFirst().since().toString(),
                    "last", example.since().toString(),
                    "example", shown);
            return cause.code() == null ? data : data.with("code", cause.code());
        }
    }

    /** @param complete whether these are all: not if there are too many, or if the index of an older journal is being built */
    record Found(List<Open> all, boolean complete) {
        /** The groups, largest first. */
        List<Group> groups() {
            Map<String, Group> groups = new LinkedHashMap<>();
            all.stream().sorted(Comparator.comparing(Open::since)).forEach(open -> {
                Cause cause = Cause.of(open.message());
                groups.computeIfAbsent(cause.id(), id -> new Group(cause, new ArrayList<>())).all().add(open);
            });
            return groups.values().stream()
                    .sorted(Comparator.comparingInt((Group group) -> -group.all().size()).thenComparing(group -> group.cause().id()))
                    .toList();
        }
    }

    private final Millrace mill;
    private final Tenant tenant;
    private final List<Open> found = new ArrayList<>();
    private final Map<WorkId, Instant> since = new HashMap<>();
    private boolean complete = true;

    private Incidents(Millrace mill, Tenant tenant) {
        this.mill = mill;
        this.tenant = tenant;
    }

    /** The incidents that are open now. */
    static Found of(Millrace mill, Tenant tenant) {
        Incidents incidents = new Incidents(mill, tenant);
        try {
            incidents.readCases();
        } catch (RefusedException e) {
            if (e.code() != Code.PROJECTION_INCOMPLETE && e.code() != Code.PART_MISSING) {
                throw e;
            }
            incidents.searchCases();
        }
        incidents.readCasesWithoutCode();
        incidents.readWork();
        return new Found(incidents.found, incidents.complete);
    }

    private void readCases() {
        byte[] begin = IncidentIndex.of(tenant.name());
        List<IncidentIndex.Row> cases = new ArrayList<>();
        int[] read = {0};
        mill.rows(IncidentIndex.INSTANCE, begin, null, Store.Direction.FORWARDS, (key, value) -> {
            if (!IncidentIndex.isOf(tenant.name(), key)) {
                return false;
            }
            IncidentIndex.Row row = IncidentIndex.Row.read(key, value);
            if (row.work() == 0) {
                cases.add(row);
            } else {
                since.put(new WorkId(row.caseId(), row.work()), row.since());
            }
            complete = ++read[0] < 2 * MOST;
            return complete;
        });
        for (IncidentIndex.Row row : cases) {
            CaseInfo info = info(row.caseId());
            if (info != null && info.status().isOpen() && info.incident() != null) {
                found.add(new Open(row.caseId(), null, info.process(), null, row.reason(), row.since()));
            }
        }
    }

    private @Nullable CaseInfo info(CaseId id) {
        try {
            return tenant.find(id).info();
        } catch (RefusedException erased) {
            return null;
        }
    }

    /** Until the index is there: the newest cases. */
    private void searchCases() {
        complete = false;
        Page<CaseInfo> page = tenant.cases(CaseQuery.ALL.onlyIncidents().newestFirst(true), null, PAGE);
        page.items().forEach(this::addCase);
    }

    private void addCase(CaseInfo info) {
        String incident = info.incident();
        // What the list says of a case is the incident of its work, if it has none of its own.
        if (incident != null && !incident.startsWith("Work item '" + info.id() + "#")) {
            found.add(new Open(info.id(), null, info.process(), null, incident, info.started()));
        }
    }

    /** No event says that they wait: what is missing is the code that could say it. */
    private void readCasesWithoutCode() {
        Set<CaseId> known = new HashSet<>();
        found.forEach(open -> known.add(open.caseId()));
        for (String process : tenant.processes()) {
            List<ProcessVersion> missing = tenant.versions(process).stream()
                    .filter(version -> tenant.definition(process, version.number()).isEmpty())
                    .toList();
            for (CaseStatus state : missing.isEmpty() ? List.<CaseStatus>of() : List.of(CaseStatus.RUNNING, CaseStatus.SUSPENDED)) {
                Page<CaseInfo> page = tenant.cases(CaseQuery.ofProcess(process).inState(state).onlyIncidents(), null, PAGE);
                complete &= page.cursor() == null;
                page.items().stream().filter(info -> !known.contains(info.id())).forEach(this::addCase);
            }
        }
    }

    private void readWork() {
        String cursor = null;
        int read = 0;
        do {
            Page<ListedWork> page = tenant.work(WorkQuery.ALL.onlyIncidents(), cursor, PAGE);
            for (ListedWork listed : page.items()) {
                WorkId id = listed.item().id();
                found.add(new Open(
                        id.caseId(),
                        id,
                        listed.process(),
                        listed.item().task(),
                        String.valueOf(listed.item().incident()),
                        since.getOrDefault(id, listed.item().offered())));
            }
            read += page.items().size();
            cursor = page.cursor();
        } while (cursor != null && read < MOST);
        complete &= cursor == null;
    }
}
