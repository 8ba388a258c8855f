package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.language.Turn;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Waits for a duration, until an instant, or for a signal. The duration or instant may come from a slot, as ISO text. */
public final class Wait implements Activity, SlotUse.Shown {
    private sealed interface Until {}

    private record Lapse(Duration duration) implements Until {}

    private record Moment(Instant instant) implements Until {}

    private record Told(String path) implements Until {}

    private record Signal(String name, Argument key, @Nullable String slot) implements Until {}

    private final Until until;
    private final String name;

    private Wait(Until until, String name) {
        this.until = until;
        this.name = name;
    }

    static Wait lasting(Duration duration) {
        return new Wait(new Lapse(duration), "");
    }

    static Wait until(Instant instant) {
        return new Wait(new Moment(instant), "");
    }

    static Wait told(String path) {
        return new Wait(new Told(path), "");
    }

    static Wait signal(String signal) {
        return new Wait(new Signal(signal, new Argument.Constant(Data.of("")), null), signal);
    }

    /** Sets the name of this wait. */
    public Wait named(String name) {
        return new Wait(until, name);
    }

    /** Only a signal whose correlation key is the value of this slot. */
    public Wait keyFrom(String path) {
        Signal signal = signal();
        return new Wait(new Signal(signal.name(), new Argument.Read(path), signal.slot()), name);
    }

    /** Only a signal with this correlation key. */
    public Wait key(String key) {
        Signal signal = signal();
        return new Wait(new Signal(signal.name(), new Argument.Constant(Data.of(key)), signal.slot()), name);
    }

    /** The slot for the content of the signal. */
    public Wait result(String slot) {
        Signal signal = signal();
        return new Wait(new Signal(signal.name(), signal.key(), slot), name);
    }

    private Signal signal() {
        if (until instanceof Signal signal) {
            return signal;
        }
        throw new IllegalStateException("Only a wait for a signal has a key and a result");
    }

    /** The signal, or null if it waits for a time. */
    @Nullable String signalName() {
        return until instanceof Signal signal ? signal.name() : null;
    }

    @Override
    public void slots(SlotUse use) {
        switch (until) {
            case Told told -> use.reads(told.path());
            case Signal signal -> {
                use.reads(signal.key());
                use.fills(signal.slot());
            }
            case Lapse lapse -> {}
            case Moment moment -> {}
        }
    }

    @Override
    public String kind() {
        return "wait";
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Data describe() {
        return switch (until) {
            case Lapse lapse -> Data.fields("for", lapse.duration());
            case Moment moment -> Data.fields("until", moment.instant());
            case Told told -> Data.fields("as told by", told.path());
            case Signal signal ->
                Data.fields("signal", signal.name(), "key", signal.key().describe(), "result", signal.slot());
        };
    }

    @Override
    public String title() {
        return switch (until) {
            case Lapse lapse -> "wait for " + lapse.duration();
            case Moment moment -> "wait until " + moment.instant();
            case Told told -> "wait as '" + told.path() + "' says";
            case Signal signal -> "wait for signal '" + signal.name() + "'";
        };
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Waiting(this, here, false, next);
    }

    @Override
    public Continuation resume(Node here, int child, Data state, Continuation next) {
        return new Waiting(this, here, !state.isNothing(), next);
    }

    private record Waiting(Wait of, Node here, boolean begun, Continuation next) implements Continuation {
        @Override
        public Data state() {
            return begun ? Data.Truth.of(true) : Data.nothing();
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (begun) {
                if (of.until instanceof Signal(String signal, Argument key, String slot)
                        && slot != null
                        && enactment.happened() instanceof WakeUp.Delivered(Data content)) {
                    enactment.set(slot, content);
                }
                return next;
            }
            Continuation waiting = new Waiting(of, here, true, next);
            return switch (of.until) {
                case Lapse lapse -> enactment.awaitInstant(waiting, Turn.later(enactment.now(), lapse.duration()));
                case Moment moment -> enactment.awaitInstant(waiting, moment.instant());
                case Told told -> enactment.awaitInstant(waiting, due(enactment, told.path()));
                case Signal signal ->
                    enactment.awaitSignal(waiting, signal.name(), Argument.plain(signal.key().needed(enactment)));
            };
        }
    }

    private static Instant due(Enactment enactment, String path) {
        String text = enactment.need(path).text();
        return text.startsWith("P")
                ? Turn.later(enactment.now(), Duration.parse(text))
                : Instant.parse(text);
    }
}
