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
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Moment;
import io.millrace.server.http.Access;
import io.millrace.server.http.Brief;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Cases: found, started, looked at, explained and helped on. */
final class CaseApi {
    private static final Schema PLAN = truth("whether to say only what would happen, and do nothing");
    /** As in {@code amount>=100}. */
    private static final Pattern CONDITION = Pattern.compile("([^<>=]+)(>=|<=|=)(.*)", Pattern.DOTALL);

    private static final Pattern TURN = Pattern.compile("\\d{1,18}");

    private final Backend backend;
    private final CaseLooks looks = new CaseLooks();

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
                        .summary("Lists what happened in a case and its sub-cases. Participants see what happened to their own work.")
                        .access(Access.FOLLOW_CASES)
                        .path("case", "the id of the case")
                        .query("newestFirst", truth("whether to begin with the latest event"))
                        .query(
                                "from",
                                text("where to begin: the number of a turn, or an instant; with newestFirst it goes on to earlier ones from there. Not with a cursor"))
                        .paged()
                        .answers(200, Forms.EVENTS)
                        .does(this::history),
                Endpoint.get("/cases/{case}/why", "explainTask")
                        .summary("Explains why a task of a case is where it is, as a proof. Participants ask about their own work.")
                        .access(Access.FOLLOW_CASES)
                        .path("case", "the id of the case")
                        .query("task", text("the task to explain"))
                        .query("at", instant("the instant to look at; now if absent"))
                        .answers(200, Forms.REASON)
                        .computes()
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
        all.addAll(new TimelineApi(backend, looks).endpoints());
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
                .query("version", whole("only cases that run this version now; needs a process", 1, Integer.MAX_VALUE))
                .query("state", word("only cases in this state", Forms.CASE_STATES))
                .query("key", text("only cases with this business key"))
                .queries("where", text("only cases whose attribute fits, such as country=DE or amount>=100; several must all fit"))
                .query("startedFrom", instant("only cases that started at this instant or later"))
                .query("startedBefore", instant("only cases that started before this instant"))
                .query("endedBefore", instant("only cases that ended before this instant"))
                .query("incidents", truth("only cases that wait for a person"))
                .query("subCases", truth("sub-cases, too"))
                .query("parent", text("only the direct sub-cases of this case, open and ended"))
                .query("order", text("the attribute to order by; needs a process"))
                .query("descending", truth("youngest or greatest first"))
                .query("at", instant("the cases as they were at this instant"));
    }

    /** What the filters say. */
    static CaseQuery query(Exchange exchange) {
        CaseQuery query = exchange.text("process").map(CaseQuery::ofProcess).orElse(CaseQuery.ALL);
        if (exchange.whole("version").isPresent() && query.process() == null) {
            throw Exchange.bad("'version' needs a 'process': versions belong to one");
        }
        query = with(query, exchange.whole("version"), CaseQuery::ofVersion);
        query = with(query, exchange.text("state").map(CaseApi::status), CaseQuery::inState);
        query = with(query, exchange.text("key"), CaseQuery::withKey);
        query = with(query, exchange.instant("startedFrom"), CaseQuery::startedFrom);
        query = with(query, exchange.instant("startedBefore"), CaseQuery::startedBefore);
        query = with(query, exchange.instant("endedBefore"), CaseQuery::endedBefore);
        query = exchange.truth("incidents") ? query.onlyIncidents() : query;
        query = exchange.truth("subCases") ? query.withSubCases() : query;
        query = with(query, exchange.text("parent").map(CaseId::parse), CaseQuery::ofParent);
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
        Backend.Pages<CaseInfo> pages =
                (cursor, limit) -> at == null ? tenant.cases(query, cursor, limit) : tenant.at(at).cases(query, cursor, limit);
        return Backend.page(exchange, pages, CaseInfo::toData);
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
            Tenant tenant = backend.tenant(exchange);
            return Reply.ok(looks.shown(tenant, tenant.at(at).family(exchange.caseId(), CaseLooks.MOST)).with("at", at.toString()));
        }
        Case found = found(exchange);
        // First: if the case goes on in between, the tag is of an older state than what is shown, and a command that names it is refused.
        long turn = found.turn();
        return Reply.ok(looks.now(backend.tenant(exchange), found)).with("ETag", Backend.tag(turn));
    }

    private Reply history(Exchange exchange) {
        History.Order order = exchange.truth("newestFirst") ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        Tenant tenant = backend.tenant(exchange);
        CaseId id = exchange.caseId();
        if (exchange.cursor() != null && exchange.text("from").isPresent()) {
            throw Exchange.bad("'from' says where the first page begins and 'cursor' where another does: give one of them");
        }
        OwnWork own = backend.ownWork(exchange);
        if (own != null) {
            own.demand(id);
        }
        String first = exchange.text("from").map(from -> first(tenant, id, from, order)).orElse(null);
        Backend.Pages<HistoryEvent> pages =
                (cursor, limit) -> tenant.history().ofCase(id, cursor == null ? first : cursor, limit, order);
        return own == null ? Backend.page(exchange, pages, HistoryEvent::toData) : Backend.pageOf(exchange, pages, own::form, own::isOwn);
    }

    private static String first(Tenant tenant, CaseId id, String from, History.Order order) {
        return TURN.matcher(from).matches() ? from : tenant.history().cursorAt(id, Exchange.instant("from", from), order);
    }

    private Reply why(Exchange exchange) {
        String task = exchange.text("task").orElseThrow(() -> Exchange.bad("parameter 'task' is missing: the task to explain"));
        Instant at = exchange.instant("at").orElse(Instant.MAX);
        CaseId id = exchange.caseId();
        Moment then = backend.tenant(exchange).at(at);
        OwnWork own = backend.ownWork(exchange);
        if (own == null) {
            return Reply.ok(then.why(id, task).toData());
        }
        own.demand(id);
        String name = String.valueOf(exchange.identity().name());
        WorkId item = own.item(id, task).orElseThrow(() -> new RefusedException(Code.NOT_YOUR_TASK.with(Brief.of(task), id, name)));
        return Reply.ok(then.why(item).toData());
    }
}
