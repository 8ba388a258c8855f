package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Parameter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
        client.call("completeJob", fields("output", "paid"), "job", second).good();
        Data ended = client.call("getCase", "case", id).good();
        assertThat(ended.at("outcome").at("payment").text()).isEqualTo("paid");
        assertThat(client.call("completeJob", fields("output", "twice"), "job", second).status()).isEqualTo(409);
        Data none = client.call("fetchJobs", fields("tasks", List.of("pay"))).good();
        List<String> many = java.util.stream.IntStream.range(0, 101).mapToObj(i -> "t" + i).toList();
        assertThat(client.call("fetchJobs", fields("tasks", many)).code()).isEqualTo("MR-8001");
        assertThat(client.call("fetchJobs", fields("tasks", List.of())).code()).isEqualTo("MR-8001");
        assertThat(none.at("jobs").asList(Data.class)).isEmpty();
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
        Data ended = client.call("getOperation", "operation", operation).good();
        while (ended.at("state").text().equals("running")) {
            Thread.sleep(20);
            ended = client.call("getOperation", "operation", operation).good();
        }
        assertThat(ended.at("done").asInt()).isEqualTo(30);
        assertThat(client.call("listOperations").good().at("items").asList(Data.class)).hasSize(1);
        assertThat(client.call("listCases", "state", "cancelled", "count", true).good().at("count").asInt()).isEqualTo(30);
        client.call("eraseCase", "case", "1").good();
        assertThat(client.call("getCase", "case", "1").code()).isEqualTo("MR-1003");
        assertThat(client.call("listEndedCases", "before", "2100-01-01T00:00:00Z", "count", true).good().at("count").asInt()).isEqualTo(29);
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
}
