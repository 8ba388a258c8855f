package io.millrace.event;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process whose single case decides on events of all other cases: rules between cases. The rules hold while that case runs. It starts
 * when the process is deployed, with the name of the process as its business key.
 *
 * <p>A case that needs permission for an event waits as for a {@link Gate}, and asks the case of the rules by a message. So one entity
 * decides, in turns of its own, and two cases never get permissions that exclude each other.
 */
public interface Across {
    /**
     * An event of the rules.
     *
     * @param asks whether it needs the permission of the rules; otherwise they only observe it
     * @param limit the timeout of waiting for them; null for no timeout
     */
    record Concern(String literal, boolean asks, @Nullable Duration limit) {}

    /** Whether there are rules about the start of a task: then the engine holds automatic work until they permit it. */
    boolean speaksOfStart(String task);

    /** The events of the rules that an event of a case is, with their constants. Under the same conditions as {@link Gate#verdict}. */
    List<Concern> concerns(ReadOnlyCase of, Significant event);

    /** Whether there are rules about events that only one case can make: then the engine reports the end of cases to them. */
    boolean speaksOfCases();
}
