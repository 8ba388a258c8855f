package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.Commands;
import io.millrace.Tenant;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.Page;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The same command to many cases, in the background and with progress. An operation ends with the server, or when somebody stops it; what
 * it had done by then is done, and the same request again does the rest.
 */
final class BulkApi {
    /** How many operations of a tenant are remembered. */
    private static final int KEPT = 1_000;

    private static final int MOST_REFUSED = 1_000;

    private static final Schema.Fields OPERATION = object(
            "Operation",
            "a command to many cases",
            must("operation", text("its id")),
            must("action", word("what is done", List.of("cancel", "retry", "migrate"))),
            must("dryRun", truth("whether it only finds out what would happen")),
            must("state", word("where it stands", List.of("running", "ended", "failed", "stopped"))),
            must("started", instant("when it began")),
            may("ended", instant("when it ended")),
            must("done", whole("in how many cases it was done")),
            must("refused", whole("in how many cases it was refused")),
            must(
                    "refusals",
                    list(
                            "the first of the refusals",
                            object(null, "", must("case", text("the case")), must("code", text("the code")), must("detail", text("why"))))),
            may("failure", text("why it could not go on")));

    private static final class Operation {
        final String id;
        final String tenant;
        final String action;
        final boolean dryRun;
        final Instant started = Instant.now();
        volatile Commands.Report report = new Commands.Report(0, List.of());
        volatile @Nullable Instant ended;
        volatile @Nullable String failure;
        /** Whether somebody wants it to stop. */
        volatile boolean unwanted;
        volatile boolean stopped;

        Operation(String id, String tenant, String action, boolean dryRun) {
            this.id = id;
            this.tenant = tenant;
            this.action = action;
            this.dryRun = dryRun;
        }

        /** Keeps how far it is, after each page of cases; then is the time to stop. */
        void reached(Commands.Report now) {
            report = now;
            if (unwanted) {
                throw new Stopped();
            }
        }

        Data form() {
            Commands.Report now = report;
            Data data = Data.fields(
                    "operation", id,
                    "action", action,
                    "dryRun", dryRun,
                    "state", ended == null ? "running" : stopped ? "stopped" : failure == null ? "ended" : "failed",
                    "started", started.toString(),
                    "done", now.done(),
                    "refused", now.refused().size(),
                    "refusals",
                            now.refused().stream()
                                    .limit(MOST_REFUSED)
                                    .map(each -> Data.fields(
                                            "case", each.caseId().toString(),
                                            "code", each.problem().code().id(),
                                            "detail", each.problem().message()))
                                    .toList());
            data = ended == null ? data : data.with("ended", ended.toString());
            return failure == null ? data : data.with("failure", failure);
        }
    }

