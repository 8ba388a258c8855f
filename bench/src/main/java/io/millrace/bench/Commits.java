package io.millrace.bench;

import io.millrace.Millrace;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.store.rocksdb.RocksStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How much of what RocksDB alone does with the same batches the engine reaches: job A, recorded and written again. */
final class Commits {
    private final Path directory;
    private final PrintStream out;

    Commits(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    void run(double seconds) {
        Recording recording = new Recording(RocksStore.open(directory.resolve("engine")));
        double took;
        try (Millrace mill = Jobs.engine(recording)) {
            Jobs jobs = new Jobs(mill, out);
            Load.run(128, 2 * seconds, client -> jobs.straightThrough());
            recording.start();
            long began = System.nanoTime();
            Load.run(128, seconds, client -> jobs.straightThrough());
            took = (System.nanoTime() - began) / 1e9;
        }
        long turns = recording.turns();
        double engine = turns / took;
        double alone;
        try (RocksStore store = RocksStore.open(directory.resolve("alone"))) {
            recording.batches.subList(0, recording.batches.size() / 4).forEach(store::commit);
            long began = System.nanoTime();
            recording.batches.forEach(store::commit);
            alone = turns / ((System.nanoTime() - began) / 1e9);
        }
        out.printf(
                Locale.ROOT,
                "turns/s: engine %.0f, RocksDB alone with the same %d batches (%.1f turns each) %.0f, ratio %.2f%n",
                engine,
                recording.batches.size(),
                turns / (double) recording.batches.size(),
                alone,
                engine / alone);
    }

    /** A store that remembers what it was given. */
    private static final class Recording implements Store {
        private final Store store;
        private final List<Batch> batches = new ArrayList<>();
        private volatile boolean recording;

        Recording(Store store) {
            this.store = store;
        }

        void start() {
            recording = true;
        }

        long turns() {
            return batches.stream()
                    .flatMap(batch -> batch.changes().stream())
                    .filter(change -> change instanceof Batch.Put && change.table() == Table.EVENTS)
                    .count();
        }

        @Override
        public void commit(Batch batch) {
            store.commit(batch);
            if (recording) {
                batches.add(batch);
            }
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            return store.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            store.scan(table, from, to, direction, visitor);
        }

        @Override
        public void close() {
            store.close();
        }
    }
}
