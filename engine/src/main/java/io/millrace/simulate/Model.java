package io.millrace.simulate;

import io.millrace.data.Data;
import io.millrace.logic.term.Term;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The assumptions of a simulation: arrivals and data of cases, agents and working hours, durations and results of work, and external
 * events. Immutable. Read from Prolog facts ({@code docs/simulation.md}).
 */
public final class Model {
    /** Cases of a process come one after the other. */
    record Arrivals(String process, Distribution gap, long most) {}

    /** A worker, with the price of an hour. */
    record Worker(String name, Set<String> roles, double price) {}

    /** What follows from an event by itself: one of several events, after a time. */
    record Consequence(Term cause, List<Happens> events, Distribution delay) {}

    /** An event with its weight among others. */
    record Happens(double weight, Term event) {}

    final String name;
    Instant begin = Instant.EPOCH;
    final List<Arrivals> arrivals = new ArrayList<>();
    /** By process, then by field; an empty field stands for all of the data. */
    final Map<String, Map<String, Variate>> cases = new LinkedHashMap<>();
    final Map<String, Worker> workers = new LinkedHashMap<>();
    final Map<String, Double> prices = new HashMap<>();
    /** By task, then by worker; an empty worker stands for all of them. */
    final Map<String, Map<String, Distribution>> durations = new LinkedHashMap<>();
    final Map<String, Map<String, Variate>> results = new LinkedHashMap<>();
    final Map<String, Double> failures = new HashMap<>();
    /** By worker or role; an empty name stands for all. */
    final Map<String, WorkingHours> hours = new LinkedHashMap<>();
    final List<Consequence> consequences = new ArrayList<>();

    Model(String name) {
        this.name = name;
    }

    /** An empty model: no cases arrive, and work takes no time. */
    public static Model empty() {
        return new Model("");
    }

    /** Reads a model. Refuses errors with their lines. */
    public static Model read(String file, String text) {
        return new ModelReader(file, text).read();
    }

    /** Whether it says who works. */
    boolean hasAgents() {
        return !workers.isEmpty();
    }

    /** Its name: the name of the file without its extension. */
    public String name() {
        return name;
    }

    /** How long a worker takes for a task. */
    Distribution duration(String task, String worker) {
        Distribution own = durations.getOrDefault(task, Map.of()).get(worker);
        if (own == null) {
            own = durations.getOrDefault(task, Map.of()).get("");
        }
        if (own == null) {
            own = durations.getOrDefault("", Map.of()).get("");
        }
        return own == null ? new Distribution.Constant(0) : own;
    }

    double price(Worker worker) {
        Double own = prices.get(worker.name());
        for (String role : worker.roles()) {
            own = own == null ? prices.get(role) : own;
        }
        return own == null ? worker.price() : own;
    }

    /** When a worker works; null for always. */
    @Nullable WorkingHours hoursOf(Worker worker) {
        WorkingHours own = hours.get(worker.name());
        for (String role : worker.roles()) {
            own = own == null ? hours.get(role) : own;
        }
        return own == null ? hours.get("") : own;
    }

    /** Draws the data of a case, or what a task gives back. */
    static Data draw(Map<String, Variate> fields, Chance chance) {
        if (fields.isEmpty()) {
            return Data.nothing();
        }
        Variate whole = fields.get("");
        if (whole != null) {
            return whole.draw(chance);
        }
        Map<String, Data> drawn = new LinkedHashMap<>();
        fields.forEach((field, variate) -> drawn.put(field, variate.draw(chance)));
        return Data.of(drawn);
    }
}
