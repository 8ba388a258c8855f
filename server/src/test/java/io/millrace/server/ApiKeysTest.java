package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import io.millrace.server.security.OidcSettings;
import io.millrace.server.security.SecuritySettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** API keys over HTTP: who gets in, who does not, and when a server does without them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ApiKeysTest {
    @TempDir
    Path directory;

    @Test
    void a_key_says_who_somebody_is() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller anna = secured.caller("anna", Role.OPERATOR, Role.DESIGNER);
            assertThat(anna.get("/me").good())
                    .isEqualTo(Data.fields(
                            "tenant", "main", "roles", List.of("designer", "operator"), "name", "anna", "security", true, "version", Version.number(), "demo", false));
            assertThat(anna.with("Millrace-Actor", "ben").with("Millrace-Tenant", "acme").get("/me").good())
                    .as("headers that name others are not believed")
                    .isEqualTo(anna.get("/me").good());
        }
    }

    @Test
    void what_is_no_key_is_refused() throws Exception {
        try (Secured secured = new Secured(directory)) {
            String secret = secured.keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR)).secret();
            Caller nobody = secured.nobody();
            assertThat(nobody.get("/live").status()).isEqualTo(200);
            assertThat(nobody.as(secret).get("/me").status()).isEqualTo(200);
            assertThat(nobody.with("Authorization", "bearer  " + secret).get("/me").status()).isEqualTo(200);
            for (String header : List.of(
                    secret,
                    "Basic " + secret,
                    "Bearer",
                    "Bearer ",
                    "Bearer " + secret + "x",
                    "Bearer " + secret.substring(1),
                    "Bearer " + secret + ", Bearer " + secret,
                    "Bearer " + secret.toUpperCase(java.util.Locale.ROOT),
                    "Bearer mk_000000000000_" + "A".repeat(43),
                    "Bearer eyJhbGciOiJub25lIn0.e30.")) {
                Caller.Answered refused = nobody.with("Authorization", header).get("/me");
                assertThat(refused.status()).as(header).isEqualTo(401);
                assertThat(refused.code()).isEqualTo("MR-8004");
                assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
                assertThat(refused.body().json()).doesNotContain(secret.substring(16));
            }
            assertThat(nobody.get("/me?access_token=" + secret).status()).isEqualTo(401);
            assertThat(nobody.with("Cookie", "Authorization=Bearer " + secret).get("/me").status()).isEqualTo(401);
        }
    }

    @Test
    void a_key_that_ended_opens_nothing() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Instant end = Instant.now().plusSeconds(8);
            Caller brief = secured.caller(ApiKey.Wanted.of("anna", "main", Role.OPERATOR).until(end));
            assertThat(brief.get("/me").status()).isEqualTo(200);
            // Requests while it is good would meet the limit of requests, whose refusal says nothing about the key.
            while (!Instant.now().isAfter(end)) {
                Thread.sleep(Duration.between(Instant.now(), end).toMillis() + 1);
            }
            Caller.Answered late = brief.get("/me");
            assertThat(late.status()).as(late.text()).isEqualTo(401);
            assertThat(late.body().at("detail").text()).contains("has expired");
            Caller ben = secured.caller("ben", Role.OPERATOR);
            assertThat(ben.get("/me").status()).isEqualTo(200);
            Keys.of(secured.journal).revoke(null, "ben");
            assertThat(ben.get("/me").body().at("detail").text()).contains("was revoked");
        }
    }

    @Test
    void an_administrator_makes_lists_and_revokes_keys() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            Data made = boss.post("/keys", Data.fields("name", "w", "roles", List.of("worker"), "tasks", List.of("pay"), "expires", "2099-01-01T00:00:00Z"))
                    .good();
            Data wanted = Data.fields("name", "again", "roles", List.of("worker"));
            Caller named = boss.with("Idempotency-Key", "k1");
            assertThat(named.post("/keys", wanted).good()).as("a repeat makes no second key").isEqualTo(named.post("/keys", wanted).good());
            Caller worker = secured.nobody().as(made.at("secret").text());
            assertThat(worker.get("/me").good().at("roles").asList(String.class)).containsExactly("worker");
            List<Data> listed = boss.get("/keys").good().at("items").asList(Data.class);
            assertThat(listed).extracting(key -> key.at("name").text()).containsExactly("first", "boss", "w", "again");
            assertThat(boss.get("/keys").good().json()).doesNotContain(made.at("secret").text()).doesNotContain("hash");
            assertThat(boss.post("/keys", Data.fields("name", "w", "roles", List.of("king"))).status()).isEqualTo(400);
            assertThat(boss.post("/keys", Data.fields("name", "w", "roles", List.of())).code()).isEqualTo("MR-8032");
            assertThat(boss.post("/keys", Data.fields("name", "w", "roles", List.of("operator"), "tasks", List.of("pay"))).code()).isEqualTo("MR-8032");
            assertThat(boss.post("/keys", Data.fields("name", "w", "roles", List.of("worker"), "expires", "2001-01-01T00:00:00Z")).code()).isEqualTo("MR-8032");
            assertThat(boss.delete("/keys/" + made.at("id").text()).status()).isEqualTo(204);
            assertThat(worker.get("/me").status()).isEqualTo(401);
            assertThat(boss.delete("/keys/nobody").code()).isEqualTo("MR-8031");
        }
    }

    @Test
    void a_stream_ends_when_its_key_is_revoked() throws Exception {
        try (Secured secured = new Secured(directory)) {
            Caller boss = secured.caller("boss", Role.ADMINISTRATOR);
            String secret = secured.keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR)).secret();
            HttpRequest watch = HttpRequest.newBuilder(URI.create(secured.server.address() + "/api/v1/events"))
                    .header("Authorization", "Bearer " + secret)
                    .build();
            HttpResponse<InputStream> response = HttpClient.newHttpClient().send(watch, HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            secured.keys.revoke("main", "anna");
            Thread ticking = Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                        boss.put("/participants/p" + i, Data.fields());
                        TimeUnit.MILLISECONDS.sleep(100);
                    }
                } catch (IOException | InterruptedException e) {
                    // The test is over.
                }
            });
            try (InputStream in = response.body()) {
                assertThat(readToEnd(in)).as("the stream ends").isTrue();
            } finally {
                ticking.interrupt();
                ticking.join();
            }
        }
    }

    private static boolean readToEnd(InputStream in) {
        try {
            in.readAllBytes();
        } catch (IOException e) {
            // An end is an end.
        }
        return true;
    }

    @Test
    void a_server_without_keys_is_open_on_this_machine_only_and_says_so() throws Exception {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        Logger log = Logger.getLogger("io.millrace.server");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                said.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        log.addHandler(handler);
        try (Server server = Server.open(ServerSettings.of(directory.resolve("open")).port(0))) {
            assertThat(said).anyMatch(line -> line.startsWith("Security is off"));
            Data me = Caller.of(server).with("Millrace-Actor", "anna").with("Millrace-On-Behalf-Of", "ben").get("/me").good();
            assertThat(me.at("name").text()).isEqualTo("anna");
            assertThat(me.at("onBehalfOf").text()).isEqualTo("ben");
            assertThat(me.at("roles").asList(String.class)).hasSize(Role.values().length);
        } finally {
            log.removeHandler(handler);
        }
    }

    @Test
    void a_server_on_another_address_needs_keys_or_an_issuer() throws Exception {
        ServerSettings everywhere = ServerSettings.of(directory.resolve("journal")).port(0).host("0.0.0.0");
        assertNeedsSecurity(everywhere);
        assertThat(directory.resolve("journal")).as("nothing was made").doesNotExist();
        Keys keys = Keys.of(directory.resolve("journal"));
        Keys.Created only = keys.add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        assertNeedsSecurity(everywhere.security(SecuritySettings.USUAL.off()));
        try (Server server = Server.open(everywhere)) {
            HttpClient http = HttpClient.newHttpClient();
            String address = "http://" + outside() + ":" + server.port() + "/api/v1/me";
            assertThat(http.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(401);
            HttpRequest known = HttpRequest.newBuilder(URI.create(address)).header("Authorization", "Bearer " + only.secret()).build();
            assertThat(http.send(known, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
        keys.revoke(null, "anna");
        assertNeedsSecurity(everywhere);
        SecuritySettings tokens = SecuritySettings.USUAL.tokensOf(OidcSettings.of("http://127.0.0.1:1", "millrace"));
        Server.open(everywhere.security(tokens)).close();
    }

    private static void assertNeedsSecurity(ServerSettings settings) {
        assertThatThrownBy(() -> Server.open(settings).close())
                .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.SECURITY_REQUIRED));
    }

    /** An address of this machine that is not loopback, if it has one. */
    private static String outside() throws IOException {
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            return all.flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof java.net.Inet4Address && !address.isLoopbackAddress())
                    .map(InetAddress::getHostAddress)
                    .findFirst()
                    .orElse("127.0.0.1");
        }
    }

    @Test
    void keys_turn_security_on_unless_it_is_switched_off_on_this_machine() throws Exception {
        Path journal = directory.resolve("journal");
        Keys.of(journal).add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            assertThat(Caller.of(server).get("/me").status()).isEqualTo(401);
        }
        try (Server server = Server.open(ServerSettings.of(journal).port(0).security(SecuritySettings.USUAL.off()))) {
            assertThat(Caller.of(server).get("/me").status()).isEqualTo(200);
        }
        Keys.of(journal).revoke(null, "anna");
        try (Server server = Server.open(ServerSettings.of(journal).port(0))) {
            assertThat(Caller.of(server).get("/me").status()).as("revoking the last key does not open the server").isEqualTo(401);
        }
    }

    @Test
    void a_server_with_a_damaged_file_of_keys_does_not_start() throws Exception {
        Path journal = directory.resolve("journal");
        Keys.of(journal).add(ApiKey.Wanted.of("anna", "main", Role.OPERATOR));
        Path file = Keys.directory(journal).resolve("keys.json");
        Files.writeString(file, Files.readString(file).replace("operator", "auditor"));
        assertThatThrownBy(() -> Server.open(ServerSettings.of(journal).port(0)).close()).hasMessageContaining("MR-8030").hasMessageContaining("check sum");
        assertThat(journal).doesNotExist();
    }
}
