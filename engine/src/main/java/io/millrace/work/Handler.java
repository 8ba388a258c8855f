package io.millrace.work;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Java code that does automatic work. It may be called again for the same work: the work item's id tells. */
@FunctionalInterface
public interface Handler {
    /**
     * Does the work and gives back its output: data, or anything data can be made of; null for none.
     *
     * @throws WorkFailure to say that it cannot be done and that trying again would not help
     * @throws Exception anything else is tried again as the task's policy says
     */
    @Nullable
    Object handle(Work work) throws Exception;

    /** How long one call may take unless the task says otherwise, or null for the engine's default. */
    default @Nullable Duration timeLimit() {
        return null;
    }
}
