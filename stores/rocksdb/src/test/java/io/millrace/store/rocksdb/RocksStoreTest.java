package io.millrace.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.journal.Store;
import io.millrace.journal.StoreContract;
import io.millrace.journal.Table;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest extends StoreContract {
    @TempDir
    Path directory = Path.of("");

    @Override
    protected Store open() {
        return RocksStore.open(directory.resolve("journal"));
    }

    @Override
    protected boolean durable() {
        return true;
    }

    @Test
    void commits_that_need_not_survive_a_power_failure_survive_the_end_of_the_process() {
        Path other = directory.resolve("other");
        RocksSettings relaxed = RocksSettings.standard().withDurability(RocksSettings.Durability.PROCESS_END);
        try (RocksStore store = RocksStore.open(other, relaxed)) {
            Rows.write(store, 1, 100);
        }
        try (RocksStore store = RocksStore.open(other)) {
            assertThat(Rows.numbers(store, Table.WORK)).hasSize(100);
        }
    }

    @Test
    void an_interrupted_thread_can_commit() {
        Path other = directory.resolve("other");
        try (RocksStore store = RocksStore.open(other)) {
            Thread.currentThread().interrupt();
            Rows.write(store, 1, 300);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(Rows.numbers(store, Table.EVENTS)).hasSize(300);
        }
    }
}
