package io.millrace.simulate;

import io.millrace.data.Data;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one run. Times are seconds from the beginning of the simulation. Immutable.
 *
 * @param name of the variant that ran
 * @param seconds how long it lasted in simulated time
 * @param history every event in the order of recording, if requested
 * @param waiting how many work items of each task still waited at the end
 */
public record Outcome(
        String name,
        long seed,
        double seconds,
        Figures figures,
        Map<String, OfTask> tasks,
        Map<String, OfWorker> workers,
        List<Stretch> stretches,
        List<Entry> history,
        Map<String, Integer> waiting) {

    /** An event of the history and the rule that it follows from. */
    public record Entry(double t, String event, String rule) {}

    /** A period of work of one worker on one work item. */
    public record Stretch(String worker, String task, String instance, double from, double to) {}

    /**
     * The figures of a run.
     *
     * @param cycle the average time from the start of a case to its completion; then the median and the 95th percentile
     * @param waited the average time that a work item waited for a worker
     * @param queue how many work items waited on average, over time
     * @param utilisation the share of their time in which workers worked
     */
    public record Figures(
            long started,
            long completed,
            long failed,
            long items,
            double cycle,
            double median,
            double late,
            double waited,
            double queue,
            int longest,
            double utilisation,
            double cost) {
        /** How many cases had not ended. */
        public long open() {
            return started - completed - failed;
        }
    }

    /** @param queue how many waited on average */
    public record OfTask(int items, double waited, double work, double queue, int longest) {}

    /** The figures of one worker. */
    public record OfWorker(int items, double busy, double utilisation, double cost) {}

    /** As one JSON object. */
    public Data data() {
        Map<String, Data> fields = new LinkedHashMap<>();
        if (!history.isEmpty()) {
            List<Data> entries = new ArrayList<>();
            history.forEach(entry -> entries.add(
                    Data.fields("t", instant(entry.t), "event", entry.event, "rule", entry.rule)));
            fields.put("history", Data.of(entries));
        }
        fields.put("seed", Data.of(seed));
        fields.put("seconds", number(seconds));
        fields.put("cases", Data.fields("started", figures.started, "completed", figures.completed, "failed", figures.failed, "open", figures.open()));
        fields.put("cycle", Data.fields("mean", number(figures.cycle), "median", number(figures.median), "p95", number(figures.late)));
        fields.put("work", Data.fields(
                "items", figures.items,
                "wait", number(figures.waited),
                "queue", number(figures.queue),
                "longest", figures.longest));
        fields.put("utilisation", number(figures.utilisation));
        fields.put("cost", number(figures.cost));
        Map<String, Data> byTask = new LinkedHashMap<>();
        tasks.forEach((task, known) -> byTask.put(task, Data.fields(
                "items", known.items,
                "wait", number(known.waited),
                "work", number(known.work),
                "queue", number(known.queue),
                "longest", known.longest)));
        fields.put("tasks", Data.of(byTask));
        Map<String, Data> byWorker = new LinkedHashMap<>();
        workers.forEach((worker, known) -> byWorker.put(worker, Data.fields(
                "items", known.items,
                "busy", number(known.busy),
                "utilisation", number(known.utilisation),
                "cost", number(known.cost))));
        fields.put("agents", Data.of(byWorker));
        if (!waiting.isEmpty()) {
            fields.put("waiting", Data.of(waiting));
        }
        return Data.of(fields);
    }

    /** A time to the microsecond. */
    private static Data instant(double seconds) {
        return Data.of(BigDecimal.valueOf(Math.round(seconds * 1e6), 6).stripTrailingZeros());
    }

    /** Whole numbers without a fraction; others with nine digits. */
    static Data number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Data.of((long) value)
                : Data.of(new BigDecimal(value).round(new MathContext(9)).stripTrailingZeros());
    }
}
