package io.millrace.server.federation;

import static io.millrace.activity.Activities.process;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.millrace.Case;
import io.millrace.activity.ActivityProcess;
import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.channel.Service;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another engine whose answers are not what they should be. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class LyingPeerTest {
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    Path directory;

    private Server bank;
    private Server front;
    private Service line;

    @BeforeEach
    void open() throws Exception {
        bank = Server.open(ServerSettings.of(directory.resolve("bank")).port(0));
        bank.mill().deploy(ActivityProcess.named("check", work("assess").result("verdict")));
        line = new Service();
        line.answers = this::carry;
        EngineSettings settings = EngineSettings.at(line.address()).timeout(Duration.ofSeconds(2));
        front = Server.open(ServerSettings.of(directory.resolve("front")).port(0).with(new FederationSettings("front", Map.of("bank", settings))));
        FederationTest.deploy(front.mill(), "check", "{\"engine\": \"bank\", \"process\": \"check\"}");
        front.mill().deploy(ActivityProcess.named("loan", process("check").result("answer")));
    }

    @AfterEach
    void close() {
        front.close();
        line.close();
        bank.close();
    }

    /** Carries a request to the bank, and its answer back. */
    private void carry(HttpExchange exchange, Service.Seen seen) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(bank.address() + seen.path()))
                .method(seen.method(), HttpRequest.BodyPublishers.ofByteArray(seen.body()));
        seen.headers().forEach((name, value) -> {
            if (!List.of("host", "connection", "content-length", "upgrade", "http2-settings").contains(name.toLowerCase(java.util.Locale.ROOT))) {
                request.header(name, value);
            }
        });
        HttpResponse<InputStream> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        exchange.getResponseHeaders().set("Content-Type", response.headers().firstValue("Content-Type").orElse("application/json"));
        exchange.sendResponseHeaders(response.statusCode(), 0);
        try (InputStream in = response.body(); OutputStream out = exchange.getResponseBody()) {
            byte[] buffer = new byte[8_192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
                out.flush();
            }
        }
    }

    /** Whether the other engine answers, as the first one says. */
    private static String stateOf(Server front) {
        try {
            return Caller.of(front).get("/engines").good().at("items").at(0).at("state").text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean isStream(Service.Seen seen) {
        return seen.path().startsWith("/api/v1/events");
    }

    /** Begins a stream of events as a server does. */
    private static OutputStream stream(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.write("id: 1\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        return out;
    }

    private ListedWork offered() {
        Until.holds("work is offered there", () -> bank.mill().count(WorkQuery.ALL) > 0);
        return bank.mill().work(WorkQuery.ALL).findFirst().orElseThrow();
    }

    @Test
    void a_stream_of_nonsense_costs_a_few_requests_and_loses_nothing() throws Exception {
        line.answers = (exchange, seen) -> {
            if (isStream(seen)) {
                stream(exchange).write("data: {\"kind\": 7}\n\n".getBytes(StandardCharsets.UTF_8));
            } else {
                carry(exchange, seen);
            }
        };
        Case loan = front.mill().start("loan", Data.fields());
        ListedWork assess = offered();
        Thread.sleep(3_000);
        assertThat(line.all).as("requests in three seconds").hasSizeLessThan(100);
        bank.mill().operator().complete(assess.item().id(), Data.of("good"));
        Until.holds("the case ends", () -> loan.status() == CaseStatus.COMPLETED);
    }

    @Test
    void a_stream_that_does_not_begin_holds_nothing_up() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        line.answers = (exchange, seen) -> {
            if (isStream(seen)) {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                over.await();
            } else {
                carry(exchange, seen);
            }
        };
        try {
            List<Case> loans = IntStream.range(0, 30).mapToObj(i -> front.mill().start("loan", Data.fields())).toList();
            Until.holds("all are there", () -> bank.mill().count(WorkQuery.ALL) == 30);
            Until.holds("it waits for all of them", () -> front.mill().count(WorkQuery.ALL.ofTask(RemoteProcess.RESULT)) == 30);
            Until.holds("the other engine answers", () -> stateOf(front).equals("answers"));
            loans.subList(0, 10).forEach(loan -> front.mill().operator().cancel(loan.id()));
            Until.holds("ten are cancelled there", () -> bank.mill().count(WorkQuery.ALL) == 20);
            bank.mill().work(WorkQuery.ALL).toList().forEach(work -> bank.mill().operator().complete(work.item().id(), Data.of("good")));
            Until.holds("the others end here", () -> loans.stream().allMatch(loan -> loan.status() != CaseStatus.RUNNING));
            assertThat(loans.subList(10, 30)).allMatch(loan -> loan.status() == CaseStatus.COMPLETED);
        } finally {
            over.countDown();
        }
    }

    @Test
    void a_line_of_events_without_an_end_is_broken_off() throws Exception {
        line.answers = (exchange, seen) -> {
            if (isStream(seen)) {
                OutputStream out = stream(exchange);
                byte[] part = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
                out.write("data: ".getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < 100_000; i++) {
                    out.write(part);
                }
                throw new AssertionError("all of it was read");
            } else {
                carry(exchange, seen);
            }
        };
        Case loan = front.mill().start("loan", Data.fields());
        ListedWork assess = offered();
        Until.holds("it begins another stream", () -> line.all.stream().filter(LyingPeerTest::isStream).count() > 1);
        line.answers = this::carry;
        bank.mill().operator().complete(assess.item().id(), Data.of("good"));
        Until.holds("the case ends", () -> loan.status() == CaseStatus.COMPLETED);
    }

    @Test
    void a_history_without_an_end_is_shown_to_some_point() throws Exception {
        Case loan = front.mill().start("loan", Data.fields());
        offered();
        Until.holds("it is accepted", () -> front.mill().tenant("main").find(loan.id()).details().work().stream().anyMatch(item -> item.child() != 0)
                && line.all.stream().anyMatch(LyingPeerTest::isStream));
        for (String page : List.of(
                "{\"items\": [], \"missing\": [], \"cursor\": \"again\"}",
                "{\"items\": 7, \"missing\": []}",
                "{\"items\": [[]], \"missing\": {}}",
                "[]",
                "7",
                "\"text\"",
                "{}",
                "{\"items\": [{}], \"missing\": [{}]}",
                "{\"items\": [], \"missing\": [{\"engine\": 1, \"case\": [], \"code\": {}, \"detail\": null}]}",
                "{\"items\": [], \"missing\": [], \"cursor\": 7}")) {
            line.answers = (exchange, seen) -> {
                if (seen.path().contains("history")) {
                    Service.json(exchange, 200, page);
                } else {
                    carry(exchange, seen);
                }
            };
            Data shown = Caller.of(front).get("/cases/" + loan.id() + "/federated-history").good();
            assertThat(shown.at("items").asList(Data.class)).isNotEmpty();
            assertThat(shown.at("missing").asList(Data.class)).as(page).isNotEmpty();
        }
        line.answers = (exchange, seen) -> Service.json(exchange, 200, "[[]]");
        assertThat(Caller.of(front).get("/cases/" + loan.id() + "/remote").good().at("items").at(0).at("problem").text()).contains("MR-80");
    }

    @Test
    void answers_of_every_strange_kind_end_no_thread() throws Exception {
        List<String> strange = List.of("[]", "7", "null", "\"x\"", "{}", "{\"items\": 7}", "{\"items\": [7]}", "{\"items\": [{}]}", "[".repeat(400) + "]".repeat(400), "");
        line.answers = (exchange, seen) -> Service.json(exchange, 200, strange.get(line.all.size() % strange.size()));
        for (int i = 0; i < 40; i++) {
            front.mill().start("loan", Data.fields());
        }
        Until.holds("all were asked for", () -> line.all.size() > 80);
        line.answers = this::carry;
        Until.holds("the others are started", () -> bank.mill().count(WorkQuery.ALL) == 40);
    }

    @Test
    void a_case_is_cancelled_only_when_the_other_engine_says_so() throws Exception {
        List<String> strange = List.of("[]", "7", "null", "\"x\"", "{}", "{\"items\": 17}", "{\"done\": false}", "{\"value\": true}", "");
        List<Case> loans = strange.stream().map(each -> front.mill().start("loan", Data.fields())).toList();
        Until.holds("all are accepted", () -> front.mill().count(WorkQuery.ALL.ofTask(RemoteProcess.RESULT)) == loans.size());
        Map<String, String> lies = new ConcurrentHashMap<>();
        AtomicInteger told = new AtomicInteger();
        line.answers = (exchange, seen) -> {
            if (seen.path().endsWith("/cancel") && lies.putIfAbsent(seen.path(), "") == null) {
                Service.json(exchange, 200, strange.get(told.getAndIncrement()));
            } else {
                carry(exchange, seen);
            }
        };
        loans.forEach(loan -> front.mill().operator().cancel(loan.id()));
        Until.holds("nothing is open here", () -> front.mill().count(WorkQuery.ALL) == 0);
        assertThat(told).as("lies").hasValue(strange.size());
        assertThat(bank.mill().count(WorkQuery.ALL)).as("open work there").isZero();
        assertThat(bank.mill().count(CaseQuery.ALL.inState(CaseStatus.CANCELLED))).isEqualTo(loans.size());
    }

    @Test
    void a_list_of_cases_without_items_is_no_empty_list() throws Exception {
        MillraceClient client = MillraceClient.at(line.address());
        for (String strange : List.of("[]", "{}", "7", "{\"items\": null}", "")) {
            line.answers = (exchange, seen) -> Service.json(exchange, 200, strange);
            assertThatThrownBy(() -> client.cases(CaseQuery.ALL, null, 1)).as(strange).isInstanceOf(DataException.class);
            assertThatThrownBy(() -> client.processes()).as(strange).isInstanceOf(DataException.class);
        }
    }

    @Test
    void an_error_at_this_side_ends_no_thread() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        java.util.concurrent.BlockingQueue<String> told = new java.util.concurrent.LinkedBlockingQueue<>();
        Peer.Ground ground = new Peer.Ground() {
            @Override
            public boolean isOpen(Errand errand) {
                if (calls.incrementAndGet() <= 20) {
                    throw new AssertionError("not to be");
                }
                return false;
            }

            @Override
            public String behalf(Errand errand) {
                throw new AssertionError("not asked");
            }

            @Override
            public void complete(Errand errand, Data output) {}

            @Override
            public void fail(Errand errand, io.millrace.problem.Problem problem, boolean again) {
                told.add(problem.message());
                throw new IllegalStateException("and this fails, too");
            }
        };
        try (Peer peer = new Peer("front", "bank", EngineSettings.at(line.address()), ground)) {
            peer.start();
            for (int i = 0; i < 21; i++) {
                peer.add(new Errand("main", io.millrace.id.WorkId.parse("1#" + (i + 1)), 1, "t" + i, RemoteProcess.START, Data.fields("engine", "bank", "process", "check", "key", "k" + i), null));
            }
            Until.holds("all were tried", () -> calls.get() >= 21 + 20);
            assertThat(told).hasSize(20);
        }
    }
}
