package io.millrace.store.rocksdb;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a process does to a journal while its operations on files are recorded: it makes the journal, commits small and
 * large batches until rows move to tables and tables are merged, closes and opens it, and meets a disk that is full and
 * one that fails. It marks every attempt, success and refusal in the trace.
 */
final class RecordedRun {
    /** Below the recorded directory, in directories that the store makes as well. */
    static final String JOURNAL = "new/directories/journal";

    static final RocksSettings SETTINGS =
            RocksSettings.standard().withReserveBytes(0).withWriteBufferBytes(1 << 20);

    private static final int SESSIONS = 4;
    private static final int COMMITS_IN_A_SESSION = 90;

    private final FileOutputStream marks;
    private long next = 1;
    private int attempts;

    private RecordedRun(FileOutputStream marks) {
        this.marks = marks;
    }

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        try (FileOutputStream marks = new FileOutputStream(root.resolve("marks").toFile(), true)) {
            RecordedRun run = new RecordedRun(marks);
            for (int session = 0; session < SESSIONS; session++) {
                try (RocksStore store = RocksStore.open(root.resolve(JOURNAL), SETTINGS)) {
                    run.commits(store, session);
                }
            }
        }
    }

    private void commits(Store store, int session) throws IOException {
        for (int i = 1; i <= COMMITS_IN_A_SESSION; i++) {
            if (session > 0 && i == 20) {
                mark("fail write");
            }
            if (session > 0 && i % 30 == 0) {
                mark("fail sync");
            }
            commit(store);
        }
    }

    private void commit(Store store) throws IOException {
        boolean done = false;
        while (!done) {
            int attempt = ++attempts;
            mark("try " + next + " " + attempt);
            try {
                store.commit(batch(next, attempt));
                mark("done " + next);
                next++;
                done = true;
            } catch (StoreException e) {
                mark("refused " + next);
            }
        }
    }

    private void mark(String text) throws IOException {
        marks.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The rows of an attempt at a commit: two that stay, and one that takes the place of the one before. */
    static Batch batch(long number, int attempt) {
        Random random = new Random(attempt);
        // One in eight fills several blocks of the log, so that a part of its record can be lost in the middle.
        byte[] value = new byte[attempt % 8 == 0 ? 100_000 : 200 + random.nextInt(6_000)];
        random.nextBytes(value);
        return new Batch()
                .put(Table.EVENTS, Rows.key(number), value)
                .put(Table.WORK, Rows.key(number), value)
                .put(Table.TIMERS, Rows.key(number), new byte[] {1})
                .delete(Table.TIMERS, Rows.key(number - 1));
    }

    /**
     * Checks that a store holds exactly the first commits of a run.
     *
     * @param attempts the attempt that succeeded, by the number of its commit
     * @return what is wrong, or nothing
     */
    static List<String> flaws(Store store, NavigableMap<Long, Integer> attempts) {
        List<String> flaws = new ArrayList<>();
        for (Table table : List.of(Table.EVENTS, Table.WORK)) {
            NavigableMap<Long, byte[]> rows = rows(store, table);
            if (!rows.keySet().equals(attempts.keySet())) {
                flaws.add(table + " has rows " + rows.keySet() + " and not " + attempts.keySet());
            }
            attempts.forEach((number, attempt) -> {
                byte[] expected = ((Batch.Put) batch(number, attempt).changes().getFirst()).value();
                if (rows.containsKey(number) && !Arrays.equals(rows.get(number), expected)) {
                    flaws.add(table + " has another row " + number + " than attempt " + attempt + " wrote");
                }
            });
        }
        List<Long> timers = List.copyOf(rows(store, Table.TIMERS).keySet());
        if (!timers.equals(attempts.isEmpty() ? List.of() : List.of(attempts.lastKey()))) {
            flaws.add("timers are " + timers);
        }
        return flaws;
    }

    private static NavigableMap<Long, byte[]> rows(Store store, Table table) {
        TreeMap<Long, byte[]> rows = new TreeMap<>();
        store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            rows.put(ByteBuffer.wrap(key).getLong(), value);
            return true;
        });
        return rows;
    }
}
