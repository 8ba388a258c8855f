package io.millrace.simulate;

import io.millrace.DeployOption;
import io.millrace.calculus.Questions;
import io.millrace.journal.Store;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs processes on the engine in simulated time. Immutable and safe for use by several threads; the {@code with}-like methods return
 * changed copies.
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
    private final @Nullable Origin origin;

    /** Where a simulation goes on from: copies of a journal, and the instant at which its clock begins. */
    record Origin(Instant at, Supplier<Store> copies) {}

    private Simulation(
            List<Compiled<?>> processes,
            Model model,
            List<ExternalEvent> events,
            @Nullable Duration until,
            long seed,
            boolean history,
            boolean unsound,
            LongConsumer progress,
            @Nullable Origin origin) {
        this.processes = List.copyOf(processes);
        this.model = model;
        this.events = List.copyOf(events);
        this.until = until;
        this.seed = seed;
        this.history = history;
        this.unsound = unsound;
        this.progress = progress;
        this.origin = origin;
    }

    /** A simulation of a process, without a model. */
    public static Simulation of(Compiled<?> process) {
        return new Simulation(List.of(process), Model.empty(), List.of(), null, 1, false, false, items -> {}, null);
    }

    /**
     * A simulation that continues from a copy of a journal, made for example with {@link io.millrace.Journal#fork}, with its cases, work,
     * timers and participants. Give the processes whose facts the simulation needs ({@link #and}); the same definition is the same version.
     *
     * @param at where the clock begins
     * @param copies creates a copy for each run, which changes and closes it
     */
    public static Simulation from(Instant at, Supplier<Store> copies) {
        return new Simulation(List.of(), Model.empty(), List.of(), null, 1, false, false, items -> {}, new Origin(at, copies));
    }

    /** The same with a process that others start or call. */
    public Simulation and(Compiled<?> process) {
        List<Compiled<?>> more = new ArrayList<>(processes);
        more.add(process);
        return new Simulation(more, model, events, until, seed, history, unsound, progress, origin);
    }

    /** The same with a model. */
    public Simulation with(Model model) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress, origin);
    }

    /** The same with external events. */
    public Simulation events(List<ExternalEvent> events) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress, origin);
    }

    /** The same with a limit of simulated time; without a limit it ends when no event is left. */
    public Simulation until(@Nullable Duration until) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress, origin);
    }

    /** The same with another seed of the random numbers. */
    public Simulation seed(long seed) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress, origin);
    }

    /** The same, which keeps every event. */
    public Simulation history() {
        return new Simulation(processes, model, events, until, seed, true, unsound, progress, origin);
    }

    /** The same for a net whose cases can get stuck. */
    public Simulation allowUnsound() {
        return new Simulation(processes, model, events, until, seed, history, true, progress, origin);
    }

    /** The same, which reports the number of completed work items of a run from time to time, and at its end. */
    public Simulation progress(LongConsumer progress) {
        return new Simulation(processes, model, events, until, seed, history, unsound, progress, origin);
    }

    /** Runs the simulation. The same simulation has the same outcome on every machine. */
    public Outcome run() {
        demandEnd();
        try (Driver driver = new Driver(this, false)) {
            return driver.run();
        }
    }

    /**
     * Runs the simulation, and then passes questions to its history to a callback. Times are seconds since the beginning. The whole history
     * is kept in memory for that; a simulation that continues from a copy of a journal needs the index in that copy.
     */
    public Outcome run(Consumer<Questions> asking) {
        demandEnd();
        try (Driver driver = new Driver(this, true)) {
            Outcome outcome = driver.run();
            asking.accept(driver.questions());
            return outcome;
        }
    }

    private void demandEnd() {
        boolean endless = model.arrivals.stream().anyMatch(arrivals -> arrivals.most() == Long.MAX_VALUE);
        if (endless && until == null) {
            throw new RefusedException(Code.SIMULATION_ENDLESS.with(name(), "cases arrive without end"));
        }
    }

    String name() {
        return processes.isEmpty() ? "journal" : processes.getFirst().contract().name();
    }

    @Nullable Origin origin() {
        return origin;
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
