package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mill mcp} as clients start it: a process of its own, with messages on its standard streams and nothing else. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class McpCommandTest {
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}}";

    @TempDir
    private Path directory = Path.of("");

    private final List<Process> all = new ArrayList<>();

    @AfterEach
    void stop() {
        all.forEach(Process::destroyForcibly);
    }

    /** A running command. */
    private final class Running {
        final Process process;
        private final Writer to;
        private final BufferedReader from;
        private int last;

        Running(String... options) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.millrace.cli.Mill",
                    "mcp"));
            command.addAll(List.of(options));
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(directory.resolve("errors").toFile());
            builder.environment().remove("MILL_SERVER");
            builder.environment().remove("MILL_JOURNAL");
            process = builder.start();
            all.add(process);
            to = process.outputWriter(StandardCharsets.UTF_8);
            from = process.inputReader(StandardCharsets.UTF_8);
        }

        Running begun() throws IOException {
            send(INITIALIZE);
            assertThat(next().at("result").at("serverInfo").at("name").text()).isEqualTo("millrace");
            send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            return this;
        }

        void send(String line) throws IOException {
            to.write(line + "\n");
            to.flush();
        }

        /** The next message; every line is one. */
        Data next() throws IOException {
            String line = from.readLine();
            assertThat(line).as("standard output ended").isNotNull();
            Data message = Data.parse(line);
            assertThat(message.at("jsonrpc").text()).as(line).isEqualTo("2.0");
            return message;
        }

        Data call(String tool, Data arguments) throws IOException {
            int id = ++last;
            send(Data.fields("jsonrpc", "2.0", "id", id, "method", "tools/call", "params", Data.fields("name", tool, "arguments", arguments))
                    .json());
            Data answer = next();
            assertThat(answer.at("id").asInt()).isEqualTo(id);
            return answer.at("result");
        }

        /** Closes the input, and waits for the end. */
        int end() throws IOException, InterruptedException {
            to.close();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(from.readLine()).isNull();
            return process.exitValue();
        }
    }

    private String errors() throws IOException {
        return Files.readString(directory.resolve("errors"));
    }

    private static Path review() {
        return Repository.root().resolve("examples/rules/review.pl");
    }

    @Test
    void at_a_journal_it_acts_as_a_participant_for_a_person() throws Exception {
        String journal = directory.resolve("journal").toString();
        assertThat(Printed.by("deploy", review().toString(), "--journal", journal).status()).isZero();
        Running agent = new Running("--journal", journal, "--as", "robot", "--for", "ida").begun();
        Data started = agent.call("start_case", Data.fields("process", "review"));
        assertThat(started.at("isError").truth()).as(started.json()).isFalse();
        // What is no message is answered, and the next one is read.
        agent.send("nonsense");
        assertThat(agent.next().at("error").at("code").asInt()).isEqualTo(-32600);
        agent.send("");
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":7}}");
        assertThat(agent.next().has("error")).isTrue();
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"no/such\"}");
        assertThat(agent.next().at("error").at("code").asInt()).isEqualTo(-32601);
        Data work = agent.call("list_work", Data.fields()).at("structuredContent").at("items").at(0);
        assertThat(work.at("task").text()).isEqualTo("register");
        assertThat(agent.call("complete_work", Data.fields("work", work.at("work"))).at("isError").truth()).isFalse();
        Data refused = agent.call("complete_work", Data.fields("work", work.at("work")));
        assertThat(refused.at("isError").truth()).isTrue();
        assertThat(refused.at("structuredContent").at("code").text()).startsWith("MR-");
        Data why = agent.call("why", Data.fields("case", "1", "task", "decide"));
        assertThat(why.at("content").at(0).at("text").text()).contains("decide");
        assertThat(agent.end()).isZero();
        assertThat(errors()).isEmpty();
        Printed history = Printed.by("history", "1", "--json", "--journal", journal);
        assertThat(history.out().lines().filter(line -> line.contains("\"actor\":\"robot\"")))
                .isNotEmpty()
                .allMatch(line -> line.contains("\"onBehalfOf\":\"ida\""));
    }

    @Test
    void a_request_that_waits_is_cancelled_and_does_not_hold_up_others() throws Exception {
        String journal = directory.resolve("journal").toString();
        assertThat(Printed.by("deploy", review().toString(), "--journal", journal).status()).isZero();
        Running agent = new Running("--journal", journal, "--as", "robot").begun();
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"tools/call\",\"params\":{\"name\":\"wait_for_work\",\"arguments\":{\"seconds\":60},"
                + "\"_meta\":{\"progressToken\":\"p\"}}}");
        assertThat(agent.next().at("method").text()).isEqualTo("notifications/progress");
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":78,\"method\":\"ping\"}");
        Data next = agent.next();
        while (next.has("method")) {
            next = agent.next();
        }
        assertThat(next.at("id").asInt()).isEqualTo(78);
        agent.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}");
        next = agent.next();
        while (next.has("method")) {
            next = agent.next();
        }
        assertThat(next.at("id").asInt()).isEqualTo(77);
        // A client that goes away ends what still waits for it.
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":79,\"method\":\"tools/call\",\"params\":{\"name\":\"wait_for_work\",\"arguments\":{\"seconds\":60}}}");
        agent.to.close();
        assertThat(agent.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.process.exitValue()).isZero();
    }

    @Test
    void at_a_server_that_is_away_it_says_so_and_goes_on_when_it_is_back() throws Exception {
        Path journal = directory.resolve("journal");
        Server server = Server.open(ServerSettings.of(journal).port(0));
        int port = server.port();
        try {
            Running agent = new Running("--server", server.address(), "--as", "robot").begun();
            assertThat(agent.call("who_am_i", Data.fields()).at("structuredContent").at("name").text()).isEqualTo("robot");
            server.close();
            Data away = agent.call("list_work", Data.fields());
            assertThat(away.at("isError").truth()).isTrue();
            assertThat(away.at("structuredContent").at("code").text()).isEqualTo("MR-8080");
            server = Server.open(ServerSettings.of(journal).port(port));
            assertThat(agent.call("list_work", Data.fields()).at("isError").truth()).isFalse();
            Data strange = agent.call("start_case", Data.fields("process", "none", "because", "größer"));
            assertThat(strange.at("structuredContent").at("code").text()).isEqualTo("MR-8053");
            assertThat(agent.end()).isZero();
        } finally {
            server.close();
        }
    }

    @Test
    void a_server_that_answers_something_else_is_no_server() throws Exception {
        HttpServer strange = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        strange.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] lies = (path.endsWith("/me") ? "{\"tenant\":\"main\",\"roles\":[\"participant\",\"king\"]}" : "{\"paths\":{\"/\":[]}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, lies.length);
            exchange.getResponseBody().write(lies);
            exchange.close();
        });
        strange.start();
        try {
            Running agent = new Running("--server", "http://127.0.0.1:" + strange.getAddress().getPort());
            assertThat(agent.end()).isEqualTo(Mill.CANNOT_ASK);
            assertThat(errors()).contains("MR-8081");
        } finally {
            strange.stop(0);
        }
    }

    @Test
    void wrong_use_is_told_on_standard_error() throws Exception {
        Running nobody = new Running("--journal", directory.resolve("none").toString());
        assertThat(nobody.end()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(errors()).contains("--as").contains("MR-");
        Running nowhere = new Running("--journal", directory.resolve("none").toString(), "--as", "robot");
        assertThat(nowhere.end()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(Files.exists(directory.resolve("none"))).isFalse();
        Running role = new Running("--journal", directory.resolve("none").toString(), "--as", "robot", "--role", "king");
        assertThat(role.end()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(errors()).contains("king");
        Running away = new Running("--server", "http://127.0.0.1:9", "--as", "robot");
        assertThat(away.end()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(errors()).contains("MR-8080");
    }
}
