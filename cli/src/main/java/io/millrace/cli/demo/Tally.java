package io.millrace.cli.demo;

import io.millrace.data.Data;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts what the events of a history say. An event that comes twice counts once. */
final class Tally {
    /** An event in words. */
    record Happened(Instant when, String what) {}

    private static final int LAST = 5;

    private record Item(String task, String by) {}

    private final Set<String> seen = new HashSet<>();
    private final Map<String, Item> items = new HashMap<>();
    private final Map<String, Item> open = new LinkedHashMap<>();
    private final Deque<Happened> last = new ArrayDeque<>();
    private final Map<String, Integer> doneBy = new TreeMap<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final Map<String, Integer> completions = new HashMap<>();
    private final Set<String> facts = new HashSet<>();
    private final Deque<Instant> instants = new ArrayDeque<>();
    private int started;
    private int ended;
    private int failedAttempts;
    private int incidents;

    /** Takes one event in the form of {@link io.millrace.query.HistoryEvent#toData}. */
    void take(Data event) {
        if (!seen.add(event.at("id").text())) {
            return;
        }
        instants.add(Instant.parse(event.at("recorded").text()));
        if (!event.has("case")) {
            return;
        }
        String caseId = event.at("case").text();
        Data detail = event.at("detail");
        String work = caseId + "#" + (detail.has("work") ? detail.at("work").json() : "");
        Item item = items.get(work);
        String task = item == null ? "" : item.task();
        switch (event.at("kind").text()) {
            case "CaseStarted" -> {
                started++;
                facts.add("start " + caseId);
            }
            case "CaseCompleted" -> {
                ended++;
                String outcome = detail.at("result").at("outcome").text();
                outcomes.merge(outcome, 1, Integer::sum);
                happened(event, "case " + caseId + " " + outcome);
            }
            case "CaseFailed", "CaseCancelled" -> {
                ended++;
                outcomes.merge("failed", 1, Integer::sum);
                happened(event, "case " + caseId + " failed");
            }
            case "WorkOffered" -> {
                Item offered = new Item(detail.at("task").text(), detail.at("by").text());
                items.put(work, offered);
                open.put(work, offered);
            }
            case "WorkCompleted" -> {
                open.remove(work);
                facts.add("complete " + work);
                completions.merge(work, 1, Integer::sum);
                String who = who(event, item);
                doneBy.merge(who, 1, Integer::sum);
                happened(event, "case " + caseId + " " + task + " completed by " + who);
            }
            case "WorkFailed", "WorkWithdrawn" -> open.remove(work);
            case "WorkAttemptFailed" -> {
                failedAttempts++;
                happened(event, "case " + caseId + " " + task + " failed: " + detail.at("reason").text());
            }
            case "IncidentRaised" -> {
                incidents++;
                happened(event, "case " + caseId + " " + task + " waits for a person");
            }
            default -> {
                // The others do not change what is shown.
            }
        }
    }

    /** People are named; who gives a reason and no name is the operator; the rest is done by those it was meant for. */
    private static String who(Data event, @Nullable Item item) {
        if (event.has("actor")) {
            return event.at("actor").text();
        }
        return event.has("reason") || item == null ? "the operator" : item.by();
    }

    private void happened(Data event, String what) {
        last.addLast(new Happened(Instant.parse(event.at("recorded").text()), what));
        if (last.size() > LAST) {
            last.removeFirst();
        }
    }

    Deque<Happened> last() {
        return last;
    }

    int started() {
        return started;
    }

    int ended() {
        return ended;
    }

    int running() {
        return started - ended;
    }

    int steps() {
        return instants.size();
    }

    /** How many steps were recorded before an instant. */
    long stepsBefore(Instant instant) {
        return instants.stream().filter(recorded -> recorded.isBefore(instant)).count();
    }

    /** How many steps were recorded in the second before an instant. */
    long stepsInSecondBefore(Instant instant) {
        Instant from = instant.minusSeconds(1);
        return instants.stream().filter(recorded -> recorded.isAfter(from)).count();
    }

    int failedAttempts() {
        return failedAttempts;
    }

    int incidents() {
        return incidents;
    }

    int openWork() {
        return open.size();
    }

    Map<String, Integer> openByTask() {
        Map<String, Integer> counts = new TreeMap<>();
        open.values().forEach(item -> counts.merge(item.task(), 1, Integer::sum));
        return counts;
    }

    Map<String, Integer> doneBy() {
        return doneBy;
    }

    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** Whether the history says what an acknowledgement said. */
    boolean knows(String acknowledged) {
        return facts.contains(acknowledged);
    }

    /** How many work items were completed more than once. */
    long completedTwice() {
        return completions.values().stream().filter(times -> times > 1).count();
    }
}
