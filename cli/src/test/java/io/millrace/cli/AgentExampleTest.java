package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.MillraceClient;
import io.millrace.client.Source;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.WorkQuery;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The example of an agent: it drafts and sends refunds, and rules that were proved enforceable demand a person's approval before anything
 * is sent. The agent is the protocol's own client, over HTTP and over the standard streams of the real {@code mill mcp}.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AgentExampleTest {
    @TempDir
    private Path directory = Path.of("");

    private final List<String> errors = new CopyOnWriteArrayList<>();

    private static Path file(String name) throws IOException {
        return Repository.root().resolve("examples/agents").resolve(name);
    }

    @Test
    void the_rules_are_proved_enforceable_before_anything_runs() throws IOException {
        assertThat(Printed.by("rules", file("refund.deps").toString()).status()).isEqualTo(Mill.FINE);
        assertThat(Printed.by("verify", file("refund.pl").toString(), "--rules", file("refund.deps").toString()).status()).isEqualTo(Mill.FINE);
        Printed unasked = Printed.by("rules", file("refund-unasked.deps").toString());
        assertThat(unasked.status()).isEqualTo(Mill.NO);
        assertThat(unasked.out()).contains("unenforceable").contains("make sent flexible");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "stdio"})
    void an_agent_cannot_send_money_before_a_person_has_approved(String transport) throws Exception {
        Path journal = directory.resolve("journal");
        Keys keys = Keys.of(journal);
        String chief = keys.add(ApiKey.Wanted.of("chief", "main", Role.ADMINISTRATOR)).secret();
        String supervisor = keys.add(ApiKey.Wanted.of("sam", "main", Role.PARTICIPANT)).secret();
        String secret = keys.add(ApiKey.Wanted.of("drafter", "main", Role.PARTICIPANT, Role.AUDITOR).actingForOthers()).secret();
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            MillraceClient admin = MillraceClient.at(server.address()).key(chief);
            admin.deploy(new Source("refund.pl", Files.readString(file("refund.pl")), null, Files.readString(file("refund.deps")), false));
            admin.send("PUT", "/participants/drafter", Data.fields("roles", List.of("assistant")));
            admin.send("PUT", "/participants/sam", Data.fields("roles", List.of("supervisor")));
            try (McpSyncClient agent = agent(transport, server, secret)) {
                refund(agent, admin, MillraceClient.at(server.address()).key(supervisor));
            }
        }
        assertThat(errors).isEmpty();
    }

    private void refund(McpSyncClient agent, MillraceClient admin, MillraceClient supervisor) {
        // It finds what it may start, and starts it once although it asks twice.
        Data process = good(agent, "list_processes").at("items").at(0);
        assertThat(process.at("process").text()).isEqualTo("refund");
        assertThat(process.at("input").json()).contains("customer", "amount");
        Data input = Data.fields("customer", "Ida", "amount", 12.5);
        Data started = good(agent, "start_case", "process", "refund", "input", plain(input), "idempotencyKey", "refund of Ida");
        assertThat(good(agent, "start_case", "process", "refund", "input", plain(input), "idempotencyKey", "refund of Ida")).isEqualTo(started);
        assertThat(admin.cases(CaseQuery.ALL).count()).isEqualTo(1);
        String id = started.at("case").text();

        // It drafts: what does not fit the form is refused.
        String draft = only(good(agent, "list_work"), "draft");
        Data form = good(agent, "look_at_work", "work", draft);
        assertThat(form.at("output").at("required").asList(String.class)).containsExactly("letter");
        Data unfit = refused(agent, "complete_work", "work", draft, "output", Map.of("note", 1));
        assertThat(unfit.at("code").text()).startsWith("MR-");
        assertThat(good(agent, "claim_work", "work", draft).at("done").truth()).isTrue();
        assertThat(good(agent, "complete_work", "work", draft, "output", Map.of("letter", "Dear Ida"), "because", "the goods came back").at("done").truth())
                .isTrue();

        // It tries to skip the approval, and is told which rule keeps it from that, and what would lift it.
        String send = only(good(agent, "list_work"), "send");
        Data skipped = good(agent, "start_work", "work", send);
        assertThat(skipped.at("done").truth()).isFalse();
        assertThat(skipped.at("code").text()).isEqualTo("MR-6001");
        assertThat(skipped.at("rules").asList(String.class)).containsExactly("approval_first");
        assertThat(skipped.at("liftedBy").asList(String.class)).containsExactly("approved");
        assertThat(skipped.at("detail").text()).contains("rule 'approval_first' does not permit sent yet");
        Data planned = good(agent, "complete_work", "work", send, "output", Map.of("receipt", "none"), "plan", true);
        assertThat(planned.at("steps").json()).contains("approval_first");
        assertThat(good(agent, "why", "case", id, "task", "send").json()).contains("approval_first");

        // Nobody approves the own draft, not even a supervisor.
        WorkId approval = supervisor.work(WorkQuery.forParticipant("sam")).findFirst().orElseThrow().item().id();
        admin.send("PUT", "/participants/drafter", Data.fields("roles", List.of("assistant", "supervisor")));
        assertThat(refused(agent, "complete_work", "work", approval.toString()).at("code").text()).isEqualTo("MR-1060");
        assertThat(admin.look(CaseId.parse(id)).info().status()).isEqualTo(CaseStatus.RUNNING);

        // A person approves: what waited goes on by itself, and now the agent may send.
        supervisor.complete(approval, Data.fields());
        Data begun = good(agent, "wait_for_work", "task", "send", "state", "started", "seconds", 10);
        assertThat(only(begun, "send")).isEqualTo(send);
        assertThat(good(agent, "complete_work", "work", send, "output", Map.of("receipt", "R-17")).at("done").truth()).isTrue();
        assertThat(admin.look(CaseId.parse(id)).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(admin.look(CaseId.parse(id)).info().outcome().at("receipt").text()).isEqualTo("R-17");

        // Every act stands in the history with the agent's name and the person it acts for; what was read has left no trace there.
        List<HistoryEvent> acts = admin.history(CaseId.parse(id), null, 200, History.Order.OLDEST_FIRST).items().stream()
                .filter(event -> "drafter".equals(event.actor()))
                .toList();
        assertThat(acts).isNotEmpty().allMatch(event -> "anna".equals(event.onBehalfOf()));
        assertThat(acts.stream().map(HistoryEvent::kind)).contains("CaseStarted", "WorkCompleted");
        assertThat(acts.stream().map(HistoryEvent::toData).map(Data::json)).anyMatch(json -> json.contains("the goods came back"));

        // Pictures and histories are resources.
        assertThat(read(agent, "millrace://cases/" + id + "/picture")).contains("<svg");
        assertThat(read(agent, "millrace://processes/refund/source")).contains("approval_first").contains("and_split(draft");
        assertThat(Data.parse(read(agent, "millrace://processes/refund/verdict")).at("sound").truth()).isTrue();
        assertThat(read(agent, "millrace://cases/" + id + "/history")).contains("drafter", "anna", "sam");
        assertThat(good(agent, "query_history", "goal", "happened(end(send, Who, " + id + "), _)").at("texts").json()).contains("drafter");
    }

    private McpSyncClient agent(String transport, Server server, String secret) throws IOException {
        McpSyncClient client = McpClient.sync(transport.equals("http") ? http(server, secret) : stdio(server, secret))
                .requestTimeout(Duration.ofSeconds(30))
                .initializationTimeout(Duration.ofSeconds(30))
                .build();
        client.initialize();
        return client;
    }

    private static McpClientTransport http(Server server, String secret) {
        return HttpClientStreamableHttpTransport.builder(server.address())
                .endpoint("/mcp")
                .httpRequestCustomizer((request, method, uri, body, context) ->
                        request.setHeader("Authorization", "Bearer " + secret).setHeader("Millrace-On-Behalf-Of", "anna"))
                .build();
    }

    private McpClientTransport stdio(Server server, String secret) throws IOException {
        ServerParameters mill = ServerParameters.builder(Repository.root().resolve("mill").toString())
                .args("mcp", "--server", server.address(), "--for", "anna")
                .addEnvVar("MILL_KEY", secret)
                .addEnvVar("MILL_CLASSPATH", System.getProperty("java.class.path"))
                .addEnvVar("JAVA_HOME", System.getProperty("java.home"))
                .build();
        StdioClientTransport transport = new StdioClientTransport(mill, McpJsonDefaults.getMapper());
        transport.setStdErrorHandler(errors::add);
        return transport;
    }

    private static McpSchema.CallToolResult call(McpSyncClient agent, String tool, Object... pairs) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            arguments.put(pairs[i].toString(), pairs[i + 1]);
        }
        return agent.callTool(new McpSchema.CallToolRequest(tool, arguments));
    }

    private static Data good(McpSyncClient agent, String tool, Object... arguments) {
        McpSchema.CallToolResult result = call(agent, tool, arguments);
        assertThat(result.isError()).as(result.toString()).isNotEqualTo(true);
        return data(result.structuredContent());
    }

    private static Data refused(McpSyncClient agent, String tool, Object... arguments) {
        McpSchema.CallToolResult result = call(agent, tool, arguments);
        assertThat(result.isError()).as(result.toString()).isTrue();
        return data(result.structuredContent());
    }

    private static Data data(Object content) {
        try {
            return Data.parse(McpJsonDefaults.getMapper().writeValueAsString(content));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Object plain(Data data) {
        try {
            return McpJsonDefaults.getMapper().readValue(data.json(), Map.class);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The id of the only item of a list, which is of a task. */
    private static String only(Data page, String task) {
        List<Data> items = page.at("items").asList(Data.class);
        assertThat(items).as(page.json()).hasSize(1);
        assertThat(items.getFirst().at("task").text()).isEqualTo(task);
        return items.getFirst().at("work").text();
    }

    private static String read(McpSyncClient agent, String uri) {
        return ((McpSchema.TextResourceContents) agent.readResource(new McpSchema.ReadResourceRequest(uri)).contents().getFirst()).text();
    }
}
