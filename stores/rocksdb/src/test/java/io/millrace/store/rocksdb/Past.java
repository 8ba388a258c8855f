package io.millrace.store.rocksdb;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The whole history of an engine, read once and counted up by rules that know nothing of the engine's code. Whatever no
 * history may say (a second end of a work item, a key that two cases have) is a complaint.
 */
final class Past {
    /** Events that were recorded together. */
    record Turn(String entity, long sequence, Instant recorded, @Nullable String requestId, String cause, List<HistoryEvent> events) {}

    /** A work item: its last attempt, and how it ended, if it has. */
    static final class Item {
        final boolean handled;
        int attempt = 1;
        boolean incident;
        @Nullable String end;

        Item(boolean handled) {
            this.handled = handled;
        }
    }

    record TimerId(CaseId caseId, int timer) {}

    final List<Turn> turns = new ArrayList<>();
    final Map<String, Turn> byRequest = new HashMap<>();
    final Map<CaseId, String> processes = new HashMap<>();
    final Map<CaseId, CaseStatus> statuses = new TreeMap<>();
    final Map<WorkId, Item> items = new TreeMap<>();
    final Map<TimerId, Instant> timers = new HashMap<>();
    final Map<String, String> messages = new LinkedHashMap<>();
    final List<String> complaints = new ArrayList<>();

    private final Map<String, Turn> latest = new HashMap<>();
    private final Set<TimerId> endedTimers = new HashSet<>();
    private final Map<String, CaseId> keys = new HashMap<>();
    private final Map<CaseId, String> keyOf = new HashMap<>();
    private final Set<String> tickets = new HashSet<>();

    static Past of(Millrace mill) {
        Past past = new Past();
        String cursor = null;
        List<HistoryEvent> turn = new ArrayList<>();
        do {
            Page<HistoryEvent> page = mill.history().all(cursor, 1_000, History.Order.OLDEST_FIRST);
            for (HistoryEvent event : page.items()) {
                if (!turn.isEmpty() && !turnOf(turn.getFirst()).equals(turnOf(event))) {
                    past.add(turn);
                    turn = new ArrayList<>();
                }
                turn.add(event);
            }
            cursor = page.cursor();
        } while (cursor != null);
        past.add(turn);
        return past;
    }

    /** Mailboxes and keys leave no trace when nothing is left in them, and their turns go with them. */
    static boolean vanishes(String entity) {
        return entity.startsWith("signal '") || entity.startsWith("key '");
    }

    private static String turnOf(HistoryEvent event) {
        return event.id().substring(0, event.id().lastIndexOf('/'));
    }

    private void add(List<HistoryEvent> events) {
        HistoryEvent first = events.getFirst();
        String id = turnOf(first);
        long sequence = Long.parseLong(id.substring(id.lastIndexOf('/') + 1));
        Turn turn = new Turn(first.entity(), sequence, first.recorded(), first.requestId(), first.cause(), events);
        turns.add(turn);
        Turn before = latest.put(turn.entity(), turn);
        if (!vanishes(turn.entity()) && sequence != (before == null ? 1 : before.sequence() + 1)) {
            complain(turn, "turn " + sequence + " does not follow " + (before == null ? "nothing" : "turn " + before.sequence()));
        }
        if (before != null && turn.recorded().isBefore(before.recorded())) {
            complain(turn, "time went back from " + before.recorded());
        }
        if (turn.requestId() != null) {
            Turn other = byRequest.put(turn.requestId(), turn);
            if (other != null) {
                complain(turn, "request " + turn.requestId() + " was carried out before, in " + other.entity());
            }
        }
        if (messages.containsKey(turn.cause())) {
            String earlier = messages.put(turn.cause(), "taken in " + id);
            if (earlier == null || earlier.startsWith("taken")) {
                complain(turn, turn.cause() + " was " + earlier + " before");
            }
        }
        events.forEach(event -> apply(turn, event));
    }

    private void complain(Turn turn, String sentence) {
        complaints.add(turn.entity() + ", turn " + turn.sequence() + ": " + sentence);
    }

