package io.millrace.server.federation;

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

import io.millrace.Tenant;
import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.server.api.Backend;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Exchange;
import io.millrace.server.http.Listing;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Schema;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this server says about other engines, and about the cases that they carry out for it. */
final class FederationApi {
    /** How many events of one case at another engine are shown with those of the case here. */
    private static final int MOST_EVENTS = 5_000;

    private static final int PAGE = 1_000;
    /** How many remote cases of one case are looked at. */
    private static final int MOST_CASES = 100;

    /** Somebody waits for the answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Schema.Fields ENGINE = object(
            "Engine",
            "another engine that can carry out cases for this one",
            must("engine", text("its name here")),
            must("url", text("where its server is")),
            must("state", word("whether it answered when it was asked last", List.of("answers", "silent"))),
            may("since", instant("since when it does not answer")),
            may("problem", text("why it does not answer")),
            must("open", whole("how many cases there are waited for")),
            must("waiting", whole("how many requests to it wait to be made")));

    private static final Schema.Fields REMOTE = object(
            "RemoteCase",
            "a case of another engine that carries out a case here",
            must("case", text("the case here")),
            must("engine", text("the other engine")),
            must("process", text("the process there")),
            may("remote", text("the case there; absent before the other engine has answered")),
            may("state", text("its state there")),
            may("incident", text("why it waits for a person there")),
            may("next", list("what comes next there, in words", text("a step"))),
            may("code", text("the code of what keeps this server from looking at it")),
            may("problem", text("what keeps this server from looking at it")));

    private static final Schema.Fields EVENT = object(
            "FederatedEvent",
            "something that happened here or, with an engine, there",
            may("engine", text("where it happened if that was not here; bank/ledger is the engine that bank calls ledger")),
            must("id", text("its id at its engine")),
            must("tenant", text("its tenant at its engine")),
            may("entity", text("what changed if it is not the case")),
            may("case", text("the case it belongs to, at its engine")),
            must("kind", text("what kind of event it is, in the past tense")),
            must("recorded", instant("when it was recorded, by the clock of its engine")),
            may("occurred", instant("when it happened, if that was earlier")),
            may("actor", text("who did it")),
            may("onBehalfOf", text("for whom")),
            may("reason", text("why")),
            may("requestId", text("the id of the request")),
            must("cause", text("the command or message behind it")),
            may("trace", text("the trace context")),
            must("detail", any("what it says")));

    private static final Schema.Fields HISTORY = object(
            "FederatedHistory",
            "what happened in a case, here and at the engines that carry out parts of it",
            must("items", list("the events; those of a case there stand behind the event that accepted it", EVENT)),
            may("cursor", text("where the next page begins")),
            must(
                    "missing",
                    list(
                            "histories that could not be read, or not to their end",
                            object(
                                    "MissingHistory",
                                    "",
                                    must("engine", text("the other engine")),
                                    must("case", text("the case there")),
                                    must("code", text("the code of the problem")),
                                    must("detail", text("why"))))));

    private final Backend backend;
    private final Map<String, Peer> peers;

    FederationApi(Backend backend, Map<String, Peer> peers) {
        this.backend = backend;
        this.peers = Collections.unmodifiableMap(peers);
    }

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/engines", "listEngines")
                        .summary("Lists the other engines that can carry out cases, and whether they answer.")
                        .access(Access.READ_CASES)
                        .lists("EnginePage", ENGINE)
                        .does(this::engines),
                Endpoint.get("/cases/{case}/remote", "listRemoteCases")
                        .summary("Lists the open cases of other engines that carry out a case or its sub-cases, as they are there now.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .lists("RemoteCasePage", REMOTE)
                        .does(this::remote),
                Endpoint.get("/cases/{case}/federated-history", "getFederatedHistory")
                        .summary("Shows the history of a case as one, with what happened in its cases at other engines.")
                        .access(Access.READ_CASES)
                        .path("case", "the id of the case")
                        .query("newestFirst", truth("whether to begin with the latest event"))
                        .query("cursor", text("where the page begins: the cursor of the page before"))
                        .query("limit", whole("how many events of this engine a page has at most", 1, Exchange.MOST))
                        .answers(200, HISTORY)
                        .does(this::history));
    }

    /** The engines of the tenant of the one who asks. */
    private @Nullable Peer peer(Exchange exchange, String name) {
        Peer peer = peers.get(name);
        return peer != null && peer.settings().tenants().contains(exchange.identity().tenant()) ? peer : null;
    }

    private Reply engines(Exchange exchange) {
        List<Data> items = new ArrayList<>();
        for (String name : peers.keySet()) {
            Peer peer = peer(exchange, name);
            if (peer != null) {
                Peer.Trouble trouble = peer.trouble();
                Data item = Data.fields(
                        "engine", name,
                        "url", peer.settings().url(),
                        "state", trouble == null ? "answers" : "silent",
                        "open", peer.open(),
                        "waiting", peer.waiting());
                items.add(trouble == null
                        ? item
                        : item.with("since", trouble.since().toString()).with("problem", trouble.problem().message()));
            }
        }
        return Listing.of(exchange, items);
    }

    // Remote cases.

    private Reply remote(Exchange exchange) {
        Tenant tenant = backend.tenant(exchange);
        List<Data> items = new ArrayList<>();
        Deque<CaseId> below = new ArrayDeque<>(List.of(exchange.caseId()));
        for (CaseId id = below.poll(); id != null && items.size() < MOST_CASES; id = below.poll()) {
            CaseDetails details = tenant.find(id).details();
            CaseId parent = id;
            details.work().stream().filter(item -> item.child() != 0).forEach(item -> below.add(parent.child(item.child())));
            if (details.info().status().isOpen() && isRemote(tenant, details)) {
                items.add(remote(exchange, id, details.data()));
            }
        }
        return Listing.of(exchange, items);
    }

