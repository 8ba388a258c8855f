package io.millrace.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the log of acts. */
class AuditRotationTest {
    @TempDir
    Path directory;

    private static final Endpoint ENDPOINT = Endpoint.post("/x/{n}", "doIt").access(Access.START).does(exchange -> Reply.done());

    private static Listener.Act act(int number) {
        Identity who = new Identity("anna", "main", Set.of(Role.OPERATOR), null);
        return new Listener.Act(ENDPOINT, who, "192.0.2.1", Map.of("n", Integer.toString(number)), 204, null);
    }

    @Test
    void old_files_go_and_pages_lead_over_the_ends_of_files() throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));
        try (Audit audit = new Audit(directory, clock, 2_000, 4)) {
            for (int i = 0; i < 100; i++) {
                audit.record(act(i));
            }
            List<String> files;
            try (Stream<Path> all = Files.list(directory)) {
                files = all.map(file -> file.getFileName().toString()).sorted().toList();
            }
            assertThat(files).hasSize(4).doesNotContain("audit-00000001.jsonl");
            Audit.Found page = audit.find(entry -> true, null, 5, false);
            int first = Integer.parseInt(page.acts().getFirst().at("ids").at("n").text());
            int expected = first;
            while (true) {
                for (var entry : page.acts()) {
                    assertThat(entry.at("ids").at("n").text()).isEqualTo(Integer.toString(expected++));
                }
                if (page.cursor() == null) {
                    break;
                }
                page = audit.find(entry -> true, page.cursor(), 5, false);
            }
            assertThat(expected).isEqualTo(100);
            assertThat(first).isPositive();
        }
    }
}
