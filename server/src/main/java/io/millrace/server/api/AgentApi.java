package io.millrace.server.api;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.names;
import static io.millrace.server.http.Schema.number;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.page;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Agents;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.query.AgentInfo;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;

/** Pools and their agents: who is there, who has what, what waits. */
final class AgentApi {
    private static final Schema.Fields POOL = object(
            "Pool",
            "agents among whom work is divided",
            must("pool", text("its name")),
            must("strategy", text("how it divides work")),
            must("limit", whole("how many work items an agent has at most")),
            must("agents", whole("how many agents it has")),
            must("idle", whole("how many of them have no work")),
            must("busy", whole("how many have work")),
            must("waiting", names("how many work items of each task wait", whole("a number"))),
            may("trouble", text("why work waits that should not")));

    private static final Schema.Fields HELD = object(
            null,
            "work that an agent has",
            must("work", text("the work item")),
            must("case", text("its case")),
            must("process", text("the process")),
            must("task", text("the task")),
            must("since", instant("since when")));

    /** All tasks, or all processes; the engine has the empty text for it. */
    private static final String ALL = "*";

    private static final Schema.Fields QUALIFICATION = object(
            null,
            "a task that an agent can do",
            may("task", text("the task; * for all, as if absent")),
            may("process", text("the process; * for all, as if absent")),
            may("cost", number("what it costs when this agent does it; 0 if absent")));

    private static final Schema.Fields AGENT = object(
            "Agent",
            "somebody or something that does work of a pool",
            must("pool", text("its pool")),
            must("agent", text("its name")),
            must("state", word("what it does", List.of("idle", "busy", "away", "leaving"))),
            must("present", truth("whether it takes work now")),
            must("roles", list("its roles in this pool", text("a role"))),
            must("qualifications", list("what it can do; the first that fits work counts", QUALIFICATION)),
            must("has", list("the work that it has", HELD)),
            may("released", instant("since when it is idle")));

    private static final Schema.Fields WAITING = object(
            "PooledWork",
            "work that waits for an agent",
            must("pool", text("the pool")),
            must("work", text("the work item")),
            must("case", text("its case")),
            must("process", text("the process")),
            must("task", text("the task")),
            must("since", instant("since when")),
            must("priority", whole("the greater the more urgent")));

    private final Backend backend;

    AgentApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/pools", "listPools")
                        .summary("Lists the pools.")
                        .access(Access.READ_STAFF)
                        .lists("PoolPage", POOL)
                        .does(exchange -> {
                            Agents agents = backend.tenant(exchange).agents();
                            return Listing.of(exchange, agents.pools().stream().map(pool -> form(agents.pool(pool.name()))).toList());
                        }),
                Endpoint.get("/pools/{pool}", "getPool")
                        .summary("Shows a pool.")
                        .access(Access.READ_STAFF)
                        .path("pool", "the pool")
                        .answers(200, POOL)
                        .does(exchange -> Reply.ok(form(backend.tenant(exchange).agents().pool(exchange.path("pool"))))),
                Endpoint.put("/pools/{pool}", "definePool")
                        .summary("Defines a pool, or changes how it divides work.")
                        .access(Access.STAFF)
                        .path("pool", "the pool")
                        .body(object(
                                null,
                                "",
                                may("strategy", text("how it divides work, such as cheapest or fair")),
                                may("limit", whole("how many work items an agent has at most", 1, Integer.MAX_VALUE))))
                        .answers(200, POOL)
                        .does(this::define),
                Endpoint.get("/pools/{pool}/agents", "listAgents")
                        .summary("Lists the agents of a pool, and what each has.")
                        .access(Access.READ_STAFF)
                        .path("pool", "the pool")
                        .lists("AgentPage", AGENT)
                        .does(exchange -> {
                            Agents agents = backend.tenant(exchange).agents();
                            String pool = exchange.path("pool");
                            return Backend.page(
                                    exchange,
                                    (cursor, limit) -> agents.in(pool, cursor, limit),
                                    AgentApi::form,
                                    Listing.filter(exchange));
                        }),
                Endpoint.get("/pools/{pool}/waiting", "listPooledWork")
                        .summary("Lists the work that waits for an agent of a pool.")
                        .access(Access.READ_STAFF)
                        .path("pool", "the pool")
                        .lists("PooledWorkPage", WAITING)
                        .does(exchange -> {
                            Agents agents = backend.tenant(exchange).agents();
                            String pool = exchange.path("pool");
                            return Backend.page(
                                    exchange,
                                    (cursor, limit) -> agents.waiting(pool, cursor, limit),
                                    AgentApi::form,
                                    Listing.filter(exchange));
                        }),
                Endpoint.put("/pools/{pool}/agents/{agent}", "setAgent")
                        .summary("Adds an agent to a pool, or replaces it.")
                        .access(Access.STAFF)
                        .path("pool", "the pool")
                        .path("agent", "the agent")
                        .body(object(
                                null,
                                "",
                                may("roles", list("its roles", text("a role"))),
                                may("qualifications", list("what it can do; everything if absent, nothing if empty", QUALIFICATION)),
                                may("present", truth("whether it takes work now"))))
                        .answers(200, Forms.PERFORMED)
                        .does(this::set),
                Endpoint.delete("/pools/{pool}/agents/{agent}", "removeAgent")
                        .summary("Removes an agent; work that it has not begun goes to others.")
                        .access(Access.STAFF)
                        .path("pool", "the pool")
                        .path("agent", "the agent")
                        .answers(204, null)
                        .does(exchange -> {
                            backend.ask(exchange, new Command.RemoveAgent(exchange.path("pool"), exchange.path("agent")));
                            return Reply.done();
                        }));
    }

    private Reply define(Exchange exchange) {
        Agents agents = backend.tenant(exchange).agents();
        String name = exchange.path("pool");
        Data body = exchange.body();
        Pool pool = agents.pools().stream().filter(known -> known.name().equals(name)).findFirst().orElse(Pool.named(name));
        pool = body.at("strategy").isNothing() ? pool : pool.by(body.at("strategy").text());
        pool = body.at("limit").isNothing() ? pool : pool.limit(body.at("limit").asInt());
        backend.ask(exchange, new Command.DefinePool(pool));
        return Reply.ok(form(agents.pool(name)));
    }

    private Reply set(Exchange exchange) {
        Data body = exchange.body();
        Agent agent = new Agent(exchange.path("agent"), new HashSet<>(body.at("roles").asList(String.class)), qualifications(body));
        String pool = exchange.path("pool");
        backend.ask(exchange, new Command.AddAgent(pool, agent));
        if (!body.at("present").isNothing()) {
            backend.ask(exchange, "presence", new Command.SetPresence(pool, agent.name(), body.at("present").truth()));
        }
        return Reply.ok(Data.fields("done", true));
    }

    private static List<Agent.Qualification> qualifications(Data body) {
        if (body.at("qualifications").isNothing()) {
            return List.of(new Agent.Qualification("", "", BigDecimal.ZERO));
        }
        return body.at("qualifications").asList(Data.class).stream()
                .map(each -> new Agent.Qualification(
                        nameOrAll(each.at("task")),
                        nameOrAll(each.at("process")),
                        each.at("cost").isNothing() ? BigDecimal.ZERO : each.at("cost").number()))
                .toList();
    }

    private static String nameOrAll(Data given) {
        return given.isNothing() || given.text().equals(ALL) ? "" : given.text();
    }

    private static Data form(Agent.Qualification qualification) {
        Data data = Data.fields("task", qualification.task().isEmpty() ? ALL : qualification.task(), "cost", qualification.cost());
        return qualification.process().isEmpty() ? data : data.with("process", qualification.process());
    }

    private static Data form(PoolInfo pool) {
        Data waiting = Data.fields();
        for (var each : pool.waiting().entrySet()) {
            waiting = waiting.with(each.getKey(), each.getValue());
        }
        Data data = Data.fields(
                "pool", pool.name(),
                "strategy", pool.strategy(),
                "limit", pool.limit(),
                "agents", pool.agents(),
                "idle", pool.idle(),
                "busy", pool.busy(),
                "waiting", waiting);
        return pool.trouble() == null ? data : data.with("trouble", pool.trouble());
    }

    private static Data form(AgentInfo agent) {
        String state = agent.leaving() ? "leaving" : !agent.present() ? "away" : agent.isIdle() ? "idle" : "busy";
        Data data = Data.fields(
                "pool", agent.pool(),
                "agent", agent.name(),
                "state", state,
                "present", agent.present(),
                "roles", agent.agent().roles().stream().sorted().toList(),
                "qualifications", agent.agent().qualifications().stream().map(AgentApi::form).toList(),
                "has",
                        agent.has().stream()
                                .map(held -> Data.fields(
                                        "work", held.work().toString(),
                                        "case", held.work().caseId().toString(),
                                        "process", held.process(),
                                        "task", held.task(),
                                        "since", held.since().toString()))
                                .toList());
        return agent.released() == null ? data : data.with("released", agent.released().toString());
    }

    private static Data form(PooledWork work) {
        return Data.fields(
                "pool", work.pool(),
                "work", work.work().toString(),
                "case", work.work().caseId().toString(),
                "process", work.process(),
                "task", work.task(),
                "since", work.since().toString(),
                "priority", work.priority());
    }
}
