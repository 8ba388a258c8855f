package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table of who may do what: the page says it as the code does, and the server holds every cell of it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RolesTest {
    private static final String BEGIN = "<!-- begin of what RolesTest writes -->\n";
    private static final String END = "<!-- end of what RolesTest writes -->\n";

    @TempDir
    Path directory;

    @Test
    void the_server_holds_every_cell_of_the_table() throws Exception {
        try (Secured secured = new Secured(directory)) {
            List<Caller> callers = Arrays.stream(Role.values()).map(role -> secured.caller(role.word(), role)).toList();
            List<String> wrong = new ArrayList<>();
            int cells = 0;
            for (Endpoint endpoint : secured.server.endpoints()) {
                for (Role role : Role.values()) {
                    boolean may = endpoint.access() == Access.OPEN || endpoint.access().roles().contains(role);
                    Caller.Answered answered = call(callers.get(role.ordinal()), endpoint);
                    boolean refused = answered.status() == 403 && answered.body().at("code").text().equals("MR-8005");
                    if (may ? refused || answered.status() == 401 : !refused) {
                        wrong.add(role.word() + " " + endpoint.id() + ": " + answered.status() + " " + answered.body());
                    }
                    cells++;
                }
                // Who fails too often is told to wait instead.
                int unknown = call(secured.nobody(), endpoint).status();
                if ((unknown == 401 || unknown == 429) == (endpoint.access() == Access.OPEN)) {
                    wrong.add("nobody " + endpoint.id() + ": " + unknown);
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(cells).isEqualTo(secured.server.endpoints().size() * Role.values().length).isGreaterThan(200);
        }
    }

    /** Calls an endpoint with ids that do not exist and an empty body. */
    private static Caller.Answered call(Caller caller, Endpoint endpoint) throws Exception {
        String path = endpoint.path()
                .replace("{case}", "77")
                .replace("{work}", "77%231")
                .replace("{job}", "77%231!1!1!main")
                .replaceAll("\\{[a-zA-Z]+}", "none");
        return caller.with("Content-Type", endpoint.consumes()).begin(endpoint.method(), path, endpoint.changes() ? "{}" : "");
    }

    @Test
    void every_endpoint_says_who_may_call_it() throws Exception {
        try (Secured secured = new Secured(directory)) {
            assertThat(secured.server.endpoints()).noneMatch(endpoint -> endpoint.access() == Access.NOBODY);
        }
    }

    @Test
    void the_page_has_the_table_that_the_code_has() throws Exception {
        Path page = root().resolve("docs/security.md");
        String text = Files.readString(page);
        assertThat(text).contains(BEGIN).contains(END);
        String wanted;
        try (Secured secured = new Secured(directory)) {
            wanted = text.substring(0, text.indexOf(BEGIN)) + BEGIN + table(secured.server.endpoints()) + text.substring(text.indexOf(END));
        }
        if (Boolean.getBoolean("millrace.write")) {
            Files.writeString(page, wanted);
        }
        assertThat(page)
                .as("Write it anew with: mvn -pl server -am test -Dtest=RolesTest -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.write=true")
                .hasContent(wanted);
    }

    private static String table(List<Endpoint> endpoints) {
        StringBuilder table = new StringBuilder("\n| access to | " + Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(" | ")) + " |\n");
        table.append("|---").append("|:-:".repeat(Role.values().length)).append("|\n");
        for (Access access : Access.values()) {
            if (access != Access.NOBODY) {
                table.append("| ").append(access.about());
                for (Role role : Role.values()) {
                    table.append(" | ").append(access == Access.OPEN || access.roles().contains(role) ? "yes" : "–");
                }
                table.append(" |\n");
            }
        }
        table.append("\n| access to | operations |\n|---|---|\n");
        for (Access access : Access.values()) {
            String operations = endpoints.stream()
                    .filter(endpoint -> endpoint.access() == access)
                    .map(endpoint -> "`" + endpoint.id() + "`")
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (!operations.isEmpty()) {
                table.append("| ").append(access.about()).append(" | ").append(operations).append(" |\n");
            }
        }
        return table.append('\n').toString();
    }

    static Path root() throws IOException {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("docs/errors.md"))) {
                return at;
            }
        }
        throw new IOException("The tests run outside of the repository");
    }
}
