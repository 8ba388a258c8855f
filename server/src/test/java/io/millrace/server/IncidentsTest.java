package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.store.rocksdb.RocksStore;
import io.millrace.work.RetryPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Incidents by their cause, and operations on all with the same one. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class IncidentsTest {
    /** No branch is right for a large amount: then the case itself waits for a person. */
    private static final String BRANCH =
            "initial_activity(look). final_activity(done). xor_split(look, [(small, (data(amount, A), A < 10)), (tiny, (data(amount, B), B < 5))]). xor_join([small, tiny], done).";

    @TempDir
    Path directory;

    private Server server;
    private DocumentClient client;

    @BeforeEach
    void open() throws Exception {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = new DocumentClient(server.address(), Map.of());
        for (String process : List.of("order", "refund")) {
            server.mill().deploy(ActivityProcess.named(process, Activities.call("pay").retry(RetryPolicy.NONE).result("payment")));
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    /** Starts a case, and lets its work fail. */
    private String failed(String process, String reason) throws Exception {
        String id = client.call("startCase", Data.fields("process", process)).good().at("case").text();
        Data job = client.call("fetchJobs", Data.fields("tasks", List.of("pay"), "wait", "PT10S")).good().at("jobs").at(0);
        assertThat(job.at("case").text()).isEqualTo(id);
        client.call("failJob", Data.fields("reason", reason), "job", job.at("job").text()).good();
        return id;
    }

    private List<Data> groups() throws Exception {
        Data page = client.call("listIncidents").good();
        assertThat(page.at("complete").truth()).isTrue();
        return page.at("items").asList(Data.class);
    }

    private Data ended(Data operation) throws Exception {
        Data now = operation;
        while (now.at("state").text().equals("running")) {
            now = client.call("getOperation", "operation", operation.at("operation").text()).good();
        }
        return now;
    }

    @Test
    void incidents_are_grouped_by_what_their_messages_have_in_common() throws Exception {
        assertThat(groups()).isEmpty();
        String first = failed("order", "Account 4711 of 'Anna' is closed");
        failed("order", "Account 12 of 'Bert' is closed");
        String last = failed("refund", "Account 7 of 'Zoë' is closed");
        failed("order", "The bank does not answer");
        List<Data> groups = groups();
        assertThat(groups).hasSize(2);
        Data closed = groups.getFirst();
        assertThat(closed.at("cause").text()).contains("Account … of … is closed").doesNotContain("4711", "Anna");
        assertThat(closed.at("count").asInt()).isEqualTo(3);
        assertThat(closed.at("processes").asList(String.class)).containsExactly("order", "refund");
        assertThat(closed.at("tasks").asList(String.class)).containsExactly("pay");
        assertThat(closed.at("example").at("case").text()).isEqualTo(last);
        assertThat(closed.at("example").at("message").text()).contains("Account 7 of 'Zoë' is closed");
        assertThat(closed.at("first").text()).isLessThan(closed.at("last").text());
        Data page = client.call("listIncidentCases", "incident", closed.at("id").text(), "limit", 1, "count", true).good();
        assertThat(page.at("count").asInt()).isEqualTo(3);
        assertThat(page.at("items").at(0).at("case").text()).isEqualTo(first);
        assertThat(page.at("items").at(0).at("since").text()).isEqualTo(closed.at("first").text());
        assertThat(client.call("listIncidentCases", "incident", closed.at("id").text(), "limit", 5, "cursor", page.at("cursor").text()).good().at("items").asList(Data.class))
                .hasSize(2);
        assertThat(client.call("listIncidents", "process", "refund").good().at("items").at(0).at("count").asInt()).isEqualTo(1);
        assertThat(client.call("listIncidents", "contains", "BANK", "count", true).good().at("count").asInt()).isEqualTo(1);
        assertThat(client.with("Millrace-Tenant", "other").call("listIncidents").good().at("items").asList(Data.class)).isEmpty();
        assertThat(client.with("Millrace-Tenant", "other").call("listIncidentCases", "incident", closed.at("id").text()).status()).isEqualTo(404);
    }

    @Test
    void what_has_the_same_cause_is_retried_or_cancelled_together_and_tried_before() throws Exception {
        for (int i = 0; i < 5; i++) {
            failed("order", "Account " + i + " is closed");
        }
        failed("refund", "Account 9 is closed");
        failed("order", "The bank does not answer");
        String id = groups().getFirst().at("id").text();
        Data tried = ended(client.call("startOperation", Data.fields("action", "retry", "dryRun", true), "incident", id).good());
        assertThat(tried.at("done").asInt()).as(tried.json()).isEqualTo(6);
        assertThat(groups().getFirst().at("count").asInt()).isEqualTo(6);
        Data part = ended(client.with("Idempotency-Key", "r").call("startOperation", Data.fields("action", "retry"), "incident", id, "process", "order").good());
        assertThat(part.at("done").asInt()).as(part.json()).isEqualTo(5);
        assertThat(groups()).extracting(group -> group.at("count").asInt()).containsExactly(1, 1);
        assertThat(client.call("fetchJobs", Data.fields("tasks", List.of("pay"), "most", 10, "wait", "PT10S")).good().at("jobs").asList(Data.class)).isNotEmpty();
        Data gone = ended(client.call("startOperation", Data.fields("action", "cancel", "reason", "no use"), "incident", id).good());
        assertThat(gone.at("done").asInt()).as(gone.json()).isEqualTo(1);
        assertThat(client.call("getCase", "case", "6").good().at("state").text()).isEqualTo("cancelled");
        assertThat(groups()).extracting(group -> group.at("cause").text()).allMatch(cause -> cause.contains("bank"));
        assertThat(client.call("startOperation", Data.fields("action", "retry"), "incident", id).status()).as("nothing waits because of it any more").isEqualTo(404);
    }

    @Test
    void a_case_that_waits_itself_is_listed_until_somebody_helps_it_also_after_a_restart() throws Exception {
        client.call("deployProcess", Data.fields("file", "branch.pl", "source", BRANCH)).good();
        for (int i = 0; i < 3; i++) {
            String id = client.call("startCase", Data.fields("process", "branch", "input", Data.fields("amount", 100 + i))).good().at("case").text();
            client.call("completeWork", Data.fields("output", Data.fields()), "work", id + "#1").good();
        }
        Data group = groups().getFirst();
        assertThat(group.at("count").asInt()).as(group.json()).isEqualTo(3);
        assertThat(group.at("example").has("work")).isFalse();
        client.call("cancelCase", Data.fields(), "case", "1").good();
        client.call("changeData", Data.fields("name", "amount", "value", 7), "case", "2").good();
        assertThat(ended(client.call("startOperation", Data.fields("action", "retry"), "incident", group.at("id").text()).good()).at("done").asInt()).isPositive();
        server.close();
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = new DocumentClient(server.address(), Map.of());
        List<Data> left = client.call("listIncidents").good().at("items").asList(Data.class);
        assertThat(left).anySatisfy(each -> {
            assertThat(each.at("id").text()).isEqualTo(group.at("id").text());
            assertThat(each.at("example").at("case").text()).isEqualTo("3");
            assertThat(each.at("count").asInt()).isEqualTo(1);
        });
    }

    @Test
    void a_journal_that_was_written_without_the_index_gets_it() throws Exception {
        client.call("deployProcess", Data.fields("file", "branch.pl", "source", BRANCH)).good();
        client.call("startCase", Data.fields("process", "branch", "input", Data.fields("amount", 100))).good();
        client.call("completeWork", Data.fields("output", Data.fields()), "work", "1#1").good();
        String id = groups().getFirst().at("id").text();
        server.close();
        Millrace.builder().everything().store(RocksStore.open(directory.resolve("journal"))).open().close();
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = new DocumentClient(server.address(), Map.of());
        Data page = client.call("listIncidents").good();
        assertThat(page.at("items").at(0).at("id").text()).as("also before").isEqualTo(id);
        while (!page.at("complete").truth()) {
            Thread.sleep(10);
            page = client.call("listIncidents").good();
        }
        assertThat(page.at("items").at(0).at("id").text()).isEqualTo(id);
    }

    @Test
    void nonsense_is_refused() throws Exception {
        Caller caller = Caller.of(server);
        for (String id : List.of("none", "%00", "..%2f..", "0000000000000000", "a".repeat(3_000))) {
            assertThat(caller.get("/incidents/" + id).status()).as(id).isBetween(400, 404);
            assertThat(caller.post("/operations?incident=" + id, Data.fields("action", "retry")).status()).as(id).isBetween(400, 404);
        }
        assertThat(caller.post("/operations?incident=", Data.fields("action", "retry")).status()).isEqualTo(404);
        failed("order", "x".repeat(50_000) + "\n" + "'".repeat(2_000) + "9".repeat(2_000));
        failed("order", "\u0000\u202e 9".repeat(500));
        failed("order", " ");
        assertThat(groups()).hasSize(3).allSatisfy(group -> assertThat(group.at("cause").text()).isNotEmpty().hasSizeLessThan(500));
    }

    @Test
    void participants_do_not_see_them() throws Exception {
        try (Secured secured = new Secured(directory.resolve("secured"))) {
            assertThat(secured.caller("anna", Role.PARTICIPANT).get("/incidents").status()).isEqualTo(403);
            assertThat(secured.caller("olga", Role.OPERATOR).get("/incidents").good().at("complete").truth()).isTrue();
        }
    }
}