    /** Somebody has stopped an operation. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super(null, null, false, false);
        }
    }

    private final Backend backend;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, Operation> operations = new LinkedHashMap<>();

    BulkApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                CaseApi.filtered(Endpoint.post("/operations", "startOperation"))
                        .summary("Cancels, retries or migrates all cases that fit, in the background.")
                        .access(Access.INTERVENE)
                        .once()
                        .query("incident", text("only what waits because of this cause; see listIncidents. Retries then try exactly that again"))
                        .body(object(
                                "StartOperation",
                                "",
                                must("action", word("what to do", List.of("cancel", "retry", "migrate"))),
                                may("dryRun", truth("whether to find out only in how many cases it would be done, and why not in others")),
                                may("reason", text("why, for the history")),
                                may("version", whole("for migrate: the version; the newest if absent", 1, Integer.MAX_VALUE)),
                                may("mapping", any("for migrate: places of the old version to places of the new one"))))
                        .answers(202, OPERATION)
                        .does(this::start),
                Endpoint.get("/operations", "listOperations")
                        .summary("Lists the operations since the server started, oldest first.")
                        .access(Access.READ_CASES)
                        .lists("OperationPage", OPERATION)
                        .does(this::listed),
                Endpoint.get("/operations/{operation}", "getOperation")
                        .summary("Shows how far an operation is.")
                        .access(Access.READ_CASES)
                        .path("operation", "its id")
                        .answers(200, OPERATION)
                        .does(exchange -> Reply.ok(found(exchange).form())),
                Endpoint.delete("/operations/{operation}", "stopOperation")
                        .summary("Stops an operation after the cases with which it is busy; what is done stays done.")
                        .access(Access.INTERVENE)
                        .path("operation", "its id")
                        .answers(200, OPERATION)
                        .does(exchange -> {
                            Operation operation = found(exchange);
                            operation.unwanted = true;
                            return Reply.ok(operation.form());
                        }));
    }

    private Reply start(Exchange exchange) {
        Data body = exchange.body();
        String action = body.at("action").text();
        CaseQuery query = CaseApi.query(exchange);
        String incident = exchange.text("incident").orElse(null);
        if (query.process() == null && incident == null) {
            throw Exchange.bad("parameter 'process' is missing: an operation is for the cases of one process, or of one 'incident'");
        }
        if (exchange.text("at").isPresent()) {
            throw Exchange.bad("parameter 'at' is for lists: an operation acts on cases as they are now");
        }
        Commands commands = backend.commands(exchange);
        Commands reasoned = body.at("reason").isNothing() ? commands : commands.because(body.at("reason").text());
        int version = body.at("version").isNothing() ? 0 : body.at("version").asInt();
        Data mapping = body.at("mapping").isNothing() ? Data.fields() : body.at("mapping");
        Tenant tenant = backend.tenant(exchange);
        Incidents.Group group = incident == null ? null : IncidentApi.group(Incidents.of(backend.mill(), tenant), incident);
        Operation operation = new Operation(
                Long.toString(numbers.incrementAndGet()), exchange.identity().tenant(), action, body.at("dryRun").equals(Data.of(true)));
        synchronized (operations) {
            operations.put(operation.id, operation);
            List<Operation> own = operations.values().stream().filter(each -> each.tenant.equals(operation.tenant)).toList();
            own.subList(0, Math.max(0, own.size() - KEPT)).stream().filter(old -> old.ended != null).forEach(old -> operations.remove(old.id));
        }
        Consumer<Commands.Report> progress = operation::reached;
        Thread.ofVirtual().name("operation-" + operation.id).start(() -> {
            try {
                operation.report = group != null
                        ? new GroupOperation(tenant, step -> Backend.step(exchange, reasoned, step), query, operation.dryRun, new GroupOperation.Act(action, version, mapping)).run(group, progress)
                        : operation.dryRun
                        ? rehearsed(tenant, reasoned, query, info -> commands(tenant, action, info, version, mapping), progress)
                        : switch (action) {
                            case "cancel" -> reasoned.cancelAll(query, progress);
                            case "retry" -> reasoned.retryAll(query, progress);
                            default -> reasoned.migrateAll(query, version, mapping, progress);
                        };
            } catch (Stopped e) {
                operation.stopped = true;
            } catch (RuntimeException e) {
                operation.failure = e.getMessage();
            } finally {
                operation.ended = Instant.now();
            }
        });
        return Reply.accepted(operation.form());
    }

    /** What an operation would do in a case; nothing if it passes the case over. */
    static List<Command> commands(Tenant tenant, String action, CaseInfo info, int version, Data mapping) {
        int wanted = version == 0 ? tenant.versions(info.process()).getLast().number() : version;
        return switch (action) {
            case "cancel" -> info.status().isOpen() ? List.of(new Command.CancelCase(info.id(), "cancelled")) : List.of();
            case "migrate" ->
                info.status().isOpen() && info.version() != wanted ? List.of(new Command.Migrate(info.id(), wanted, mapping)) : List.of();
            default -> retries(tenant.find(info.id()).details());
        };
    }

    private static List<Command> retries(CaseDetails details) {
        List<Command> retries = new ArrayList<>();
        details.work().stream().filter(item -> item.incident() != null).forEach(item -> retries.add(new Command.RetryWork(item.id())));
        if (retries.isEmpty() && details.info().incident() != null) {
            retries.add(new Command.RetryCase(details.info().id()));
        }
        return retries;
    }

    /** Plans every command and carries out none. */
    private static Commands.Report rehearsed(
            Tenant tenant, Commands commands, CaseQuery query, Function<CaseInfo, List<Command>> wanted, Consumer<Commands.Report> progress) {
        long possible = 0;
        List<Commands.Refusal> refused = new ArrayList<>();
        String cursor = null;
        do {
            Page<CaseInfo> page = tenant.cases(query, cursor, Exchange.MOST);
            for (CaseInfo info : page.items()) {
                List<Command> all = wanted.apply(info);
                Problem refusal = all.stream()
                        .map(command -> Backend.await(commands.plan(command)).refusal())
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
                if (refusal != null) {
                    refused.add(new Commands.Refusal(info.id(), refusal));
                } else if (!all.isEmpty()) {
                    possible++;
                }
            }
            cursor = page.cursor();
            progress.accept(new Commands.Report(possible, refused));
        } while (cursor != null);
        return new Commands.Report(possible, refused);
    }

    private Reply listed(Exchange exchange) {
        synchronized (operations) {
            return Listing.of(
                    exchange,
                    operations.values().stream()
                            .filter(operation -> operation.tenant.equals(exchange.identity().tenant()))
                            .map(Operation::form)
                            .toList());
        }
    }

    private Operation found(Exchange exchange) {
        String id = exchange.path("operation");
        synchronized (operations) {
            Operation operation = operations.get(id);
            if (operation == null || !operation.tenant.equals(exchange.identity().tenant())) {
                throw new RefusedException(Code.NO_SUCH_ADDRESS.with("/api/v1/operations/" + id));
            }
            return operation;
        }
    }
}
