package io.millrace.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools and resources say of themselves what their operations say. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ToolsTest {
    @TempDir
    Path directory;

    @Test
    void they_are_for_those_for_whom_their_operations_are() {
        Map<String, Access> operations;
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0))) {
            operations = server.endpoints().stream().collect(Collectors.toMap(Endpoint::id, Endpoint::access));
        }
        for (Tool tool : Tools.all()) {
            assertThat(operations).as(tool.name()).containsKeys(tool.operations().toArray(String[]::new));
            assertThat(operations.get(tool.operations().getFirst())).as(tool.name()).isEqualTo(tool.access());
            // Whoever sees the tool may use all of it.
            assertThat(tool.operations()).as(tool.name()).allMatch(operation -> operations.getOrDefault(operation, Access.NOBODY).roles().containsAll(tool.access().roles()));
        }
        for (Resource resource : Resource.ALL) {
            assertThat(operations.get(resource.operation())).as(resource.uri()).isEqualTo(resource.access());
        }
    }

    @Test
    void names_are_unique_and_schemas_are_whole() {
        assertThat(Tools.all()).extracting(Tool::name).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z_]{1,64}"));
        assertThat(Resource.ALL).extracting(Resource::uri).doesNotHaveDuplicates();
        for (Tool tool : Tools.all()) {
            Data answer = Json.schema(tool.answer());
            assertThat(answer.at("type").text()).as(tool.name()).isEqualTo("object");
            assertThat(answer.json()).as(tool.name()).doesNotContain("#/components");
            for (String part : answer.json().split("#/\\$defs/", -1)) {
                String name = part.substring(0, Math.max(0, part.indexOf('"')));
                assertThat(part.startsWith("{") || answer.at("$defs").has(name)).as(tool.name() + " " + name).isTrue();
            }
        }
    }

    @Test
    void addresses_are_read_back() {
        Resource picture = Resource.ALL.stream().filter(each -> each.name().equals("process_picture")).findFirst().orElseThrow();
        assertThat(picture.call("millrace://processes/a%2Fb%20c+d/picture")).isNotNull().extracting(call -> call.parameters().get("process")).isEqualTo("a/b c+d");
        assertThat(picture.call("millrace://processes/a/b/picture")).isNull();
        assertThat(picture.call("millrace://processes//picture")).isNull();
        assertThat(picture.call("millrace://processes/a/picture?version=1")).isNull();
        assertThat(picture.call("millrace://processes/a/picture/")).isNull();
    }
}
