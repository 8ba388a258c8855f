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
 * The pools of agents of a tenant: their agents, assigned work and waiting work. A process names the pool of a task ({@link
 * io.millrace.work.Performers#pool}). Immutable and safe for use by several threads.
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
     * Defines a pool with its strategy and its agents, or redefines it. Assigned work stays assigned: a busy agent who is missing in the
     * new definition leaves after it has finished its work.
     */
    public Agents define(Pool pool) {
        commands.demand(new Command.DefinePool(pool));
        return this;
    }

    /** Adds an agent to a pool, or changes its qualifications. */
    public Agents add(String pool, Agent agent) {
        commands.demand(new Command.AddAgent(pool, agent));
        return this;
    }

    /** Removes an agent from a pool: at once, or after it has finished its work. */
    public Agents remove(String pool, String agent) {
        commands.demand(new Command.RemoveAgent(pool, agent));
        return this;
    }

    /** Marks an agent as absent: the pool assigns nothing to it. The agent keeps its work. */
    public Agents absent(String pool, String agent) {
        commands.demand(new Command.SetPresence(pool, agent, false));
        return this;
    }

    /** Marks an agent as present again. */
    public Agents present(String pool, String agent) {
        commands.demand(new Command.SetPresence(pool, agent, true));
        return this;
    }

    /** The definitions of all pools, by name. */
    public List<Pool> pools() {
        return List.copyOf(engine.open().pools(tenant).all());
    }

    /** The current numbers of a pool. */
    public PoolInfo pool(String name) {
        return engine.await(engine.open().pool(tenant, Argument.named(name, "name")));
    }

    /** The agents of a pool in the order of their declaration, with their work. */
    public Page<AgentInfo> in(String pool, @Nullable String cursor, int limit) {
        return engine.await(
                engine.open().agents(tenant, Argument.named(pool, "pool"), cursor, Tenant.atLeastOne(limit)));
    }

    /** The waiting work of a pool, in the order in which the pool assigns it. */
    public Page<PooledWork> waiting(String pool, @Nullable String cursor, int limit) {
        return engine.await(
                engine.open().waiting(tenant, Argument.named(pool, "pool"), cursor, Tenant.atLeastOne(limit)));
    }
}
