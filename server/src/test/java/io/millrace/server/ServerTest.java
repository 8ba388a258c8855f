package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.MillraceClient;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.query.CaseQuery;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Parameter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server, and a client that knows only its document. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServerTest {
    private static final String CLAIM = """
            :- rpc(clerks, assess(claim), Word), assessed(Word).
            assessed(Word) :- replycontent(Word, ok) : rpc(bank, pay(claim), Done), replycontent(Done, done).
            assessed(Word) :- replycontent(Word, no) : true.
            """;

    @TempDir
    Path directory;

    private Server server;
    private DocumentClient client;

    @BeforeEach
    void open() throws Exception {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = new DocumentClient(server.address(), Map.of());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static Data fields(Object... more) {
        return Data.fields(more[0].toString(), more[1], java.util.Arrays.copyOfRange(more, 2, more.length));
    }

    @Test
    void cases_are_found_by_the_version_that_they_run() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        client.call("startCase", fields("process", "claim")).good();
        client.call("startCase", fields("process", "claim")).good();
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM + "more(1).\n")).good();
        String newer = client.call("startCase", fields("process", "claim")).good().at("case").text();

        Data first = client.call("listCases", "process", "claim", "version", 1, "limit", 1, "count", true).good();
        assertThat(first.at("count").asInt()).isEqualTo(2);
        Data second = client.call("listCases", "process", "claim", "version", 1, "cursor", first.at("cursor").text()).good();
        assertThat(second.at("items").asList(Data.class)).extracting(each -> each.at("version").asInt()).containsExactly(1);
        assertThat(client.call("listCases", "process", "claim", "version", 2).good().at("items").asList(Data.class))
                .extracting(each -> each.at("case").text())
                .containsExactly(newer);
        assertThat(client.call("listCases", "process", "claim", "version", 3).good().at("items").asList(Data.class)).isEmpty();
        assertThat(client.call("listCases", "version", 1).status()).isEqualTo(400);
        assertThat(MillraceClient.at(server.address()).cases(CaseQuery.ofProcess("claim").ofVersion(1))).hasSize(2);
    }

    @Test
    void a_version_says_when_and_by_whom_it_was_deployed_also_after_a_restart() throws Exception {
        Instant before = Instant.now();
        client.with("Millrace-Actor", "anna").call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM + "more(1).\n")).good();
        List<Data> versions = client.call("listVersions", "process", "claim").good().at("items").asList(Data.class);
        assertThat(versions).extracting(each -> each.at("deployedBy").isNothing() ? "nobody" : each.at("deployedBy").text()).containsExactly("anna", "nobody");
        assertThat(Instant.parse(versions.getFirst().at("deployed").text())).isBetween(before.minusSeconds(1), Instant.now());

        server.close();
        open();
        assertThat(client.call("listVersions", "process", "claim").good().at("items").asList(Data.class)).isEqualTo(versions);
        assertThat(client.call("listProcesses").good().at("items").asList(Data.class)).containsExactly(versions.getLast());
    }

    @Test
    void a_claim_lives_from_its_deployment_to_its_end() throws Exception {
        client.call("setParticipant", fields("roles", List.of("clerks")), "name", "anna").good();
        Data deployed = client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        assertThat(deployed.at("version").asInt()).isEqualTo(1);
        String id = client.call("startCase", fields("process", "claim", "key", "K-1")).good().at("case").text();
        DocumentClient anna = client.with("Millrace-Actor", "anna");
        Data item = anna.call("listWork", "participant", "anna").good().at("items").asList(Data.class).getFirst();
        anna.call("claimWork", "work", item.at("work").text()).good();
        anna.call("completeWork", fields("output", "ok"), "work", item.at("work").text()).good();
        Data open = client.call("getCase", "case", id).good();
        assertThat(open.at("work").asList(Data.class)).extracting(work -> work.at("task").text()).containsExactly("bank");
        client.call("completeWork", fields("output", "done"), "work", id + "#2").good();
        assertThat(client.call("getCase", "case", id).good().at("state").text()).isEqualTo("completed");
        List<Data> history = client.call("getCaseHistory", "case", id, "limit", 500).good().at("items").asList(Data.class);
        assertThat(history).anySatisfy(event -> {
            assertThat(event.at("kind").text()).isEqualTo("WorkCompleted");
            assertThat(event.at("actor").text()).isEqualTo("anna");
        });
        assertThat(client.call("listCases", "process", "claim", "state", "completed", "count", true).good().at("count").asInt()).isEqualTo(1);
    }

    @Test
    void what_is_wrong_is_answered_with_a_problem_and_changes_nothing() throws Exception {
        assertThat(client.call("getCase", "case", "99").code()).isEqualTo("MR-1003");
        assertThat(client.call("getCase", "case", "x").status()).isEqualTo(400);
        assertThat(client.call("startCase", fields("process", "none")).status()).isEqualTo(404);
        assertThat(client.call("deployProcess", fields("file", "a.pl", "source", ":- rpc(a")).status()).isEqualTo(422);
        assertThat(client.call("listCases", "limit", 0).code()).isEqualTo("MR-8001");
        assertThat(client.call("listCases", "where", "amount").code()).isEqualTo("MR-8001");
        assertThat(client.call("getWork", "work", "1#1").code()).isEqualTo("MR-1004");
        assertThat(client.call("completeJob", fields("output", 1), "job", "nonsense").status()).isEqualTo(400);
        assertThat(client.call("listHistory").good().at("items").asList(Data.class)).isEmpty();
    }

    @Test
    void a_repeat_of_a_request_is_answered_as_the_first_was() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        DocumentClient once = client.with("Idempotency-Key", "r-1");
        Data first = once.call("startCase", fields("process", "claim")).good();
        assertThat(once.call("startCase", fields("process", "claim")).good()).isEqualTo(first);
        assertThat(once.call("startCase", fields("process", "claim", "key", "other")).code()).isEqualTo("MR-1030");
        assertThat(client.call("listCases", "count", true).good().at("count").asInt()).isEqualTo(1);
    }

    @Test
    void a_request_that_gives_several_commands_can_be_repeated_too() throws Exception {
        Caller caller = Caller.of(server).with("Idempotency-Key", "several");
        caller.put("/pools/drivers", Data.fields()).good();
        for (int i = 0; i < 2; i++) {
            caller.with("Idempotency-Key", "agent").put("/pools/drivers/agents/anna", Data.fields("present", false)).good();
        }
        assertThat(caller.get("/pools/drivers/agents").good().at("items").at(0).at("state").text()).isEqualTo("away");
        caller.with("Idempotency-Key", null).post("/processes", Data.fields("file", "bill.pl", "source", "initial_activity(pay).\nfinal_activity(pay).\nwork(pay, handler(pay)).\n"));
        for (int i = 0; i < 3; i++) {
            caller.with("Idempotency-Key", null).post("/cases", Data.fields("process", "bill")).good();
        }
        List<Data> results = new ArrayList<>();
        while (results.size() < 3) {
            for (Data job : caller.post("/jobs/fetch", Data.fields("tasks", List.of("pay"), "most", 3, "wait", "PT5S")).good().at("jobs").asList(Data.class)) {
                results.add(Data.fields("job", job.at("job"), "output", results.size()));
            }
        }
        for (int i = 0; i < 2; i++) {
            Data answer = caller.post("/jobs/complete", Data.fields("jobs", results)).good();
            assertThat(answer.at("done").asInt()).as(answer.json()).isEqualTo(3);
        }
    }

    @Test
    void numbers_and_truths_in_addresses_may_have_every_form_of_json() throws Exception {
        Caller caller = Caller.of(server);
        assertThat(caller.get("/processes?limit=1e2&count=%20true").good().has("count")).isTrue();
        assertThat(caller.get("/processes?limit=1e99").code()).isEqualTo("MR-8001");
        assertThat(caller.post("/operations?process=x&at=2030-01-01T00:00:00Z", Data.fields("action", "cancel")).code()).isEqualTo("MR-8001");
        assertThat(caller.with("Millrace-Tenant", " ").get("/cases").code()).isEqualTo("MR-8001");
    }

    @Test
    void a_server_on_an_address_of_ipv6_says_where_it_is() throws Exception {
        try (Server other = Server.open(ServerSettings.of(directory.resolve("six")).host("::1").port(0))) {
            assertThat(other.address()).isEqualTo("http://[::1]:" + other.port());
            assertThat(Caller.of(other).get("/live").status()).isEqualTo(200);
        }
    }

    @Test
    void a_place_that_no_watcher_was_told_is_refused() throws Exception {
        Caller caller = Caller.of(server);
        for (String place : List.of("xyz", "x~y", "1.2.3.4")) {
            assertThat(caller.with("Last-Event-ID", place).begin("GET", "/events", "").code()).as(place).isEqualTo("MR-2008");
            assertThat(caller.begin("GET", "/events?from=" + place, "").code()).isEqualTo("MR-2008");
        }
        assertThat(caller.begin("GET", "/events?from=1%0Adata:%20x", "").status()).isEqualTo(400);
        assertThat(caller.with("Last-Event-ID", "").begin("GET", "/events", "").status()).isEqualTo(200);
    }

    @Test
    void an_intervention_is_shown_before_it_is_done() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        String id = client.call("startCase", fields("process", "claim")).good().at("case").text();
        Data plan = client.call("cancelCase", fields("reason", "a mistake"), "case", id, "plan", true).good();
        assertThat(plan.at("possible").truth()).isTrue();
        assertThat(plan.at("steps").asList(String.class)).isNotEmpty();
        assertThat(client.call("getCase", "case", id).good().at("state").text()).isEqualTo("running");
        client.call("cancelCase", fields("reason", "a mistake"), "case", id).good();
        Data gone = client.call("getCase", "case", id).good();
        assertThat(gone.at("state").text()).isEqualTo("cancelled");
        assertThat(client.call("suspendCase", "case", id).code()).isEqualTo("MR-1010");
    }

    @Test
    @SuppressWarnings("try")
    void changes_are_told_as_they_happen_and_again_after_a_break() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        List<String> seen = new ArrayList<>();
        String last;
        try (Watching watching = new Watching(server.address() + "/api/v1/events?kind=CaseStarted", null)) {
            client.call("startCase", fields("process", "claim")).good();
            client.call("startCase", fields("process", "claim")).good();
            seen.add(watching.next());
            last = watching.lastId();
            seen.add(watching.next());
        }
        client.call("startCase", fields("process", "claim")).good();
        try (Watching again = new Watching(server.address() + "/api/v1/events?kind=CaseStarted", last)) {
            client.call("startCase", fields("process", "claim")).good();
            assertThat(List.of(again.next(), again.next(), again.next())).containsExactly("2", "3", "4");
        }
        assertThat(seen).containsExactly("1", "2");
    }

    @Test
    @SuppressWarnings("try")
    void a_worklist_is_told_with_what_changes_in_it_and_nothing_of_other_work() throws Exception {
        client.call("setParticipant", fields("roles", List.of("clerks")), "name", "anna").good();
        client.call("setParticipant", fields("roles", List.of("bank")), "name", "bert").good();
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        String first = client.call("startCase", fields("process", "claim")).good().at("case").text();
        try (Watching watching = new Watching(server.address() + "/api/v1/worklist?participant=anna", null)) {
            assertThat(watching.data().at("items").asList(Data.class)).extracting(item -> item.at("work").text()).containsExactly(first + "#1");
            String second = client.call("startCase", fields("process", "claim")).good().at("case").text();
            assertThat(watching.data().at("work").text()).isEqualTo(second + "#1");
            client.with("Millrace-Actor", "anna").call("claimWork", "work", first + "#1").good();
            Data claimed = watching.data();
            assertThat(claimed.at("work").text()).isEqualTo(first + "#1");
            assertThat(claimed.at("state").text()).isNotEqualTo("offered");
            client.with("Millrace-Actor", "anna").call("completeWork", fields("output", "ok"), "work", first + "#1").good();
            Data gone = watching.data();
            assertThat(gone).isEqualTo(fields("work", first + "#1"));
            client.call("completeWork", fields("output", "done"), "work", first + "#2").good();
            client.call("cancelCase", Data.fields(), "case", second).good();
            assertThat(watching.data()).as("the bank's work of the first case is not hers").isEqualTo(fields("work", second + "#1"));
        }
    }

    /** Reads server-sent events. */
    private static final class Watching implements AutoCloseable {
        private final BlockingQueue<Map.Entry<String, Data>> told = new LinkedBlockingQueue<>();
        private final java.io.InputStream in;
        private String lastId = "";

        Watching(String address, @org.jspecify.annotations.Nullable String from) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
            if (from != null) {
                request.header("Last-Event-ID", from);
            }
            HttpResponse<java.io.InputStream> response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            in = response.body();
            java.io.BufferedReader lines = new java.io.BufferedReader(new java.io.InputStreamReader(in, java.nio.charset.StandardCharsets.UTF_8));
            assertThat(lines.readLine()).as("the first line says that the server watches").startsWith(":");
            Thread.ofVirtual().start(() -> {
                try {
                    String id = "";
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        if (line.startsWith("id: ")) {
                            id = line.substring(4);
                        } else if (line.startsWith("data: ")) {
                            told.add(Map.entry(id, Data.parse(line.substring(6))));
                        }
                    }
                } catch (java.io.IOException e) {
                    // Closed by the test.
                }
            });
        }

        String next() throws InterruptedException {
            return data().at("case").text();
        }

        Data data() throws InterruptedException {
            Map.Entry<String, Data> event = told.poll(10, TimeUnit.SECONDS);
            assertThat(event).isNotNull();
            lastId = event.getKey();
            return event.getValue();
        }

        String lastId() {
            return lastId;
        }

        @Override
        public void close() throws java.io.IOException {
            in.close();
        }
    }

    @Test
    void a_worker_fetches_completes_and_loses_jobs() throws Exception {
        server.mill().deploy(io.millrace.activity.ActivityProcess.named(
                "order", io.millrace.activity.Activities.call("pay").input("amount").result("payment")));
        String id = client.call("startCase", fields("process", "order", "input", Data.fields("amount", 7))).good().at("case").text();
        Data fetched = client.call("fetchJobs", fields("tasks", List.of("pay"), "lock", "PT0.2S", "wait", "PT10S")).good();
        Data job = fetched.at("jobs").asList(Data.class).getFirst();
        assertThat(job.at("input").at("amount").asInt()).isEqualTo(7);
        Data again = client.call("fetchJobs", fields("tasks", List.of("pay"), "lock", "PT30S", "wait", "PT10S")).good();
        assertThat(client.call("completeJob", fields("output", "late"), "job", job.at("job").text()).code()).isEqualTo("MR-8011");
        String second = again.at("jobs").asList(Data.class).getFirst().at("job").text();
        client.call("extendJob", fields("lock", "PT60S"), "job", second).good();
        client.call("extendJob", fields("lock", "PT1H"), "job", second).good();
        assertThat(lockedJobs()).isEqualTo(1);
        client.call("completeJob", fields("output", "paid"), "job", second).good();
        Data ended = client.call("getCase", "case", id).good();
        assertThat(ended.at("outcome").at("payment").text()).isEqualTo("paid");
        assertThat(client.call("completeJob", fields("output", "twice"), "job", second).status()).isEqualTo(409);
        Data none = client.call("fetchJobs", fields("tasks", List.of("pay"))).good();
        List<String> many = java.util.stream.IntStream.range(0, 101).mapToObj(i -> "t" + i).toList();
        assertThat(client.call("fetchJobs", fields("tasks", many)).code()).isEqualTo("MR-8001");
        assertThat(client.call("fetchJobs", fields("tasks", List.of())).code()).isEqualTo("MR-8001");
        assertThat(none.at("jobs").asList(Data.class)).isEmpty();
        // Nothing is kept of a job that is over, however long its lock was to last.
        while (lockedJobs() > 0) {
            Thread.sleep(10);
        }
    }

    private int lockedJobs() throws Exception {
        return client.call("getMetrics").good().at("gauges").at("jobs.locked").asInt();
    }

    @Test
    void names_and_reasons_may_have_any_letters() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        MillraceClient zoe = MillraceClient.at(server.address()).actor("Zoë Żółć").because("größer\nals 10 %").request("schlüssel+1");
        String id = zoe.send("POST", "/cases", Data.fields("process", "claim")).at("case").text();
        assertThat(zoe.send("POST", "/cases", Data.fields("process", "claim")).at("case").text()).isEqualTo(id);
        Data started = client.call("getCaseHistory", "case", id).good().at("items").asList(Data.class).getFirst();
        assertThat(started.at("actor").text()).isEqualTo("Zoë Żółć");
        assertThat(started.at("reason").text()).isEqualTo("größer\nals 10 %");
        for (String wrong : List.of("UTF-8''%C3", "UTF-8''%zz", "utf-8''%")) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/me")).header("Millrace-Actor", wrong).build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("MR-8001", "millrace-actor");
        }
    }

    @Test
    void many_cases_are_cancelled_with_progress() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        for (int i = 0; i < 30; i++) {
            client.call("startCase", fields("process", "claim")).good();
        }
        assertThat(client.call("startOperation", fields("action", "cancel")).code()).isEqualTo("MR-8001");
        String operation = client.call("startOperation", fields("action", "cancel", "reason", "closed"), "process", "claim")
                .good()
                .at("operation")
                .text();
        assertThat(ended(operation).at("done").asInt()).isEqualTo(30);
        assertThat(client.call("listOperations").good().at("items").asList(Data.class)).hasSize(1);
        assertThat(client.call("listCases", "state", "cancelled", "count", true).good().at("count").asInt()).isEqualTo(30);
        client.call("eraseCase", "case", "1").good();
        assertThat(client.call("getCase", "case", "1").code()).isEqualTo("MR-1003");
        assertThat(client.call("listEndedCases", "before", "2100-01-01T00:00:00Z", "count", true).good().at("count").asInt()).isEqualTo(29);
    }

    @Test
    void an_operation_is_stopped_and_the_same_again_does_the_rest() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        int all = 4_000;
        for (int started = 0; started < all; started += 500) {
            IntStream.range(0, 500)
                    .mapToObj(i -> server.mill().operator().ask(new Command.Start("claim", 0, Data.fields(), null)))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
        String operation = client.call("startOperation", fields("action", "cancel"), "process", "claim").good().at("operation").text();
        client.call("stopOperation", "operation", operation).good();
        Data stopped = ended(operation);
        assertThat(stopped.at("state").text()).isEqualTo("stopped");
        int done = stopped.at("done").asInt();
        assertThat(done).isLessThan(all);
        assertThat(client.call("listCases", "state", "cancelled", "count", true).good().at("count").asInt()).isEqualTo(done);
        Data rest = ended(client.call("startOperation", fields("action", "cancel"), "process", "claim").good().at("operation").text());
        assertThat(rest.at("state").text()).isEqualTo("ended");
        assertThat(done + rest.at("done").asInt()).isEqualTo(all);
        assertThat(client.call("stopOperation", "operation", "99").status()).isEqualTo(404);
    }

    /** An operation when it does not run any more. */
    private Data ended(String operation) throws Exception {
        Data now = client.call("getOperation", "operation", operation).good();
        while (now.at("state").text().equals("running")) {
            Thread.sleep(20);
            now = client.call("getOperation", "operation", operation).good();
        }
        return now;
    }

    private Data agent(String pool) throws Exception {
        return client.call("listAgents", "pool", pool).good().at("items").asList(Data.class).getFirst();
    }

    @Test
    void an_agent_is_given_work_of_all_tasks_and_processes_unless_it_says_less() throws Exception {
        client.call("deployProcess", fields("file", "desk.pl", "source", "initial_activity(serve). final_activity(serve). allocation(serve, clerks)."))
                .good();
        client.call("definePool", fields("strategy", "cheapest"), "pool", "clerks").good();
        List<Data> everything = List.of(
                Data.fields(),
                fields("qualifications", List.of(Data.fields("task", "serve"))),
                fields("qualifications", List.of(Data.fields("task", "*", "process", "*"))),
                fields("qualifications", List.of(Data.fields("cost", 2))));
        for (Data each : everything) {
            client.call("setAgent", each, "pool", "clerks", "agent", "anna").good();
            String id = client.call("startCase", fields("process", "desk")).good().at("case").text();
            while (agent("clerks").at("has").asList(Data.class).isEmpty()) {
                Thread.onSpinWait();
            }
            client.call("completeWork", "work", id + "#1").good();
            while (!agent("clerks").at("has").asList(Data.class).isEmpty()) {
                Thread.onSpinWait();
            }
        }
        client.call("setAgent", fields("qualifications", List.of()), "pool", "clerks", "agent", "anna").good();
        assertThat(agent("clerks").at("qualifications").asList(Data.class)).isEmpty();
    }

    @Test
    void an_agent_that_is_read_and_written_back_is_the_same() throws Exception {
        client.call("definePool", fields("strategy", "cheapest"), "pool", "clerks").good();
        Data given = fields(
                "roles", List.of("expert", "senior"),
                "qualifications",
                        List.of(
                                Data.fields("task", "serve", "cost", new java.math.BigDecimal("2.5"), "process", "desk"),
                                Data.fields("task", "*", "cost", 4)),
                "present", false);
        client.call("setAgent", given, "pool", "clerks", "agent", "anna").good();
        Data read = agent("clerks");
        Data again = fields("roles", read.at("roles"), "qualifications", read.at("qualifications"), "present", read.at("present"));
        assertThat(again).isEqualTo(given);
        client.call("setAgent", again, "pool", "clerks", "agent", "anna").good();
        assertThat(agent("clerks")).isEqualTo(read);
        assertThat(server.mill().agents().in("clerks", null, 10).items().getFirst().agent())
                .isEqualTo(new io.millrace.work.Agent(
                        "anna",
                        java.util.Set.of("expert", "senior"),
                        List.of(
                                new io.millrace.work.Agent.Qualification("serve", "desk", new java.math.BigDecimal("2.5")),
                                new io.millrace.work.Agent.Qualification("", "", java.math.BigDecimal.valueOf(4)))));
    }

    @Test
    void every_other_endpoint_answers_as_the_document_says() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        Data proved = client.call("proveProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        assertThat(proved.at("deployable").truth()).isTrue();
        String id = client.call("startCase", fields("process", "claim")).good().at("case").text();
        client.call("listProcesses").good();
        client.call("listVersions", "process", "claim").good();
        client.call("explainTask", "case", id, "task", "clerks").good();
        client.call("listTimers", "count", true).good();
        client.call("sendSignal", fields("signal", "paid", "key", "k")).good();
        client.call("getHealth").good();
        client.call("isAlive").good();
        client.call("isReady").good();
        client.call("getMe").good();
        client.call("suspendCase", "case", id).good();
        client.call("resumeCase", "case", id).good();
        client.call("definePool", fields("strategy", "cheapest"), "pool", "crew").good();
        client.call("setAgent", fields("qualifications", List.of(Data.fields("task", "*", "cost", 2))), "pool", "crew", "agent", "robot").good();
        client.call("getPool", "pool", "crew").good();
        client.call("listPools").good();
        client.call("listAgents", "pool", "crew").good();
        client.call("listPooledWork", "pool", "crew").good();
        client.call("removeAgent", "pool", "crew", "agent", "robot").good();
        client.call("setParticipant", fields("roles", List.of("clerks")), "name", "anna").good();
        client.call("getParticipant", "name", "anna").good();
        client.call("listParticipants").good();
        client.with("Millrace-Actor", "anna").call("claimNextWork", fields("most", 3)).good();
        client.call("removeParticipant", "name", "anna").good();
        client.call("askHistory", fields("goal", "member(X, [1,2,3])", "most", 2)).good();
        client.call("setSchedule", fields("every", "PT1H", "process", "claim"), "schedule", "hourly").good();
        client.call("exportLog", "form", "xes").good();
        client.call("exportLog", "form", "ocel", "process", "claim").good();
        client.call("getCase", "case", id, "at", java.time.Instant.now().toString()).good();
        client.call("listCases", "at", java.time.Instant.now().toString(), "count", true).good();
    }

    @Test
    void whoever_has_an_answer_gets_no_other_and_whoever_saw_an_older_state_does_not_act() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        String id = client.call("startCase", fields("process", "claim")).good().at("case").text();
        String seen = client.call("getCase", "case", id).response().headers().firstValue("etag").orElseThrow();
        assertThat(client.call("getCase", "case", id, "If-None-Match", seen).status()).isEqualTo(304);
        assertThat(client.call("getCase", "case", id, "If-None-Match", "\"x\", W/" + seen).status()).isEqualTo(304);
        client.call("claimWork", "work", id + "#1", "If-Match", seen).good();
        assertThat(client.call("getCase", "case", id, "If-None-Match", seen).status()).isEqualTo(200);
        DocumentClient.Answered late = client.call("completeWork", fields("output", "ok"), "work", id + "#1", "If-Match", seen);
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.code()).isEqualTo("MR-8010");
        assertThat(client.call("cancelCase", Data.fields(), "case", id, "plan", true, "If-Match", seen).good().at("possible").truth()).isFalse();
        assertThat(client.call("cancelCase", Data.fields(), "case", id, "If-Match", "\"nonsense\"").code()).isEqualTo("MR-8001");
        String now = client.call("getCase", "case", id).response().headers().firstValue("etag").orElseThrow();
        client.call("completeWork", fields("output", "no"), "work", id + "#1", "If-Match", now, "Idempotency-Key", "once").good();
        client.call("completeWork", fields("output", "no"), "work", id + "#1", "If-Match", now, "Idempotency-Key", "once").good();
        String list = client.call("listCases", "process", "claim").response().headers().firstValue("etag").orElseThrow();
        assertThat(client.call("listCases", "process", "claim", "If-None-Match", list).status()).isEqualTo(304);
        client.call("startCase", fields("process", "claim")).good();
        assertThat(client.call("listCases", "process", "claim", "If-None-Match", list).status()).isEqualTo(200);
    }

    @Test
    void every_list_has_pages_a_filter_and_a_count() throws Exception {
        List<String> wrong = new ArrayList<>();
        int lists = 0;
        for (Endpoint endpoint : server.endpoints()) {
            if (endpoint.id().startsWith("list")) {
                lists++;
                List<String> names = endpoint.parameters().stream().filter(parameter -> !parameter.inPath()).map(Parameter::name).toList();
                List<String> filters = names.stream().filter(name -> !List.of("cursor", "limit", "count", "newestFirst", "order", "descending", "at").contains(name)).toList();
                if (!names.containsAll(List.of("cursor", "limit", "count")) || filters.isEmpty()) {
                    wrong.add(endpoint.id() + " " + names);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(lists).isGreaterThan(15);
    }

    @Test
    void a_list_is_given_page_by_page_filtered_and_counted() throws Exception {
        for (int i = 0; i < 7; i++) {
            client.call("setParticipant", fields("roles", List.of(i % 2 == 0 ? "clerks" : "bank")), "name", "p" + i).good();
        }
        List<String> names = new ArrayList<>();
        String cursor = "0";
        while (!cursor.isEmpty()) {
            Data page = client.call("listParticipants", "contains", "CLERK", "limit", 2, "cursor", cursor, "count", true).good();
            assertThat(page.at("count").asInt()).isEqualTo(4);
            page.at("items").asList(Data.class).forEach(each -> names.add(each.at("name").text()));
            cursor = page.at("cursor").isNothing() ? "" : page.at("cursor").text();
        }
        assertThat(names).containsExactly("p0", "p2", "p4", "p6");
        assertThat(client.call("listParticipants", "cursor", "-1").code()).isEqualTo("MR-8001");
        assertThat(client.call("listParticipants", "cursor", "999").good().at("items").asList(Data.class)).isEmpty();
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        client.with("Millrace-Actor", "p0").call("startCase", fields("process", "claim")).good();
        client.with("Millrace-Actor", "p1").call("startCase", fields("process", "claim")).good();
        Data started = client.call("listHistory", "kind", "CaseStarted", "actor", "p1", "count", true).good();
        assertThat(started.at("count").asInt()).isEqualTo(1);
        assertThat(started.at("items").asList(Data.class)).extracting(event -> event.at("case").text()).containsExactly("2");
    }

    @Test
    void an_operation_can_be_tried_without_doing_it() throws Exception {
        client.call("deployProcess", fields("file", "claim.pl", "source", CLAIM)).good();
        for (int i = 0; i < 3; i++) {
            client.call("startCase", fields("process", "claim")).good();
        }
        String id = client.call("startOperation", fields("action", "cancel", "dryRun", true), "process", "claim").good().at("operation").text();
        Data tried = client.call("getOperation", "operation", id).good();
        while (tried.at("state").text().equals("running")) {
            tried = client.call("getOperation", "operation", id).good();
        }
        assertThat(tried.at("done").asInt()).as(tried.json()).isEqualTo(3);
        assertThat(tried.at("dryRun").truth()).isTrue();
        assertThat(client.call("listCases", "state", "running", "count", true).good().at("count").asInt()).isEqualTo(3);
        client.call("deployProcess", fields("file", "claim.pl", "source", ":- rpc(clerks, assess(claim), _).")).good();
        id = client.call("startOperation", fields("action", "migrate", "dryRun", true), "process", "claim").good().at("operation").text();
        tried = client.call("getOperation", "operation", id).good();
        while (tried.at("state").text().equals("running")) {
            tried = client.call("getOperation", "operation", id).good();
        }
        assertThat(tried.at("done").asInt() + tried.at("refused").asInt()).as(tried.json()).isEqualTo(3);
        assertThat(client.call("getCase", "case", "1").good().at("version").asInt()).isEqualTo(1);
    }

    @Test
    void a_page_learns_at_first_how_the_server_runs() throws Exception {
        Data me = client.call("getMe").good();
        assertThat(me.at("security").truth()).isFalse();
        assertThat(me.at("demo").truth()).isFalse();
        assertThat(me.at("version").text()).isEqualTo(Version.number());
        try (Server demo = Server.open(ServerSettings.of(directory.resolve("demo")).port(0).demo(true))) {
            assertThat(Caller.of(demo).get("/me").good().at("demo").truth()).isTrue();
        }
        try (Secured secured = new Secured(directory.resolve("secured"))) {
            assertThat(secured.caller("anna", io.millrace.server.http.Role.PARTICIPANT).get("/me").good().at("security").truth()).isTrue();
        }
    }
}
