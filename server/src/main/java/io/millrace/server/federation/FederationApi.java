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
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.server.api.Backend;
import io.millrace.server.api.Forms;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this server says about other engines, and about the cases that they carry out for it. */
final class FederationApi {
    /** How many events of one case at another engine are shown with those of the case here. */
    private static final int MOST_EVENTS = 5_000;

    private static final int PAGE = 1_000;
    /** How many pages of one case are asked for: an engine may answer with pages that are empty. */
    private static final int MOST_PAGES = 20;
    /** How many characters all events from elsewhere in one answer may have. */
    private static final long MOST_TEXT = 32L << 20;
    /** How many remote cases of one case are looked at. */
    private static final int MOST_CASES = 100;

    /** Somebody waits for the answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What one answer may still cost at other engines. Used by one thread. */
    private static final class Budget {
        private final long end = System.nanoTime() + PATIENCE.multipliedBy(2).toNanos();
        private final Map<String, Problem> silent = new HashMap<>();
        private long text = MOST_TEXT;

        /** Why an engine is not asked any more, or null. */
        @Nullable Problem refusal(String engine) {
            Problem known = silent.get(engine);
            if (known != null) {
                return known;
            }
            if (text <= 0) {
                return Code.TOO_LARGE.with("the history at engine '" + engine + "'", MOST_TEXT, MOST_TEXT);
            }
            return System.nanoTime() - end > 0 ? Code.ENGINE_SILENT.with(engine, "There was no time left to ask it.") : null;
        }
    }

    private static final Schema.Fields ENGINE = object(
            "Engine",
            "another engine that can carry out cases for this one",
            must("engine", text("its name here")),
            must("url", text("where its server is")),
            must(
                    "state",
                    word(
                            "whether it answered when it was asked last; unknown if it was not asked since this server was started",
                            List.of("answers", "silent", "unknown"))),
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

    private static final Schema.Fields EVENT = Forms.EVENT.with(
            "FederatedEvent",
            "something that happened here or, with an engine, there; ids and instants are those of its engine",
            may("engine", text("where it happened if that was not here; bank/ledger is the engine that bank calls ledger")));

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
                        "state", trouble != null ? "silent" : peer.hasAnswered() ? "answers" : "unknown",
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
        Budget budget = new Budget();
        Deque<CaseId> below = new ArrayDeque<>(List.of(exchange.caseId()));
        for (CaseId id = below.poll(); id != null && items.size() < MOST_CASES; id = below.poll()) {
            CaseDetails details = tenant.find(id).details();
            CaseId parent = id;
            details.work().stream().filter(item -> item.child() != 0).forEach(item -> below.add(parent.child(item.child())));
            if (details.info().status().isOpen() && isRemote(tenant, details)) {
                items.add(remote(exchange, id, details.data(), budget));
            }
        }
        return Listing.of(exchange, items);
    }

    private static boolean isRemote(Tenant tenant, CaseDetails details) {
        return tenant.versions(details.info().process()).stream()
                .anyMatch(version -> version.number() == details.info().version() && version.language().equals(RemoteLanguage.NAME));
    }

    private Data remote(Exchange exchange, CaseId id, Data data, Budget budget) {
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
        Problem refusal = budget.refusal(engine);
        if (refusal != null) {
            return with(item, refusal);
        }
        try {
            CaseDetails details = peer.client().timeout(PATIENCE).look(CaseId.parse(there));
            item = item.with("state", details.info().status().word()).with("next", details.next());
            String incident = details.info().incident();
            return incident == null ? item : item.with("incident", incident);
        } catch (RuntimeException e) {
            return with(item, problem(engine, e, budget));
        }
    }

    private static Data with(Data item, Problem problem) {
        return item.with("code", problem.code().id()).with("problem", problem.message());
    }

    /** An engine that does not answer is asked once for one answer: each time costs all the patience. */
    private static Problem problem(String engine, RuntimeException e, Budget budget) {
        Problem problem = e instanceof RefusedException refused
                ? Code.ENGINE_SILENT.with(engine, refused.problem().message())
                : Code.ENGINE_SILENT.with(engine, "Its answer cannot be understood.");
        if (e instanceof RefusedException refused && refused.code() == Code.SERVER_ABSENT) {
            budget.silent.put(engine, problem);
        }
        return problem;
    }

    // History.

    private Reply history(Exchange exchange) {
        boolean backwards = exchange.truth("newestFirst");
        History.Order order = backwards ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        Page<HistoryEvent> page = backend.tenant(exchange).history().ofCase(exchange.caseId(), exchange.cursor(), exchange.limit(), order);
        List<Data> items = new ArrayList<>();
        List<Data> missing = new ArrayList<>();
        Budget budget = new Budget();
        for (HistoryEvent event : page.items()) {
            List<Data> there = event.kind().equals("RemoteCaseAccepted") ? there(exchange, event.detail(), backwards, missing, budget) : List.of();
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
    private List<Data> there(Exchange exchange, Data accepted, boolean backwards, List<Data> missing, Budget budget) {
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
            int pages = 0;
            Problem refusal = budget.refusal(engine);
            do {
                if (refusal != null) {
                    missing.add(missing(engine, there, refusal));
                    return found;
                }
                Data page = page(client, there, backwards, cursor);
                if (!(page.at("items") instanceof Data.Items)) {
                    throw new RefusedException(Code.SERVER_STRANGE.with(peer.settings().url(), "its answer is no page of a history"));
                }
                for (Data event : page.at("items").asList(Data.class)) {
                    String within = event.at("engine").isNothing() ? engine : engine + "/" + event.at("engine").text();
                    Data known = known(event).with("engine", within);
                    budget.text -= known.json().length();
                    found.add(known);
                }
                for (Data other : page.at("missing").asList(Data.class)) {
                    missing.add(missing(engine + "/" + other.at("engine").text(), other.at("case").text(), other.at("code").text(), other.at("detail").text()));
                }
                cursor = page.at("cursor").isNothing() ? null : page.at("cursor").text();
                refusal = cursor == null ? null : budget.refusal(engine);
                pages++;
            } while (cursor != null && found.size() < MOST_EVENTS && pages < MOST_PAGES);
            if (cursor != null) {
                missing.add(missing(engine, there, Code.TOO_LARGE.id(), "Only the first " + found.size() + " events are shown; read the others there."));
            }
        } catch (RuntimeException e) {
            // What another engine answers may be anything.
            missing.add(missing(engine, there, problem(engine, e, budget)));
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
