package io.millrace.query;

import io.millrace.id.WorkId;
import io.millrace.work.Agent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent of a pool as it stands.
 *
 * @param present whether it is there, so that it can be given work
 * @param leaving whether it is out of the pool as soon as it has finished what it has
 * @param released when it last finished something, or null if it never has
 * @param has what it has, in the order in which it was given
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

    /** Whether it is there and has nothing. */
    public boolean isIdle() {
        return present && !leaving && has.isEmpty();
    }
}
