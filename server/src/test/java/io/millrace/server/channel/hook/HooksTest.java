package io.millrace.server.channel.hook;

import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.server.Caller;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.channel.ChannelSettings;
import io.millrace.server.channel.Service;
import io.millrace.server.config.Section;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks to a real service that is away, slow, refuses and comes back. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HooksTest {
    @TempDir
    Path directory;

    private Service service;
    private Server server;
    private Caller caller;

    @BeforeEach
    void open() throws Exception {
        service = new Service();
        serve(3);
    }

    @AfterEach
    void close() {
        server.close();
        service.close();
    }

    private void serve(int attempts) {
        ChannelSettings channels = ChannelSettings.of(Section.of(Data.parse("{\"allow\": [\"" + service.address() + "/\"], \"webhooks\": {\"attempts\": " + attempts
                + ", \"firstWait\": \"PT0.01S\", \"longestWait\": \"PT0.05S\", \"timeout\": \"PT25S\"}}")));
        server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0).channels(channels));
        caller = Caller.of(server);
        for (String name : List.of("a", "b")) {
            server.mill().deploy(ActivityProcess.named(name, sequence(work("first").result("one"), work("second").result("two"))));
        }
    }

    private Data add(Object... more) throws Exception {
        Data body = Data.fields("url", service.address() + "/hook?key=1");
        for (int i = 0; i < more.length; i += 2) {
            body = body.with(more[i].toString(), more[i + 1]);
        }
        return caller.post("/webhooks", body).good();
    }

    private Service.Seen next() throws InterruptedException {
        Service.Seen seen = service.seen.poll(20, TimeUnit.SECONDS);
        assertThat(seen).as("a delivery").isNotNull();
        return seen;
    }

    private String state(String id) throws Exception {
        for (Data each : caller.get("/webhooks").good().at("items").asList(Data.class)) {
            if (each.at("id").text().equals(id)) {
                return each.at("state").text() + (each.at("trouble").isNothing() ? "" : ": " + each.at("trouble").text());
            }
        }
        return "none";
    }

    private void await(String id, String state) throws Exception {
        for (int i = 0; !state(id).startsWith(state); i++) {
            assertThat(i).as(state(id)).isLessThan(4_000);
            Thread.sleep(10);
        }
    }

    /** What a receiver does, with nothing of ours. */
    private static boolean isGenuine(Service.Seen seen, String secret) throws Exception {
        String[] parts = seen.headers().getOrDefault("Millrace-Signature", "").split("[=,]");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((parts[1] + ".").getBytes(StandardCharsets.UTF_8));
        boolean recent = Math.abs(Long.parseLong(parts[1]) - System.currentTimeMillis() / 1_000) < 300;
        return recent && HexFormat.of().formatHex(mac.doFinal(seen.body())).equals(parts[3]);
    }

    @Test
    void events_come_in_order_signed_and_filtered() throws Exception {
        Data made = add("process", "a", "kinds", List.of("CaseStarted", "WorkCompleted", "CaseCompleted"));
        String secret = made.at("secret").text();
        server.mill().start("b", Data.fields());
        Case started = server.mill().start("a", Data.fields());
        server.mill().operator().complete(started.work().getFirst().id(), Data.of(1));
        server.mill().operator().complete(started.work().getFirst().id(), Data.of(2));
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Service.Seen seen = next();
            assertThat(isGenuine(seen, secret)).isTrue();
            assertThat(isGenuine(new Service.Seen("POST", "/", seen.headers(), "{}".getBytes(StandardCharsets.UTF_8)), secret)).isFalse();
            assertThat(seen.data().at("case").text()).isEqualTo(started.id().toString());
            assertThat(seen.headers()).containsEntry("Millrace-Webhook", made.at("id").text()).containsEntry("Millrace-Event", seen.data().at("id").text());
            kinds.add(seen.data().at("kind").text());
        }
        assertThat(kinds).containsExactly("CaseStarted", "WorkCompleted", "WorkCompleted", "CaseCompleted");
        assertThat(service.seen.poll(300, TimeUnit.MILLISECONDS)).isNull();
        assertThat(caller.get("/webhooks").text()).doesNotContain(secret);
    }

    @Test
    void the_example_of_the_page_checks_signatures() throws Exception {
        String secret = add("kinds", List.of("CaseStarted")).at("secret").text();
        server.mill().start("a", Data.fields());
        Service.Seen seen = next();
        String signature = seen.headers().getOrDefault("Millrace-Signature", "");
        assertThat(python(secret, signature, seen.body())).isEqualTo("True");
        assertThat(python(secret + "x", signature, seen.body())).isEqualTo("False");
        assertThat(python(secret, signature, "{}".getBytes(StandardCharsets.UTF_8))).isEqualTo("False");
        String old = Signature.of(secret, 1_000_000_000, seen.body());
        assertThat(python(secret, old, seen.body())).isEqualTo("False");
    }

    private String python(String secret, String signature, byte[] body) throws Exception {
        Path at = Path.of("").toAbsolutePath();
        for (Path up = at; up != null; up = up.getParent()) {
            at = Files.exists(up.resolve("docs/channels.md")) ? up : at;
        }
        String page = Files.readString(at.resolve("docs/channels.md"));
        int begin = page.indexOf("```python\n") + 10;
        Path program = directory.resolve("check.py");
        Files.writeString(program, "import sys\n" + page.substring(begin, page.indexOf("```", begin)) + "\nprint(genuine(sys.argv[1], sys.argv[2], sys.stdin.buffer.read()))\n");
        Process process = new ProcessBuilder("python3", program.toString(), secret, signature).redirectErrorStream(true).start();
        process.getOutputStream().write(body);
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void a_webhook_of_one_case_hears_of_no_other_and_one_of_a_tenant_of_no_other_tenant() throws Exception {
        Case mine = server.mill().start("a", Data.fields());
        add("case", mine.id().toString(), "kinds", List.of("WorkCompleted"));
        caller.with("Millrace-Tenant", "other").post("/webhooks", Data.fields("url", service.address() + "/foreign")).good();
        Case other = server.mill().start("a", Data.fields());
        server.mill().operator().complete(other.work().getFirst().id(), Data.of(1));
        server.mill().operator().complete(mine.work().getFirst().id(), Data.of(1));
        assertThat(next().data().at("case").text()).isEqualTo(mine.id().toString());
        assertThat(service.seen.poll(300, TimeUnit.MILLISECONDS)).isNull();
        assertThat(caller.with("Millrace-Tenant", "other").get("/webhooks").good().at("items").asList(Data.class)).hasSize(1);
    }

    @Test
    void a_receiver_that_fails_gets_the_same_event_again_and_none_is_skipped() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        service.answers = (exchange, seen) -> Service.json(exchange, calls.incrementAndGet() % 3 == 0 ? 200 : 503, "");
        add("kinds", List.of("CaseStarted"));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(server.mill().start("a", Data.fields()).id().toString());
        }
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            seen.add(next().data().at("case").text());
        }
        assertThat(seen).isEqualTo(ids.stream().flatMap(id -> java.util.stream.Stream.of(id, id, id)).toList());
    }

    @Test
    void a_receiver_that_is_away_for_long_pauses_the_webhook_until_somebody_resumes_it() throws Exception {
        service.answers = (exchange, seen) -> Service.json(exchange, 500, "");
        String id = add("kinds", List.of("CaseStarted")).at("id").text();
        Case first = server.mill().start("a", Data.fields());
        await(id, "paused: it was answered with status 500");
        assertThat(service.all).hasSize(3);
        Case second = server.mill().start("a", Data.fields());
        server.close();
        serve(3);
        await(id, "paused");
        service.seen.clear();
        service.answers = (exchange, seen) -> Service.json(exchange, 204, "");
        caller.post("/webhooks/" + id + "/resume", Data.fields()).good();
        assertThat(next().data().at("case").text()).isEqualTo(first.id().toString());
        assertThat(next().data().at("case").text()).isEqualTo(second.id().toString());
        await(id, "active");
        // The second may still wait for its answer.
        String known = second.id().toString();
        service.answers = (exchange, seen) -> Service.json(exchange, seen.data().at("case").text().equals(known) ? 204 : 410, "");
        int before = service.all.size();
        server.mill().start("a", Data.fields());
        await(id, "paused: it was answered with status 410");
        assertThat(service.all).hasSize(before + 1);
        caller.delete("/webhooks/" + id).good();
        assertThat(state(id)).isEqualTo("none");
        assertThat(caller.delete("/webhooks/" + id).code()).isEqualTo("MR-8047");
    }

    @Test
    void delivery_goes_on_after_a_restart_where_it_was() throws Exception {
        add("kinds", List.of("CaseStarted"));
        String first = server.mill().start("a", Data.fields()).id().toString();
        assertThat(next().data().at("case").text()).isEqualTo(first);
        int port = service.port();
        service.close();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ids.add(server.mill().start("a", Data.fields()).id().toString());
        }
        server.close();
        service = new Service(port);
        serve(3);
        caller.post("/webhooks/" + caller.get("/webhooks").good().at("items").at(0).at("id").text() + "/resume", Data.fields());
        List<String> seen = new ArrayList<>();
        while (seen.size() < 3) {
            String id = next().data().at("case").text();
            // The service went away perhaps before it had answered: then that event comes again.
            if (!id.equals(first)) {
                seen.add(id);
            }
        }
        assertThat(seen).isEqualTo(ids);
    }

    @Test
    void a_slow_receiver_delays_no_other() throws Exception {
        service.answers = (exchange, seen) -> {
            if (seen.path().startsWith("/slow")) {
                Thread.sleep(Duration.ofSeconds(30));
            }
            Service.json(exchange, 200, "");
        };
        caller.post("/webhooks", Data.fields("url", service.address() + "/slow")).good();
        caller.post("/webhooks", Data.fields("url", service.address() + "/fast", "kinds", List.of("CaseStarted"))).good();
        for (int i = 0; i < 3; i++) {
            server.mill().start("a", Data.fields());
        }
        int fast = 0;
        while (fast < 3) {
            fast += next().path().startsWith("/fast") ? 1 : 0;
        }
    }

    @Test
    void an_address_that_is_not_allowed_is_refused() throws Exception {
        for (String url : List.of("http://127.0.0.1:1/", "https://example.org/", "http://169.254.169.254/latest", "file:///etc/passwd", service.address().replace("127.0.0.1", "localhost"), "")) {
            assertThat(caller.post("/webhooks", Data.fields("url", url)).code()).as(url).isEqualTo("MR-8042");
        }
        assertThat(caller.get("/webhooks").good().at("items")).isEqualTo(Data.items());
    }
}
