package io.millrace.simulate;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.logic.term.Atom;
import io.millrace.query.HistoryEvent;
import io.millrace.work.Participant;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fits a model to a history: arrivals and data of the cases of each process, the duration, results and failures of each task, and who did
 * it. It chooses a distribution by the ratio of deviation and mean: a constant near 0, exponential near 1, otherwise lognormal. Not safe
 * for use by several threads.
 */
public final class Fitting {
    private static final int KEPT = 200;
    private static final int LONGEST = 2_000;
    private static final double NONE = 0.02;
    private static final double EXPONENTIAL_FROM = 0.85;
    private static final double EXPONENTIAL_TO = 1.15;

    private record Key(CaseId caseId, int work) {}

    /** Work that has begun. */
    private record Begun(String task, Instant at) {}

    private final Map<String, Instant> lastStart = new HashMap<>();
    private final Map<String, Numbers> gaps = new TreeMap<>();
    private final Map<Key, String> tasks = new HashMap<>();
    private final Map<Key, Begun> begun = new HashMap<>();
    private final Map<String, Numbers> durations = new TreeMap<>();
    private final Map<String, Integer> failed = new TreeMap<>();
    private final Map<String, Map<String, Integer>> inputs = new TreeMap<>();
    private final Map<String, Map<String, Integer>> outputs = new TreeMap<>();
    private final Set<String> workers = new LinkedHashSet<>();
    private @Nullable Instant first;

    /** Adds the next event, in the order of the history. */
    public void add(HistoryEvent event) {
        CaseId caseId = event.caseId();
        if (caseId == null) {
            return;
        }
        first = first == null ? event.recorded() : first;
        Key key = new Key(caseId, work(event));
        switch (event.kind()) {
            case "CaseStarted" -> {
                if (caseId.isRoot()) {
                    String process = event.detail().at("process").text();
                    came(process, event.recorded());
                    seen(inputs, process, event.detail().at("input"));
                }
            }
            case "WorkOffered" -> {
                String task = event.detail().at("task").text();
                tasks.put(key, task);
                if (!event.detail().at("by").equals(Data.of("people"))) {
                    // Automatic work begins when it is offered.
                    begun.put(key, new Begun(task, event.recorded()));
                }
            }
            case "WorkStarted" -> begin(key, event);
            case "WorkCompleted" -> end(key, event, false);
            case "WorkFailed" -> end(key, event, true);
            case "WorkWithdrawn" -> {
                tasks.remove(key);
                begun.remove(key);
            }
            default -> {}
        }
    }

    private static int work(HistoryEvent event) {
        return event.detail().at("work").isNothing() ? 0 : event.detail().at("work").asInt();
    }

    private void came(String process, Instant at) {
        Instant before = lastStart.put(process, at);
        if (before != null) {
            gaps.computeIfAbsent(process, key -> new Numbers()).add(seconds(before, at));
        }
    }

    private void begin(Key key, HistoryEvent event) {
        String task = tasks.get(key);
        if (task != null) {
            begun.putIfAbsent(key, new Begun(task, event.recorded()));
            if (!event.detail().at("by").isNothing()) {
                workers.add(event.detail().at("by").text());
            }
        }
    }

    private void end(Key key, HistoryEvent event, boolean badly) {
        String task = tasks.remove(key);
        Begun work = begun.remove(key);
        if (task == null) {
            return;
        }
        if (work != null) {
            durations.computeIfAbsent(task, known -> new Numbers()).add(seconds(work.at(), event.recorded()));
        }
        if (!badly) {
            seen(outputs, task, event.detail().at("output"));
        }
        if (badly) {
            failed.merge(task, 1, Integer::sum);
        }
    }

    /** Counts data that was given; of what is always different only the first is kept. */
    private static void seen(Map<String, Map<String, Integer>> all, String name, Data data) {
        String text = HistoryText.of(HistoryText.data(data));
        Map<String, Integer> known = all.computeIfAbsent(name, key -> new LinkedHashMap<>());
        if (text.length() <= LONGEST && (known.size() < KEPT || known.containsKey(text))) {
            known.merge(text, 1, Integer::sum);
        }
    }

    private static void drawn(StringBuilder text, String fact, Map<String, Map<String, Integer>> all) {
        all.forEach((name, known) -> {
            if (known.isEmpty() || known.keySet().equals(Set.of("null")) || known.keySet().equals(Set.of("{}"))) {
                return;
            }
            text.append(fact).append('(').append(quoted(name)).append(", choice([");
            text.append(known.entrySet().stream().map(each -> each.getValue() + "-" + each.getKey()).collect(Collectors.joining(",\n    ")));
            text.append("])).\n");
        });
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** The facts of a model, as a text that {@link Model#read} reads. */
    public String model(List<Participant> participants) {
        StringBuilder text = new StringBuilder("% Fitted to a history.\n");
        if (first != null) {
            text.append("begin('").append(first).append("').\n");
        }
        gaps.forEach((process, seen) -> text.append("arrivals(").append(quoted(process)).append(", ").append(fitted(seen)).append(").\n"));
        durations.forEach((task, seen) -> text.append("duration(").append(quoted(task)).append(", ").append(fitted(seen))
                .append(").\t% ").append(seen.count()).append(" seen\n"));
        failed.forEach((task, count) -> {
            Numbers seen = durations.get(task);
            int all = seen == null ? count : seen.count();
            text.append("fails(").append(quoted(task)).append(", ").append(Units.digits((double) count / all)).append(").\n");
        });
        drawn(text, "case_data", inputs);
        drawn(text, "gives", outputs);
        Map<String, Set<String>> roles = new LinkedHashMap<>();
        participants.forEach(each -> roles.put(each.name(), each.roles()));
        for (String worker : workers) {
            text.append("agent(").append(quoted(worker)).append(").\n");
            roles.getOrDefault(worker, Set.of()).stream().sorted().forEach(role ->
                    text.append("role(").append(quoted(worker)).append(", ").append(quoted(role)).append(").\n"));
        }
        return text.toString();
    }

    private static String quoted(String name) {
        return HistoryText.of(Atom.of(name));
    }

    private static String fitted(Numbers seen) {
        double mean = seen.mean();
        double squares = 0;
        for (double each : seen.toArray()) {
            squares += (each - mean) * (each - mean);
        }
        double deviation = seen.count() < 2 ? 0 : Math.sqrt(squares / (seen.count() - 1));
        double ratio = mean == 0 ? 0 : deviation / mean;
        if (ratio < NONE) {
            return number(mean);
        }
        return ratio > EXPONENTIAL_FROM && ratio < EXPONENTIAL_TO
                ? "exponential(" + number(mean) + ")"
                : "lognormal(" + number(mean) + ", " + number(deviation) + ")";
    }

    private static String number(double value) {
        return Outcome.number(value).json();
    }
}
