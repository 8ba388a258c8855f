package io.millrace.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Plan;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MillraceClientTest {
    private static final Source CLAIM = Source.of("claim.pl", """
            :- rpc(clerks, assess(claim), Word), assessed(Word).
            assessed(Word) :- replycontent(Word, ok) : rpc(bank, pay(claim), Done), replycontent(Done, done).
            assessed(Word) :- replycontent(Word, no) : true.
            """);

    @TempDir
    Path directory = Path.of("");

    private Server server;
    private MillraceClient client;

    @BeforeEach
    void open() {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = MillraceClient.at(server.address());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static Code refusal(Runnable call) {
        try {
            call.run();
        } catch (RefusedException e) {
            return e.code();
        }
        throw new AssertionError("was not refused");
    }

    @Test
    void a_case_lives_from_its_deployment_to_its_end() {
        client.participant("anna", "clerks");
        assertThat(client.deploy(CLAIM).version()).isEqualTo(1);
        assertThat(client.deploy(CLAIM).version()).as("the same text is the same version").isEqualTo(1);
        CaseId id = client.start("claim", Data.fields(), "K 1/ä");
        MillraceClient anna = client.actor("anna").because("it is mine");
        ListedWork item = anna.work(WorkQuery.forParticipant("anna")).findFirst().orElseThrow();
        anna.claim(item.item().id());
        assertThat(anna.work(WorkQuery.forParticipant("anna")).findFirst().orElseThrow().item().holder()).isEqualTo("anna");
        anna.complete(item.item().id(), Data.of("ok"));
        client.complete(new WorkId(id, 2), Data.of("done"));
        assertThat(client.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(client.cases(CaseQuery.ofProcess("claim").withKey("K 1/ä").inState(CaseStatus.COMPLETED))).hasSize(1);
        assertThat(client.history(id, null, 500, History.Order.OLDEST_FIRST).items())
                .anySatisfy(event -> {
                    assertThat(event.kind()).isEqualTo("WorkCompleted");
                    assertThat(event.actor()).isEqualTo("anna");
                    assertThat(event.reason()).isEqualTo("it is mine");
                });
        assertThat(client.why(id, "clerks", Instant.MAX).words()).isNotEmpty();
        assertThat(client.processes()).containsExactly("claim");
    }

    @Test
    void the_example_of_the_documents_works() {
        client.participant("anna", "clerks");
        client.deploy(CLAIM);
        String address = server.address();
        MillraceClient mill = MillraceClient.at(address).actor("anna");
        CaseId id = mill.start("claim", Data.fields());
        ListedWork item = mill.work(WorkQuery.forParticipant("anna")).findFirst().orElseThrow();
        mill.complete(item.item().id(), Data.of("ok"));
        assertThat(mill.look(id).work()).extracting(work -> work.task()).containsExactly("bank");
    }

    @Test
    void what_it_gives_is_what_the_engine_gives() {
        server.mill().deploy(ActivityProcess.named(
                "order",
                Activities.sequence(
                        Activities.parallel(
                                Activities.work("pack").role("packer").input("amount"),
                                Activities.sleep(Duration.ofDays(2)),
                                Activities.signal("paid")),
                        Activities.call("ship"))));
        client.start("order", Data.fields("amount", new java.math.BigDecimal("12.50")), "K");
        CaseId id = CaseId.parse("1");
        assertThat(client.look(id)).usingRecursiveComparison().isEqualTo(server.mill().find(id).details());
        assertThat(client.work(WorkQuery.ALL).map(ListedWork::toData)).isEqualTo(server.mill().work(WorkQuery.ALL).map(ListedWork::toData).toList());
        assertThat(client.timers(null, 10)).isEqualTo(server.mill().timers(null, 10));
        assertThat(client.cases(CaseQuery.ALL, null, 10)).isEqualTo(server.mill().cases(CaseQuery.ALL, null, 10));
        assertThat(client.why(id, "pack", Instant.MAX)).isEqualTo(server.mill().at(Instant.MAX).why(id, "pack"));
        Instant now = Instant.now();
        assertThat(client.look(id, now)).usingRecursiveComparison().isEqualTo(server.mill().at(now).look(id));
    }

    @Test
    void a_refusal_has_the_code_and_the_words_of_the_engine() {
        assertThatThrownBy(() -> client.look(CaseId.parse("99")))
                .isInstanceOf(RefusedException.class)
                .hasMessage("There is no case '99'. List the cases to find its id. (MR-1003)");
        assertThat(refusal(() -> client.start("none", Data.fields()))).isEqualTo(Code.UNKNOWN_PROCESS);
        assertThat(refusal(() -> client.claim(WorkId.parse("1#1")))).isEqualTo(Code.UNKNOWN_CASE);
        assertThat(refusal(() -> client.ask(new Command.Complete(WorkId.parse("1#1"), Data.fields(), 3)))).isEqualTo(Code.NOT_REMOTE);
        assertThatThrownBy(() -> client.deploy(Source.of("a.pl", ":- rpc(a"))).isInstanceOf(RefusedException.class).hasMessageContaining("a.pl");
    }

    @Test
    void an_intervention_is_planned_and_a_request_is_done_once() {
        client.deploy(CLAIM);
        MillraceClient once = client.request("r-1");
        CaseId id = once.start("claim", Data.fields());
        assertThat(once.start("claim", Data.fields())).isEqualTo(id);
        Plan plan = client.plan(new Command.CancelCase(id, "a mistake"));
        assertThat(plan.isPossible()).isTrue();
        assertThat(plan.steps()).isNotEmpty();
        client.suspend(id);
        client.resume(id);
        client.cancel(id, "a mistake");
        Plan refused = client.plan(new Command.SuspendCase(id));
        assertThat(Objects.requireNonNull(refused.refusal()).code()).isEqualTo(Code.CASE_ENDED);
        assertThat(client.look(id).info().outcome().json()).contains("a mistake");
    }

    @Test
    void pages_go_on_where_the_last_one_ended() {
        client.deploy(CLAIM);
        for (int i = 0; i < 7; i++) {
            client.start("claim", Data.fields());
        }
        var first = client.cases(CaseQuery.ALL, null, 3);
        assertThat(first.items()).hasSize(3);
        assertThat(client.cases(CaseQuery.ALL, first.cursor(), 10).items()).hasSize(4);
        assertThat(client.cases(CaseQuery.ALL)).hasSize(7);
    }

    @Test
    void questions_are_answered_with_rules_of_the_one_who_asks() {
        Answers answers = client.questions("mine(X)", Instant.MAX, List.of("mine(1). mine(2). mine(3)."), 2);
        assertThat(answers.texts()).containsExactly("X = 1", "X = 2");
        assertThat(answers.values()).containsExactly(Data.fields("X", 1), Data.fields("X", 2));
        assertThat(answers.more()).isTrue();
        assertThat(client.questions("fail", Instant.MAX, List.of(), 1).holds()).isFalse();
    }

    @Test
    @SuppressWarnings("try")
    void a_following_goes_on_without_a_gap_when_the_server_comes_back() throws Exception {
        client.deploy(CLAIM);
        int port = server.port();
        BlockingQueue<HistoryEvent> told = new LinkedBlockingQueue<>();
        try (Following following = client.follow(null, null, List.of("CaseStarted"), told::add)) {
            server.close();
            server = Server.open(ServerSettings.of(directory.resolve("journal")).port(port));
            // The following may not be there again yet: what happens meanwhile is told, too.
            client.request("first").start("claim", Data.fields());
            client.start("claim", Data.fields());
            assertThat(next(told)).isEqualTo("1");
            assertThat(next(told)).isEqualTo("2");
            String place = Objects.requireNonNull(following.place());
            following.close();
            following.ended().get(10, TimeUnit.SECONDS);
            client.start("claim", Data.fields());
            try (Following later = client.follow(place, CaseId.parse("3"), List.of(), told::add)) {
                assertThat(next(told)).isEqualTo("3");
                assertThat(later.ended()).isNotDone();
            }
        }
    }

    @Test
    void a_following_does_not_begin_before_the_server_has_said_from_where_it_tells() throws Exception {
        for (String beginning : List.of("", ": watching\n", ": watching\nid: 17", ": watching\nid: 17\n", "hello\n\n")) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> {
                    try (var line = socket.accept()) {
                        line.getInputStream().read(new byte[64 * 1024]);
                        line.getOutputStream()
                                .write(("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + beginning).getBytes(StandardCharsets.UTF_8));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
                MillraceClient asking = MillraceClient.at("http://127.0.0.1:" + socket.getLocalPort());
                assertThatThrownBy(() -> asking.follow(null, null, List.of(), event -> {}).close())
                        .as(beginning)
                        .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.code()).isEqualTo(Code.SERVER_ABSENT));
            }
        }
    }

    @Test
    void a_following_of_a_server_that_says_nothing_gives_up_when_its_time_is_over() throws Exception {
        for (String beginning : List.of("", ": watching\n", ": watching\nid: 17\n")) {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> {
                    try (var line = socket.accept()) {
                        line.getInputStream().read(new byte[64 * 1024]);
                        line.getOutputStream()
                                .write(("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + beginning).getBytes(StandardCharsets.UTF_8));
                        line.getOutputStream().flush();
                        line.getInputStream().read();
                    } catch (java.io.IOException e) {
                        // The client has gone.
                    }
                });
                MillraceClient asking = MillraceClient.at("http://127.0.0.1:" + socket.getLocalPort()).timeout(Duration.ofSeconds(1));
                CompletableFuture<Following> following = CompletableFuture.supplyAsync(() -> asking.follow(null, null, List.of(), event -> {}));
                assertThatThrownBy(() -> following.get(15, TimeUnit.SECONDS))
                        .as(beginning)
                        .hasCauseInstanceOf(RefusedException.class)
                        .hasMessageContaining(Code.SERVER_ABSENT.id());
            }
        }
    }

    private static String next(BlockingQueue<HistoryEvent> told) throws InterruptedException {
        return String.valueOf(Objects.requireNonNull(told.poll(20, TimeUnit.SECONDS)).caseId());
    }

    @Test
    void a_worker_gets_jobs_by_the_name_of_their_handler() {
        client.deploy(Source.of("order.pl", "initial_activity(pay). final_activity(pay). work(pay, handler(bank))."));
        CaseId id = client.start("order", Data.fields());
        Data fetched = client.send("POST", "/jobs/fetch", Data.fields("tasks", List.of("bank"), "wait", "PT10S"));
        assertThat(fetched.at("jobs").at(0).at("task").text()).isEqualTo("pay");
        assertThat(fetched.at("jobs").at(0).at("case").text()).isEqualTo(id.toString());
    }

    @Test
    void it_serves_several_threads() {
        client.deploy(CLAIM);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<CaseId>> started = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                MillraceClient own = client.actor("p" + i);
                started.add(CompletableFuture.supplyAsync(() -> own.start("claim", Data.fields()), threads));
            }
            assertThat(started.stream().map(CompletableFuture::join).distinct()).hasSize(50);
        }
    }

    @Test
    void where_no_server_is_it_says_so() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(() -> MillraceClient.at("http://127.0.0.1:" + free).processes())
                .hasMessage("No Millrace server answers at 'http://127.0.0.1:" + free
                        + "': nothing listens there. Start one with 'mill serve', or correct the address. (MR-8080)");
        assertThat(refusal(() -> MillraceClient.at("ftp://somewhere"))).isEqualTo(Code.SERVER_ABSENT);
        assertThat(refusal(() -> MillraceClient.at("not an address"))).isEqualTo(Code.SERVER_ABSENT);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            MillraceClient hasty = MillraceClient.at("http://127.0.0.1:" + silent.getLocalPort()).timeout(Duration.ofMillis(300));
            assertThat(refusal(hasty::processes)).isEqualTo(Code.SERVER_ABSENT);
        }
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answer(other));
            assertThat(refusal(MillraceClient.at("http://127.0.0.1:" + other.getLocalPort())::processes)).isEqualTo(Code.SERVER_STRANGE);
        }
    }

    @Test
    void where_the_line_breaks_what_is_done_once_is_asked_once_more() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        try (ServerSocket breaking = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> breakEverySecond(breaking, asked));
            MillraceClient client = MillraceClient.at("http://127.0.0.1:" + breaking.getLocalPort());
            assertThat(client.request("r1").send("POST", "/x", Data.fields()).at("done").asInt()).isEqualTo(1);
            assertThat(asked).hasSize(2).allMatch(each -> each.contains("Idempotency-Key: r1"));
            assertThat(client.get("/x").at("done").asInt()).isEqualTo(1);
            // What might be done twice is not.
            int before = asked.size();
            assertThat(refusal(() -> client.send("POST", "/x", Data.fields()))).isEqualTo(Code.SERVER_ABSENT);
            assertThat(asked).hasSize(before + 1);
        }
    }

    /** Closes each second connection when the request has come, and answers the others. */
    private static void breakEverySecond(ServerSocket socket, List<String> asked) {
        while (true) {
            try (var line = socket.accept()) {
                byte[] request = new byte[4_096];
                int read = line.getInputStream().read(request);
                asked.add(new String(request, 0, Math.max(0, read), StandardCharsets.UTF_8));
                if (asked.size() % 2 == 0) {
                    line.getOutputStream().write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\n{\"done\":1}".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (java.io.IOException e) {
                return;
            }
        }
    }

    /** Something else that speaks HTTP. */
    private static void answer(ServerSocket socket) {
        try (var line = socket.accept()) {
            int read = line.getInputStream().read(new byte[4_096]);
            String page = read < 0 ? "" : "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nno";
            line.getOutputStream().write(page.getBytes(StandardCharsets.US_ASCII));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
