package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that take part by the Model Context Protocol, with the protocol's own client. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpTest {
    @TempDir
    Path directory;

    @Test
    void an_agent_sees_its_worklist_and_does_an_item() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller designer = secured.caller("dora", Role.DESIGNER, Role.OPERATOR);
            designer.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
            designer.post("/cases", Data.fields("process", "claim")).good();
            String secret = secured.keys.add(ApiKey.Wanted.of("clerks", "main", Role.PARTICIPANT)).secret();
            try (AgentClient agent = AgentClient.of(secured.server, secret)) {
                System.out.println(agent.tools());
                System.out.println(agent.good("list_work"));
                System.out.println(agent.good("who_am_i"));
                System.out.println(agent.client.listResourceTemplates());
                System.out.println(agent.refused("claim_work", "work", "77#1"));
                System.out.println(agent.call("why", "case", "1", "task", "x"));
            }
        }
    }
}
