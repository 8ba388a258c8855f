package io.millrace.server.channel.mail;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.channel.KilledServer;
import io.millrace.server.channel.Service;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed again and again while people answer by mail, a service is called and a webhook is told. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class CrashTest {
    private static final int CASES = 12;
    private static final int KILLS = 8;

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
    private String address = "";

    private Process start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledServer.class.getName(),
                        directory.resolve("journal").toString(),
                        directory.resolve("channels.json").toString())
                .redirectError(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        assertThat(line).startsWith("ready ");
        address = line.substring(6) + "/api/v1";
        return process;
    }

    private Data ask(String method, String path, String id, Data body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", id)
                .method(method, method.equals("GET") ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body.json()))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return Data.parse(response.body());
    }

    /** Answers each mail once, however often it came. */
    private static void answer(Post post, Set<String> answered) throws Exception {
        for (MimeMessage mail : post.got("ann")) {
            if (answered.add(mail.getMessageID())) {
                post.reply(mail, "ann@example.org", "fine");
            }
        }
    }

    @Test
    void nothing_is_lost_and_nothing_is_done_twice() throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Files.writeString(directory.resolve("password"), "secret-pw");
        Process process = null;
        try (Post post = new Post(); Service service = new Service()) {
            service.answers = (exchange, seen) -> Service.json(exchange, seen.path().startsWith("/rates") && random.nextInt(3) == 0 ? 503 : 200, "{\"rate\": 1}");
            Files.writeString(directory.resolve("channels.json"), "{" + post.section().replace("PASSWORD", directory.resolve("password").toString()) + """
                    , "allow": ["SERVICE/"], "webhooks": {"firstWait": "PT0.1S"}, "channels": [
                    {"task": "approve", "kind": "mail", "subject": "Approve {number}", "text": "Form: {form}"},
                    {"task": "ask", "kind": "mail", "to": "ann", "subject": "Ask {number}"},
                    {"task": "rate", "kind": "http", "url": "SERVICE/rates/{number}"}]}""".replace("SERVICE", service.address()));
            process = start();
            ask("POST", "/webhooks", "hook", Data.fields("url", service.address() + "/hook", "kinds", List.of("CaseCompleted")));
            Set<String> answered = new HashSet<>();
            List<String> cases = new ArrayList<>();
            int kills = 0;
            while (cases.size() < CASES || kills < KILLS) {
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100 + random.nextInt(1_200));
                while (System.nanoTime() < until) {
                    if (cases.size() < CASES) {
                        int number = cases.size();
                        cases.add(ask("POST", "/cases", "case " + number, Data.fields("process", "claim", "input", Data.fields("number", number))).at("case").text());
                    }
                    answer(post, answered);
                    Thread.sleep(20);
                }
                process.destroyForcibly().waitFor();
                kills++;
                answer(post, answered);
                process = start();
            }
            for (int i = 0; ask("GET", "/cases?state=completed&count=true", "list", Data.nothing()).at("count").asInt() < CASES; i++) {
                assertThat(i).as(ask("GET", "/cases", "list", Data.nothing()).pretty()).isLessThan(2_000);
                answer(post, answered);
                Thread.sleep(50);
            }
            check(post, service, cases);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    private void check(Post post, Service service, List<String> cases) throws Exception {
        List<String> subjects = new ArrayList<>();
        for (MimeMessage mail : post.got("ann")) {
            subjects.add(mail.getSubject() + " " + mail.getMessageID());
        }
        String log = Files.readString(directory.resolve("log")).lines().filter(line -> line.contains("WARNING")).collect(Collectors.joining("\n"));
        // One mail for each item, however often it was sent; nobody was told that they came too late.
        Map<String, Set<String>> ids = new HashMap<>();
        for (MimeMessage mail : post.got("ann")) {
            assertThat(mail.getHeader("Auto-Submitted")).as("%s%s%n%s%n%s", mail.getSubject(), Post.text(mail), String.join("\n", subjects), log).containsExactly("auto-generated");
            ids.computeIfAbsent(mail.getSubject().replaceFirst(" \\[.*", ""), key -> new HashSet<>()).add(mail.getMessageID() + mail.getSubject());
        }
        assertThat(ids).hasSize(2 * CASES).allSatisfy((subject, each) -> assertThat(each).as(subject).hasSize(1));
        for (String id : cases) {
            List<Data> events = ask("GET", "/cases/" + id + "/history?limit=1000", "history", Data.nothing()).at("items").asList(Data.class);
            assertThat(events.stream().filter(event -> event.at("kind").text().equals("WorkCompleted"))).hasSize(3);
            assertThat(service.all.stream().filter(seen -> seen.headers().getOrDefault("Idempotency-Key", "").startsWith(id + "#")).map(seen -> seen.headers().get("Idempotency-Key")).distinct()).hasSize(1);
        }
        // Every end was told, in order.
        List<String> ended = new ArrayList<>();
        for (String cursor = ""; cursor != null; ) {
            Data page = ask("GET", "/history?limit=1000" + (cursor.isEmpty() ? "" : "&cursor=" + cursor), "all", Data.nothing());
            page.at("items").asList(Data.class).stream().filter(event -> event.at("kind").text().equals("CaseCompleted")).forEach(event -> ended.add(event.at("id").text()));
            cursor = page.at("cursor").isNothing() ? null : page.at("cursor").text();
        }
        for (int i = 0; told(service).size() < ended.size(); i++) {
            assertThat(i).isLessThan(3_000);
            Thread.sleep(20);
        }
        assertThat(List.copyOf(told(service))).isEqualTo(ended);
    }

    /** The events that the webhook was told, each where it came first. */
    private static Set<String> told(Service service) {
        return service.all.stream()
                .filter(seen -> seen.path().equals("/hook"))
                .map(seen -> seen.data().at("id").text())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
