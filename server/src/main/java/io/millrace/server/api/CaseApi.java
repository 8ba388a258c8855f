package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Case;
import io.millrace.Commands;
import io.millrace.Tenant;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.id.CaseId;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Cases: found, started, looked at, explained and helped on. */
final class CaseApi {
    private static final Schema PLAN = truth("whether to say only what would happen, and do nothing");
    /** As in {@code amount>=100}. */
    private static final Pattern CONDITION = Pattern.compile("([^<>=]+)(>=|<=|=)(.*)", Pattern.DOTALL);

    private final Backend backend;

    CaseApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        List<Endpoint> all = new ArrayList<>(List.of(
                filtered(Endpoint.get("/cases", "listCases"))
                        .summary("Lists cases, oldest first unless another order is asked for.")
                        .access(Access.READ_CASES)
                        .paged()
                        .answers(200, Forms.CASES)
                        .does(this::list),
                Endpoint.post("/cases", "startCase")
                        .summary("Starts a case; with a signal, starts it unless a case with the key runs already, and gives it the signal.")
                        .access(Access.START)
                        .body(object(
                                "StartCase",
                                "",
                                must("process", text("the process to start")),
                                may("version", whole("its version; the newest if absent", 1, Integer.MAX_VALUE)),
                                Forms.INPUT,
                                may("key", text("a business key")),
                                may("signal", text("the name of a signal for it")),
                                may("content", any("what the signal says"))))
                        .answers(201, Forms.STARTED)
                        .does(this::start),
                Endpoint.get("/cases/{case}", "getCase")
                        .summary("Shows a case, now or as it was at an instant.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .query("at", instant("the instant to look at; now if absent"))
                        .answers(200, Forms.DETAILS)
                        .does(this::look),
                Endpoint.get("/cases/{case}/history", "getCaseHistory")
                        .summary("Lists what happened in a case and its sub-cases.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .query("newestFirst", truth("whether to begin with the latest event"))
                        .paged()
                        .answers(200, Forms.EVENTS)
                        .does(this::history),
                Endpoint.get("/cases/{case}/why", "explainTask")
                        .summary("Explains why a task of a case is where it is, as a proof.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .query("task", text("the task to explain"))
                        .query("at", instant("the instant to look at; now if absent"))
                        .answers(200, Forms.REASON)
                        .does(this::why),
                Endpoint.post("/cases/{case}/questions/{question}", "askCase")
                        .summary("Answers a question that the process defines.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .path("question", "the name of the question")
                        .answers(200, object(null, "", must("answer", any("the answer"))))
                        .does(exchange -> Reply.ok(Data.fields("answer", found(exchange).ask(exchange.path("question"))))),
                Endpoint.post("/cases/{case}/signal", "signalCase")
                        .summary("Gives a signal to one case that waits for it.")
                        .access(Access.SIGNAL)
                        .path("case", "the id of the case")
                        .body(object(null, "", must("signal", text("the name of the signal")), may("content", any("what it says"))))
                        .answers(200, Forms.PERFORMED)
                        .does(exchange -> {
                            if (!exchange.identity().scope().isAll()) {
                                exchange.identity().demandProcess(found(exchange).info().process());
                            }
                            return backend.perform(
                                    exchange,
                                    new Command.SignalCase(
                                            exchange.caseId(), exchange.body().at("signal").text(), exchange.body().at("content")));
                        })));
        all.addAll(interventions());
        return all;
    }

    private List<Endpoint> interventions() {
        return List.of(
                act("suspend", "suspendCase", "Suspends a case: nothing in it goes on until it is resumed.", null, (id, body) -> new Command.SuspendCase(id)),
                act("resume", "resumeCase", "Lets a suspended case go on.", null, (id, body) -> new Command.ResumeCase(id)),
                act(
                        "cancel",
                        "cancelCase",
                        "Cancels a case and its sub-cases.",
                        object(null, "", may("reason", text("why, for the history"))),
                        (id, body) -> new Command.CancelCase(id, body.at("reason").isNothing() ? "cancelled" : body.at("reason").text())),
                act("retry", "retryCase", "Tries again what failed in a case.", null, (id, body) -> new Command.RetryCase(id)),
                act(
                        "change-data",
                        "changeData",
                        "Changes a value of a case.",
                        object(null, "", must("name", text("which value")), must("value", any("the new value"))),
                        (id, body) -> new Command.ChangeData(id, body.at("name").text(), body.at("value"))),
                act(
                        "move",
                        "moveCase",
                        "Moves a case from one place of its process to another.",
                        object(null, "", may("from", text("the place it leaves")), must("to", text("the place it comes to"))),
                        (id, body) -> new Command.Move(id, body.at("from").isNothing() ? null : body.at("from").text(), body.at("to").text())),
                act(
                        "redo",
                        "redoStep",
                        "Does a step of a case again.",
                        object(null, "", must("step", text("the step"))),
                        (id, body) -> new Command.Redo(id, body.at("step").text())),
                act(
                        "migrate",
                        "migrateCase",
                        "Moves a case to another version of its process.",
                        object(
                                null,
                                "",
                                may("version", whole("the version; the newest if absent", 1, Integer.MAX_VALUE)),
                                may("mapping", any("places of the old version to places of the new one"))),
                        (id, body) -> new Command.Migrate(
                                id,
                                body.at("version").isNothing() ? 0 : body.at("version").asInt(),
                                body.at("mapping").isNothing() ? Data.fields() : body.at("mapping"))),
                act(
                        "add-instance",
                        "addInstance",
                        "Adds an instance of a task that allows it.",
                        object(null, "", must("task", text("the task")), may("input", any("what the instance works on"))),
                        (id, body) -> new Command.AddInstance(id, body.at("task").text(), body.at("input"))));
    }

    @FunctionalInterface
    private interface Act {
        Command on(CaseId id, Data body);
    }

    private Endpoint act(String word, String id, String summary, Schema.@Nullable Fields body, Act act) {
        Endpoint.Draft draft = Endpoint.post("/cases/{case}/" + word, id)
                .summary(summary)
                .access(Access.INTERVENE)
                .path("case", "the id of the case")
                .query("plan", PLAN)
                .answers(200, Forms.PERFORMED);
        return (body == null ? draft : draft.body(body)).does(exchange -> backend.perform(exchange, act.on(exchange.caseId(), exchange.body())));
    }

    /** The filters of lists of cases. */
    static Endpoint.Draft filtered(Endpoint.Draft draft) {
        return draft.query("process", text("only cases of this process"))
                .query("state", word("only cases in this state", Forms.CASE_STATES))
                .query("key", text("only cases with this business key"))
                .queries("where", text("only cases whose attribute fits, such as country=DE or amount>=100; several must all fit"))
                .query("startedFrom", instant("only cases that started at this instant or later"))
                .query("startedBefore", instant("only cases that started before this instant"))
                .query("endedBefore", instant("only cases that ended before this instant"))
                .query("incidents", truth("only cases that wait for a person"))
                .query("subCases", truth("sub-cases, too"))
                .query("order", text("the attribute to order by; needs a process"))
                .query("descending", truth("youngest or greatest first"))
                .query("at", instant("the cases as they were at this instant"));
    }

    /** What the filters say. */
    static CaseQuery query(Exchange exchange) {
        CaseQuery query = exchange.text("process").map(CaseQuery::ofProcess).orElse(CaseQuery.ALL);
        query = with(query, exchange.text("state").map(CaseApi::status), CaseQuery::inState);
        query = with(query, exchange.text("key"), CaseQuery::withKey);
        query = with(query, exchange.instant("startedFrom"), CaseQuery::startedFrom);
        query = with(query, exchange.instant("startedBefore"), CaseQuery::startedBefore);
        query = with(query, exchange.instant("endedBefore"), CaseQuery::endedBefore);
        query = exchange.truth("incidents") ? query.onlyIncidents() : query;
        query = exchange.truth("subCases") ? query.withSubCases() : query;
        for (String condition : exchange.texts("where")) {
            query = where(query, condition);
        }
        query = with(query, exchange.text("order"), CaseQuery::orderedBy);
        return exchange.truth("descending") ? query.descending() : query;
    }

    private static <T> CaseQuery with(CaseQuery query, java.util.Optional<T> given, java.util.function.BiFunction<CaseQuery, T, CaseQuery> more) {
        return given.map(value -> more.apply(query, value)).orElse(query);
    }

    static CaseStatus status(String word) {
        return List.of(CaseStatus.values()).stream().filter(status -> status.word().equals(word)).findFirst().orElseThrow();
    }

    private static CaseQuery where(CaseQuery query, String condition) {
        Matcher parts = CONDITION.matcher(condition);
        if (!parts.matches()) {
            throw Exchange.bad("'where' is '" + condition + "' and must be NAME=VALUE, NAME>=VALUE or NAME<=VALUE");
        }
        String name = parts.group(1).strip();
        Data value = value(parts.group(3).strip());
        return switch (parts.group(2)) {
            case ">=" -> query.whereAtLeast(name, value);
            case "<=" -> query.whereAtMost(name, value);
            default -> query.where(name, value);
        };
    }

    /** JSON if it is that, else a text. */
    private static Data value(String text) {
        try {
            return Data.parse(text);
        } catch (DataException e) {
            return Data.of(text);
        }
    }

    private Reply list(Exchange exchange) {
        Tenant tenant = backend.tenant(exchange);
        CaseQuery query = query(exchange);
        Instant at = exchange.instant("at").orElse(null);
        Function<@Nullable String, Page<CaseInfo>> pages = cursor -> at == null
                ? tenant.cases(query, cursor, exchange.limit())
                : tenant.at(at).cases(query, cursor, exchange.limit());
        return Backend.page(exchange, pages.apply(exchange.cursor()), CaseInfo::toData, () -> Page.stream(pages).count());
    }

    private Reply start(Exchange exchange) {
        Data body = exchange.body();
        Commands commands = backend.commands(exchange);
        String process = body.at("process").text();
        exchange.identity().demandProcess(process);
        Data input = body.at("input").isNothing() ? Data.fields() : body.at("input");
        String key = body.at("key").isNothing() ? null : body.at("key").text();
        Case started;
        if (!body.at("signal").isNothing()) {
            exchange.identity().demand(Access.SIGNAL);
            if (key == null) {
                throw Exchange.bad("a start with a signal needs a 'key', by which a case that runs already is found");
            }
            started = commands.startWithSignal(process, input, key, body.at("signal").text(), body.at("content"));
        } else if (!body.at("version").isNothing()) {
            started = commands.startVersion(process, body.at("version").asInt(), input, key);
        } else {
            started = commands.start(process, input, key);
        }
        return Reply.created(Data.fields("case", started.id().toString())).with("Location", "/api/v1/cases/" + started.id());
    }

    private Case found(Exchange exchange) {
        return backend.tenant(exchange).find(exchange.caseId());
    }

    private Reply look(Exchange exchange) {
        Instant at = exchange.instant("at").orElse(null);
        if (at != null) {
            return Reply.ok(details(backend.tenant(exchange).at(at).look(exchange.caseId())).with("at", at.toString()));
        }
        Case found = found(exchange);
        // First: if the case goes on in between, the tag is of an older state than what is shown, and a command that names it is refused.
        long turn = found.turn();
        return Reply.ok(details(found.details())).with("ETag", Backend.tag(turn));
    }

    static Data details(CaseDetails details) {
        CaseId id = details.info().id();
        return details.info()
                .toData()
                .with("data", details.data())
                .with("standing", details.standing())
                .with("next", details.next())
                .with("work", details.work().stream().map(item -> new ListedWork(details.info().process(), item).toData()).toList())
                .with("timers", details.timers().stream().map(Instant::toString).toList())
                .with(
                        "alarms",
                        details.alarms().stream()
                                .map(alarm -> Data.fields("timer", alarm.timer(), "due", alarm.due().toString(), "purpose", alarm.purpose()))
                                .toList())
                .with("waits", details.waits().stream().map(wait -> Data.fields("signal", wait.signal(), "key", wait.key())).toList())
                .with("attempts", details.attempts().stream().map(CaseApi::attempt).toList())
                .with("subCases", details.work().stream().filter(item -> item.child() != 0).map(item -> id.child(item.child()).toString()).toList());
    }

    private static Data attempt(CaseDetails.Attempt attempt) {
        Data data = Data.fields(
                "attempt", attempt.number(),
                "event", attempt.event(),
                "detail", attempt.detail(),
                "since", attempt.since().toString(),
                "reason", attempt.reason());
        return attempt.by() == null ? data : data.with("by", attempt.by());
    }

    private Reply history(Exchange exchange) {
        History.Order order = exchange.truth("newestFirst") ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        Tenant tenant = backend.tenant(exchange);
        Function<@Nullable String, Page<HistoryEvent>> pages =
                cursor -> tenant.history().ofCase(exchange.caseId(), cursor, exchange.limit(), order);
        return Backend.page(exchange, pages.apply(exchange.cursor()), HistoryEvent::toData, () -> Page.stream(pages).count());
    }

    private Reply why(Exchange exchange) {
        String task = exchange.text("task").orElseThrow(() -> Exchange.bad("parameter 'task' is missing: the task to explain"));
        Instant at = exchange.instant("at").orElse(Instant.MAX);
        return Reply.ok(backend.tenant(exchange).at(at).why(exchange.caseId(), task).toData());
    }
}
