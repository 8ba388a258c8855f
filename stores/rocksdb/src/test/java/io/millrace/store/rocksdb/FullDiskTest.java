package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    @TempDir
    Path temporary = Path.of("");

    @Test
    void commits_are_refused_before_the_reserve_is_touched_and_reads_go_on() throws IOException {
        long free = Files.getFileStore(temporary).getUsableSpace();
        try (RocksStore store = RocksStore.open(temporary)) {
            Rows.write(store, 1, 3);
        }
        try (RocksStore store = RocksStore.open(temporary, RocksSettings.standard().withReserveBytes(2 * free))) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> Rows.write(store, 4, 4))
                    .withMessageContaining("are kept in reserve")
                    .satisfies(e -> assertThat(e.problem().code()).isEqualTo(Code.DISK_FULL));
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(List.of(1L, 2L, 3L));
        }
    }

    @Test
    void a_refused_write_leaves_no_trace_and_the_next_commit_goes_on() throws IOException {
        Path journal = temporary.resolve("journal");
        List<Long> acknowledged = new ArrayList<>();
        int refused = 0;
        String seen = "";
        try (Child child = Child.startLimited(2 << 20, "write-limited", journal, "200")) {
            for (String line = child.line(); line != null; line = child.line()) {
                if (line.startsWith("done ")) {
                    acknowledged.add(Long.parseLong(line.substring(5)));
                } else if (line.startsWith("refused ")) {
                    assertThat(line).endsWith(Code.STORE_FAILED.id());
                    refused++;
                } else {
                    seen = line;
                }
            }
        }
        assertThat(refused).isPositive();
        assertThat(acknowledged).hasSize(200 - refused);
        assertThat(seen).isEqualTo("seen " + acknowledged);
        try (RocksStore store = RocksStore.open(journal)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(acknowledged);
            assertThat(Rows.numbers(store, Table.WORK)).isEqualTo(acknowledged);
        }
    }

    @Test
    void a_disk_that_is_really_full_refuses_commits_serves_reads_and_goes_on_when_there_is_room() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(temporary.resolve("disk"))) {
            fillAndGoOn(disk.root());
        }
    }

    private static void fillAndGoOn(Path disk) throws IOException {
        // More than the journal can take: RocksDB may be writing all of it anew when the ballast goes.
        Path ballast = Files.write(disk.resolve("ballast"), new byte[14 << 20]);
        Path journal = disk.resolve("journal");
        RocksSettings settings = RocksSettings.standard().withReserveBytes(0).withWriteBufferBytes(4 << 20);
        List<Long> acknowledged = new ArrayList<>();
        long number = 0;
        try (RocksStore store = RocksStore.open(journal, settings)) {
            int refused = 0;
            while (refused < 5) {
                refused += refusal(store, ++number, acknowledged).isEmpty() ? 0 : 1;
            }
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(acknowledged);
            Files.delete(ballast);
            for (int i = 0; i < 20; i++) {
                assertThat(refusal(store, ++number, acknowledged)).as("commit %s", i).isEmpty();
            }
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(acknowledged);
        }
        try (RocksStore store = RocksStore.open(journal, settings)) {
            assertThat(Rows.numbers(store, Table.EVENTS)).isEqualTo(acknowledged);
            assertThat(Rows.numbers(store, Table.WORK)).isEqualTo(acknowledged);
        }
    }

    /** What a commit is refused with; nothing if it is not. */
    private static Optional<Problem> refusal(RocksStore store, long number, List<Long> acknowledged) {
        try {
            store.commit(Rows.batch(number, 30_000));
            acknowledged.add(number);
            return Optional.empty();
        } catch (StoreException e) {
            assertThat(e.problem().code()).as("%s", e.problem()).isEqualTo(Code.DISK_FULL);
            return Optional.of(e.problem());
        }
    }
}
