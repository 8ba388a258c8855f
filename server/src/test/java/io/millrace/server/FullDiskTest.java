package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.data.Data;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a server says and leaves on a disk that is full. Needs the right to mount a small one; a test without it is skipped. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FullDiskTest {
    @TempDir
    Path directory;

    @Test
    void a_full_disk_is_told_leaves_nothing_of_backups_and_is_over_when_there_is_room() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=120m", "millrace-test", disk.toString()) == 0, "a small disk cannot be mounted here");
        try (Server server = Server.open(ServerSettings.of(disk.resolve("journal")).port(0))) {
            fillAndGoOn(disk, Caller.of(server));
        } finally {
            assertThat(run("umount", "-l", disk.toString())).isZero();
        }
    }

    private static void fillAndGoOn(Path disk, Caller caller) throws Exception {
        Path backups = disk.resolve("journal-backups");
        caller.post("/processes", Data.fields("file", "claim.pl", "source", Secured.CLAIM)).good();
        assertThat(caller.get("/health").good().at("well")).isEqualTo(Data.of(true));
        // The reserve of a journal is 64 MB.
        Path ballast = Files.write(disk.resolve("ballast"), new byte[70 << 20]);
        // What a crash left under the name of another instant, with the keys next to it.
        Files.createDirectories(backups.resolve("20260101T000000.000Z.unfinished/data"));
        Files.createDirectories(backups.resolve("20260101T000000.000Z.unfinished-server"));
        Files.createDirectories(backups.resolve("of-somebody.unfinished"));

        assertThat(refusal(caller)).isEqualTo("MR-7003");
        Data health = caller.get("/health").good();
        assertThat(health.at("well")).isEqualTo(Data.of(false));
        assertThat(health.at("problems").asList(Data.class)).singleElement().satisfies(problem -> {
            assertThat(problem.at("code").text()).isEqualTo("MR-7003");
            assertThat(problem.at("detail").text()).contains("are kept in reserve", "Free some space; the engine then continues automatically.");
        });
        // Reading goes on, so whoever distributes requests should go on sending them.
        assertThat(caller.get("/ready").good().at("ready")).isEqualTo(Data.of(true));
        assertThat(caller.get("/cases").status()).isEqualTo(200);
        for (int i = 0; i < 2; i++) {
            Caller.Answered answered = caller.post("/backups", Data.fields());
            assertThat(answered.code()).isEqualTo("MR-7003");
            assertThat(answered.status()).isEqualTo(503);
            assertThat(names(backups)).containsExactly("of-somebody.unfinished");
        }

        Files.delete(ballast);
        assertThat(caller.get("/health").good().at("well")).isEqualTo(Data.of(true));
        caller.post("/cases", Data.fields("process", "claim")).good();
        Data made = caller.post("/backups", Data.fields()).good();
        assertThat(names(backups)).containsExactlyInAnyOrder("of-somebody.unfinished", made.at("backup").text());
    }

    /** Commits are counted before the disk is asked, so some still fit. */
    private static String refusal(Caller caller) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            Caller.Answered answered = caller.post("/cases", Data.fields("process", "claim"));
            if (answered.status() >= 400) {
                assertThat(answered.status()).isEqualTo(503);
                return answered.code();
            }
        }
        return "none";
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
