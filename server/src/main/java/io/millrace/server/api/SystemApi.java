package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.problem.Problem;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Role;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The server itself: whether it is there and well, what it can do, and who one is to it. */
final class SystemApi {
    private final Backend backend;
    private final About about;
    private final BooleanSupplier ready;
    private final Supplier<Data> document;

    SystemApi(Backend backend, About about, BooleanSupplier ready, Supplier<Data> document) {
        this.backend = backend;
        this.about = about;
        this.ready = ready;
        this.document = document;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/openapi.json", "getDocument")
                        .summary("This document.")
                        .access(Access.OPEN)
                        .answers(200, any("OpenAPI 3.1"))
                        .does(exchange -> Reply.ok(document.get())),
                Endpoint.get("/live", "isAlive")
                        .summary("Whether the process answers at all.")
                        .access(Access.OPEN)
                        .answers(200, object(null, "", must("alive", truth("always true"))))
                        .does(exchange -> Reply.ok(Data.fields("alive", true))),
                Endpoint.get("/ready", "isReady")
                        .summary("Whether the server takes requests; the status is 503 while it does not.")
                        .access(Access.OPEN)
                        .answers(200, object(null, "", must("ready", truth("whether it does"))))
                        .does(exchange -> new Reply.Json(ready.getAsBoolean() ? 200 : 503, Data.fields("ready", ready.getAsBoolean()), Map.of())),
                Endpoint.get("/health", "getHealth")
                        .summary("What is wrong, if anything is.")
                        .access(Access.METRICS)
                        .answers(
                                200,
                                object(
                                        "Health",
                                        "",
                                        must("well", truth("whether nothing is wrong")),
                                        must(
                                                "problems",
                                                list("what is wrong", object(null, "", must("code", text("its code")), must("detail", text("in words")))))))
                        .does(this::health),
                Endpoint.get("/me", "getMe")
                        .summary("Who the server takes the caller for.")
                        .access(Access.ANYBODY)
                        .answers(200, Forms.IDENTITY)
                        .does(this::me));
    }

    private Reply health(Exchange exchange) {
        List<Problem> problems = backend.mill().health().problems();
        // They may name processes and handlers of any tenant.
        boolean shown = exchange.identity().tenant().equals(Millrace.TENANT);
        return Reply.ok(Data.fields(
                "well", problems.isEmpty(),
                "problems", problems.stream().map(problem -> Data.fields("code", problem.code().id(), "detail", shown ? problem.message() : "The tenant main is shown what it is.")).toList()));
    }

    private Reply me(Exchange exchange) {
        Identity who = exchange.identity();
        Data data = Data.fields("tenant", who.tenant(), "roles", who.roles().stream().map(Role::word).sorted().toList());
        data = who.name() == null ? data : data.with("name", who.name());
        data = who.onBehalfOf() == null ? data : data.with("onBehalfOf", who.onBehalfOf());
        return Reply.ok(data.with("security", about.security()).with("version", about.version()).with("demo", about.demo()));
    }
}
