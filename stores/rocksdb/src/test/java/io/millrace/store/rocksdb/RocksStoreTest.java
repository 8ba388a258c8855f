package io.millrace.store.rocksdb;

import io.millrace.journal.Store;
import io.millrace.journal.StoreContract;
import java.nio.file.Path;
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
}
