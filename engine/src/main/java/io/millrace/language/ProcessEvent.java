package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.data.Out;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event of a language: a decision in its own terms. Only the language that recorded it can apply it. Immutable. */
public interface ProcessEvent {
    /** Its name in histories, in the past tense. */
    String kind();

    /** The content of the event, for people. */
    Data detail();

    /**
     * The content of the event, for people, with names of places instead of numbers.
     *
     * @param places as {@link Compiled#places} gives them; empty if they are not known
     */
    default Data detail(List<String> places) {
        return detail();
    }

    /**
     * The purpose of a timer that was set with this event, such as {@code task 'remind'}; null if the event does not contain it.
     *
     * @param places as {@link Compiled#places} gives them; empty if they are not known
     */
    default @Nullable String awaits(int timer, List<String> places) {
        return null;
    }

    /** Writes the form that {@link Compiled#readEvent} reads. */
    void write(Out out);
}
