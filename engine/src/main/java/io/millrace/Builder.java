package io.millrace;

import io.millrace.journal.Store;
import io.millrace.journal.StoreProvider;
import io.millrace.kernel.Effect;
import io.millrace.kernel.Kernel;
import io.millrace.kernel.Parts;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.RealThreads;
import io.millrace.runtime.Settings;
import io.millrace.runtime.SystemTime;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Chooses the parts of an engine. What is not chosen costs nothing. */
public final class Builder {
    private @Nullable Store store;
    private @Nullable Path directory;
    private boolean history;
    private boolean worklist;
    private boolean cases;
    private boolean intervention;
    private Settings settings = Settings.DEFAULT;
    private @Nullable Time time;
    private @Nullable Threads threads;
    private @Nullable LongSupplier nanos;
    private Monitor monitor = Monitor.NONE;
    private PayloadCodec codec = PayloadCodec.PLAIN;
    private Consumer<String> warned = Builder::log;
    private final List<Language> languages = new ArrayList<>();

    Builder() {}

    /** Durability in a directory, with the embedded store that is on the class path. */
    public Builder directory(Path directory) {
        this.directory = directory;
        return this;
    }

    /** Durability in a store of your own; it is closed with the engine. */
    public Builder store(Store store) {
        this.store = store;
        return this;
    }

    /** What happened can be read afterwards. Needs a store. */
    public Builder history() {
        history = true;
        return this;
    }

    /** People find work in lists. Needs a store. */
    public Builder worklist() {
        worklist = true;
        return this;
    }

    /** Cases can be listed and searched. Needs a store. */
    public Builder caseList() {
        cases = true;
        return this;
    }

    /** The course of a case can be changed by hand. */
    public Builder intervention() {
        intervention = true;
        return this;
    }

    /** Every part. */
    public Builder everything() {
        return history().worklist().caseList().intervention();
    }

    public Builder settings(UnaryOperator<Settings> change) {
        settings = change.apply(settings);
        return this;
    }

    public Builder monitor(Monitor monitor) {
        this.monitor = monitor;
        return this;
    }

    /**
     * Hears what processes can be seen to do wrong when they are deployed, one sentence each with its place and code. If
     * nobody does, the platform's logger has them.
     */
    public Builder onWarning(Consumer<String> warned) {
        this.warned = warned;
        return this;
    }

    private static void log(String warning) {
        System.getLogger("io.millrace").log(System.Logger.Level.WARNING, warning);
    }

    /** Encrypts, compresses or signs what is written. */
    public Builder codec(PayloadCodec codec) {
        this.codec = codec;
        return this;
    }

    public Builder language(Language language) {
        languages.add(language);
        return this;
    }

    /** A clock of your own, such as one that a test moves. */
    public Builder time(Time time) {
        this.time = time;
        return this;
    }

    /** Threads of your own, such as those of a simulation. */
    public Builder threads(Threads threads) {
        this.threads = threads;
        return this;
    }

    /** What measures durations, for limits on rates. */
    public Builder nanos(LongSupplier nanos) {
        this.nanos = nanos;
        return this;
    }

    public Millrace open() {
        Store opened = store != null ? store : directory == null ? null : openDirectory(directory);
        if (opened == null && (history || worklist || cases)) {
            throw new IllegalStateException(
                    "History, worklist and case list need a store: give a directory, or a MemoryStore");
        }
        Runnable onClose = () -> {};
        if (time != null && nanos == null) {
            Time given = time;
            nanos = () -> ChronoUnit.NANOS.between(Instant.EPOCH, given.now());
        }
        if (time == null) {
            SystemTime clock = new SystemTime();
            time = clock;
            onClose = clock::close;
        }
        if (threads == null) {
            threads = new RealThreads();
        }
        return new Millrace(new Millrace.Engine(this, opened, onClose));
    }

    private static Store openDirectory(Path directory) {
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            return provider.open(directory);
        }
        throw new RefusedException(Code.PART_MISSING.with("embedded store (millrace-store-rocksdb)"));
    }

    Threads threads() {
        if (threads == null) {
            throw new IllegalStateException("not open yet");
        }
        return threads;
    }

    Time time() {
        if (time == null) {
            throw new IllegalStateException("not open yet");
        }
        return time;
    }

    /** Durations follow the clock that was given, so that a test which moves it moves them. */
    LongSupplier nanos() {
        return nanos == null ? System::nanoTime : nanos;
    }

    Consumer<String> warned() {
        return warned;
    }

    Settings settings() {
        return settings;
    }

    Kernel.Setup setup(@Nullable Store store, Consumer<Effect> outside) {
        return new Kernel.Setup(
                store,
                new Parts(history, worklist, cases, intervention),
                settings,
                time(),
                threads(),
                monitor,
                codec,
                List.copyOf(languages),
                outside);
    }
}
