package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code mill serve} as a process of its own, which is stopped as an operator stops it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ServeCommandTest {
    private static final String REVIEW = ":- rpc(editor, review(paper), Word), replycontent(Word, ok).\n";

    @TempDir
    private Path directory = Path.of("");

    private final List<Served> all = new ArrayList<>();

    @AfterEach
    void stop() {
        all.forEach(served -> served.process.destroyForcibly());
    }

    /** A server in another process. */
    private static final class Served {
        final Process process;
        final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        final Thread reader;
        String address = "";

        Served(Process process) {
            this.process = process;
            this.reader = Thread.ofVirtual().start(() -> {
                try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                    out.lines().forEach(lines::add);
                } catch (IOException | UncheckedIOException e) {
                    // It has ended.
                }
            });
        }

        /** The next line that holds a text; those before it are passed over. */
        String line(String text) throws InterruptedException {
            List<String> seen = new ArrayList<>();
            while (true) {
                String line = lines.poll(30, TimeUnit.SECONDS);
                assertThat(line).as("a line with '%s' after %s", text, seen).isNotNull();
                if (line.contains(text)) {
                    return line;
                }
                seen.add(line);
            }
        }

        int end() throws InterruptedException {
            // Not the process itself, whose destruction would also close what it prints.
            process.toHandle().destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(reader.join(java.time.Duration.ofSeconds(10))).isTrue();
            return process.exitValue();
        }
    }

    private Served serve(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dstdout.encoding=UTF-8",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.millrace.cli.Mill",
                "serve",
                "--port",
                "0"));
        command.addAll(List.of(options));
        Served served = new Served(new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start());
        all.add(served);
        String ready = served.line("Millrace listens on ");
        served.address = ready.replaceFirst(".*listens on (http://127\\.0\\.0\\.1:\\d+).*", "$1");
        return served;
    }

    @Test
    void it_serves_until_it_is_told_to_stop_and_a_second_one_says_who_has_the_journal() throws Exception {
        Served served = serve("journal");
        Path file = Files.writeString(directory.resolve("review.pl"), REVIEW);
        assertThat(Printed.by("deploy", file.toString(), "--server", served.address).status()).isZero();
        assertThat(Printed.by("start", "review", "--server", served.address).status()).isZero();
        Printed second = Printed.by("serve", directory.resolve("journal").toString(), "--port", "0");
        assertThat(second.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(second.err())
                .contains("is in use by process " + served.process.pid(), "It is served at " + served.address, "MR-7001")
                .hasLineCount(1);
        assertThat(served.end()).isZero();
        assertThat(String.join("\n", served.lines)).contains("Stopping.", "Stopped;").doesNotContain("Helidon", "Exception");
        assertThat(Printed.by("cases", "--json", "-j", directory.resolve("journal").toString()).out()).contains("\"process\":\"review\"");
        assertThat(directory.resolve("journal/server.url")).doesNotExist();
    }

    @Test
    void a_port_that_somebody_has_is_refused_in_one_sentence() throws Exception {
        Served served = serve("journal");
        String port = served.address.replaceFirst(".*:", "");
        Printed second = Printed.by("serve", directory.resolve("other").toString(), "--port", port);
        assertThat(second.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(second.err()).startsWith("The server cannot listen on 127.0.0.1:" + port + ": ").contains("MR-8014").hasLineCount(1);
        assertThat(Printed.by("serve", "--port", "70000").err()).contains("MR-2009");
        assertThat(Printed.by("serve", "--dev", directory.resolve("absent").toString()).err()).contains("absent");
        assertThat(Printed.by("serve", directory.resolve("third").toString(), "--host", "0.0.0.0", "--port", "0").err()).contains("MR-8013");
    }

    @Test
    void a_request_that_runs_is_waited_for_and_a_long_poll_ends() throws Exception {
        Served served = serve("journal");
        MillraceClient client = MillraceClient.at(served.address);
        CountDownLatch asked = new CountDownLatch(1);
        BlockingQueue<Data> answers = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> {
            asked.countDown();
            answers.add(client.send("POST", "/jobs/fetch", Data.fields("tasks", List.of("pay"), "wait", "PT50S")));
        });
        asked.await();
        while (!Printed.by("cases", "--server", served.address).out().contains("No cases")) {
            Thread.onSpinWait();
        }
        // The request that asks for it is one itself.
        while (client.send("GET", "/metrics", Data.nothing()).at("gauges").at("http.running").asInt() < 2) {
            Thread.sleep(20);
        }
        assertThat(served.end()).isZero();
        Data answer = answers.poll(10, TimeUnit.SECONDS);
        assertThat(answer).as("the worker is told that there is nothing").isEqualTo(Data.fields("jobs", List.of()));
        assertThat(String.join("\n", served.lines)).contains("Waiting for 1 request to end.");
    }

    @Test
    void the_demonstration_lives() throws Exception {
        Served served = serve("--demo");
        MillraceClient client = MillraceClient.at(served.address);
        assertThat(client.processes()).containsExactlyInAnyOrder("claim", "travel", "review");
        Set<String> completed = ConcurrentHashMap.newKeySet();
        Set<String> actors = ConcurrentHashMap.newKeySet();
        CountDownLatch lively = new CountDownLatch(1);
        try (var following = client.follow(event -> note(event, actors, lively))) {
            assertThat(lively.await(60, TimeUnit.SECONDS)).as("%s have worked", actors).isTrue();
            assertThat(following.ended()).isNotDone();
        }
        while (completed.size() < 3) {
            client.cases(CaseQuery.ALL.inState(CaseStatus.COMPLETED)).forEach(info -> completed.add(info.process()));
            Thread.sleep(50);
        }
        assertThat(served.end()).isZero();
    }

    private static void note(HistoryEvent event, Set<String> actors, CountDownLatch lively) {
        if (event.kind().equals("WorkCompleted") && event.actor() != null) {
            actors.add(event.actor());
            if (actors.size() >= 5) {
                lively.countDown();
            }
        }
    }

    @Test
    void processes_are_deployed_as_their_files_change_whatever_they_hold() throws Exception {
        Path processes = Files.createDirectory(directory.resolve("processes"));
        Path review = Files.writeString(processes.resolve("review.pl"), REVIEW);
        Served served = serve("journal", "--dev", "processes");
        MillraceClient client = MillraceClient.at(served.address);
        served.line("review 1 is deployed");
        Files.writeString(review, ":- rpc(editor, review(paper), Word), replycontent(Word, ok\n");
        assertThat(served.line("review.pl")).startsWith("processes/review.pl:2:1: the text ends");
        Files.write(review, new byte[] {0, 1, 2, (byte) 0xff});
        Files.writeString(review, ":- rpc(editor, review(paper), Word), replycontent(Word, fine).\nodd(Single, Once) :- true.\n");
        assertThat(served.line("Single")).contains("review.pl:2: ");
        served.line("review 2 is deployed");
        Files.writeString(processes.resolve("claim.pl"), "initial_activity(check). final_activity(check).\n");
        served.line("claim 1 is deployed");
        Files.delete(review);
        served.line("review.pl: the file is gone");
        assertThat(client.processes()).containsExactlyInAnyOrder("review", "claim");
        assertThat(served.end()).isZero();
    }
}
