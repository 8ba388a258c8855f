package io.millrace.calculus;

import io.millrace.id.WorkId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The time in which somebody had a work item. Immutable.
 *
 * @param participant who had it: a person, an agent, a handler, a program, or the process of a sub-case
 * @param from when it was allocated to them, or when they started it if it never was
 * @param started when they started it, or null if they did not
 * @param to when they had it no longer, or null if they have it
 * @param state how it ended ({@code completed, failed, withdrawn, released}), or how it stands ({@code allocated, started, suspended})
 */
public record Stint(
        String participant, WorkId work, String task, Instant from, @Nullable Instant started, @Nullable Instant to, String state) {

    /**
     * The stints of a window of time, by their beginnings.
     *
     * @param complete whether these are all; not if more happened in the window than is read for one question
     */
    public record Window(List<Stint> stints, boolean complete) {
        public Window {
            stints = List.copyOf(stints);
        }
    }
}
