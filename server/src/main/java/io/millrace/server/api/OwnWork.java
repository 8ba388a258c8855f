package io.millrace.server.api;

import io.millrace.Tenant;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a participant may see of cases: their own work. A work item is a participant's own if it is on their worklist now, or if they had it
 * when it ended. An item that they gave back or handed on is not theirs any more. Of a case they see the events of their own items; a case
 * without any looks as if it did not exist.
 *
 * <p>What is somebody's own is read once for each case, when it is first asked for. So an object is for one request.
 */
final class OwnWork {
    /** How many cases are remembered: a question to the history may meet all there are, again and again. */
    private static final int MOST_CASES = 100_000;

    private static final int PAGE = 1_000;

    /** The kinds of events in the life of a work item. A language may have events of its own that mention work; those tell of the case. */
    private static final Set<String> OF_WORK = Set.of(
            "WorkOffered",
            "WorkAllocated",
            "WorkReleased",
            "WorkStarted",
            "WorkSuspended",
            "WorkResumed",
            "WorkCompleted",
            "WorkFailed",
            "WorkWithdrawn",
            "WorkEscalated",
            "WorkAttemptFailed",
            "WorkRetried",
            "WorkPooled",
            "WorkUnpooled",
            "WorkHeld",
            "WorkDeferred",
            "IncidentRaised",
            "IncidentResolved");

    /** An attempt that a rule delays. */
    private record Attempt(CaseId caseId, Data number) {}

    /**
     * What of a root case and its sub-cases is somebody's own.
     *
     * @param tasks the tasks of the own items, in the order in which these were offered
     * @param open the own items that are open
     */
    private record Own(Map<WorkId, String> tasks, Set<WorkId> open, Set<Attempt> attempts) {}

    /** Of most cases: it takes no memory of its own. */
    private static final Own NOTHING = new Own(Map.of(), Set.of(), Set.of());

    private final Tenant tenant;
    private final String name;
    /** By root case. */
    private final Map<CaseId, Own> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CaseId, Own> eldest) {
            return size() > MOST_CASES;
        }
    };

    /** @param name the participant; nobody has no work */
    OwnWork(Tenant tenant, @Nullable String name) {
        this.tenant = tenant;
        this.name = String.valueOf(name);
    }

    /** Refuses a case in which nothing is their own, with the words for a case that does not exist. */
    void demand(CaseId id) {
        if (of(id).tasks().keySet().stream().noneMatch(work -> work.caseId().isWithin(id))) {
            throw new RefusedException(Code.UNKNOWN_CASE.with(id));
        }
    }

    /** Whether a work item is their own. */
    boolean has(WorkId work) {
        return of(work.caseId()).tasks().containsKey(work);
    }

    /** The own item of a task of a case: one that is open, or else the last one. */
    Optional<WorkId> item(CaseId id, String task) {
        Own own = of(id);
        List<WorkId> all = own.tasks().entrySet().stream()
                .filter(each -> each.getKey().caseId().equals(id) && each.getValue().equals(task))
                .map(Map.Entry::getKey)
                .toList();
        return all.stream().filter(own.open()::contains).findFirst().or(() -> all.stream().reduce((one, later) -> later));
    }

    /** Whether an event is of the life of one of their own items. */
    boolean isOwn(HistoryEvent event) {
        CaseId caseId = event.caseId();
        if (caseId == null) {
            return false;
        }
        Own own = of(caseId);
        WorkId work = work(event);
        return work != null && own.tasks().containsKey(work)
                || event.kind().equals("AttemptDecided") && own.attempts().contains(new Attempt(caseId, event.detail().at("attempt")));
    }

    /**
     * An event as they may see it. Somebody else's act that led to it stays out: their name, their reason, the person they act for and their
     * request. What the event itself says of the item, such as who has it, stays.
     */
    Data form(HistoryEvent event) {
        Data data = event.toData();
        if (name.equals(event.actor())) {
            return data;
        }
        return data.without("actor").without("onBehalfOf").without("reason").without("requestId").without("trace").with("cause", "other work");
    }

    /** What is their own in the root case of a case. */
    private synchronized Own of(CaseId id) {
        return known.computeIfAbsent(CaseId.root(id.root()), this::read);
    }

    private Own read(CaseId id) {
        Set<WorkId> own = new HashSet<>();
        WorkQuery list = WorkQuery.forParticipant(name).ofCase(id);
        tenant.work(list).map(ListedWork::item).forEach(item -> own.add(item.id()));
        Set<WorkId> open = Set.copyOf(own);
        Map<WorkId, String> people = new LinkedHashMap<>();
        Map<WorkId, String> holders = new HashMap<>();
        Map<Attempt, WorkId> attempts = new HashMap<>();
        Page.stream((@Nullable String cursor) -> tenant.history().ofCase(id, cursor, PAGE, History.Order.OLDEST_FIRST)).forEach(event -> {
            WorkId work = work(event);
            if (work == null) {
                return;
            }
            Data detail = event.detail();
            switch (event.kind()) {
                case "WorkOffered" -> {
                    // Automatic work is done under names of programs, which a participant may have, too.
                    if (detail.at("by").equals(Data.of("people"))) {
                        people.put(work, detail.at("task").text());
                    }
                }
                case "WorkAllocated" -> holders.put(work, detail.at("to").text());
                case "WorkStarted" -> {
                    if (detail.at("by") instanceof Data.Text by) {
                        holders.put(work, by.value());
                    }
                }
                case "WorkReleased" -> holders.remove(work);
                case "WorkCompleted", "WorkFailed", "WorkWithdrawn" -> {
                    if (name.equals(holders.get(work))) {
                        own.add(work);
                    }
                }
                case "Attempted" -> attempts.put(new Attempt(Objects.requireNonNull(event.caseId()), detail.at("attempt")), work);
                default -> {}
            }
        });
        people.keySet().retainAll(own);
        attempts.values().retainAll(people.keySet());
        return people.isEmpty() ? NOTHING : new Own(people, open, Set.copyOf(attempts.keySet()));
    }

    /** The work item in whose life an event is a step, or which somebody tried to change; null if there is none. */
    private static @Nullable WorkId work(HistoryEvent event) {
        CaseId caseId = event.caseId();
        boolean tried = event.kind().equals("Attempted");
        if (caseId == null || !tried && !OF_WORK.contains(event.kind())) {
            return null;
        }
        String what = tried ? event.detail().at("event").text() : event.kind();
        if (tried && (!OF_WORK.contains(what) || what.equals("WorkOffered"))) {
            // An offer that was tried has no number yet: another item may have it by now.
            return null;
        }
        Data number = (tried ? event.detail().at("detail") : event.detail()).at("work");
        return number instanceof Data.Num found && found.isLong() && found.asInt() > 0 ? new WorkId(caseId, found.asInt()) : null;
    }
}
