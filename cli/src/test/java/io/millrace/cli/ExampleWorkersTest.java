package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.millrace.activity.Activities;
import io.millrace.activity.ActivityProcess;
import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.WorkQuery;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workers of the examples, each in its own language, at a real server. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class ExampleWorkersTest {
    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({"python3, worker.py, python", "node, worker.js, javascript"})
    void a_worker_completes_fails_keeps_its_lock_and_outlives_the_server(String program, String file, String language) throws Exception {
        boolean isThere = isThere(program);
        if (!isThere && "true".equalsIgnoreCase(System.getenv("CI"))) {
            throw new AssertionError(program + " is not installed, and the continuous build (CI=true) never skips its worker");
        }
        assumeTrue(isThere, program + " is not installed here, so that its worker cannot be tried");
        Path journal = directory.resolve("journal");
        Server server = Server.open(ServerSettings.of(journal).port(0));
        int port = server.port();
        var process = ActivityProcess.named(
                "order", Activities.call("pay").input("amount").input("seconds").input("fail").result("payment"));
        server.mill().deploy(process);
        MillraceClient client = MillraceClient.at(server.address());
        Process worker = worker(program, file, server.address());
        try {
            assertThat(result(client, Data.fields("amount", 7)).at("by").text()).isEqualTo(language);
            assertThat(result(client, Data.fields("amount", 8, "seconds", 2)).at("attempt").asInt())
                    .as("the lock of one second is extended while the work takes two")
                    .isEqualTo(1);
            assertThat(result(client, Data.fields("fail", "once")).at("attempt").asInt()).isEqualTo(2);
            CaseId hopeless = client.start("order", Data.fields("fail", "always"));
            while (client.look(hopeless).info().status().isOpen() && client.work(WorkQuery.ALL.onlyIncidents()).findAny().isEmpty()) {
                Thread.sleep(20);
            }
            assertThat(client.history(hopeless, null, 100, History.Order.OLDEST_FIRST).items().toString()).contains("it was asked to fail");
            server.close();
            server = Server.open(ServerSettings.of(journal).port(port));
            server.mill().deploy(process);
            assertThat(result(client.request("after the restart"), Data.fields("amount", 9)).at("amount").asInt()).isEqualTo(9);
        } finally {
            worker.destroy();
            assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
            server.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"python3, worker.py", "node, worker.js"})
    void a_worker_outlives_a_server_that_stops_before_it_hears_the_result(String program, String file) throws Exception {
        assumeTrue(isThere(program), program + " is not installed here, so that its worker cannot be tried");
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        HttpServer dying = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        dying.createContext("/", exchange -> {
            String act = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
            exchange.getRequestBody().readAllBytes();
            if (!act.equals("extend")) {
                asked.add(act);
            }
            if (act.equals("fetch")) {
                byte[] jobs = "{\"jobs\": [{\"job\": \"1#1!1!1!main\", \"work\": \"1#1\", \"attempt\": 1, \"input\": {}}]}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, jobs.length);
                exchange.getResponseBody().write(jobs);
            }
            // Anything else has no answer: the connection ends.
            exchange.close();
        });
        dying.start();
        Process worker = worker(program, file, "http://127.0.0.1:" + dying.getAddress().getPort());
        try {
            List<String> acts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                acts.add(String.valueOf(asked.poll(30, TimeUnit.SECONDS)));
            }
            assertThat(acts).as(Files.readString(directory.resolve("worker.log"))).containsExactly("fetch", "complete", "fetch", "complete");
        } finally {
            worker.destroy();
            assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
            dying.stop(0);
        }
    }

    private static Data result(MillraceClient client, Data input) throws InterruptedException {
        CaseId id = client.start("order", input);
        while (client.look(id).info().status() != CaseStatus.COMPLETED) {
            Thread.sleep(20);
        }
        return client.look(id).info().outcome().at("payment");
    }

    private Process worker(String program, String file, String address) throws IOException {
        List<String> command = new ArrayList<>(List.of(program, Repository.root().resolve("examples/workers").resolve(file).toString(), "pay"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("worker.log").toFile());
        builder.environment().put("MILL_SERVER", address);
        builder.environment().put("WORKER_LOCK_SECONDS", "1");
        builder.environment().remove("MILL_KEY");
        return builder.start();
    }

    private static boolean isThere(String program) {
        try {
            Process process = new ProcessBuilder(program, "--version").redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
