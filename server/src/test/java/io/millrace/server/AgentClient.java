package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A program that takes part with the protocol's own client. */
final class AgentClient implements AutoCloseable {
    final McpSyncClient client;
    final List<McpSchema.ProgressNotification> progress = new CopyOnWriteArrayList<>();

    AgentClient(Server server, Map<String, String> headers) {
        HttpClientStreamableHttpTransport transport = HttpClientStreamableHttpTransport.builder(server.address())
                .endpoint("/mcp")
                .httpRequestCustomizer((builder, method, uri, body, context) -> headers.forEach(builder::setHeader))
                .build();
        this.client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(20))
                .initializationTimeout(Duration.ofSeconds(20))
                .progressConsumer(progress::add)
                .build();
        client.initialize();
    }

    /** Somebody with a secret. */
    static AgentClient of(Server server, String secret) {
        return new AgentClient(server, Map.of("Authorization", "Bearer " + secret));
    }

    /** Calls a tool; an argument that is nothing is left out. */
    McpSchema.CallToolResult call(String tool, Object... arguments) {
        return client.callTool(new McpSchema.CallToolRequest(tool, arguments(arguments)));
    }

    static Map<String, Object> arguments(Object... pairs) {
        Map<String, Object> map = new java.util.LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i].toString(), pairs[i + 1]);
        }
        return map;
    }

    /** What a tool gives; it must not be an error. */
    Data good(String tool, Object... arguments) {
        McpSchema.CallToolResult result = call(tool, arguments);
        assertThat(result.isError()).as(result.toString()).isNotEqualTo(true);
        return data(result);
    }

    /** What a tool says of an error. */
    Data refused(String tool, Object... arguments) {
        McpSchema.CallToolResult result = call(tool, arguments);
        assertThat(result.isError()).as(result.toString()).isTrue();
        return data(result);
    }

    static Data data(McpSchema.CallToolResult result) {
        return of(result.structuredContent());
    }

    static Data of(Object value) {
        try {
            return Data.parse(McpJsonDefaults.getMapper().writeValueAsString(value));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static String words(McpSchema.CallToolResult result) {
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }

    String read(String uri) {
        return ((McpSchema.TextResourceContents) client.readResource(new McpSchema.ReadResourceRequest(uri)).contents().getFirst()).text();
    }

    List<String> tools() {
        return client.listTools().tools().stream().map(McpSchema.Tool::name).toList();
    }

    @Override
    public void close() {
        client.close();
    }
}
