package io.millrace.server.channel.hook;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.word;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.util.List;

/** Makes, lists and removes webhooks. */
public final class HookApi {
    private static final Schema.Field URL = must("url", text("where events are sent; the configuration must allow it"));
    private static final Schema.Field PROCESS = may("process", text("only events of cases of this process"));
    private static final Schema.Field CASE = may("case", text("only events of this case and its sub-cases"));
    private static final Schema.Field KINDS = may("kinds", list("only events of these kinds", text("a kind, such as CaseCompleted")));

    private static final Schema.Fields WEBHOOK = object(
            "Webhook",
            "a subscription to events",
            must("id", text("its id")),
            URL,
            PROCESS,
            CASE,
            KINDS,
            must("created", instant("when it was made")),
            must("state", word("whether events are delivered", List.of("active", "paused"))),
            may("trouble", text("why the last attempt failed")));

    private final Hooks hooks;

    public HookApi(Hooks hooks) {
        this.hooks = hooks;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/webhooks", "addWebhook")
                        .summary("Sends what happens from now on to an address, in order and at least once. The secret for its signatures is shown once.")
                        .access(Access.WEBHOOKS)
                        .once()
                        .body(object(null, "", URL, PROCESS, CASE, KINDS))
                        .answers(
                                201,
                                object(
                                        null,
                                        "",
                                        must("id", text("its id")),
                                        must("secret", text("by which the receiver checks signatures")),
                                        must("webhook", WEBHOOK)))
                        .does(this::add),
                Endpoint.get("/webhooks", "listWebhooks")
                        .summary("Lists webhooks, without their secrets.")
                        .access(Access.WEBHOOKS)
                        .lists("WebhookPage", WEBHOOK)
                        .does(exchange -> Listing.of(exchange, hooks.of(exchange.identity().tenant()).stream().map(Webhook::shown).toList())),
                Endpoint.post("/webhooks/{webhook}/resume", "resumeWebhook")
                        .summary("Goes on with a webhook that is paused, where it stopped.")
                        .access(Access.WEBHOOKS)
                        .path("webhook", "its id")
                        .answers(204, null)
                        .does(exchange -> {
                            hooks.resume(exchange.identity().tenant(), exchange.path("webhook"));
                            return Reply.done();
                        }),
                Endpoint.delete("/webhooks/{webhook}", "removeWebhook")
                        .summary("Removes a webhook.")
                        .access(Access.WEBHOOKS)
                        .path("webhook", "its id")
                        .answers(204, null)
                        .does(exchange -> {
                            hooks.remove(exchange.identity().tenant(), exchange.path("webhook"));
                            return Reply.done();
                        }));
    }

    private Reply add(Exchange exchange) {
        Data body = exchange.body();
        String within = body.at("case").isNothing() ? null : CaseId.parse(body.at("case").text()).toString();
        Webhook hook = hooks.add(
                exchange.identity().tenant(),
                body.at("url").text(),
                body.at("process").isNothing() ? null : body.at("process").text(),
                within,
                body.at("kinds").isNothing() ? List.of() : body.at("kinds").asList(String.class));
        return Reply.created(Data.fields("id", hook.id(), "secret", hook.secret(), "webhook", hook.shown()));
    }
}
