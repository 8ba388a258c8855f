package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.http.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who had which work when. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ActivityTest {
    @TempDir
    Path directory;

    private Server server;
    private DocumentClient client;

    @BeforeEach
    void open() throws Exception {
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0));
        client = new DocumentClient(server.address(), Map.of());
        client.call("setParticipant", Data.fields("roles", List.of("clerks")), "name", "anna").good();
        client.call("setParticipant", Data.fields("roles", List.of("clerks")), "name", "bert").good();
        client.call("deployProcess", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private List<Data> stints(Object... parameters) throws Exception {
        Data page = client.call("listActivity", parameters).good();
        assertThat(page.at("complete").truth()).isTrue();
        return page.at("items").asList(Data.class);
    }

    private String claimed(String who) throws Exception {
        String id = client.call("startCase", Data.fields("process", "claim")).good().at("case").text() + "#1";
        client.with("Millrace-Actor", who).call("claimWork", "work", id).good();
        return id;
    }

    @Test
    void the_life_of_work_is_shown_by_who_had_it() throws Exception {
        assertThat(stints()).isEmpty();
        String first = claimed("anna");
        client.with("Millrace-Actor", "anna").call("startWork", "work", first).good();
        String second = claimed("anna");
        client.with("Millrace-Actor", "anna").call("delegateWork", Data.fields("to", "bert"), "work", second).good();
        client.with("Millrace-Actor", "anna").call("completeWork", Data.fields("output", "no"), "work", first).good();
        List<Data> all = stints();
        assertThat(all).extracting(each -> each.at("participant").text() + " " + each.at("work").text() + " " + each.at("state").text())
                .containsExactly("anna " + first + " completed", "anna " + second + " released", "bert " + second + " allocated");
        assertThat(all.getFirst().at("process").text()).isEqualTo("claim");
        assertThat(all.getFirst().at("task").text()).isEqualTo("clerks");
        assertThat(all.getFirst().has("started")).isTrue();
        assertThat(all.getLast().has("to")).isFalse();
        Data load = client.call("listActivity", "participant", "bert", "count", true).good();
        assertThat(load.at("count").asInt()).isEqualTo(1);
        assertThat(load.at("load").asList(Data.class)).containsExactly(Data.fields("participant", "bert", "allocated", 1, "started", 0));
    }

    @Test
    void a_window_has_what_began_before_it_and_what_goes_on_behind_it() throws Exception {
        String before = claimed("anna");
        String through = claimed("bert");
        Instant from = Instant.now();
        client.with("Millrace-Actor", "anna").call("completeWork", Data.fields("output", "no"), "work", before).good();
        Instant until = Instant.now();
        Thread.sleep(2);
        claimed("anna");
        assertThat(stints("from", from, "until", until)).extracting(each -> each.at("work").text()).containsExactly(before, through);
        assertThat(stints("from", until.plusMillis(1))).hasSize(2).noneMatch(each -> each.at("work").text().equals(before));
        assertThat(stints("from", "2000-01-01T00:00:00Z", "until", "2000-01-02T00:00:00Z")).isEmpty();
        Data page = client.call("listActivity", "limit", 1).good();
        assertThat(client.call("listActivity", "limit", 9, "cursor", page.at("cursor").text()).good().at("items").asList(Data.class)).hasSize(2);
    }

    @Test
    void programs_work_too() throws Exception {
        server.mill().deploy(ActivityProcess.named("order", Activities.call("pay").result("payment")));
        client.call("startCase", Data.fields("process", "order")).good();
        Data job = client.call("fetchJobs", Data.fields("tasks", List.of("pay"), "wait", "PT10S")).good().at("jobs").at(0);
        assertThat(stints("participant", "pay")).extracting(each -> each.at("state").text()).containsExactly("started");
        client.call("completeJob", Data.fields("output", 1), "job", job.at("job").text()).good();
        assertThat(stints("participant", "pay")).extracting(each -> each.at("state").text()).containsExactly("completed");
        assertThat(stints("participant", "nobody at all")).isEmpty();
    }

    @Test
    void nonsense_is_refused_and_other_tenants_are_not_seen() throws Exception {
        claimed("anna");
        Caller caller = Caller.of(server);
        for (String wrong : List.of("from=x", "until=", "from=2030-01-01T00:00:00Z&until=2029-01-01T00:00:00Z", "cursor=-1", "limit=1001", "participant=a&participant=b")) {
            assertThat(caller.get("/activity?" + wrong).code()).as(wrong).isEqualTo("MR-8001");
        }
        for (String strange : List.of("from=-1000000000-01-01T00:00:00Z", "until=%2B1000000000-12-31T23:59:59.999999999Z", "until=-1000000000-01-01T00:00:00Z", "participant=%00", "participant=")) {
            assertThat(caller.get("/activity?" + strange).status()).as(strange).isEqualTo(200);
        }
        assertThat(caller.with("Millrace-Tenant", "other").get("/activity").good().at("items").asList(Data.class)).isEmpty();
        try (Secured secured = new Secured(directory.resolve("secured"))) {
            assertThat(secured.caller("anna", Role.PARTICIPANT).get("/activity").status()).isEqualTo(403);
        }
    }
}
