package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
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

/** What designers ask a server for: rules, simulations, files. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DesignTest {
    private static final Path EXAMPLES = Path.of("../examples");

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

    private static String example(String name) throws IOException {
        return Files.readString(EXAMPLES.resolve(name));
    }

    private Data ended(String id) throws Exception {
        while (true) {
            Data now = client.call("getSimulation", "simulation", id).good();
            if (!List.of("waiting", "running").contains(now.at("state").text())) {
                return now;
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void rules_are_proved_with_their_states() throws Exception {
        Data report = client.call(
                        "proveRules", Data.fields("texts", Data.fields("travel.deps", example("rules/travel.deps")), "table", true, "guards", true))
                .good();
        assertThat(report.at("enforceable").truth()).isTrue();
        assertThat(report.at("table").asList(Data.class)).isNotEmpty();
        assertThat(report.at("table").asList(Data.class).getFirst().at("state").asInt()).isZero();
        assertThat(client.call("proveRules", Data.fields("texts", Data.fields("x.deps", "rule ~~~"))).status()).isEqualTo(422);
        assertThat(client.call("proveRules", Data.fields("texts", Data.fields())).code()).isEqualTo("MR-8001");
        client.call("deployProcess", Data.fields("file", "travel.deps", "source", example("rules/travel.deps"))).good();
        String process = client.call("listProcesses").good().at("items").asList(Data.class).getFirst().at("process").text();
        Data deployed = client.call("getRules", "process", process, "table", true).good();
        assertThat(deployed.at("table")).isEqualTo(report.at("table"));
        client.call("deployProcess", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
        assertThat(client.call("getRules", "process", "claim").code()).isEqualTo("MR-8017");
    }

    @Test
    void a_net_is_proved_with_its_counterexample_step_by_step() throws Exception {
        String wrong = "initial_activity(a). and_split(a, [b, c]). xor_join([b, c], d). final_activity(d).";
        Data answer = client.call("verifyNet", Data.fields("file", "wrong.pl", "source", wrong)).good();
        assertThat(answer.at("verdict").text()).isEqualTo("unsound");
        Data problem = answer.at("problems").asList(Data.class).getFirst();
        assertThat(problem.at("trace").asList(String.class)).contains("a");
        assertThat(problem.at("message").text()).isNotEmpty();
        assertThat(client.call("deployProcess", Data.fields("file", "wrong.pl", "source", wrong)).status()).isBetween(400, 499);
        String right = "initial_activity(a). and_split(a, [b, c]). and_join([b, c], d). final_activity(d).";
        client.call("deployProcess", Data.fields("file", "right.pl", "source", right)).good();
        assertThat(client.call("verifyProcess", "process", "right").good().at("verdict").text()).isEqualTo("sound");
        client.call("deployProcess", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
        assertThat(client.call("verifyProcess", "process", "claim").code()).isEqualTo("MR-8020");
        assertThat(client.call("verifyNet", Data.fields("file", "x.yawl", "source", "<x>")).status()).isEqualTo(422);
    }

    @Test
    void variants_are_simulated_in_the_background_and_compared() throws Exception {
        client.call("deployProcess", Data.fields("file", "claims.pl", "source", example("simulations/claims.pl"))).good();
        Data asked = client.call(
                        "startSimulation",
                        Data.fields(
                                "processes", List.of(Data.fields("process", "claims")),
                                "models",
                                        List.of(
                                                Data.fields("name", "two clerks", "facts", example("simulations/claims-model.pl")),
                                                Data.fields("name", "three clerks", "facts", example("simulations/claims-three-clerks.pl"))),
                                "until", "P5D",
                                "runs", 3))
                .good();
        assertThat(asked.at("total").asInt()).isEqualTo(6);
        Data over = ended(asked.at("simulation").text());
        assertThat(over.at("state").text()).as(over.json()).isEqualTo("ended");
        assertThat(over.at("done").asInt()).isEqualTo(6);
        assertThat(over.at("items").asInt()).as("fewer than are told of at once, in each run").isPositive();
        assertThat(over.at("result").at("variants").asList(Data.class)).extracting(each -> each.at("variant").text()).containsExactly("two clerks", "three clerks");
        assertThat(client.call("drawSimulation", "simulation", asked.at("simulation").text()).good().text()).startsWith("<svg").contains("three clerks");
        assertThat(client.call("drawSimulatedWork", "simulation", asked.at("simulation").text()).good().text()).startsWith("<svg");
        assertThat(client.call("listSimulations").good().at("items").asList(Data.class)).hasSize(1);
        assertThat(server.mill().cases(io.millrace.query.CaseQuery.ALL)).as("no real case was touched").isEmpty();
        client.call("stopSimulation", "simulation", asked.at("simulation").text()).good();
        assertThat(client.call("getSimulation", "simulation", asked.at("simulation").text()).status()).isEqualTo(404);
    }

    @Test
    void a_simulation_that_would_take_forever_is_stopped() throws Exception {
        Data asked = client.call(
                        "startSimulation",
                        Data.fields(
                                "processes", List.of(Data.fields("file", "claims.pl", "source", example("simulations/claims.pl"))),
                                "models", List.of(Data.fields("name", "clerks", "facts", example("simulations/claims-model.pl"))),
                                "until", "P30000D"))
                .good();
        String id = asked.at("simulation").text();
        while (client.call("getSimulation", "simulation", id).good().at("items").asInt() == 0) {
            Thread.onSpinWait();
        }
        assertThat(client.call("drawSimulation", "simulation", id).code()).isEqualTo("MR-8019");
        client.call("stopSimulation", "simulation", id).good();
        assertThat(ended(id).at("state").text()).isEqualTo("stopped");
    }

    @Test
    void what_may_become_of_the_cases_of_an_instant_is_simulated_on_a_copy() throws Exception {
        client.call("deployProcess", Data.fields("file", "claims.pl", "source", example("simulations/claims.pl"))).good();
        client.call("startCase", Data.fields("process", "claims")).good();
        Data asked = client.call(
                        "startSimulation",
                        Data.fields(
                                "processes", List.of(Data.fields("process", "claims")),
                                "models", List.of(Data.fields("name", "clerks", "facts", example("simulations/claims-model.pl"))),
                                "from", Instant.now().plusSeconds(5).toString(),
                                "until", "P2D"))
                .good();
        Data over = ended(asked.at("simulation").text());
        assertThat(over.at("state").text()).as(over.json()).isEqualTo("ended");
        assertThat(client.call("getCase", "case", "1").good().at("state").text()).isEqualTo("running");
        assertThat(client.call("startSimulation", Data.fields("runs", 2)).code()).isEqualTo("MR-8001");
        assertThat(client.with("Millrace-Tenant", "other").call("startSimulation", Data.fields("from", Instant.now().toString())).code())
                .isEqualTo("MR-8034");
    }

    @Test
    void results_that_rules_delay_are_carried_over_to_a_copy() throws Exception {
        client.call("deployProcess", Data.fields("file", "travel.deps", "source", example("rules/travel.deps"))).good();
        client.call("startCase", Data.fields("process", "travel")).good();
        client.call("setParticipant", Data.fields("roles", List.of("traveller")), "name", "tara").good();
        DocumentClient tara = client.with("Millrace-Actor", "tara");
        tara.call("startWork", "work", "1#1").good();
        assertThat(tara.call("completeWork", Data.fields("output", Data.fields("seat", 7)), "work", "1#1").status())
                .as("the ticket waits for the hotel")
                .isEqualTo(202);
        client.call("startWork", "work", "1#2").good();
        for (String facts : List.of("duration(_, 1h). duration(book, 2h).", "agents(traveller, 1). agents(desk, 1). duration(_, 1h). duration(book, 2h).")) {
            Data asked = client.call(
                            "startSimulation",
                            Data.fields(
                                    "models", List.of(Data.fields("name", "people", "facts", facts)),
                                    "from", Instant.now().plusSeconds(5).toString(),
                                    "until", "P2D"))
                    .good();
            Data over = ended(asked.at("simulation").text());
            assertThat(over.at("state").text()).as(over.json()).isEqualTo("ended");
            assertThat(over.at("result").at("variants").asList(Data.class).getFirst().at("completed").at("mean").asInt()).isEqualTo(1);
        }
    }

    private HttpResponse<byte[]> raw(String method, String path, byte[] content, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/api/v1" + path))
                .method(method, content.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(content))
                .header("Content-Type", "application/octet-stream");
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void files_are_sent_first_and_referred_to_in_the_output() throws Exception {
        client.call("deployProcess", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
        String id = client.call("startCase", Data.fields("process", "claim")).good().at("case").text();
        byte[] content = {0, 1, 2, (byte) 0xff, 13, 10};
        HttpResponse<byte[]> sent = raw("PUT", "/work/" + id + "%231/files/receipt%20%C3%BC%22.bin", content);
        assertThat(sent.statusCode()).as(new String(sent.body(), java.nio.charset.StandardCharsets.UTF_8)).isEqualTo(201);
        Data reference = Data.parse(new String(sent.body(), java.nio.charset.StandardCharsets.UTF_8));
        assertThat(reference.at("bytes").asInt()).isEqualTo(6);
        assertThat(client.call("listFiles", "case", id).good().at("items").asList(Data.class)).containsExactly(reference);
        HttpResponse<byte[]> read = raw("GET", "/cases/" + id + "/files/" + reference.at("file").text(), new byte[0]);
        assertThat(read.body()).containsExactly(content);
        assertThat(read.headers().firstValue("content-disposition").orElse(""))
                .isEqualTo("attachment; filename=\"receipt __.bin\"; filename*=UTF-8''receipt%20%C3%BC%22.bin");
        assertThat(read.headers().firstValue("x-content-type-options").orElse("")).isEqualTo("nosniff");
        assertThat(raw("GET", "/cases/" + id + "/files/0000", new byte[0]).statusCode()).isEqualTo(404);
        assertThat(raw("GET", "/work/" + id + "%231/files/" + reference.at("file").text(), new byte[0]).statusCode())
                .as("its input does not refer to it")
                .isEqualTo(404);
        assertThat(raw("GET", "/cases/" + id + "/files/" + reference.at("file").text(), new byte[0], "Millrace-Tenant", "other").statusCode())
                .isEqualTo(404);
        assertThat(raw("PUT", "/work/" + id + "%231/files/..%2F..%2Fetc", content).statusCode()).isBetween(400, 404);
    }
}
