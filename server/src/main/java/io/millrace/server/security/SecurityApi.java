package io.millrace.server.security;

import static io.millrace.server.http.Schema.instant;
import static io.millrace.server.http.Schema.list;
import static io.millrace.server.http.Schema.may;
import static io.millrace.server.http.Schema.must;
import static io.millrace.server.http.Schema.names;
import static io.millrace.server.http.Schema.object;
import static io.millrace.server.http.Schema.page;
import static io.millrace.server.http.Schema.text;
import static io.millrace.server.http.Schema.truth;
import static io.millrace.server.http.Schema.whole;
import static io.millrace.server.http.Schema.word;

import io.millrace.data.Data;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Role;
import io.millrace.server.http.Schema;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** API keys and the log of acts over HTTP. Everybody sees and makes keys of their own tenant only. */
public final class SecurityApi {
    private static final List<String> ROLES = Arrays.stream(Role.values()).map(Role::word).toList();

    private static final Schema.Field[] KEY = {
        must("id", text("its id, which is no secret")),
        must("name", text("as whom it acts")),
        must("tenant", text("its tenant")),
        must("roles", list("its roles", word("a role", ROLES))),
        must("forOthers", truth("whether it may act on behalf of people")),
        may("tasks", list("the tasks whose jobs it may have; all if absent", text("a task"))),
        may("processes", list("the processes it may start and work for; all if absent", text("a process"))),
        must("created", instant("when it was made")),
        may("expires", instant("when it ends")),
        may("revoked", instant("when it was revoked"))
    };

    private static final Schema.Fields ACT = object(
            "Act",
            "something that somebody asked for",
            must("at", instant("when")),
            must("tenant", text("the tenant")),
            may("actor", text("who; absent if the server could not know")),
            may("onBehalfOf", text("for whom")),
            must("address", text("from where")),
            must("endpoint", text("what was asked, as in this document")),
            must("ids", names("the ids in the address and in the answer", text("an id"))),
            must("status", whole("the status of the answer")),
            may("code", text("the code of the problem, if there was one")));

    private final Keys keys;
    private final @Nullable Audit audit;

    /** @param audit the log, or null if none is kept */
    public SecurityApi(Keys keys, @Nullable Audit audit) {
        this.keys = keys;
        this.audit = audit;
    }

    /** Its endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/keys", "listKeys")
                        .summary("Lists the API keys of the tenant, without their secrets.")
                        .access(Access.KEYS)
                        .lists("ApiKeyPage", object("ApiKey", "an API key", KEY))
                        .does(exchange -> Listing.of(
                                exchange,
                                keys.all().stream()
                                        .filter(key -> key.tenant().equals(exchange.identity().tenant()))
                                        .map(ApiKey::toData)
                                        .toList())),
                Endpoint.post("/keys", "createKey")
                        .summary("Makes an API key. Its secret is in the answer, and nowhere else.")
                        .access(Access.KEYS)
                        .once()
                        .body(object(
                                "NewApiKey",
                                "",
                                must("name", text("as whom it acts")),
                                must("roles", list("its roles", word("a role", ROLES))),
                                may("forOthers", truth("whether it may act on behalf of people")),
                                may("tasks", list("for a worker: the tasks whose jobs it may have", text("a task"))),
                                may("processes", list("for a worker: the processes it may start and work for", text("a process"))),
                                may("expires", instant("when it ends"))))
                        .answers(201, object("CreatedApiKey", "an API key with its secret", secret()))
                        .does(this::create),
                Endpoint.delete("/keys/{key}", "revokeKey")
                        .summary("Revokes an API key, or all that act under a name. The next request with it is refused.")
                        .access(Access.KEYS)
                        .path("key", "the id or the name")
                        .answers(204, null)
                        .does(exchange -> {
                            keys.revoke(exchange.identity().tenant(), exchange.path("key"));
                            return Reply.done();
                        }),
                Endpoint.get("/audit", "listActs")
                        .summary("Lists what was asked: who, from where, about what, with what status.")
                        .access(Access.AUDIT)
                        .computes()
                        .query("actor", text("only acts of this actor"))
                        .query("endpoint", text("only this operation"))
                        .query("id", text("only acts about this id"))
                        .query("status", whole("only answers with this status", 100, 599))
                        .query("from", instant("only acts at this instant or later"))
                        .query("before", instant("only acts before this instant"))
                        .query("newestFirst", truth("whether to begin with the latest act"))
                        .paged()
                        .answers(200, page("ActPage", ACT))
                        .does(this::acts));
    }

    private static Schema.Field[] secret() {
        Schema.Field[] all = Arrays.copyOf(KEY, KEY.length + 1);
        all[KEY.length] = must("secret", text("for the header Authorization, behind the word Bearer"));
        return all;
    }

    private Reply create(Exchange exchange) {
        Data body = exchange.body();
        Set<Role> roles = body.at("roles").asList(String.class).stream()
                .map(word -> Role.of(word).orElseThrow())
                .collect(Collectors.toSet());
        Keys.Created created = keys.add(new ApiKey.Wanted(
                body.at("name").text(),
                exchange.identity().tenant(),
                roles,
                !body.at("forOthers").isNothing() && body.at("forOthers").truth(),
                new Identity.Scope(texts(body.at("tasks")), texts(body.at("processes"))),
                body.at("expires").isNothing() ? null : Exchange.instant("expires", body.at("expires").text())));
        return Reply.created(created.key().toData().with("secret", created.secret()));
    }

    private static Set<String> texts(Data list) {
        return new HashSet<>(list.asList(String.class));
    }

    private Reply acts(Exchange exchange) {
        if (audit == null) {
            return Reply.ok(Data.fields("items", List.of()));
        }
        Audit.Wanted wanted = wanted(exchange);
        Runnable still = exchange.cancellation()::demand;
        Audit.Found found = audit.find(wanted, exchange.cursor(), exchange.limit(), exchange.truth("newestFirst"), still);
        Data data = Data.fields("items", found.acts());
        data = found.cursor() == null ? data : data.with("cursor", found.cursor());
        return Reply.ok(exchange.truth("count") ? data.with("count", audit.count(wanted, still)) : data);
    }

    private static Audit.Wanted wanted(Exchange exchange) {
        Audit.Wanted wanted = Audit.Wanted.ALL.with("tenant", Data.of(exchange.identity().tenant()));
        for (String field : List.of("actor", "endpoint")) {
            String value = exchange.text(field).orElse(null);
            wanted = value == null ? wanted : wanted.with(field, Data.of(value));
        }
        Integer status = exchange.whole("status").orElse(null);
        wanted = status == null ? wanted : wanted.with("status", Data.of(status));
        String id = exchange.text("id").orElse(null);
        wanted = id == null ? wanted : wanted.and(act -> act.at("ids").asMap().containsValue(Data.of(id)));
        Instant from = exchange.instant("from").orElse(Instant.MIN);
        Instant before = exchange.instant("before").orElse(Instant.MAX);
        return wanted.and(act -> {
            Instant at = Audit.at(act);
            return !at.isBefore(from) && at.isBefore(before);
        });
    }
}
