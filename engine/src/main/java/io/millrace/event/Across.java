package io.millrace.event;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process whose one case decides on events of all others: rules between cases. They are in force while that case runs, which begins
 * when the process is deployed, with the name of the process as its business key.
 *
 * <p>A case that wants an event of which the rules speak waits as it waits for a {@link Gate}, and the case of the rules is asked by
 * a message. So one entity decides, in turns of its own, and no two cases get what excludes each other.
 */
public interface Across {
    /**
     * An event of the rules.
     *
     * @param asks whether it may happen only when the rules accept it; otherwise they only take notice
     * @param limit how long it may wait for them; null for ever
     */
    record Concern(String literal, boolean asks, @Nullable Duration limit) {}

    /** Whether rules speak of the start of a task: then automatic work is held until they have been asked. */
    boolean speaksOfStart(String task);

    /** The events of the rules that an event of a case is, with their constants. Under the same conditions as {@link Gate#verdict}. */
    List<Concern> concerns(ReadOnlyCase of, Significant event);

    /** Whether rules speak of events that only one case can bring about: then they learn when a case ends. */
    boolean speaksOfCases();
}
