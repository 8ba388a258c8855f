package io.millrace.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the archive and runs what is in it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ArchiveTest {
    @TempDir
    private Path directory = Path.of("");

    private Path root = Path.of("");

    private static Path archive() {
        return Path.of(System.getProperty("millrace.archive", "target/absent.tar.gz"));
    }

    @BeforeEach
    void unpack() throws Exception {
        root = unpacked(archive(), directory.resolve("unpacked"));
    }

    private Path unpacked(Path archive, Path to) throws Exception {
        assertThat(archive).exists();
        Files.createDirectories(to);
        assertThat(run(List.of("tar", "-xzf", archive.toString(), "-C", to.toString()), true).status()).isZero();
        try (Stream<Path> files = Files.list(to)) {
            return files.findFirst().orElseThrow();
        }
    }

    private record Result(int status, String out) {}

    private ProcessBuilder builder(List<String> command, boolean withJava) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MILL_") || name.equals("JAVA_HOME"));
        if (withJava) {
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        } else {
            builder.environment().put("PATH", "/usr/bin:/bin");
        }
        return builder;
    }

    private Result run(List<String> command, boolean withJava) throws Exception {
        Process process = builder(command, withJava).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), out);
    }

    @Test
    void it_says_its_version_and_runs_through_a_link() throws Exception {
        Result version = run(List.of(root.resolve("bin/mill").toString(), "version"), true);
        assertThat(version.out()).startsWith("Millrace ").contains(", Java ");
        assertThat(version.status()).isZero();
        Path link = Files.createSymbolicLink(directory.resolve("linked"), root.resolve("bin/mill"));
        assertThat(run(List.of(link.toString(), "verify", root.resolve("examples/nets/trip.pl").toString()), true).status()).isZero();
        assertThat(run(List.of(link.toString(), "nonsense"), true).status()).isEqualTo(2);
        assertThat(root.resolve("LICENSE")).exists();
        assertThat(root.resolve("examples/workers/worker.py")).exists();
    }

    @Test
    void it_serves_and_stops() throws Exception {
        serves(root, true);
    }

    private void serves(Path from, boolean withJava) throws Exception {
        List<String> command = new ArrayList<>(List.of(from.resolve("bin/mill").toString(), "serve", "journal", "--port", "0"));
        Process process = builder(command, withJava).start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).contains("Security is off");
            String ready = lines.readLine();
            assertThat(ready).as("the first line behind the notice says the address").startsWith("Millrace listens on http://127.0.0.1:");
            String address = ready.replaceFirst(".*(http://127\\.0\\.0\\.1:\\d+).*", "$1");
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(address + "/api/v1/ready")).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("{\"ready\":true}");
            Path net = from.resolve("examples/nets/trip.pl");
            assertThat(run(List.of(from.resolve("bin/mill").toString(), "deploy", net.toString(), "--server", address), withJava).out())
                    .contains("is deployed");
            process.toHandle().destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void an_older_java_is_refused_in_one_sentence() throws Exception {
        Path old = Files.createDirectories(directory.resolve("old/bin"));
        Path java = Files.writeString(old.resolve("java"), "#!/bin/sh\nexit 7\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(directory.resolve("old/release"), "JAVA_VERSION=\"17.0.9\"\n");
        ProcessBuilder builder = builder(List.of(root.resolve("bin/mill").toString(), "version"), false);
        builder.environment().put("JAVA_HOME", directory.resolve("old").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(said).startsWith("Millrace needs Java 21 or later and ").contains("is 17").hasLineCount(1);
    }

    /** The archive with Java in it is made here and runs where no Java is found. */
    @Test
    void one_made_by_jlink_needs_no_java() throws Exception {
        Path script = Path.of("jlink.sh").toAbsolutePath();
        Path made = directory.resolve("whole.tar.gz");
        Result linked = run(List.of(script.toString(), archive().toString(), made.toString()), true);
        assertThat(linked.status()).as(linked.out()).isZero();
        Path whole = unpacked(made, directory.resolve("whole"));
        assertThat(run(List.of(whole.resolve("bin/mill").toString(), "version"), false).out()).startsWith("Millrace ");
        serves(whole, false);
    }
}
