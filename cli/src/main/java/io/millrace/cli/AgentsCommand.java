package io.millrace.cli;

import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.AgentInfo;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "agents",
        sortOptions = false,
        description = "Lists the agents of pools with their work and its start, and how much work waits.")
final class AgentsCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "DIR", description = "The journal's directory, instead of --journal.")
    private @Nullable Path directory;

    @Option(names = "--pool", paramLabel = "NAME", description = "Only this pool.")
    private @Nullable String pool;

    @Option(names = "--waiting", description = "Lists waiting work, in the order in which it is assigned.")
    private boolean waiting;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private ListOptions list = new ListOptions();

    private final Screen screen;

    AgentsCommand(Screen screen) {
        this.screen = screen;
    }

    /** Asks for a part of what one pool has. */
    private interface OfPool<T> {
        Page<T> page(String pool, @Nullable String cursor, int limit);
    }

    @Override
    public void run() {
        Instant now = Instant.now();
        try (Records records = target.records(screen, directory)) {
            String only = pool;
            List<String> pools = only == null ? records.pools() : List.of(only);
            if (waiting) {
                printWaiting(pages(pools, records::waiting), now);
            } else {
                List<PoolInfo> infos = pools.stream().map(records::pool).toList();
                printAgents(infos, pages(pools, records::agents), now);
            }
        }
    }

    /** A page that goes on from pool to pool. Its cursor is the number of a pool and a cursor in it. */
    private <T> Page<T> pages(List<String> pools, OfPool<T> source) {
        return list.fetch((cursor, limit) -> {
            int colon = cursor == null ? -1 : cursor.indexOf(':');
            int at = cursor == null ? 0 : number(cursor, colon);
            if (at >= pools.size()) {
                return new Page<>(List.of(), null);
            }
            String inner = cursor == null || colon == cursor.length() - 1 ? null : cursor.substring(colon + 1);
            Page<T> page = source.page(pools.get(at), inner, limit);
            String next = page.cursor() != null ? at + ":" + page.cursor() : at + 1 < pools.size() ? at + 1 + ":" : null;
            return new Page<>(page.items(), next);
        });
    }

    private static int number(String cursor, int colon) {
        try {
            return Integer.parseUnsignedInt(cursor.substring(0, Math.max(0, colon)));
        } catch (NumberFormatException e) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
    }

    private void printAgents(List<PoolInfo> pools, Page<AgentInfo> page, Instant now) {
        if (list.json()) {
            pools.forEach(each -> screen.println(form(each).json()));
            list.printObjects(screen, page, AgentsCommand::form);
            return;
        }
        Columns table = new Columns("pool", "agent", "state", "work", "task", "since");
        page.items().forEach(agent -> rows(agent, now).forEach(table::row));
        list.printTable(screen, table, page, "No agents.");
        pools.forEach(each -> {
            screen.println(summary(each));
            String trouble = each.trouble();
            if (trouble != null) {
                screen.println(screen.style(Style.BAD, each.name() + ": " + trouble));
            }
        });
    }

    private static List<Cell[]> rows(AgentInfo agent, Instant now) {
        List<Cell[]> rows = new ArrayList<>();
        if (agent.has().isEmpty()) {
            rows.add(new Cell[] {
                Cell.of(agent.pool()),
                new Cell(agent.name(), Style.STRONG),
                new Cell(state(agent), Style.FAINT),
                Cell.of(""),
                Cell.of(""),
                Cell.of("")
            });
        }
        for (AgentInfo.Held held : agent.has()) {
            rows.add(new Cell[] {
                Cell.of(agent.pool()),
                new Cell(agent.name(), Style.STRONG),
                Cell.of(state(agent)),
                Cell.of(held.work().toString()),
                new Cell(held.task(), Style.NAME),
                Cell.of(Spans.show(Duration.between(held.since(), now)))
            });
        }
        return rows;
    }

    private static String state(AgentInfo agent) {
        if (agent.leaving()) {
            return "leaving";
        }
        return !agent.present() ? "away" : agent.isIdle() ? "idle" : "busy";
    }

    private static String summary(PoolInfo pool) {
        String waiting = pool.waiting().entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return pool.name() + ": " + pool.idle() + " of " + pool.agents() + " idle, " + pool.queue() + " waiting"
                + (waiting.isEmpty() ? "" : " (" + waiting + ")") + ", by " + pool.strategy();
    }

    private void printWaiting(Page<PooledWork> page, Instant now) {
        if (list.json()) {
            list.printObjects(screen, page, AgentsCommand::form);
            return;
        }
        Columns table = new Columns("pool", "work", "process", "task", "waiting", "priority");
        page.items()
                .forEach(each -> table.row(
                        Cell.of(each.pool()),
                        new Cell(each.work().toString(), Style.STRONG),
                        Cell.of(each.process()),
                        new Cell(each.task(), Style.NAME),
                        Cell.of(Spans.show(Duration.between(each.since(), now))),
                        Cell.of(Integer.toString(each.priority()))));
        list.printTable(screen, table, page, "Nothing waits.");
    }

    private static Data form(PoolInfo pool) {
        Data waiting = Data.fields();
        for (var each : pool.waiting().entrySet()) {
            waiting = waiting.with(each.getKey(), each.getValue());
        }
        Data data = Data.fields(
                "pool", pool.name(),
                "strategy", pool.strategy(),
                "agents", pool.agents(),
                "idle", pool.idle(),
                "busy", pool.busy(),
                "waiting", waiting);
        return pool.trouble() == null ? data : data.with("trouble", pool.trouble());
    }

    private static Data form(AgentInfo agent) {
        List<Data.Fields> has = agent.has().stream()
                .map(held -> Data.fields(
                        "work", held.work().toString(),
                        "case", held.work().caseId().toString(),
                        "process", held.process(),
                        "task", held.task(),
                        "since", held.since().toString()))
                .toList();
        Data data = Data.fields("pool", agent.pool(), "agent", agent.name(), "state", state(agent), "has", has);
        Instant released = agent.released();
        return released == null ? data : data.with("released", released.toString());
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
