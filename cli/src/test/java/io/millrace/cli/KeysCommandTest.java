package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.security.Keys;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {
    @TempDir
    Path directory = Path.of("");

    private Printed keys(String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "keys";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 2] = "--journal";
        all[all.length - 1] = directory.resolve("journal").toString();
        return Printed.by(all);
    }

    private static HttpResponse<String> me(Server server, String secret) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/api/v1/me")).header("Authorization", "Bearer " + secret).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void the_first_key_is_made_before_there_is_a_server() throws Exception {
        String secret = keys("add", "anna", "--role", "operator", "--role", "auditor", "--expires", "P30D").out().strip();
        assertThat(secret).startsWith("mk_").doesNotContain(" ");
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0))) {
            Data me = Data.parse(me(server, secret).body());
            assertThat(me.at("name").text()).isEqualTo("anna");
            assertThat(me.at("roles").asList(String.class)).containsExactly("auditor", "operator");
            assertThat(keys("revoke", "anna").out()).contains("of anna is revoked");
            assertThat(me(server, secret).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void keys_are_listed_without_their_secrets() {
        String secret = keys("add", "pay", "--role", "worker", "--task", "pay", "--process", "order", "--tenant", "acme", "--for-others").out().strip();
        keys("add", "anna", "--role", "participant", "--expires", "30d");
        keys("revoke", "pay", "--tenant", "acme");
        String out = keys("list").out();
        assertThat(out).containsPattern("pay +acme +worker +pay, order +revoked").containsPattern("anna +main +participant +ends in 29d");
        assertThat(out).doesNotContain(secret.substring(16));
        List<Data> lines = keys("list", "--json", "--tenant", "main").out().lines().map(Data::parse).toList();
        assertThat(lines).extracting(key -> key.at("name").text()).containsExactly("anna");
        assertThat(Data.parse(keys("add", "ben", "--role", "operator", "--json").out()).at("secret").text()).startsWith("mk_");
    }

    @Test
    void what_makes_no_sense_is_refused_and_changes_nothing() throws Exception {
        assertThat(keys("list").out()).contains("There are no keys.");
        assertThat(keys("add", "anna").err()).contains("needs a --role");
        assertThat(keys("add", "--role", "operator").err()).contains("needs a NAME");
        assertThat(keys("add", "anna", "--role", "operater").err()).contains("There is no role 'operater'").contains("operator");
        assertThat(keys("add", "anna", "--role", "operator", "--task", "pay").err()).contains("MR-8032");
        assertThat(keys("revoke", "anna").err()).contains("MR-8031");
        assertThat(keys("lock", "anna").status()).isEqualTo(2);
        assertThat(Keys.directory(directory.resolve("journal")).resolve("keys.json")).doesNotExist();
        keys("add", "anna", "--role", "operator");
        Path file = Keys.directory(directory.resolve("journal")).resolve("keys.json");
        String damaged = Files.readString(file).replace("anna", "ben");
        Files.writeString(file, damaged);
        assertThat(keys("add", "carl", "--role", "operator").err()).contains("MR-8030").contains("keys.json");
        assertThat(Files.readString(file)).isEqualTo(damaged);
    }
}