    private static boolean isRemote(Tenant tenant, CaseDetails details) {
        return tenant.versions(details.info().process()).stream()
                .anyMatch(version -> version.number() == details.info().version() && version.language().equals(RemoteLanguage.NAME));
    }

    private Data remote(Exchange exchange, CaseId id, Data data) {
        String engine = data.at("engine").text();
        Data item = Data.fields("case", id.toString(), "engine", engine, "process", data.at("process").text());
        Peer peer = peer(exchange, engine);
        if (peer == null) {
            return with(item, Code.UNKNOWN_ENGINE.with(engine, "its cases cannot be looked at"));
        }
        if (data.at("case").isNothing()) {
            Peer.Trouble trouble = peer.trouble();
            return trouble == null ? item : with(item, Code.ENGINE_SILENT.with(engine, trouble.problem().message()));
        }
        String there = data.at("case").text();
        item = item.with("remote", there);
        try {
            CaseDetails details = peer.client().timeout(PATIENCE).look(CaseId.parse(there));
            item = item.with("state", details.info().status().word()).with("next", details.next());
            String incident = details.info().incident();
            return incident == null ? item : item.with("incident", incident);
        } catch (RuntimeException e) {
            return with(item, problem(engine, e));
        }
    }

    private static Data with(Data item, Problem problem) {
        return item.with("code", problem.code().id()).with("problem", problem.message());
    }

    private static Problem problem(String engine, RuntimeException e) {
        return e instanceof RefusedException refused
                ? Code.ENGINE_SILENT.with(engine, refused.problem().message())
                : Code.ENGINE_SILENT.with(engine, "Its answer cannot be understood.");
    }

    // History.

    private Reply history(Exchange exchange) {
        boolean backwards = exchange.truth("newestFirst");
        History.Order order = backwards ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        Page<HistoryEvent> page = backend.tenant(exchange).history().ofCase(exchange.caseId(), exchange.cursor(), exchange.limit(), order);
        List<Data> items = new ArrayList<>();
        List<Data> missing = new ArrayList<>();
        for (HistoryEvent event : page.items()) {
            List<Data> there = event.kind().equals("RemoteCaseAccepted") ? there(exchange, event.detail(), backwards, missing) : List.of();
            if (!backwards) {
                items.add(event.toData());
            }
            items.addAll(there);
            if (backwards) {
                items.add(event.toData());
            }
        }
        Data data = Data.fields("items", items, "missing", missing);
        return Reply.ok(page.cursor() == null ? data : data.with("cursor", page.cursor()));
    }

    /** What happened in the case at the other engine. */
    private List<Data> there(Exchange exchange, Data accepted, boolean backwards, List<Data> missing) {
        String engine = accepted.at("engine").text();
        String there = accepted.at("case").text();
        List<Data> found = new ArrayList<>();
        Peer peer = peer(exchange, engine);
        if (peer == null) {
            missing.add(missing(engine, there, Code.UNKNOWN_ENGINE.with(engine, "its histories cannot be read")));
            return found;
        }
        try {
            MillraceClient client = peer.client().timeout(PATIENCE);
            String cursor = null;
            do {
                Data page = page(client, there, backwards, cursor);
                for (Data event : page.at("items").asList(Data.class)) {
                    String within = event.at("engine").isNothing() ? engine : engine + "/" + event.at("engine").text();
                    found.add(known(event).with("engine", within));
                }
                for (Data other : page.at("missing").asList(Data.class)) {
                    missing.add(missing(engine + "/" + other.at("engine").text(), other.at("case").text(), other.at("code").text(), other.at("detail").text()));
                }
                cursor = page.at("cursor").isNothing() ? null : page.at("cursor").text();
            } while (cursor != null && found.size() < MOST_EVENTS);
            if (cursor != null) {
                missing.add(missing(engine, there, Code.TOO_LARGE.id(), "Only the first " + found.size() + " events are shown; read the others there."));
            }
        } catch (DataException | RefusedException e) {
            missing.add(missing(engine, there, problem(engine, e)));
        }
        return found;
    }

    /** The fields of an event that this server knows, in their forms: what another engine sends may be anything. */
    private static Data known(Data event) {
        Data all = Data.fields();
        for (Schema.Field field : EVENT.fields()) {
            Data value = event.at(field.name());
            if (!field.name().equals("engine") && !(value.isNothing() && !field.required())) {
                String wrong = field.schema().mismatch(value, field.name());
                if (wrong != null) {
                    throw new RefusedException(Code.SERVER_STRANGE.with("the other engine", wrong));
                }
                all = all.with(field.name(), value);
            }
        }
        return all;
    }

    /** A server without other engines of its own has the plain history. */
    private static Data page(MillraceClient client, String there, boolean backwards, @Nullable String cursor) {
        String parameters = "?limit=" + PAGE
                + (backwards ? "&newestFirst=true" : "")
                + (cursor == null ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
        String address = "/cases/" + CaseId.parse(there);
        try {
            return client.get(address + "/federated-history" + parameters);
        } catch (RefusedException e) {
            if (e.code() == Code.NO_SUCH_ADDRESS) {
                return client.get(address + "/history" + parameters);
            }
            throw e;
        }
    }

    private static Data missing(String engine, String there, Problem problem) {
        return missing(engine, there, problem.code().id(), problem.message());
    }

    private static Data missing(String engine, String there, String code, String detail) {
        return Data.fields("engine", engine, "case", there, "code", code, "detail", detail);
    }
}
