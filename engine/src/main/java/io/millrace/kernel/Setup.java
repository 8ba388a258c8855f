package io.millrace.kernel;

import io.millrace.command.Effect;
import io.millrace.event.Gate;
import io.millrace.event.Projection;
import io.millrace.journal.Store;
import io.millrace.kernel.index.Parts;
import io.millrace.language.Language;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import io.millrace.work.Allocation;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a kernel is made of. A kernel without a store keeps everything in the heap and forgets cases that end. */
public record Setup(
        @Nullable Store store,
        Parts parts,
        Settings settings,
        Time time,
        Threads threads,
        Monitor monitor,
        PayloadCodec codec,
        List<Language> languages,
        Consumer<List<Effect>> outside,
        Gate gate,
        List<Projection> projections,
        List<Allocation> strategies) {

    /** A kernel without a gate, projections and strategies of the application. */
    public Setup(
            @Nullable Store store,
            Parts parts,
            Settings settings,
            Time time,
            Threads threads,
            Monitor monitor,
            PayloadCodec codec,
            List<Language> languages,
            Consumer<List<Effect>> outside) {
        this(store, parts, settings, time, threads, monitor, codec, languages, outside, Gate.OPEN, List.of(), List.of());
    }

    /** The same with a gate that significant events pass. */
    public Setup with(Gate chosen) {
        return new Setup(
                store, parts, settings, time, threads, monitor, codec, languages, outside, chosen, projections, strategies);
    }

    /** The same with indexes that follow every event; a kernel without a store has none. */
    public Setup with(List<Projection> chosen) {
        return new Setup(
                store, parts, settings, time, threads, monitor, codec, languages, outside, gate, List.copyOf(chosen), strategies);
    }
}
