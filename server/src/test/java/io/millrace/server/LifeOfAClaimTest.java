package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.data.Data;
import io.millrace.server.http.Role;
import io.millrace.server.security.ApiKey;
import io.millrace.server.security.Keys;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole life of a claim over HTTP: two people with keys of their own, a worker in Python, and a server that is killed twice in the middle. The
 * client knows nothing but the OpenAPI document.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LifeOfAClaimTest {
    private static final String CLAIM = """
            initial_activity(register).
            serial(register, assess).
            serial(assess, approve).
            xor_split(approve, [(pay, data(approved, true)), (file_away, otherwise)]).
            xor_join([pay, file_away], close).
            final_activity(close).
            routing(close).
            work(assess, handler(assess)).
            work(pay, handler(pay)).
            role(register, clerk).
            role(approve, manager).
            role(file_away, clerk).
            """;

    @TempDir
    Path directory;

    /** A server in a process of its own. */
    private static final class Running implements AutoCloseable {
        private final Process process;
        final String address;

        Running(Path journal, int port) throws IOException {
            process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            LifeOfAClaimTest.class.getName(),
                            journal.toString(),
                            Integer.toString(port))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            address = String.valueOf(new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine());
            assertThat(address).startsWith("http://");
        }

        int port() {
            return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        }

        /** As a power failure would. */
        void kill() throws InterruptedException {
            process.destroyForcibly();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** The server's process. */
    public static void main(String[] arguments) throws InterruptedException {
        Server server = Server.open(ServerSettings.of(Path.of(arguments[0])).port(Integer.parseInt(arguments[1])));
        System.out.println(server.address());
        Thread.currentThread().join();
    }

    private static String secret(Keys keys, String name, Role role) {
        return keys.add(ApiKey.Wanted.of(name, "main", role)).secret();
    }

    private static DocumentClient client(Running server, String secret) throws Exception {
        return new DocumentClient(server.address, Map.of("Authorization", "Bearer " + secret));
    }

    private Process worker(String address, String secret) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("python3", new File("../examples/workers/worker.py").getPath(), "assess", "pay")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("worker.log").toFile());
        builder.environment().put("MILL_SERVER", address);
        builder.environment().put("MILL_KEY", secret);
        builder.environment().put("WORKER_LOCK_SECONDS", "2");
        return builder.start();
    }

    private static Data awaited(DocumentClient person, String name, String task) throws Exception {
        while (true) {
            List<Data> list = person.call("listWork", "participant", name, "task", task).good().at("items").asList(Data.class);
            if (!list.isEmpty()) {
                return list.getFirst();
            }
            Thread.sleep(20);
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("worker.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void a_claim_lives_through_two_crashes_with_two_people_and_a_worker_in_python() throws Exception {
        boolean python = hasPython();
        assertThat(python || !"true".equalsIgnoreCase(System.getenv("CI"))).as("the continuous build has python3").isTrue();
        assumeTrue(python, "python3 is not installed here, so that its worker cannot be tried");
        Path journal = directory.resolve("journal");
        Keys keys = Keys.of(journal);
        String admin = secret(keys, "root", Role.ADMINISTRATOR);
        String anna = secret(keys, "anna", Role.PARTICIPANT);
        String bert = secret(keys, "bert", Role.PARTICIPANT);
        String machine = secret(keys, "machine", Role.WORKER);
        String id;
        int port;
        Process worker;
        try (Running server = new Running(journal, 0)) {
            port = server.port();
            DocumentClient root = client(server, admin);
            root.call("setParticipant", Data.fields("roles", List.of("clerk")), "name", "anna").good();
            root.call("setParticipant", Data.fields("roles", List.of("manager")), "name", "bert").good();
            root.call("deployProcess", Data.fields("file", "claim.pl", "source", CLAIM)).good();
            id = client(server, anna).call("startCase", Data.fields("process", "claim", "input", Data.fields("amount", 120), "key", "C-1")).good().at("case").text();
            DocumentClient clerk = client(server, anna);
            String item = awaited(clerk, "anna", "register").at("work").text();
            clerk.call("claimWork", "work", item).good();
            assertThat(client(server, bert).call("completeWork", Data.fields("output", Data.fields()), "work", item).status())
                    .as("it is not his")
                    .isEqualTo(404);
            clerk.call("completeWork", Data.fields("output", Data.fields("amount", 130)), "work", item, "Idempotency-Key", "register-1").good();
            worker = worker(server.address, machine);
            // The job may be waiting, locked or done when the power fails.
            server.kill();
        }
        try {
            try (Running server = new Running(journal, port)) {
                DocumentClient clerk = client(server, anna);
                clerk.call("completeWork", Data.fields("output", Data.fields("amount", 130)), "work", id + "#1", "Idempotency-Key", "register-1")
                        .good();
                DocumentClient manager = client(server, bert);
                String item = awaited(manager, "bert", "approve").at("work").text();
                manager.call("claimWork", "work", item).good();
                server.kill();
            }
            try (Running server = new Running(journal, port)) {
                DocumentClient manager = client(server, bert);
                Data item = awaited(manager, "bert", "approve");
                assertThat(item.at("holder").text()).as("what was acknowledged before the crash").isEqualTo("bert");
                manager.call("completeWork", Data.fields("output", Data.fields("approved", true)), "work", item.at("work").text()).good();
                DocumentClient root = client(server, admin);
                Data ended = root.call("getCase", "case", id).good();
                for (int i = 0; ended.at("state").text().equals("running"); i++) {
                    assertThat(i).as("still open: " + ended + "\n" + log()).isLessThan(4_000);
                    Thread.sleep(20);
                    ended = root.call("getCase", "case", id).good();
                }
                assertThat(ended.at("state").text()).as(ended.json()).isEqualTo("completed");
                assertThat(ended.at("outcome").at("amount").asInt()).isEqualTo(130);
                List<String> completed = new ArrayList<>();
                for (Data event : root.call("getCaseHistory", "case", id, "limit", 1000).good().at("items").asList(Data.class)) {
                    if (event.at("kind").text().equals("WorkCompleted")) {
                        completed.add(event.at("detail").at("work").json() + " " + (event.has("actor") ? event.at("actor").text() : "?"));
                    }
                }
                assertThat(completed).as("each step once, by whom it was done").containsExactly("1 anna", "2 machine", "3 bert", "4 machine");
                assertThat(root.call("listCases", "key", "C-1", "process", "claim", "count", true).good().at("count").asInt())
                        .isEqualTo(1);
            }
        } finally {
            worker.destroy();
            assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }
}
