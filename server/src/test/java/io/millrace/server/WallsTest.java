package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Commands;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people, programs and tenants do not see of each other, and whose name the history shows. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class WallsTest {
    @TempDir
    Path directory;

    private Secured secured;
    private Caller boss;

    @BeforeEach
    void open() {
        secured = new Secured(directory);
        boss = secured.caller("boss", Role.ADMINISTRATOR);
    }

    @AfterEach
    void close() {
        secured.close();
    }

    private static String claim(Caller boss) throws Exception {
        boss.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
        return boss.post("/cases", Data.fields("process", "claim")).good().at("case").text();
    }

    private static List<Data> items(Caller caller, String path) throws Exception {
        return caller.get(path).good().at("items").asList(Data.class);
    }

    @Test
    void a_participant_sees_and_does_own_work_only() throws Exception {
        Caller anna = secured.caller("anna", Role.PARTICIPANT);
        Caller ben = secured.caller("ben", Role.PARTICIPANT);
        Caller carl = secured.caller("carl", Role.PARTICIPANT);
        boss.put("/participants/anna", Data.fields("roles", List.of("clerks"))).good();
        boss.put("/participants/ben", Data.fields("roles", List.of("clerks"))).good();
        boss.put("/participants/carl", Data.fields("roles", List.of("drivers"))).good();
        String item = claim(boss) + "%231";
        assertThat(items(anna, "/work")).hasSize(1);
        assertThat(items(ben, "/work")).hasSize(1);
        assertThat(items(carl, "/work")).isEmpty();
        assertThat(carl.get("/work/" + item).code()).isEqualTo("MR-8012");
        assertThat(carl.post("/work/" + item + "/claim", Data.fields()).code()).isEqualTo("MR-8012");
        anna.post("/work/" + item + "/claim", Data.fields()).good();
        assertThat(items(ben, "/work")).isEmpty();
        for (String act : List.of("claim", "release", "start", "suspend", "resume", "complete")) {
            Caller.Answered refused = ben.post("/work/" + item + "/" + act, Data.fields());
            assertThat(refused.status()).as(act).isEqualTo(404);
            Caller.Answered unknown = ben.post("/work/9%239/" + act, Data.fields());
            assertThat(refused.body().at("detail").text().replace("1#1", "9#9"))
                    .as("what is another's looks as if it were not there")
                    .isEqualTo(unknown.body().at("detail").text());
        }
        assertThat(ben.get("/work?participant=anna").code()).isEqualTo("MR-8005");
        assertThat(ben.get("/work/" + item).status()).isEqualTo(404);
        assertThat(ben.get("/cases/1/history").code()).as("a case without own work looks as if it were not there").isEqualTo("MR-1003");
        for (String other : List.of("/cases", "/cases/1", "/cases/1/timeline", "/history", "/events", "/participants", "/timers", "/audit", "/keys")) {
            assertThat(ben.get(other).code()).as(other).isEqualTo("MR-8005");
        }
        anna.post("/work/" + item + "/complete", Data.fields("output", "ok")).good();
        assertThat(items(boss, "/work")).extracting(work -> work.at("task").text()).containsExactly("bank");
    }

    @Test
    void a_participant_sends_no_signal_by_starting_a_case() throws Exception {
        claim(boss);
        Caller anna = secured.caller("anna", Role.PARTICIPANT);
        Data start = Data.fields("process", "claim", "key", "K", "signal", "paid", "content", 1);
        assertThat(anna.post("/cases", start).code()).isEqualTo("MR-8005");
        assertThat(items(boss, "/cases")).hasSize(1);
        anna.post("/cases", Data.fields("process", "claim", "key", "K")).good();
    }

    @Test
    void tenants_do_not_see_each_other() throws Exception {
        Set<Role> all = Set.of(Role.values());
        Caller red = secured.caller(new ApiKey.Wanted("rosa", "red", all, false, Identity.Scope.ALL, null));
        Caller blue = secured.caller(new ApiKey.Wanted("bert", "blue", all, false, Identity.Scope.ALL, null));
        red.put("/participants/anna", Data.fields("roles", List.of("clerks"))).good();
        claim(red);
        String id = claim(red);
        assertThat(id).isEqualTo("2");
        for (Caller other : List.of(blue, blue.with("Millrace-Tenant", "red"), boss)) {
            for (String list : List.of(
                    "/processes", "/cases", "/work", "/participants", "/timers", "/history", "/pools", "/operations", "/retention?before=2999-01-01T00:00:00Z")) {
                assertThat(items(other, list)).as(list).isEmpty();
            }
            for (Endpoint endpoint : secured.server.endpoints()) {
                if (endpoint.path().contains("{case}") || endpoint.path().contains("{work}") || endpoint.path().contains("{process}")) {
                    Caller.Answered existing = other.begin(endpoint.method(), path(endpoint, "2", "claim"), endpoint.changes() ? "{}" : "");
                    Caller.Answered missing = other.begin(endpoint.method(), path(endpoint, "8", "nothing"), endpoint.changes() ? "{}" : "");
                    assertThat(existing.status()).as(endpoint.id()).isEqualTo(missing.status());
                    assertThat(existing.body().json().replace("2#1", "8#1").replace("'2'", "'8'").replace("claim'", "nothing'"))
                            .as(endpoint.id())
                            .isEqualTo(missing.body().json());
                }
            }
            assertThat(other.post("/cases", Data.fields("process", "claim")).status()).isEqualTo(404);
            assertThat(other.get("/participants/anna").status()).isEqualTo(404);
        }
        assertThat(items(red, "/cases")).hasSize(2).allMatch(each -> each.at("state").text().equals("running"));
        assertThat(red.get("/export").text()).contains("clerks");
        assertThat(blue.get("/export").text()).doesNotContain("clerks");
        assertThat(red.with("Idempotency-Key", "r-1").post("/cases", Data.fields("process", "claim")).good().at("case").text()).isEqualTo("3");
        assertThat(blue.with("Idempotency-Key", "r-1").post("/cases", Data.fields("process", "claim")).status())
                .as("the answer to a request is not for another tenant")
                .isEqualTo(404);
        String cursor = red.get("/history?limit=1").good().at("cursor").text();
        Caller.Answered stolen = blue.get("/history?cursor=" + java.net.URLEncoder.encode(cursor, java.nio.charset.StandardCharsets.UTF_8));
        assertThat(stolen.status() >= 400 || stolen.body().at("items").asList(Data.class).isEmpty()).as(stolen.body().json()).isTrue();
        Data question = Data.fields("goal", "holds_now(running(Case))");
        assertThat(red.post("/questions", question).good().at("holds").truth()).isTrue();
        assertThat(blue.post("/questions", question).good().at("holds").truth()).isFalse();
        blue.delete("/keys/rosa");
        assertThat(red.get("/me").status()).as("keys of another tenant cannot be revoked").isEqualTo(200);
        assertThat(items(blue, "/keys")).extracting(key -> key.at("name").text()).containsExactly("bert");
    }

    private static String path(Endpoint endpoint, String id, String process) {
        return endpoint.path()
                .replace("{case}", id)
                .replace("{work}", id + "%231")
                .replace("{process}", process)
                .replaceAll("\\{[a-zA-Z]+}", "1");
    }

    private Caller worker(String name, String tenant, Identity.Scope scope) {
        return secured.caller(ApiKey.Wanted.of(name, tenant, Role.WORKER).within(scope));
    }

    private String order(String tenant) throws Exception {
        secured.server.mill().tenant(tenant).deploy(ActivityProcess.named("order", Activities.call("pay").input("amount").result("payment")));
        Caller starter = worker("starter", tenant, Identity.Scope.ALL);
        return starter.post("/cases", Data.fields("process", "order", "input", Data.fields("amount", 7))).good().at("case").text();
    }

    private static Caller.Answered fetch(Caller caller, String task) throws Exception {
        return caller.post("/jobs/fetch", Data.fields("tasks", List.of(task), "wait", "PT10S"));
    }

    private static String job(Caller caller) throws Exception {
        return fetch(caller, "pay").good().at("jobs").asList(Data.class).getFirst().at("job").text().replace("#", "%23");
    }

    @Test
    void a_worker_of_another_tenant_has_no_hold_on_a_job() throws Exception {
        order("red");
        order("blue");
        Caller red = worker("red-1", "red", Identity.Scope.ALL);
        Caller blue = worker("blue-1", "blue", Identity.Scope.ALL);
        String job = job(red);
        for (String act : List.of("complete", "fail", "extend")) {
            Data body = act.equals("fail") ? Data.fields("reason", "spite", "final", true) : Data.fields();
            assertThat(blue.post("/jobs/" + job + "/" + act, body).status()).as(act).isEqualTo(404);
        }
        Data several = Data.fields("jobs", List.of(Data.fields("job", job.replace("%23", "#"), "output", "spite")));
        assertThat(blue.post("/jobs/complete", several).good().at("done").asInt()).isZero();
        red.post("/jobs/" + job + "/complete", Data.fields("output", "paid")).good();
        assertThat(secured.server.mill().tenant("red").find("1").info().status().word()).isEqualTo("completed");
        assertThat(secured.server.mill().tenant("blue").find("1").info().status().word()).isEqualTo("running");
    }

    @Test
    void a_worker_cannot_do_the_work_of_people() throws Exception {
        String id = claim(boss);
        Caller worker = worker("w", "main", Identity.Scope.ALL);
        for (int attempt = -1; attempt < 3; attempt++) {
            assertThat(worker.post("/jobs/" + id + "%231!" + attempt + "!1!main/complete", Data.fields("output", "ok")).status())
                    .as("attempt %d", attempt)
                    .isGreaterThanOrEqualTo(400);
            assertThat(worker.post("/jobs/" + id + "%231!" + attempt + "!1!main/fail", Data.fields("reason", "no", "final", true)).status())
                    .isGreaterThanOrEqualTo(400);
        }
        assertThat(items(boss, "/work")).extracting(work -> work.at("state").text()).containsExactly("offered");
    }

    @Test
    void a_worker_cannot_do_work_that_is_for_everybody() throws Exception {
        boss.post("/processes", Data.fields("file", "wait.pl", "source", "initial_activity(look).\nfinal_activity(look).\n")).good();
        String id = boss.post("/cases", Data.fields("process", "wait")).good().at("case").text();
        Caller worker = worker("w", "main", Identity.Scope.ALL);
        String job = id + "%231!0!1!main";
        assertThat(worker.post("/jobs/" + job + "/complete", Data.fields()).status()).isEqualTo(400);
        assertThat(worker.post("/jobs/" + job + "/fail", Data.fields("reason", "no")).status()).isEqualTo(400);
        Data results = Data.fields("jobs", List.of(Data.fields("job", id + "#1!0!1!main")));
        assertThat(worker.post("/jobs/complete", results).good().at("done").asInt()).isZero();
        assertThat(boss.get("/cases/" + id).good().at("state").text()).isEqualTo("running");
    }

    @Test
    void the_scope_of_a_worker_counts_by_the_name_that_it_asks_for() throws Exception {
        boss.post("/processes", Data.fields("file", "bill.pl", "source", "initial_activity(settle).\nfinal_activity(settle).\nwork(settle, handler(pay)).\n")).good();
        String id = boss.post("/cases", Data.fields("process", "bill")).good().at("case").text();
        Caller right = worker("right", "main", new Identity.Scope(Set.of("pay"), Set.of()));
        Caller wrong = worker("wrong", "main", new Identity.Scope(Set.of("settle"), Set.of()));
        String job = job(right);
        assertThat(wrong.post("/jobs/" + job + "/complete", Data.fields()).code()).isEqualTo("MR-8034");
        right.post("/jobs/" + job + "/complete", Data.fields()).good();
        assertThat(boss.get("/cases/" + id).good().at("state").text()).isEqualTo("completed");
    }

    @Test
    void jobs_of_a_tenant_without_workers_do_not_keep_back_those_of_another() throws Exception {
        Caller blue = worker("blue-1", "blue", Identity.Scope.ALL);
        blue.post("/jobs/fetch", Data.fields("tasks", List.of("pay"))).good();
        order("red");
        Commands red = secured.server.mill().tenant("red").operator();
        for (int round = 0; round < 21; round++) {
            IntStream.range(0, 500)
                    .mapToObj(each -> red.ask(new Command.Start("order", 0, Data.fields("amount", 7), null)))
                    .toList()
                    .forEach(answer -> assertThat(answer.join()).isInstanceOf(Answer.Done.class));
        }
        order("blue");
        assertThat(fetch(blue, "pay").good().at("jobs").asList(Data.class)).hasSize(1);
    }

    @Test
    void a_server_closes_without_waiting_for_jobs_that_workers_have() throws Exception {
        order("main");
        order("main");
        Caller worker = worker("worker", "main", Identity.Scope.ALL);
        String job = job(worker);
        List<String> closing = new CopyOnWriteArrayList<>();
        Handler log = new Handler() {
            @Override
            public void publish(LogRecord record) {
                closing.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.millrace");
        logger.addHandler(log);
        try {
            secured.close();
        } finally {
            logger.removeHandler(log);
        }
        assertThat(closing).isNotEmpty().noneMatch(message -> message.contains("It interrupts"));
        secured = new Secured(directory);
        order("main");
        worker("again", "main", Identity.Scope.ALL).post("/jobs/" + job + "/complete", Data.fields("output", "paid")).good();
    }

    @Test
    void a_worker_that_invents_tasks_leaves_room_for_those_of_other_tenants() throws Exception {
        Caller inventor = worker("inventor", "red", Identity.Scope.ALL);
        int refused = 0;
        for (int i = 0; i < 110 && refused == 0; i++) {
            int from = i * 100;
            List<String> names = IntStream.range(from, from + 100).mapToObj(each -> "task" + each).toList();
            refused = inventor.post("/jobs/fetch", Data.fields("tasks", names)).status() == 200 ? 0 : i;
        }
        assertThat(refused).isBetween(1, 50);
        worker("other", "blue", Identity.Scope.ALL).post("/jobs/fetch", Data.fields("tasks", List.of("pay"))).good();
        assertThat(inventor.post("/jobs/fetch", Data.fields("tasks", List.of("x".repeat(10_000)))).status()).isEqualTo(400);
    }

    @Test
    void the_scope_of_a_key_limits_a_worker() throws Exception {
        String id = order("main");
        Caller other = worker("other", "main", new Identity.Scope(Set.of("ship"), Set.of("order")));
        assertThat(fetch(other, "pay").code()).isEqualTo("MR-8034");
        Caller elsewhere = worker("elsewhere", "main", new Identity.Scope(Set.of("pay"), Set.of("invoice")));
        assertThat(elsewhere.post("/jobs/fetch", Data.fields("tasks", List.of("pay"), "wait", "PT0.5S")).good().at("jobs").asList(Data.class)).isEmpty();
        assertThat(elsewhere.post("/cases", Data.fields("process", "order")).code()).isEqualTo("MR-8034");
        assertThat(elsewhere.post("/signals", Data.fields("signal", "paid")).code()).isEqualTo("MR-8034");
        assertThat(elsewhere.post("/cases/" + id + "/signal", Data.fields("signal", "paid")).code()).isEqualTo("MR-8034");
        Caller right = worker("right", "main", new Identity.Scope(Set.of("pay"), Set.of("order")));
        String job = job(right);
        assertThat(other.post("/jobs/" + job + "/complete", Data.fields()).code()).isEqualTo("MR-8034");
        assertThat(elsewhere.post("/jobs/" + job + "/complete", Data.fields()).code()).isEqualTo("MR-8034");
        right.post("/jobs/" + job + "/complete", Data.fields("output", "paid")).good();
        assertThat(boss.get("/cases/" + id).good().at("state").text()).isEqualTo("completed");
    }

    @Test
    void the_history_shows_who_did_something_and_for_whom() throws Exception {
        Caller designer = secured.caller("dora", Role.DESIGNER);
        designer.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
        boss.put("/participants/anna", Data.fields("roles", List.of("clerks"))).good();
        Caller agent = secured.caller(ApiKey.Wanted.of("agent-7", "main", Role.PARTICIPANT).actingForOthers());
        boss.put("/participants/agent-7", Data.fields("roles", List.of("clerks"))).good();
        String id = agent.with("Millrace-On-Behalf-Of", "anna").post("/cases", Data.fields("process", "claim")).good().at("case").text();
        agent.with("Millrace-On-Behalf-Of", "anna").with("Millrace-Actor", "somebody")
                .post("/work/" + id + "%231/complete", Data.fields("output", "ok"))
                .good();
        boss.with("Millrace-Reason", "a mistake").post("/cases/" + id + "/cancel", Data.fields()).good();
        order("main");
        Caller worker = worker("w-1", "main", Identity.Scope.ALL);
        worker.post("/jobs/" + job(worker) + "/complete", Data.fields("output", "paid")).good();
        List<Data> history = items(boss, "/history?limit=1000");
        assertThat(by(history, "ProcessDeployed")).contains("dora");
        assertThat(by(history, "ParticipantAdded")).containsExactly("boss");
        assertThat(by(history, "CaseStarted")).containsExactlyInAnyOrder("agent-7 for anna", "starter");
        assertThat(by(history, "WorkCompleted")).containsExactlyInAnyOrder("agent-7 for anna", "w-1");
        assertThat(by(history, "CaseCancelled")).containsExactly("boss");
        assertThat(history).extracting(event -> event.at("actor")).doesNotContain(Data.of("somebody"));
        Caller anna = secured.caller("anna", Role.PARTICIPANT);
        assertThat(anna.with("Millrace-On-Behalf-Of", "boss").get("/work").code()).isEqualTo("MR-8033");
    }

    private static Set<String> by(List<Data> history, String kind) {
        Set<String> actors = new TreeSet<>();
        for (Data event : history) {
            if (event.at("kind").text().equals(kind)) {
                String actor = event.at("actor").isNothing() ? "nobody" : event.at("actor").text();
                actors.add(event.at("onBehalfOf").isNothing() ? actor : actor + " for " + event.at("onBehalfOf").text());
            }
        }
        return actors;
    }

    @Test
    void a_cursor_of_another_tenant_leads_nowhere() throws Exception {
        Caller red = secured.caller(ApiKey.Wanted.of("red", "red", Role.ADMINISTRATOR));
        Caller blue = secured.caller(ApiKey.Wanted.of("blue", "blue", Role.ADMINISTRATOR));
        for (Caller caller : List.of(red, blue)) {
            claim(caller);
            claim(caller);
            claim(caller);
        }
        for (String list : List.of(
                "/cases?limit=1",
                "/cases?limit=1&descending=true",
                "/cases?limit=1&process=claim",
                "/cases?limit=1&at=2200-01-01T00:00:00Z",
                "/cases?limit=1&descending=true&at=2200-01-01T00:00:00Z",
                "/work?limit=1")) {
            for (Caller owner : List.of(red, blue)) {
                Caller thief = owner == red ? blue : red;
                String cursor = owner.get(list).good().at("cursor").text();
                assertThat(items(owner, list + "&cursor=" + cursor)).as(list).hasSize(1);
                assertThat(thief.get(list + "&cursor=" + cursor).code()).as(list).isEqualTo("MR-2008");
            }
        }
    }
}
