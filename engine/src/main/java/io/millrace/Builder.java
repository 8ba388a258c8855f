package io.millrace;

import io.millrace.command.Effect;
import io.millrace.event.Gate;
import io.millrace.event.Projection;
import io.millrace.journal.Store;
import io.millrace.journal.StoreProvider;
import io.millrace.kernel.Kernel;
import io.millrace.kernel.Setup;
import io.millrace.kernel.index.Parts;
import io.millrace.language.Language;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.Log;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Outside;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.RealThreads;
import io.millrace.runtime.Settings;
import io.millrace.runtime.SystemTime;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import io.millrace.work.Allocation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Configures and opens an engine. Parts that are not chosen cost nothing. Not safe for use by several threads; use one builder for each
 * engine.
 *
 * <p>From {@link #open} on the engine owns the given store, threads and directory: it closes them when it is closed, and also when opening
 * fails.
 */
public final class Builder {
    /** How long handlers may go on when the engine is closed, unless it is set. */
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(10);
    /** How long numbers add up before the monitor is called. */
    private static final Duration MONITORED_EVERY = Duration.ofMillis(100);

    private @Nullable Store store;
    private @Nullable Path directory;
    private boolean history;
    private boolean worklist;
    private boolean cases;
    private boolean intervention;
    private Settings settings = Settings.DEFAULT;
    private Duration closeGrace = CLOSE_GRACE;
    private @Nullable Time time;
    private @Nullable Threads threads;
    private @Nullable LongSupplier nanos;
    private Monitor monitor = Monitor.NONE;
    private PayloadCodec codec = PayloadCodec.PLAIN;
    private @Nullable Consumer<String> warned;
    private final List<Language> languages = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();
    private final List<Projection> projections = new ArrayList<>();
    private final List<Allocation> strategies = new ArrayList<>();

    Builder() {}

    /** Makes the engine durable in a directory, with the embedded store on the class path. */
    public Builder directory(Path directory) {
        this.directory = Argument.given(directory, "directory");
        return this;
    }

    /** Makes the engine durable in the given store, which is closed with the engine. */
    public Builder store(Store store) {
        this.store = Argument.given(store, "store");
        return this;
    }

    /** Adds the history: all events can be read later. Needs a store. */
    public Builder history() {
        history = true;
        return this;
    }

    /** Adds worklists, in which people find their work. Needs a store. */
    public Builder worklist() {
        worklist = true;
        return this;
    }

    /** Adds the case list, which lists and searches cases. Needs a store. */
    public Builder caseList() {
        cases = true;
        return this;
    }

    /** Adds manual interventions: skip, redo, move, change data, add an instance, migrate. */
    public Builder intervention() {
        intervention = true;
        return this;
    }

    /** Adds every part. */
    public Builder everything() {
        return history().worklist().caseList().intervention();
    }

    /** Changes limits and other settings: {@code settings(s -> s.lanes(4))}. */
    public Builder settings(UnaryOperator<Settings> change) {
        settings = Argument.given(Argument.given(change, "change").apply(settings), "the changed settings");
        return this;
    }

    /** Sets how long running handlers may continue when the engine is closed, before the engine interrupts them. The default is ten seconds. */
    public Builder closeGrace(Duration grace) {
        closeGrace = Argument.notNegative(grace, "grace");
        return this;
    }

    /**
     * Sets the receiver of metrics. The engine logs an exception of the monitor once; neither exceptions nor slowness of the monitor affect
     * the engine.
     */
    public Builder monitor(Monitor monitor) {
        this.monitor = Argument.given(monitor, "monitor");
        return this;
    }

    /** Sets the receiver of deployment warnings, one sentence each with its place and code. The default is the platform's logger. */
    public Builder onWarning(Consumer<String> warned) {
        this.warned = Argument.given(warned, "warned");
        return this;
    }

    /** Sets a codec that encrypts, compresses or signs stored data. */
    public Builder codec(PayloadCodec codec) {
        this.codec = Argument.given(codec, "codec");
        return this;
    }

    /**
     * Adds a language for processes that are stored as text. The engine finds languages on the class path; a language given here replaces
     * the one with the same name.
     */
    public Builder language(Language language) {
        languages.add(Argument.given(language, "language"));
        return this;
    }

    /**
     * Adds a gate, which every significant event (work offered, started, completed, failed, withdrawn; a case started or ended; a signal
     * received) must pass before it happens. All gates must accept an event.
     */
    public Builder gate(Gate gate) {
        gates.add(Argument.given(gate, "gate"));
        return this;
    }

    /**
     * Adds an index that is updated with every event, in the same commit. Needs a store. If the journal already has turns, build the rows
     * once with {@link Millrace#rebuild}. An engine that is opened without a projection removes its rows.
     */
    public Builder projection(Projection projection) {
        projections.add(Argument.given(projection, "projection"));
        return this;
    }

    /** Adds a strategy by which pools assign work. Pools refer to it by its name. It replaces a known strategy with the same name. */
    public Builder allocation(Allocation strategy) {
        strategies.add(Argument.given(strategy, "strategy"));
        return this;
    }

    /** Sets the clock, such as one that a test moves. */
    public Builder time(Time time) {
        this.time = Argument.given(time, "time");
        return this;
    }

    /** Sets the threads, such as those of a simulation. */
    public Builder threads(Threads threads) {
        this.threads = Argument.given(threads, "threads");
        return this;
    }

    /** Sets the source of nanoseconds that measures durations, for rate limits. */
    public Builder nanos(LongSupplier nanos) {
        this.nanos = Argument.given(nanos, "nanos");
        return this;
    }

    /**
     * Opens the engine. If opening fails for any reason, the engine closes the directory, the store, the threads and the clock, and the
     * same directory can be opened again.
     */
    public Millrace open() {
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            if (store != null) {
                opened.push(store);
            }
            Threads running = threads == null ? new RealThreads() : threads;
            opened.push(running);
            demandSense();
            SystemTime clock = time == null ? new SystemTime() : null;
            if (clock != null) {
                opened.push(clock);
            }
            Store durable = store;
            if (directory != null) {
                durable = openDirectory(directory);
                // Closed after the threads, which may still use it.
                opened.addLast(durable);
            }
            Outside outside = new Outside(running);
            Log log = new Log(outside::fork);
            AtomicBoolean failed = new AtomicBoolean();
            return new Millrace(new Engine(new Ground(
                    this,
                    durable,
                    clock == null ? Argument.given(time, "time") : clock,
                    clock == null ? () -> {} : clock::close,
                    outside,
                    Monitor.detached(monitor, later(outside, clock), failure -> {
                        if (failed.compareAndSet(false, true)) {
                            log.callback("The monitor threw. Later failures of it are dropped.", failure);
                        }
                    }),
                    log)));
        } catch (RuntimeException | Error e) {
            closeAll(opened, e);
            throw e;
        }
    }

    /** With the clock of the machine numbers are handed on a few times a second; under a clock that somebody moves, at once. */
    private static Executor later(Outside outside, @Nullable SystemTime clock) {
        return clock == null
                ? outside::fork
                : task -> clock.wakeAt(clock.now().plus(MONITORED_EVERY), () -> outside.fork(task));
    }

    /** Combinations that contradict themselves are refused before anything is opened. */
    private void demandSense() {
        if (store != null && directory != null) {
            throw new IllegalStateException("A directory and a store are given. Give one of them.");
        }
        if (store == null && directory == null && (history || worklist || cases || !projections.isEmpty())) {
            throw new IllegalStateException(
                    "History, worklist, case list and projections need a store: give a directory, or a MemoryStore");
        }
    }

    private static void closeAll(Deque<AutoCloseable> opened, Throwable failure) {
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception | Error e) {
                failure.addSuppressed(e);
            }
        }
    }

    private static Store openDirectory(Path directory) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            return provider.open(directory);
        }
        throw new RefusedException(Code.PART_MISSING.with("embedded store (millrace-store-rocksdb)"));
    }

    /** Those that were given, then those on the class path; the first of a name counts. */
    private List<Language> allLanguages() {
        List<Language> all = new ArrayList<>(languages);
        ServiceLoader.load(Language.class).forEach(all::add);
        Set<String> names = new HashSet<>();
        return all.stream().filter(language -> names.add(language.name())).toList();
    }

    /** What an engine stands on, when all of it is chosen and open. */
    record Ground(
            Builder chosen,
            @Nullable Store store,
            Time time,
            Runnable closeClock,
            Outside outside,
            Monitor monitor,
            Log log) {

        /** Durations follow the clock that was given, so that a test which moves it moves them. */
        LongSupplier nanos() {
            if (chosen.nanos != null) {
                return outside.durations(chosen.nanos, System::nanoTime, monitor, log);
            }
            return chosen.time == null
                    ? System::nanoTime
                    : outside.durations(
                            () -> ChronoUnit.NANOS.between(Instant.EPOCH, time.now()), System::nanoTime, monitor, log);
        }

        Settings settings() {
            return chosen.settings;
        }

        Duration grace() {
            return chosen.closeGrace;
        }

        @Nullable
        Consumer<String> warned() {
            return chosen.warned;
        }

        /** Where the store is, for the log. */
        String where() {
            return chosen.directory != null ? chosen.directory.toString() : String.valueOf(store);
        }

        Setup setup(Consumer<List<Effect>> outsider) {
            return new Setup(
                    store,
                    new Parts(chosen.history, chosen.worklist, chosen.cases, chosen.intervention),
                    chosen.settings,
                    time,
                    outside,
                    monitor,
                    chosen.codec,
                    chosen.allLanguages(),
                    outsider,
                    Gate.all(chosen.gates),
                    List.copyOf(chosen.projections),
                    List.copyOf(chosen.strategies));
        }
    }
}
