package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.query.CaseQuery;
import io.millrace.server.http.Role;
import io.millrace.server.mcp.McpSettings;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Rate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is no message, sessions of others, pages of other sites, and messages that are too large, too deep or too many. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpHostileTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}";

    @TempDir
    Path directory;

    /** A client that sends whatever it likes. */
    private static final class Raw {
        private final Server server;
        private final Map<String, String> headers = new LinkedHashMap<>();

        Raw(Server server, @Nullable String secret) {
            this.server = server;
            headers.put("Content-Type", "application/json");
            headers.put("Accept", "application/json, text/event-stream");
            if (secret != null) {
                headers.put("Authorization", "Bearer " + secret);
            }
        }

        Raw with(String header, @Nullable String value) {
            Raw other = new Raw(server, null);
            other.headers.clear();
            other.headers.putAll(headers);
            if (value == null) {
                other.headers.remove(header);
            } else {
                other.headers.put(header, value);
            }
            return other;
        }

        HttpResponse<String> send(String method, String body) throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/mcp"))
                    .method(method, HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
            headers.forEach(request::header);
            // A server that refuses a large body need not read it; then the client should not be in the middle of sending it.
            request.expectContinue(body.length() > 200_000);
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        }

        HttpResponse<String> post(String body) throws IOException, InterruptedException {
            return send("POST", body);
        }

        /** The same in a session. */
        Raw begun() throws IOException, InterruptedException {
            HttpResponse<String> begun = post(INITIALIZE);
            assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
            Raw inSession = with("Mcp-Session-Id", begun.headers().firstValue("Mcp-Session-Id").orElseThrow());
            assertThat(inSession.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").statusCode()).isEqualTo(202);
            return inSession;
        }

        Data call(String tool, Data arguments) throws IOException, InterruptedException {
            return Data.parse(post(request(7, tool, arguments)).body());
        }
    }

    private static String request(int id, String tool, Data arguments) {
        return Data.fields(
                        "jsonrpc", "2.0", "id", id, "method", "tools/call", "params", Data.fields("name", tool, "arguments", arguments))
                .json();
    }

    private static String code(HttpResponse<String> response) {
        return Data.parse(response.body()).at("code").text();
    }

    private static Raw raw(Secured secured, String name, Role... roles) {
        return new Raw(secured.server, secured.keys.add(ApiKey.Wanted.of(name, "main", roles)).secret());
    }

    @Test
    void what_is_no_message_is_refused_and_the_session_goes_on() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw agent = raw(secured, "robot", Role.PARTICIPANT).begun();
            for (String bad : List.of(
                    "",
                    "nonsense",
                    "[]",
                    "[" + INITIALIZE + "]",
                    "7",
                    "{}",
                    "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"x\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":{},\"capabilities\":7}}")) {
                HttpResponse<String> response = agent.post(bad);
                assertThat(response.statusCode()).as(bad).isEqualTo(400);
                assertThat(code(response)).as(bad).isEqualTo("MR-8051");
            }
            HttpResponse<String> unknown = agent.post("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"no/such\"}");
            assertThat(Data.parse(unknown.body()).at("error").at("code").asInt()).isEqualTo(-32601);
            for (String params : List.of("{}", "{\"name\":7}", "{\"name\":\"list_work\",\"arguments\":[]}", "{\"name\":\"list_work\",\"arguments\":\"x\"}")) {
                HttpResponse<String> response = agent.post("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":" + params + "}");
                assertThat(response.statusCode()).isEqualTo(200);
                Data answer = Data.parse(response.body());
                assertThat(answer.has("error") || answer.at("result").at("isError").truth()).as(params + response.body()).isTrue();
            }
            assertThat(agent.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\"}").statusCode()).isEqualTo(202);
            assertThat(agent.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}").statusCode()).isEqualTo(202);
            assertThat(agent.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}").statusCode()).isEqualTo(202);
            assertThat(agent.call("who_am_i", Data.fields()).at("result").at("isError").truth()).isFalse();
        }
    }

    @Test
    void wrong_arguments_are_refused_with_their_place() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw agent = raw(secured, "robot", Role.PARTICIPANT).begun();
            for (Data wrong : List.of(
                    Data.fields("limit", 0),
                    Data.fields("limit", 101),
                    Data.fields("limit", "ten"),
                    Data.fields("participant", "carl"),
                    Data.fields("state", "gone"),
                    Data.fields("task", List.of()))) {
                Data result = agent.call("list_work", wrong).at("result");
                assertThat(result.at("isError").truth()).as(wrong.json()).isTrue();
                assertThat(result.at("structuredContent").at("code").text()).as(wrong.json()).isEqualTo("MR-8053");
            }
            assertThat(agent.call("look_at_work", Data.fields("work", "../../keys")).at("result").at("structuredContent").at("code").text()).startsWith("MR-");
            assertThat(agent.call("list_work", Data.fields("cursor", "made up")).at("result").at("isError").truth()).isTrue();
        }
    }

    @Test
    void a_session_belongs_to_the_identity_that_began_it() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw robot = raw(secured, "robot", Role.PARTICIPANT).begun();
            String ping = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}";
            assertThat(robot.post(ping).statusCode()).isEqualTo(200);
            String session = robot.headers.get("Mcp-Session-Id");
            // Another person, the same name with other roles, in another tenant, or for another person.
            List<Raw> others = List.of(
                    raw(secured, "eve", Role.PARTICIPANT),
                    raw(secured, "robot", Role.ADMINISTRATOR),
                    new Raw(secured.server, secured.keys.add(ApiKey.Wanted.of("robot", "other", Role.PARTICIPANT)).secret()),
                    new Raw(secured.server, secured.keys.add(ApiKey.Wanted.of("robot", "main", Role.PARTICIPANT).actingForOthers()).secret())
                            .with("Millrace-On-Behalf-Of", "ida"));
            for (Raw other : others) {
                HttpResponse<String> response = other.with("Mcp-Session-Id", session).post(ping);
                assertThat(response.statusCode()).isEqualTo(404);
                assertThat(code(response)).isEqualTo("MR-8050");
                assertThat(other.with("Mcp-Session-Id", session).send("DELETE", "").statusCode()).isEqualTo(404);
            }
            assertThat(code(robot.with("Mcp-Session-Id", "made-up").post(ping))).isEqualTo("MR-8050");
            assertThat(robot.with("Mcp-Session-Id", null).post(ping).statusCode()).isEqualTo(400);
            assertThat(robot.post(ping).statusCode()).isEqualTo(200);
            assertThat(robot.send("DELETE", "").statusCode()).isEqualTo(204);
            assertThat(robot.post(ping).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void who_is_not_known_gets_nothing() throws Exception {
        try (Secured secured = new Secured(directory)) {
            assertThat(new Raw(secured.server, null).post(INITIALIZE).statusCode()).isEqualTo(401);
            assertThat(new Raw(secured.server, "mk_wrong").post(INITIALIZE).statusCode()).isEqualTo(401);
            Raw robot = raw(secured, "robot", Role.PARTICIPANT).begun();
            secured.keys.revoke("main", "robot");
            assertThat(robot.post("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void pages_of_other_sites_and_other_media_types_are_refused() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw agent = raw(secured, "robot", Role.PARTICIPANT);
            assertThat(code(agent.with("Origin", "https://evil.example").post(INITIALIZE))).isEqualTo("MR-8001");
            assertThat(agent.with("Origin", secured.server.address()).post(INITIALIZE).statusCode()).isEqualTo(200);
            for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
                assertThat(agent.with("Content-Type", type).post(INITIALIZE).statusCode()).isEqualTo(415);
            }
            assertThat(agent.with("Content-Type", null).post(INITIALIZE).statusCode()).isEqualTo(415);
            assertThat(code(agent.with("Mcp-Protocol-Version", "1999-01-01").post(INITIALIZE))).isEqualTo("MR-8054");
            for (String method : List.of("GET", "PUT", "PATCH")) {
                assertThat(agent.send(method, "").statusCode()).isEqualTo(405);
            }
        }
    }

    @Test
    void what_is_too_large_or_too_deep_changes_nothing() throws Exception {
        try (Secured secured = new Secured(directory, settings -> settings.mostBytes(300_000))) {
            secured.server.mill().deploy(ActivityProcess.named("memo", Activities.work("write").role("writers").result("x")));
            Raw agent = raw(secured, "robot", Role.PARTICIPANT).begun();
            Data large = Data.fields("process", "memo", "input", Data.fields("x", "y".repeat(400_000)));
            assertThat(agent.post(request(1, "start_case", large)).statusCode()).isEqualTo(413);
            String deep = "[".repeat(100_000) + "]".repeat(100_000);
            HttpResponse<String> refused = agent.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                    + "{\"name\":\"start_case\",\"arguments\":{\"process\":\"memo\",\"input\":{\"x\":" + deep + "}}}}");
            assertThat(code(refused)).isEqualTo("MR-8051");
            assertThat(secured.server.mill().cases(CaseQuery.ALL)).isEmpty();
            // As deep as data may be, there and back.
            String most = "[".repeat(500) + "]".repeat(500);
            HttpResponse<String> taken = agent.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                    + "{\"name\":\"start_case\",\"arguments\":{\"process\":\"memo\",\"input\":{\"x\":" + most + "}}}}");
            assertThat(Data.parse(taken.body()).at("result").at("isError").truth()).as(taken.body()).isFalse();
            Raw auditor = raw(secured, "aud", Role.AUDITOR).begun();
            HttpResponse<String> shown = auditor.post(request(2, "look_at_case", Data.fields("case", "1")));
            assertThat(shown.statusCode()).isEqualTo(200);
            assertThat(shown.body()).contains(most);
        }
    }

    @Test
    void sessions_are_bounded_and_expire() throws Exception {
        McpSettings few = new McpSettings(true, 4, 3, Duration.ofSeconds(10), null);
        try (Secured secured = new Secured(directory, settings -> settings.mcp(few))) {
            String ping = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}";
            Raw robot = raw(secured, "robot", Role.PARTICIPANT);
            List<Raw> sessions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                sessions.add(robot.begun());
            }
            // The fourth has ended the one that was not used for the longest time.
            assertThat(sessions.get(0).post(ping).statusCode()).isEqualTo(404);
            assertThat(sessions.get(3).post(ping).statusCode()).isEqualTo(200);
            raw(secured, "eve", Role.PARTICIPANT).begun();
            HttpResponse<String> full = raw(secured, "ida", Role.PARTICIPANT).post(INITIALIZE);
            assertThat(full.statusCode()).isEqualTo(503);
            assertThat(code(full)).isEqualTo("MR-8052");
            // Those that are used stay; the others make room by themselves, first the one that was not used for the longest time.
            Raw ida = raw(secured, "ida", Role.PARTICIPANT);
            while (ida.post(INITIALIZE).statusCode() == 503) {
                assertThat(sessions.get(3).post(ping).statusCode()).isEqualTo(200);
                Thread.sleep(50);
            }
            assertThat(sessions.get(1).post(ping).statusCode()).isEqualTo(404);
            assertThat(sessions.get(3).post(ping).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_program_that_acts_for_many_keeps_nobody_out() throws Exception {
        McpSettings few = new McpSettings(true, 10, 3, Duration.ofMinutes(1), null);
        try (Secured secured = new Secured(directory, settings -> settings.mcp(few))) {
            String secret = secured.keys.add(ApiKey.Wanted.of("robot", "main", Role.PARTICIPANT).actingForOthers()).secret();
            for (int i = 0; i < 12; i++) {
                new Raw(secured.server, secret).with("Millrace-On-Behalf-Of", "person" + i).begun();
            }
            for (String other : List.of("eve", "ida", "bob")) {
                raw(secured, other, Role.PARTICIPANT).begun();
            }
        }
    }

    @Test
    void a_session_has_so_many_requests_at_once() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw agent = raw(secured, "robot", Role.PARTICIPANT).begun();
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                // The same id each time: it must not count as one.
                answers.add(CompletableFuture.supplyAsync(() -> {
                    try {
                        return agent.post(request(5, "wait_for_work", Data.fields("seconds", 60))).statusCode();
                    } catch (IOException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }, Thread::startVirtualThread));
            }
            while (answers.stream().filter(CompletableFuture::isDone).count() < 20) {
                Thread.sleep(10);
            }
            assertThat(answers.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join)).contains(429).doesNotContain(200);
            agent.send("DELETE", "");
        }
    }

    @Test
    void it_can_be_switched_off() throws Exception {
        try (Secured secured = new Secured(directory, settings -> settings.mcp(new McpSettings(false, 1, 1, Duration.ofMinutes(1), null)))) {
            assertThat(code(raw(secured, "robot", Role.PARTICIPANT).post(INITIALIZE))).isEqualTo("MR-8002");
        }
    }

    @Test
    void messages_count_as_requests() throws Exception {
        try (Secured secured = new Secured(
                directory, settings -> settings.security(settings.security().rates(new Rate(0.001, 5), settings.security().perAddress())))) {
            Raw robot = raw(secured, "robot", Role.PARTICIPANT).begun();
            List<Integer> answers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                answers.add(robot.post("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}").statusCode());
            }
            assertThat(answers).contains(200, 429);
        }
    }

    @Test
    void a_client_that_cancels_or_ends_its_session_is_not_kept_waiting_for() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw robot = raw(secured, "robot", Role.PARTICIPANT).begun();
            for (String end : List.of("cancel", "delete")) {
                long began = System.nanoTime();
                CompletableFuture<HttpResponse<String>> waiting = CompletableFuture.supplyAsync(() -> {
                    try {
                        return robot.post(request(41, "wait_for_work", Data.fields("seconds", 50)));
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                while (!waiting.isDone()) {
                    // Until the request has begun, there is nothing to cancel.
                    if (end.equals("cancel")) {
                        robot.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":41}}");
                    } else if (System.nanoTime() - began > Duration.ofSeconds(5).toNanos()) {
                        robot.send("DELETE", "");
                    }
                    Thread.sleep(20);
                }
                assertThat(waiting.get().statusCode()).isEqualTo(200);
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
            }
        }
    }

    /** The limit of a search is 30 seconds: it ends before because the client cancels it. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void a_question_that_never_ends_ends_when_it_is_cancelled() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Raw robot = raw(secured, "robot", Role.PARTICIPANT).begun();
            CompletableFuture<HttpResponse<String>> asking = CompletableFuture.supplyAsync(() -> {
                try {
                    return robot.post(request(42, "query_history", Data.fields("goal", "(repeat, fail)")));
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            while (!asking.isDone()) {
                // Until the request has begun, there is nothing to cancel.
                robot.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":42}}");
                Thread.sleep(20);
            }
            assertThat(asking.get().body()).contains("MR-8085");
        }
    }
}
