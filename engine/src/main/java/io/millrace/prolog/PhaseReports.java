package io.millrace.prolog;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The phases of one query, each as one object that stands for itself: events speak of goals and variables by the numbers
 * under which they were introduced; reports repeat them.
 */
public final class PhaseReports {
    /** The kind of event that a phase is in the history. */
    public static final String EVENT = "PhaseEnded";

    private final Map<Integer, Data> goals = new LinkedHashMap<>();
    private final Map<Integer, Data> messages = new HashMap<>();
    private final Map<Integer, Integer> messageOf = new HashMap<>();

    /** The phase that an event of the history tells; events come in order. */
    public Data report(Data event) {
        Data report = Data.fields("kind", event.at("phase"), "time", event.at("time"));
        if (event.has("message")) {
            int message = event.at("message").asInt();
            report = report.with("message", message)
                    .with("variable", messages.getOrDefault(message, Data.nothing()).at("variable"))
                    .with("content", event.at("content"));
        }
        report = report.with("woken", woken(event)).with("sent", sent(event)).with("cancelled", cancelled(event));
        report = report.with("collected", names(event.at("collected")));
        for (Data goal : event.at("suspended").asList()) {
            goals.put(goal.at("number").asInt(), suspended(goal));
        }
        boolean running = event.at("status").text().equals("running");
        report = report.with("suspended", running ? List.copyOf(goals.values()) : List.of())
                .with("status", event.at("status"));
        return event.has("code") ? report.with("code", event.at("code")).with("goal", event.at("goal")) : report;
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
            messages.put(message.at("message").asInt(), shown);
            messageOf.put(message.at("variable").asInt(), message.at("message").asInt());
            sent.add(shown);
        }
        return sent;
    }

    private List<Data> cancelled(Data event) {
        List<Data> cancelled = new ArrayList<>();
        for (Data variable : event.at("cancelled").asList()) {
            Data message = messages.getOrDefault(messageOf.getOrDefault(variable.asInt(), 0), Data.nothing());
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
