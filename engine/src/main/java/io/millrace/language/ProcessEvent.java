package io.millrace.language;

import io.millrace.data.Data;
import io.millrace.data.Out;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event of a language: what was decided in its own terms. Only the language that recorded it can apply it. */
public interface ProcessEvent {
    /** The word for it in histories, past tense. */
    String kind();

    /** What happened, for people. */
    Data detail();

    /**
     * What happened, for people, with places by name instead of by number.
     *
     * @param places as {@link Compiled#places} gives them; empty if they are not known
     */
    default Data detail(List<String> places) {
        return detail();
    }

    /**
     * What a timer is for that was set with this event: what waits for it, as in {@code task 'remind'}; null if the event says nothing of it.
     *
     * @param places as {@link Compiled#places} gives them; empty if they are not known
     */
    default @Nullable String awaits(int timer, List<String> places) {
        return null;
    }

    /** Writes the form that {@link Compiled#readEvent} reads. */
    void write(Out out);
}
