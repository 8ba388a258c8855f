package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.net.run.NetLanguage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is erased leaves the files of the store when it is scrubbed. */
class ScrubTest {
    private static final String SECRET = "Ada Lovelace, 12 St James's Square";

    private static Millrace open(Path directory) {
        Millrace mill = Millrace.builder().everything().directory(directory).open();
        mill.deploy(new NetLanguage().compile("order", """
                initial_activity(a).
                sequential(a, b).
                final_activity(b).
                event(b, paid).
                """));
        return mill;
    }

    private static Case finished(Millrace mill, String text) throws IOException {
        Case one = mill.start("order", Data.fields("name", text), text);
        mill.files().attach(
                Millrace.TENANT, one.id(), "scan", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        mill.operator().request("r-" + one.id()).complete(one.work().getFirst().id(), Data.fields("note", text));
        mill.signal("paid", Data.fields("by", text));
        mill.whenQuiet().join();
        return one;
    }

    /** The files of a directory in which a text stands. */
    private static List<String> filesWith(Path directory, String text) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).map(Path::toString).toList();
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void no_file_of_the_directory_holds_what_was_erased(@TempDir Path directory) throws IOException {
        try (Millrace mill = open(directory)) {
            Case one = finished(mill, SECRET);
            Case other = finished(mill, "Grace Hopper");
            assertThat(filesWith(directory, SECRET)).isNotEmpty();
            mill.retention().erase(Millrace.TENANT, one.id());
            assertThat(filesWith(directory, SECRET)).as("deleting leaves the bytes where they are").isNotEmpty();
            mill.retention().scrub();
            assertThat(filesWith(directory, SECRET)).isEmpty();
            assertThat(mill.find(other.id()).history(null, 100).items()).isNotEmpty();
        }
        assertThat(filesWith(directory, SECRET)).isEmpty();
        try (Millrace mill = open(directory)) {
            assertThat(finished(mill, "Joan Clarke").status().isOpen()).isFalse();
        }
    }

    @Test
    void what_reached_the_lowest_level_before_is_removed_too(@TempDir Path directory) throws IOException {
        try (Millrace mill = open(directory)) {
            Case one = finished(mill, SECRET);
            mill.retention().scrub();
            assertThat(filesWith(directory, SECRET)).isNotEmpty();
            mill.retention().erase(Millrace.TENANT, one.id());
            mill.retention().scrub();
            assertThat(filesWith(directory, SECRET)).isEmpty();
        }
    }

    @Test
    void commits_go_on_while_a_store_is_scrubbed_and_nothing_is_lost(@TempDir Path directory) throws Exception {
        try (Millrace mill = open(directory)) {
            finished(mill, SECRET);
            Thread scrubbing = Thread.ofPlatform().start(() -> mill.retention().scrub());
            Case during = mill.start("order", Data.fields("name", "x"));
            scrubbing.join();
            assertThat(during.work()).hasSize(1);
        }
        try (RocksStore store = RocksStore.open(directory)) {
            store.verify();
        }
    }
}
