package io.millrace.server.api;

import static io.millrace.server.http.Schema.any;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.page;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.query.TimerInfo;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import java.util.List;

/** Signals to the cases that wait for them, and the instants that cases wait for. */
final class SignalApi {
    private final Backend backend;

    SignalApi(Backend backend) {
        this.backend = backend;
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/signals", "sendSignal")
                        .summary("Sends a signal. A case that waits for it gets it; otherwise it is kept for the first that will.")
                        .access(Access.SIGNAL)
                        .body(object(
                                "Signal",
                                "",
                                must("signal", text("its name")),
                                may("key", text("its correlation key")),
                                may("content", any("what it says"))))
                        .answers(200, object(null, "", must("done", truth("always true"))))
                        .does(exchange -> {
                            Data body = exchange.body();
                            // A signal reaches cases of every process that waits for it.
                            exchange.identity().demandProcess("*");
                            String key = body.at("key").isNothing() ? "" : body.at("key").text();
                            backend.ask(exchange, new Command.Signal(body.at("signal").text(), key, body.at("content")));
                            return Reply.ok(Data.fields("done", true));
                        }),
                Endpoint.get("/timers", "listTimers")
                        .summary("Lists the instants that cases wait for, the next first.")
                        .access(Access.READ_CASES)
                        .lists("TimerPage", Forms.TIMER)
                        .does(exchange -> Backend.page(
                                exchange, backend.tenant(exchange)::timers, TimerInfo::toData, Listing.filter(exchange))));
    }
}
