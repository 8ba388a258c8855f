package io.millrace;

import io.millrace.command.Command;
import io.millrace.problem.Argument;
import io.millrace.query.AgentInfo;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pools of agents of a tenant: who is in them, who has what, what waits. Work comes into a pool by a process that names it
 * ({@link io.millrace.work.Performers#pool}).
 *
 * <pre>{@code
 * mill.agents().define(Pool.named("clerks")
 *         .agent(Agent.named("anna").qualified("sign", 2))
 *         .agent(Agent.named("bert").qualified("sign", 1)));
 * }</pre>
 */
public final class Agents {
    private final Engine engine;
    private final String tenant;
    private final Commands commands;

    Agents(Engine engine, String tenant, Commands commands) {
        this.engine = engine;
        this.tenant = tenant;
        this.commands = commands;
    }

    /**
     * Gives a pool its strategy and its agents. What is assigned stays assigned: an agent who is busy and is not among them any more
     * leaves when it has finished.
     */
    public Agents define(Pool pool) {
        commands.demand(new Command.DefinePool(pool));
        return this;
    }

    /** Adds an agent to a pool, or gives it other qualifications. */
    public Agents add(String pool, Agent agent) {
        commands.demand(new Command.AddAgent(pool, agent));
        return this;
    }

    /** Takes an agent out of a pool: at once, or when it has finished what it has. */
    public Agents remove(String pool, String agent) {
        commands.demand(new Command.RemoveAgent(pool, agent));
        return this;
    }

    /** An agent is away: it is given nothing, and keeps what it has. */
    public Agents absent(String pool, String agent) {
        commands.demand(new Command.SetPresence(pool, agent, false));
        return this;
    }

    /** An agent is back. */
    public Agents present(String pool, String agent) {
        commands.demand(new Command.SetPresence(pool, agent, true));
        return this;
    }

    /** The pools as they are defined, by name. */
    public List<Pool> pools() {
        return List.copyOf(engine.open().pools(tenant).all());
    }

    /** A pool in numbers. */
    public PoolInfo pool(String name) {
        return engine.await(engine.open().pool(tenant, Argument.named(name, "name")));
    }

    /** The agents of a pool in the order of their declaration, with what they have. */
    public Page<AgentInfo> in(String pool, @Nullable String cursor, int limit) {
        return engine.await(
                engine.open().agents(tenant, Argument.named(pool, "pool"), cursor, Tenant.atLeastOne(limit)));
    }

    /** What waits in a pool, in the order in which it is looked at. */
    public Page<PooledWork> waiting(String pool, @Nullable String cursor, int limit) {
        return engine.await(
                engine.open().waiting(tenant, Argument.named(pool, "pool"), cursor, Tenant.atLeastOne(limit)));
    }
}
