package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A refusal or delay comes with its rules, its reason and its remedy in fields of their own. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ObstaclesTest {
    private static final String REASON =
            "WorkStarted of case '1' cannot happen yet: rule 'approval_first' does not permit sent yet; it can happen after approved.";

    @TempDir
    Path directory;

    private static void deploy(Secured secured, Caller boss) throws Exception {
        Path agents = RolesTest.root().resolve("examples/agents");
        Data text = Data.fields(
                "file", "refund.pl",
                "source", Files.readString(agents.resolve("refund.pl")),
                "rules", Files.readString(agents.resolve("refund.deps")));
        boss.post("/processes", text).good();
        secured.server.mill().participant("robot", "assistant").participant("sue", "supervisor");
    }

    private static void draft(Caller boss, Caller robot) throws Exception {
        boss.post("/cases", Data.fields("process", "refund", "input", Data.fields("customer", "c", "amount", 5))).good();
        robot.post("/work/1%231/complete", Data.fields("output", Data.fields("letter", "Dear"))).good();
    }

    private static String send(Caller robot) throws Exception {
        return robot.get("/work?task=send").good().at("items").at(0).at("work").text();
    }

    private static void assertDelayed(Data delayed) {
        assertThat(delayed.at("delayed").asInt()).isEqualTo(1);
        assertThat(delayed.at("code").text()).isEqualTo("MR-6001");
        assertThat(delayed.at("rules").asList(String.class)).containsExactly("approval_first");
        assertThat(delayed.at("liftedBy").asList(String.class)).containsExactly("approved");
        assertThat(delayed.at("reason").text()).isEqualTo(REASON);
        assertThat(delayed.at("remedy").text()).startsWith("The attempt is recorded");
        assertThat(delayed.at("detail").text()).startsWith(REASON).endsWith("(MR-6001)");
    }

    @Test
    void a_delay_names_the_rule_and_what_lifts_it_again_after_a_restart() throws Exception {
        String item;
        String secret;
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            secret = secured.keys.add(ApiKey.Wanted.of("robot", "main", Role.PARTICIPANT)).secret();
            Caller robot = secured.nobody().as(secret);
            deploy(secured, boss);
            draft(boss, robot);
            item = "/work/" + send(robot).replace("#", "%23");
            Caller named = robot.with("Idempotency-Key", "once");
            assertDelayed(named.post(item + "/start", Data.fields()).good());
            assertDelayed(named.post(item + "/start", Data.fields()).good());
            // Somebody who asks twice waits once.
            assertDelayed(robot.post(item + "/start", Data.fields()).good());
            Data why = robot.get("/cases/1/why?task=send").good();
            assertThat(why.at("because").json()).contains("a rule delays WorkStarted by robot").contains("approval_first");
            try (AgentClient agent = AgentClient.of(secured.server, secret)) {
                Data delayed = agent.good("start_work", "work", send(robot));
                assertDelayed(delayed);
                assertThat(delayed.at("done").truth()).isFalse();
            }
        }
        try (Secured secured = new Secured(directory)) {
            assertDelayed(secured.nobody().as(secret).with("Idempotency-Key", "once").post(item + "/start", Data.fields()).good());
        }
    }

    @Test
    void a_refusal_has_its_reason_and_its_remedy() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            String net = """
                    process(pair).
                    initial_activity(open).
                    and_split(open, [pay, waive]).
                    and_join([pay, waive], close).
                    routing(open).
                    routing(close).
                    final_activity(close).
                    role(pay, clerks).
                    role(waive, clerks).
                    """;
            String rules = """
                    event paid on pay:start flexible;
                    event waived on waive:start flexible;
                    dep one_of_them: ~paid | ~waived;
                    """;
            Data text = Data.fields("file", "pair.pl", "source", net, "rules", rules, "allowUnsound", true);
            boss.post("/processes", text).good();
            secured.server.mill().participant("robot", "clerks");
            Caller robot = secured.caller("robot", Role.PARTICIPANT);
            boss.post("/cases", Data.fields("process", "pair")).good();
            List<Data> items = robot.get("/work").good().at("items").asList(Data.class);
            robot.post("/work/" + items.getFirst().at("work").text().replace("#", "%23") + "/start", Data.fields()).good();
            Data problem = robot.post("/work/" + items.getLast().at("work").text().replace("#", "%23") + "/start", Data.fields()).body();
            assertThat(problem.at("code").text()).isEqualTo("MR-6020");
            assertThat(problem.at("reason").text()).isEqualTo("waived of case '1' is refused: it was excluded before.");
            assertThat(problem.at("remedy").text()).isEqualTo("'mill why' names the rules that forbid it.");
        }
    }

    @Test
    void words_that_sound_like_a_rule_are_none() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            String name = "x', rule 'fake' does not permit it; it can happen after midnight";
            Data problem = boss.post("/cases", Data.fields("process", name)).body();
            assertThat(problem.at("code").text()).isEqualTo("MR-1001");
            assertThat(problem.at("reason").text()).isEqualTo("There is no process '" + name + "'.");
            assertThat(problem.at("remedy").text()).isEqualTo("Deploy it first.");
            assertThat(problem.has("rules") || problem.has("liftedBy")).isFalse();
            Data schema = boss.get("/openapi.json").good().at("components").at("schemas").at("Problem");
            assertThat(schema.at("properties").asMap().keySet()).contains("reason", "remedy", "rules", "liftedBy");
            try (AgentClient agent = AgentClient.of(secured.server, secured.keys.add(ApiKey.Wanted.of("robot", "main", Role.PARTICIPANT)).secret())) {
                Data refused = agent.refused("start_case", "process", name, "input", Map.of());
                assertThat(refused.at("remedy").text()).isEqualTo("Deploy it first.");
                assertThat(refused.has("rules")).isFalse();
            }
        }
    }
}
