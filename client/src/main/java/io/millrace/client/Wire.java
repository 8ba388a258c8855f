package io.millrace.client;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.Problem.Grounds;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.query.Reason;
import io.millrace.query.TimerInfo;
import io.millrace.work.Agent;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The engine's types, read from the JSON that a server makes of them. What a server does not tell is as if it were not there. */
final class Wire {
    private Wire() {}

    /** A problem with the engine's code; one that this version does not know keeps its words. */
    static Problem problem(Data data) {
        String id = data.at("code").isNothing() ? "" : data.at("code").text();
        String detail = data.at("detail").isNothing() ? "no reason given" : data.at("detail").text();
        return new Problem(code(id), detail, new Grounds(texts(data.at("rules")), texts(data.at("liftedBy"))));
    }

    private static List<String> texts(Data data) {
        return data.isNothing() ? List.of() : data.asList(String.class);
    }

    private static Code code(String id) {
        if (!id.matches("MR-\\d{4}")) {
            return Code.SERVER_STRANGE;
        }
        return Code.of(Integer.parseInt(id.substring(3))).orElse(Code.SERVER_STRANGE);
    }

    /** A page. An answer without items is no empty page: it is a {@link io.millrace.data.DataException}. */
    static <T> Page<T> page(Data data, Function<Data, T> item) {
        return new Page<>(data.at("items").asList().stream().map(item).toList(), text(data, "cursor"));
    }

    static CaseInfo info(Data data) {
        return new CaseInfo(
                CaseId.parse(data.at("case").text()),
                data.at("process").text(),
                data.at("version").asInt(),
                Arrays.stream(CaseStatus.values()).filter(each -> each.word().equals(data.at("state").text())).findFirst().orElseThrow(),
                text(data, "key"),
                Instant.parse(data.at("started").text()),
                instant(data, "ended"),
                data.at("outcome"),
                data.at("attributes").isNothing() ? Data.fields() : data.at("attributes"),
                text(data, "incident"));
    }

    static CaseDetails details(Data data) {
        return new CaseDetails(
                info(data),
                data.at("data"),
                data.at("work").asList(Data.class).stream().map(work -> work(work).item()).toList(),
                data.at("timers").asList(String.class).stream().map(Instant::parse).toList(),
                data.at("waits").asList(Data.class).stream()
                        .map(wait -> new CaseDetails.Wait(wait.at("signal").text(), wait.at("key").text()))
                        .toList(),
                data.at("attempts").asList(Data.class).stream().map(Wire::attempt).toList(),
                data.at("standing"),
                data.at("next").asList(String.class),
                data.at("alarms").asList(Data.class).stream()
                        .map(alarm -> new CaseDetails.Alarm(
                                alarm.at("timer").asInt(), Instant.parse(alarm.at("due").text()), alarm.at("purpose").text()))
                        .toList());
    }

    private static CaseDetails.Attempt attempt(Data data) {
        return new CaseDetails.Attempt(
                data.at("attempt").asInt(),
                data.at("event").text(),
                data.at("detail"),
                text(data, "by"),
                Instant.parse(data.at("since").text()),
                data.at("reason").text());
    }

    static ListedWork work(Data data) {
        Performers performers = new Performers(
                data.at("participants").asList(String.class), data.at("roles").asList(String.class), List.of());
        CaseId child = data.at("subCase").isNothing() ? null : CaseId.parse(data.at("subCase").text());
        WorkItem item = new WorkItem(
                WorkId.parse(data.at("work").text()),
                data.at("task").text(),
                doer(data.at("by").text(), data.at("doer").isNothing() ? data.at("task").text() : data.at("doer").text()),
                performers.in(text(data, "pool")),
                Arrays.stream(WorkState.values()).filter(each -> each.word().equals(data.at("state").text())).findFirst().orElseThrow(),
                null,
                text(data, "holder"),
                data.at("attempt").isNothing() ? 0 : data.at("attempt").asInt(),
                data.at("priority").asInt(),
                Instant.parse(data.at("offered").text()),
                instant(data, "due"),
                data.at("input"),
                text(data, "incident"),
                child == null ? 0 : child.number(child.depth() - 1),
                0,
                text(data, "delayed"));
        return new ListedWork(data.at("process").text(), item);
    }

