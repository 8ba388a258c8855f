package io.millrace.kernel.record;

import io.millrace.data.In;
import io.millrace.data.Out;

/** What stood behind a turn, as it is recorded. */
public sealed interface Cause {
    /** A command or a timer, by the word for it. */
    record Asked(String word) implements Cause {}

    /** A message of another entity. */
    record Told(EntityId from, long number) implements Cause {}

    /** The words for it in histories. */
    default String shown() {
        return switch (this) {
            case Asked asked -> asked.word();
            case Told told -> told.from() + " message " + told.number();
        };
    }

    /** No word is empty, so an empty one says that a message follows. */
    default void write(Out out) {
        switch (this) {
            case Asked asked -> out.text(asked.word());
            case Told told -> {
                EventCodec.writeEntity(out.text(""), told.from());
                out.varint(told.number());
            }
        }
    }

    static Cause read(In in) {
        String word = in.text();
        return word.isEmpty() ? new Told(EventCodec.readEntity(in), in.varint()) : new Asked(word);
    }
}
