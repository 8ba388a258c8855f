package io.millrace.activity;

import io.millrace.data.Data;
import java.util.function.Function;

/** Puts something into a slot: a constant, the value of another slot, the result of a function, or the name of an object. */
public final class Assign implements Activity, SlotUse.Shown {
    private sealed interface Source {}

    private record Given(Argument argument) implements Source {}

    private record Computed(Function<Environment, ?> function) implements Source {}

    private record Object(String name) implements Source {}

    private final String slot;
    private final Source source;

    private Assign(String slot, Source source) {
        this.slot = slot;
        this.source = source;
    }

    static Assign given(String slot, Argument argument) {
        return new Assign(slot, new Given(argument));
    }

    static Assign computed(String slot, Function<Environment, ?> function) {
        return new Assign(slot, new Computed(function));
    }

    static Assign object(String slot, String name) {
        return new Assign(slot, new Object(name));
    }

    @Override
    public void slots(SlotUse use) {
        if (source instanceof Given given) {
            use.reads(given.argument());
        }
        use.fills(slot);
    }

    @Override
    public String kind() {
        return "set";
    }

    @Override
    public Data describe() {
        return switch (source) {
            case Given given -> Data.fields("slot", slot, "given", given.argument().describe());
            case Computed computed -> Data.fields("slot", slot, "function", true);
            case Object object -> Data.fields("slot", slot, "object", object.name());
        };
    }

    @Override
    public String title() {
        return "set '" + slot + "'";
    }

    @Override
    public Continuation continuation(Node here, Continuation next) {
        return new Setting(this, here, next);
    }

    private record Setting(Assign of, Node here, Continuation next) implements Continuation {
        @Override
        public Continuation apply(Enactment enactment) {
            Slot value =
                    switch (of.source) {
                        case Given given -> new Slot.Value(given.argument().value(enactment));
                        case Computed computed -> new Slot.Value(enactment.call(here, () -> Data.of(computed.function().apply(enactment))));
                        case Object object -> new Slot.Bound(object.name());
                    };
            enactment.set(of.slot, value);
            return next;
        }
    }
}
