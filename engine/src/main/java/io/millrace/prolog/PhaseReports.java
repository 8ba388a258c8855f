package io.millrace.prolog;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Converts the phases of one query to self-contained objects: events refer to goals and variables by number; reports repeat them. Not safe
 * for use by several threads.
 */
public final class PhaseReports {
    /** The kind of the event of a phase in the history. */
    public static final String EVENT = "PhaseEnded";

    /** The kind of the event of a phase that raised an error and waits for an operator. */
    public static final String HELD = "PhaseHeld";

    private final Map<Integer, Data> goals = new LinkedHashMap<>();
    private final Map<Integer, Data> messages = new HashMap<>();
    private final Map<Integer, Integer> messageOf = new HashMap<>();

    /** The variables that exist, and those of them whose messages are not answered. */
    private final SortedSet<Integer> variables = new TreeSet<>();

    private final SortedSet<Integer> unanswered = new TreeSet<>();
    private int lastVariable;
    private int lastMessage;

    /** Whether events of this kind are phases. */
    public static boolean isPhase(String kind) {
        return kind.equals(EVENT) || kind.equals(HELD);
    }

    /** The report of a phase from an event of the history; events must come in order. An error ends the query, as in the paper. */
    public Data report(Data event) {
        return event.has("problem") ? ended(event) : went(event);
    }

    /** A phase that raised an error: its messages are sent and withdrawn with all others, and every variable is collected. */
    private Data ended(Data event) {
        List<Data> sent = new ArrayList<>();
        for (Data message : event.at("undone").asList()) {
            sent.add(message.with("message", lastMessage + sent.size() + 1));
        }
        List<Integer> garbage = new ArrayList<>(variables);
        for (int i = 1; i <= event.at("created").asInt(); i++) {
            garbage.add(lastVariable + i);
        }
        if (event.has("message")) {
            unanswered.remove(messages.getOrDefault(event.at("message").asInt(), Data.nothing()).at("number").asInt());
        }
        List<Integer> open = new ArrayList<>(unanswered);
        open.sort(Comparator.comparing(number -> messageOf.getOrDefault(number, 0)));
        sent.forEach(message -> open.add(message.at("variable").asInt()));
        garbage.removeAll(open);
        return went(event.with("sent", sent)
                .with("cancelled", open)
                .with("collected", garbage)
                .with("suspended", List.of()));
    }

    private Data went(Data event) {
        for (int i = event.at("created").asInt(); i > 0; i--) {
            variables.add(++lastVariable);
        }

        Data report = Data.fields("kind", event.at("phase"), "time", event.at("time"));
        if (event.has("message")) {
            int message = event.at("message").asInt();
            report = report.with("message", message)
                    .with("variable", messages.getOrDefault(message, Data.nothing()).at("variable"))
                    .with("content", event.at("content"));
            unanswered.remove(messages.getOrDefault(message, Data.nothing()).at("number").asInt());
        }
        report = report.with("woken", woken(event)).with("sent", sent(event)).with("cancelled", cancelled(event));
        report = report.with("collected", names(event.at("collected")));
        event.at("collected").asList().forEach(variable -> variables.remove(variable.asInt()));
        for (Data goal : event.at("suspended").asList()) {
            goals.put(goal.at("number").asInt(), suspended(goal));
        }
        boolean running = event.at("status").text().equals("running");
        report = report.with("suspended", running ? List.copyOf(goals.values()) : List.of())
                .with("status", event.at("status"));
        report = event.has("code") ? report.with("code", event.at("code")).with("goal", event.at("goal")) : report;
        return event.has("output") ? report.with("output", event.at("output")) : report;
    }

    private List<Data> woken(Data event) {
        List<Data> woken = new ArrayList<>();
        for (Data number : event.at("woken").asList()) {
            Data goal = goals.remove(number.asInt());
            if (goal != null) {
                woken.add(goal.at("goal"));
            }
        }
        return woken;
    }

    private List<Data> sent(Data event) {
        List<Data> sent = new ArrayList<>();
        for (Data message : event.at("sent").asList()) {
            Data shown = Data.fields(
                    "message", message.at("message"),
                    "variable", "wv" + message.at("variable").asInt(),
                    "to", message.at("to"),
                    "content", message.at("content"),
                    "time", event.at("time"));
            messages.put(message.at("message").asInt(), shown.with("number", message.at("variable")));
            lastMessage = Math.max(lastMessage, message.at("message").asInt());
            unanswered.add(message.at("variable").asInt());
            messageOf.put(message.at("variable").asInt(), message.at("message").asInt());
            sent.add(shown);
        }
        return sent;
    }

    private List<Data> cancelled(Data event) {
        List<Data> cancelled = new ArrayList<>();
        for (Data variable : event.at("cancelled").asList()) {
            Data message = messages.getOrDefault(messageOf.getOrDefault(variable.asInt(), 0), Data.nothing());
            unanswered.remove(variable.asInt());
            variables.remove(variable.asInt());
            cancelled.add(Data.fields("message", message.at("message"), "to", message.at("to")));
        }
        return cancelled;
    }

    private static Data suspended(Data goal) {
        return Data.fields("goal", goal.at("goal"), "variables", names(goal.at("variables")), "times", goal.at("times"));
    }

    private static List<String> names(Data variables) {
        return variables.asList().stream().map(number -> "wv" + number.asInt()).toList();
    }
}
