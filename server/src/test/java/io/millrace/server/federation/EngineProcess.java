package io.millrace.server.federation;

import static io.millrace.activity.Activities.process;
import static io.millrace.activity.Activities.work;

import io.millrace.activity.ActivityProcess;
import io.millrace.client.MillraceClient;
import io.millrace.problem.RefusedException;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** An engine in a process of its own, which can be killed at any moment and started again on the same journal. */
final class EngineProcess implements AutoCloseable {
    private final List<String> arguments;
    private final int port;
    private Process process;

    /** @param other the port of the other engine, which is called {@code bank}; 0 if there is none */
    EngineProcess(Path journal, String name, int other) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        this.arguments = List.of(journal.toString(), Integer.toString(port), name, Integer.toString(other));
        this.process = launch();
    }

    private Process launch() throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                EngineProcess.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    int port() {
        return port;
    }

    MillraceClient client() {
        return MillraceClient.at("http://127.0.0.1:" + port).timeout(Duration.ofSeconds(10));
    }

    /** Ends the process without a word, as a power cut would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void start() throws IOException {
        process = launch();
    }

    /** Waits until it answers. */
    void await() {
        Until.holds("the engine at port " + port + " answers", () -> {
            try {
                return client().processes().size() >= 1;
            } catch (RefusedException e) {
                return false;
            }
        });
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The other process. */
    public static void main(String[] args) throws InterruptedException {
        ServerSettings settings = ServerSettings.of(Path.of(args[0])).port(Integer.parseInt(args[1]));
        EngineSettings bank = EngineSettings.at("http://127.0.0.1:" + args[3]).timeout(Duration.ofSeconds(3));
        Server server = Server.open(args[3].equals("0") ? settings : settings.with(new FederationSettings(args[2], Map.of("bank", bank))));
        if (args[3].equals("0")) {
            server.mill().deploy(ActivityProcess.named("check", work("assess").input("number").result("verdict")));
        } else {
            FederationTest.deploy(server.mill(), "check", "{\"engine\": \"bank\", \"process\": \"check\"}");
            server.mill().deploy(ActivityProcess.named("loan", process("check").input("number").result("answer")));
        }
        new CountDownLatch(1).await();
    }
}
