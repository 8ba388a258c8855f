package io.millrace.server.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("deep/records.jsonl");
    }

    private Map<String, Data> read() {
        try (RecordFile file = RecordFile.open(file())) {
            return file.all();
        }
    }

    @Test
    void records_are_there_after_the_file_is_opened_again() throws Exception {
        try (RecordFile file = RecordFile.open(file())) {
            file.put("a", Data.fields("text", "zwei\nZeilen – ü"));
            file.put("b", Data.of(1));
            file.note("a", Data.of(2));
            file.put("c", Data.of(3));
            file.remove(List.of("b", "none"));
        }
        assertThat(read()).isEqualTo(Map.of("a", Data.of(2), "c", Data.of(3)));
        if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            assertThat(Files.getPosixFilePermissions(file())).hasToString("[OWNER_READ, OWNER_WRITE]").hasSize(2);
        }
    }

    @Test
    void half_a_line_at_the_end_is_dropped_wherever_a_crash_cut_it() throws Exception {
        long first;
        try (RecordFile file = RecordFile.open(file())) {
            file.put("a", Data.of("ä"));
            first = Files.size(file());
            file.put("b", Data.of("ö"));
        }
        byte[] whole = Files.readAllBytes(file());
        for (int length = (int) first; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            assertThat(read()).as("cut at " + length).containsOnlyKeys("a");
            try (RecordFile file = RecordFile.open(file())) {
                file.put("c", Data.of(1));
            }
            assertThat(read()).containsOnlyKeys("a", "c");
        }
    }

    @Test
    void a_line_that_was_changed_is_refused() throws Exception {
        try (RecordFile file = RecordFile.open(file())) {
            file.put("a", Data.of(100));
            file.put("b", Data.of(200));
        }
        String text = Files.readString(file());
        Files.writeString(file(), text.replace("100", "101"));
        assertThatThrownBy(() -> RecordFile.open(file())).hasMessageContaining("MR-8045").hasMessageContaining("line 1");
    }

    @Test
    void a_file_of_old_lines_is_written_anew() throws Exception {
        try (RecordFile file = RecordFile.open(file())) {
            for (int i = 0; i < 12_000; i++) {
                file.note("a", Data.of(i));
            }
            assertThat(Files.size(file())).isLessThan(500_000);
            file.put("b", Data.of(1));
        }
        assertThat(read()).isEqualTo(Map.of("a", Data.of(11_999), "b", Data.of(1)));
        Files.writeString(file(), "x", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        assertThat(read()).hasSize(2);
    }

    @Test
    void the_change_at_which_the_file_is_written_anew_is_in_it() throws Exception {
        for (int count = 10_000; count < 10_015; count++) {
            Files.deleteIfExists(file());
            try (RecordFile file = RecordFile.open(file())) {
                file.put("gone", Data.of(1));
                for (int i = 0; i < count; i++) {
                    file.note("a", Data.of(i));
                }
                file.remove(List.of("gone"));
            }
            assertThat(read()).as("removed behind " + count + " lines").isEqualTo(Map.of("a", Data.of(count - 1)));
            try (RecordFile file = RecordFile.open(file())) {
                for (int i = 0; i < count; i++) {
                    file.note("a", Data.of(-i));
                }
            }
            assertThat(read()).as("put behind " + count + " lines").isEqualTo(Map.of("a", Data.of(1 - count)));
        }
    }

    @Test
    void a_thread_that_is_interrupted_closes_nothing() {
        try (RecordFile file = RecordFile.open(file())) {
            Thread.currentThread().interrupt();
            file.put("a", Data.of(1));
            assertThat(Thread.interrupted()).isTrue();
            file.put("b", Data.of(2));
        }
        assertThat(read()).hasSize(2);
    }
}
