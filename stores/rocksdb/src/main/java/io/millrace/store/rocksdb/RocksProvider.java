package io.millrace.store.rocksdb;

import io.millrace.journal.Onlooker;
import io.millrace.journal.Store;
import io.millrace.journal.StoreProvider;
import java.nio.file.Path;

/** Makes RocksDB the store of every engine that is opened on a directory. */
public final class RocksProvider implements StoreProvider {
    @Override
    public String name() {
        return "rocksdb";
    }

    @Override
    public Store open(Path directory) {
        return RocksStore.open(directory);
    }

    @Override
    public Onlooker lookInto(Path directory) {
        return RocksOnlooker.open(directory);
    }
}
