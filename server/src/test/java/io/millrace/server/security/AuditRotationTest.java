package io.millrace.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the log of acts. */
class AuditRotationTest {
    @TempDir
    Path directory;

    private static Listener.Act act(int number) {
        Identity who = new Identity("anna", "main", Set.of(Role.OPERATOR), null);
        return new Listener.Act("doIt", true, who, "192.0.2.1", Map.of("n", Integer.toString(number)), 204, null);
    }

    @Test
    void half_a_line_that_ends_within_a_character_hides_no_other() throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));
        try (Audit audit = new Audit(directory, clock, 2_000, 4)) {
            audit.record(act(1));
        }
        Path file = directory.resolve("audit-00000001.jsonl");
        Files.write(file, new byte[] {'{', '"', (byte) 0xc3}, StandardOpenOption.APPEND);
        try (Audit audit = new Audit(directory, clock, 2_000, 4)) {
            audit.record(act(2));
            assertThat(audit.find(Audit.Wanted.ALL, null, 5, false, () -> {}).acts()).hasSize(2);
            assertThat(audit.count(Audit.Wanted.ALL, () -> {})).isEqualTo(2);
        }
    }

    @Test
    void old_files_go_and_pages_lead_over_the_ends_of_files() throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));
        try (Audit audit = new Audit(directory, clock, 2_000, 4)) {
            for (int i = 0; i < 100; i++) {
                audit.record(act(i));
            }
            List<String> files;
            try (Stream<Path> all = Files.list(directory)) {
                files = all.map(file -> file.getFileName().toString()).sorted().toList();
            }
            assertThat(files).hasSize(5).contains("unknown-00000001.jsonl").doesNotContain("audit-00000001.jsonl");
            Audit.Found page = audit.find(Audit.Wanted.ALL, null, 5, false, () -> {});
            int first = Integer.parseInt(page.acts().getFirst().at("ids").at("n").text());
            int expected = first;
            while (true) {
                for (var entry : page.acts()) {
                    assertThat(entry.at("ids").at("n").text()).isEqualTo(Integer.toString(expected++));
                }
                if (page.cursor() == null) {
                    break;
                }
                page = audit.find(Audit.Wanted.ALL, page.cursor(), 5, false, () -> {});
            }
            assertThat(expected).isEqualTo(100);
            assertThat(first).isPositive();
        }
    }

    /** What somebody tried whom the server does not know. */
    private static Listener.Act nobody(int number) {
        return new Listener.Act("doIt", true, null, "192.0.2.66", Map.of("n", Integer.toString(number)), 401, "MR-8004");
    }

    @Test
    void whatever_unknown_callers_try_no_act_of_a_known_one_goes() {
        AtomicLong seconds = new AtomicLong();
        InstantSource clock = () -> Instant.parse("2030-01-01T00:00:00Z").plusSeconds(seconds.getAndIncrement());
        try (Audit audit = new Audit(directory, clock, 2_000, 4)) {
            for (int i = 0; i < 1_000; i++) {
                audit.record(i % 100 == 50 ? act(i) : nobody(i));
            }
            Audit.Wanted annas = Audit.Wanted.ALL.with("actor", Data.of("anna"));
            assertThat(audit.count(annas, () -> {})).isEqualTo(10);
            assertThat(audit.find(annas, null, 100, true, () -> {}).acts()).extracting(act -> act.at("ids").at("n").text()).first().isEqualTo("950");
        }
    }

    @Test
    void acts_of_known_and_unknown_callers_come_in_the_order_in_which_they_were_tried() {
        AtomicLong seconds = new AtomicLong();
        InstantSource clock = () -> Instant.parse("2030-01-01T00:00:00Z").plusSeconds(seconds.getAndIncrement());
        try (Audit audit = new Audit(directory, clock, 2_000, 40)) {
            Random random = new Random(7);
            for (int i = 0; i < 40; i++) {
                audit.record(random.nextBoolean() ? act(i) : nobody(i));
            }
            for (boolean newestFirst : List.of(false, true)) {
                List<Integer> all = new ArrayList<>();
                String cursor = null;
                do {
                    Audit.Found page = audit.find(Audit.Wanted.ALL, cursor, 3, newestFirst, () -> {});
                    page.acts().forEach(act -> all.add(Integer.valueOf(act.at("ids").at("n").text())));
                    cursor = page.cursor();
                } while (cursor != null);
                List<Integer> expected = IntStream.range(0, 40).boxed().toList();
                assertThat(all).isEqualTo(newestFirst ? expected.reversed() : expected);
            }
        }
    }
}
