package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTest {
    @TempDir
    Path temporary = Path.of("");

    @Test
    void an_absent_directory_is_made_with_its_parents() {
        Path deep = temporary.resolve("a/b/c");
        RocksStore.open(deep).close();

        assertThat(deep.resolve("FORMAT")).hasContent("millrace journal 2");
    }

    @Test
    void a_directory_with_other_files_is_refused_and_left_alone() throws IOException {
        Files.writeString(temporary.resolve("thesis.txt"), "chapter one");

        assertRefused(temporary, Code.NOT_A_JOURNAL, "it contains 'thesis.txt'");
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.toList()).containsExactly(temporary.resolve("thesis.txt"));
        }
    }

    @Test
    void a_file_is_refused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "text");

        assertRefused(file, Code.NOT_A_JOURNAL, "it is a file");
    }

    @Test
    void a_journal_of_another_format_is_refused_with_both_versions() throws IOException {
        RocksStore.open(temporary).close();
        Files.writeString(temporary.resolve("FORMAT"), "millrace journal 7\n");

        assertRefused(temporary, Code.WRONG_FORMAT, "has format 7; this Millrace reads format 2");
        Files.writeString(temporary.resolve("FORMAT"), "millrace journal 1\n");
        assertRefused(temporary, Code.WRONG_FORMAT, "has format 1; this Millrace reads format 2");
    }

    @Test
    void a_journal_that_lost_its_format_is_not_made_anew() throws IOException {
        try (RocksStore store = RocksStore.open(temporary)) {
            Rows.write(store, 1, 3);
        }
        Files.delete(temporary.resolve("FORMAT"));

        assertRefused(temporary, Code.DAMAGED, "FORMAT: the file is missing");
        Files.writeString(temporary.resolve("FORMAT"), "millrace journal 2\n");
        try (RocksStore store = RocksStore.open(temporary)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(List.of(1L, 2L, 3L));
        }
    }

    @Test
    void a_journal_whose_making_was_interrupted_is_made_again() throws IOException {
        Files.writeString(temporary.resolve("lock"), "process 1");
        Files.createFile(temporary.resolve("acknowledged"));
        Files.createDirectory(temporary.resolve("data"));
        Files.createFile(temporary.resolve("data").resolve("MANIFEST-000001"));

        RocksStore.open(temporary).close();
        assertThat(temporary.resolve("FORMAT")).exists();
    }

    @Test
    void a_journal_that_this_process_holds_is_refused_and_stays_held() throws IOException {
        try (RocksStore store = RocksStore.open(temporary)) {
            assertRefused(temporary.resolve("."), Code.DIRECTORY_IN_USE, "is in use by this process");
            try (Child child = Child.start("hold", temporary)) {
                assertThat(child.line()).isNull();
            }
            Rows.write(store, 1, 1);
        }
        RocksStore.open(temporary).close();
    }

    @Test
    void a_journal_that_another_process_holds_is_refused_and_says_who_until_that_one_ends() throws IOException {
        try (Child child = Child.start("hold", temporary)) {
            assertThat(child.line()).isEqualTo("holding");
            assertRefused(temporary, Code.DIRECTORY_IN_USE, "process " + child.pid() + " (java) on ");
        }
        RocksStore.open(temporary).close();
    }

    private static void assertRefused(Path directory, Code code, String message) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> RocksStore.open(directory).close())
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo(code));
    }
}
