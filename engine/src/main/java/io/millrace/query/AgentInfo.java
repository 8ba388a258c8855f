package io.millrace.query;

import io.millrace.id.WorkId;
import io.millrace.work.Agent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The current state of an agent of a pool. Immutable.
 *
 * @param present whether it is present, so that the pool can assign work to it
 * @param leaving whether it leaves the pool after it has finished its work
 * @param released when it last finished something, or null if it never has
 * @param has its work, in the order of assignment
 */
public record AgentInfo(
        String pool, Agent agent, boolean present, boolean leaving, @Nullable Instant released, List<Held> has) {
    public AgentInfo {
        has = List.copyOf(has);
    }

    /** Work that an agent has, and since when. */
    public record Held(WorkId work, String process, String task, Instant since) {}

    /** The name of the agent. */
    public String name() {
        return agent.name();
    }

    /** Whether it is present and has no work. */
    public boolean isIdle() {
        return present && !leaving && has.isEmpty();
    }
}
