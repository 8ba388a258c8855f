package io.millrace.simulate;

import io.millrace.logic.term.Term;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one run adds up to, while it goes on. Times are microseconds. */
final class Tally {
    private static final double MICROS = 1e6;

    /** What is known of one task. */
    private static final class OfTask {
        final Numbers waiting = new Numbers();
        final Numbers working = new Numbers();
        int inLine;
        int longestLine;
    }

    /** What is known of one worker. */
    private static final class OfWorker {
        long busy;
        long paid;
        int items;
    }

    /** The most stretches of work that are kept for a picture. */
    private static final int STRETCHES = 20_000;

    private final Numbers cycles = new Numbers();
    private final Map<String, OfTask> tasks = new TreeMap<>();
    private final Map<String, OfWorker> workers = new LinkedHashMap<>();
    private final List<Outcome.Stretch> stretches = new ArrayList<>();
    private long started;
    private long completed;
    private long failed;
    private long items;
    private int inLine;
    private int longestLine;

    void worker(String name) {
        workers.putIfAbsent(name, new OfWorker());
    }

    void began() {
        started++;
    }

    void ended(boolean well, long lasted) {
        if (well) {
            completed++;
            cycles.add(lasted / MICROS);
        } else {
            failed++;
        }
    }

    void offered(String task) {
        OfTask known = tasks.computeIfAbsent(task, key -> new OfTask());
        known.inLine++;
        known.longestLine = Math.max(known.longestLine, known.inLine);
        inLine++;
        longestLine = Math.max(longestLine, inLine);
    }

    void withdrawn(String task) {
        tasks.computeIfAbsent(task, key -> new OfTask()).inLine--;
        inLine--;
    }

    void taken(String task, long waited) {
        OfTask known = tasks.computeIfAbsent(task, key -> new OfTask());
        known.inLine--;
        inLine--;
        known.waiting.add(waited / MICROS);
    }

    /** @param worked how much of the time lies in the worker's hours */
    void done(String task, Term instance, String worker, long from, long to, long worked) {
        items++;
        tasks.computeIfAbsent(task, key -> new OfTask()).working.add((to - from) / MICROS);
        OfWorker who = workers.get(worker);
        if (who != null) {
            who.busy += worked;
            who.items++;
            if (stretches.size() < STRETCHES) {
                stretches.add(new Outcome.Stretch(worker, task, HistoryText.of(instance), from / MICROS, to / MICROS));
            }
        }
    }

    /** A worker was there for so long. */
    void there(String worker, long time) {
        OfWorker who = workers.get(worker);
        if (who != null) {
            who.paid = time;
        }
    }

    long items() {
        return items;
    }

    Outcome outcome(String name, long seed, double seconds, Map<String, Double> prices, List<Outcome.Entry> history, Map<String, Integer> left) {
        double waited = tasks.values().stream().mapToDouble(task -> task.waiting.sum()).sum();
        int taken = tasks.values().stream().mapToInt(task -> task.waiting.count()).sum();
        Map<String, Outcome.OfTask> byTask = new LinkedHashMap<>();
        tasks.forEach((task, known) -> byTask.put(
                task,
                new Outcome.OfTask(
                        known.working.count(),
                        known.waiting.mean(),
                        known.working.mean(),
                        seconds == 0 ? 0 : known.waiting.sum() / seconds,
                        known.longestLine)));
        Map<String, Outcome.OfWorker> byWorker = new LinkedHashMap<>();
        double cost = 0;
        double busy = 0;
        double there = 0;
        for (Map.Entry<String, OfWorker> each : workers.entrySet()) {
            OfWorker known = each.getValue();
            double price = prices.getOrDefault(each.getKey(), 0.0) * known.busy / MICROS / 3_600;
            cost += price;
            busy += known.busy;
            there += known.paid;
            byWorker.put(
                    each.getKey(),
                    new Outcome.OfWorker(known.items, known.busy / MICROS, known.paid == 0 ? 0 : (double) known.busy / known.paid, price));
        }
        Outcome.Figures figures = new Outcome.Figures(
                started,
                completed,
                failed,
                items,
                cycles.mean(),
                cycles.quantile(0.5),
                cycles.quantile(0.95),
                taken == 0 ? 0 : waited / taken,
                seconds == 0 ? 0 : waited / seconds,
                longestLine,
                there == 0 ? 0 : busy / there,
                cost);
        return new Outcome(name, seed, seconds, figures, byTask, byWorker, stretches, history, left);
    }
}