    private void apply(Turn turn, HistoryEvent event) {
        if (event.kind().equals("MessageSent")) {
            messages.put(
                    event.entity() + " message " + event.detail().at("number").asLong(),
                    event.detail().at("message").text());
            return;
        }
        CaseId caseId = event.caseId();
        if (caseId == null) {
            return;
        }
        switch (event.kind()) {
            case "CaseStarted" -> {
                String process = event.detail().at("process").text();
                if (statuses.put(caseId, CaseStatus.RUNNING) != null) {
                    complain(turn, "case " + caseId + " was started twice");
                }
                processes.put(caseId, process);
                if (event.detail().at("unique").equals(Data.of(true))) {
                    String key = process + " " + event.detail().at("key").text();
                    CaseId holder = keys.put(key, caseId);
                    keyOf.put(caseId, key);
                    if (holder != null) {
                        complain(turn, "case " + caseId + " has the key '" + key + "' of running case " + holder);
                    }
                }
            }
            case "CaseSuspended" -> statuses.put(caseId, CaseStatus.SUSPENDED);
            case "CaseResumed" -> statuses.put(caseId, CaseStatus.RUNNING);
            case "CaseCompleted" -> end(turn, caseId, CaseStatus.COMPLETED);
            case "CaseFailed" -> end(turn, caseId, CaseStatus.FAILED);
            case "CaseCancelled" -> end(turn, caseId, CaseStatus.CANCELLED);
            case "WorkOffered" -> {
                boolean handled = event.detail().at("by").text().startsWith("handler ");
                Item item = new Item(handled);
                // What a pool assigns is not tried before somebody has it.
                item.attempt = event.detail().has("pool") ? 0 : 1;
                if (items.put(work(event), item) != null) {
                    complain(turn, "work item " + work(event) + " was offered twice");
                }
            }
            case "WorkRetried" -> {
                Item item = open(turn, event);
                item.attempt = event.detail().at("attempt").asInt();
            }
            case "IncidentRaised", "IncidentResolved" -> {
                if (event.detail().at("work").asInt() == 0) {
                    complain(turn, "case " + caseId + " became an incident: " + event.detail());
                } else {
                    open(turn, event).incident = event.kind().equals("IncidentRaised");
                }
            }
            case "WorkCompleted", "WorkFailed", "WorkWithdrawn" -> open(turn, event).end = event.kind();
            case "WorkAllocated", "WorkReleased", "WorkStarted", "WorkAttemptFailed" -> open(turn, event);
            case "TimerSet" -> {
                TimerId timer = timer(event);
                if (timers.put(timer, Instant.parse(event.detail().at("due").text())) != null || endedTimers.contains(timer)) {
                    complain(turn, timer + " was set twice");
                }
            }
            case "TimerFired", "TimerCancelled" -> {
                Instant due = timers.remove(timer(event));
                endedTimers.add(timer(event));
                if (due == null) {
                    complain(turn, timer(event) + " ended that was not set, or a second time: " + event.kind());
                } else if (event.kind().equals("TimerFired") && turn.recorded().isBefore(due)) {
                    complain(turn, timer(event) + " fired before it was due at " + due);
                }
            }
            case "SignalAwaited" -> tickets.add(caseId + " " + event.detail().at("ticket").asInt());
            case "SignalReceived", "SignalForgotten" -> {
                if (!tickets.remove(caseId + " " + event.detail().at("ticket").asInt())) {
                    complain(turn, "a signal came that nobody waited for, or a second time: " + event.detail());
                }
            }
            case "SignalMissed" -> {
                if (tickets.contains(caseId + " " + event.detail().at("ticket").asInt())) {
                    complain(turn, "a signal was missed that the case waits for: " + event.detail());
                }
            }
            default -> {}
        }
    }

    private void end(Turn turn, CaseId caseId, CaseStatus how) {
        CaseStatus before = statuses.put(caseId, how);
        if (before == null || !before.isOpen()) {
            complain(turn, "case " + caseId + " ended as " + how + " after " + before);
        }
        String key = keyOf.get(caseId);
        if (key != null) {
            keys.remove(key, caseId);
        }
    }

    private Item open(Turn turn, HistoryEvent event) {
        Item item = items.get(work(event));
        if (item == null || item.end != null) {
            complain(turn, event.kind() + " of work item " + work(event) + ", which " + (item == null ? "was never offered" : "had ended: " + item.end));
        }
        return item == null ? new Item(false) : item;
    }

    private static WorkId work(HistoryEvent event) {
        if (event.caseId() == null) {
            throw new IllegalArgumentException("not of a case: " + event);
        }
        return new WorkId(event.caseId(), event.detail().at("work").asInt());
    }

    private static TimerId timer(HistoryEvent event) {
        if (event.caseId() == null) {
            throw new IllegalArgumentException("not of a case: " + event);
        }
        return new TimerId(event.caseId(), event.detail().at("timer").asInt());
    }

    /** What happened to an entity, for people who look for the fault. */
    String about(String entity) {
        StringBuilder text = new StringBuilder();
        for (Turn turn : turns) {
            if (turn.entity().equals(entity)) {
                turn.events().forEach(event -> text.append("  ").append(event.toData()).append('\n'));
            }
        }
        return text.toString();
    }
}
