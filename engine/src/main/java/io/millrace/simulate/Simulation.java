package io.millrace.simulate;

import io.millrace.DeployOption;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes on the engine in simulated time. Immutable; the {@code with}-like methods give changed copies.
 *
 * <pre>{@code
 * Outcome outcome = Simulation.of(process).with(Model.read("clerks.pl", text)).until(Duration.ofDays(30)).seed(7).run();
 * }</pre>
 */
public final class Simulation {
    private final List<Compiled<?>> processes;
    private final Model model;
    private final List<ExternalEvent> events;
    private final @Nullable Duration until;
    private final long seed;
    private final boolean history;
    private final boolean unsound;
    private final LongConsumer progress;

    private Simulation(
            List<Compiled<?>> processes,
            Model model,
            List<ExternalEvent> events,
            @Nullable Duration until,
            long seed,
            boolean history,
            boolean unsound,
            LongConsumer progress) {
        this.processes = List.copyOf(processes);
        this.model = model;
        this.events = List.copyOf(events);
        this.until = until;
        this.seed = seed;
        this.history = history;
        this.unsound = unsound;
        this.progress = progress;
    }

    /** A simulation of a process, in which nothing happens yet. */
    public static Simulation of(Compiled<?> process) {
        return new Simulation(List.of(process), Model.empty(), List.of(), null, 1, false, false, items -> {});
    }

    /** The same with a process that others start or call. */
    public Simulation and(Compiled<?> process) {
        List<Compiled<?>> more = new ArrayList<>(processes);
        more.add(process);
        return new Simulation(more, model, events, until, seed, history, unsound, progress);
    }

    public Simulation with(Model model) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress);
    }

    public Simulation events(List<ExternalEvent> events) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress);
    }

    /** The same for so long in simulated time; without a limit it goes on until nothing is left to happen. */
    public Simulation until(@Nullable Duration until) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress);
    }

    public Simulation seed(long seed) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress);
    }

    /** The same, which keeps every event. */
    public Simulation history() {
        return new Simulation(processes, model, events, until, seed, true, unsound, progress);
    }

    /** The same for a net whose cases can get stuck. */
    public Simulation allowUnsound() {
        return new Simulation(processes, model, events, until, seed, history, true, progress);
    }

    /** The same, which tells from time to time how many work items are done. */
    public Simulation progress(LongConsumer progress) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress);
    }

    /** Runs it. The same simulation gives the same outcome, on every machine. */
    public Outcome run() {
        boolean endless = model.arrivals.stream().anyMatch(arrivals -> arrivals.most() == Long.MAX_VALUE);
        if (endless && until == null) {
            throw new RefusedException(Code.SIMULATION_ENDLESS.with(name(), "cases arrive without end"));
        }
        try (Driver driver = new Driver(this)) {
            return driver.run();
        }
    }

    String name() {
        return processes.getFirst().contract().name();
    }

    List<Compiled<?>> processes() {
        return processes;
    }

    Model model() {
        return model;
    }

    List<ExternalEvent> events() {
        return events;
    }

    @Nullable Duration until() {
        return until;
    }

    long seed() {
        return seed;
    }

    boolean keepsHistory() {
        return history;
    }

    DeployOption[] options() {
        return unsound ? new DeployOption[] {DeployOption.ALLOW_UNSOUND} : new DeployOption[0];
    }

    LongConsumer progress() {
        return progress;
    }
}