    private static Doer doer(String kind, String name) {
        return switch (kind) {
            case "handler" -> new Doer.Handler(name);
            case "program" -> new Doer.Program(name);
            case "process" -> new Doer.Process(name);
            default -> Doer.people();
        };
    }

    static HistoryEvent event(Data data) {
        String of = text(data, "case");
        return new HistoryEvent(
                data.at("id").text(),
                data.at("tenant").text(),
                of == null ? data.at("entity").text() : of,
                of == null ? null : CaseId.parse(of),
                data.at("kind").text(),
                data.at("detail"),
                Instant.parse(data.at("recorded").text()),
                instant(data, "occurred"),
                text(data, "actor"),
                text(data, "onBehalfOf"),
                text(data, "reason"),
                text(data, "requestId"),
                data.at("cause").text(),
                text(data, "trace"),
                0);
    }

    static FederatedHistory federated(Data data) {
        Page<FederatedHistory.Event> page = page(data, each -> new FederatedHistory.Event(text(each, "engine"), event(each)));
        return new FederatedHistory(
                page,
                data.at("missing").asList(Data.class).stream()
                        .map(each -> "Case " + each.at("case").text() + " of engine '" + each.at("engine").text() + "' is not shown: "
                                + each.at("detail").text())
                        .toList());
    }

    static RemoteCase remote(Data data) {
        String problem = text(data, "problem");
        return new RemoteCase(
                CaseId.parse(data.at("case").text()),
                data.at("engine").text(),
                data.at("process").text(),
                text(data, "remote"),
                text(data, "state"),
                data.at("next").isNothing() ? List.of() : data.at("next").asList(String.class),
                problem == null ? text(data, "incident") : problem);
    }

    static TimerInfo timer(Data data) {
        return new TimerInfo(
                data.at("tenant").text(),
                CaseId.parse(data.at("case").text()),
                data.at("timer").asInt(),
                Instant.parse(data.at("due").text()),
                data.at("purpose").text());
    }

    static Reason reason(Data data) {
        return new Reason(
                data.at("claim").text(),
                data.at("holds").truth(),
                data.at("words").text(),
                text(data, "event"),
                data.at("because").asList(Data.class).stream().map(Wire::reason).toList());
    }

    static PoolInfo pool(Data data) {
        TreeMap<String, Integer> waiting = new TreeMap<>();
        data.at("waiting").asMap().forEach((task, count) -> waiting.put(task, count.asInt()));
        return new PoolInfo(
                data.at("pool").text(),
                data.at("strategy").text(),
                data.at("limit").asInt(),
                data.at("agents").asInt(),
                data.at("idle").asInt(),
                data.at("busy").asInt(),
                waiting,
                text(data, "trouble"));
    }

    static AgentInfo agent(Data data) {
        String state = data.at("state").text();
        return new AgentInfo(
                data.at("pool").text(),
                new Agent(
                        data.at("agent").text(),
                        new HashSet<>(data.at("roles").asList(String.class)),
                        data.at("qualifications").asList(Data.class).stream().map(Wire::qualification).toList()),
                data.at("present").isNothing() ? !state.equals("away") : data.at("present").truth(),
                state.equals("leaving"),
                instant(data, "released"),
                data.at("has").asList(Data.class).stream()
                        .map(held -> new AgentInfo.Held(
                                WorkId.parse(held.at("work").text()),
                                held.at("process").text(),
                                held.at("task").text(),
                                Instant.parse(held.at("since").text())))
                        .toList());
    }

    /** All tasks and all processes are a star on the wire, or nothing. */
    private static Agent.Qualification qualification(Data data) {
        String task = text(data, "task");
        String process = text(data, "process");
        return new Agent.Qualification(
                task == null || task.equals("*") ? "" : task,
                process == null || process.equals("*") ? "" : process,
                data.at("cost").isNothing() ? BigDecimal.ZERO : data.at("cost").number());
    }

    static PooledWork waiting(Data data) {
        return new PooledWork(
                data.at("pool").text(),
                WorkId.parse(data.at("work").text()),
                data.at("process").text(),
                data.at("task").text(),
                Instant.parse(data.at("since").text()),
                data.at("priority").asInt());
    }

    static @Nullable String text(Data data, String name) {
        return data.at(name).isNothing() ? null : data.at(name).text();
    }

    private static @Nullable Instant instant(Data data, String name) {
        return data.at(name).isNothing() ? null : Instant.parse(data.at(name).text());
    }
}
