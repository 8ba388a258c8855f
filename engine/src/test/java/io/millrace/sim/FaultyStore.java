package io.millrace.sim;

import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A store over rows that survive the process. A commit can fail and leave nothing; the process can end before a commit,
 * in the middle of it (then a store that keeps its contract shows nothing of it), or after it and before anybody hears
 * of it.
 */
final class FaultyStore implements Store {
    /** The end of the process. */
    static final class Crash extends Error {
        Crash(String when) {
            super("crash " + when, null, false, false);
        }
    }

    /** How often what goes wrong, of a thousand. */
    record Faults(int failing, int crashing, int unreadable) {
        static final Faults NONE = new Faults(0, 0, 0);
    }

    private final MemoryStore durable;
    private final Random random;
    private Faults faults = Faults.NONE;
    private boolean gone;
    private String last = "";

    FaultyStore(MemoryStore durable, Random random) {
        this.durable = durable;
        this.random = random;
    }

    void faults(Faults faults) {
        this.faults = faults;
    }

    boolean isGone() {
        return gone;
    }

    /** What last went wrong. */
    String last() {
        return last;
    }

    void crash(String when) {
        gone = true;
        last = "crash " + when;
    }

    @Override
    public void commit(Batch batch) {
        if (gone) {
            throw new Crash("already");
        }
        int luck = random.nextInt(1_000);
        if (luck < faults.failing) {
            last = "commit failed";
            throw new StoreException(luck % 2 == 0 ? Code.DISK_FULL.with("simulated") : Code.STORE_FAILED.with("simulated"));
        }
        luck -= faults.failing;
        if (luck >= 0 && luck < faults.crashing) {
            boolean written = luck % 2 == 0;
            if (written) {
                durable.commit(batch);
            }
            crash(written ? "after a commit" : "in a commit");
            throw new Crash(last);
        }
        durable.commit(batch);
    }

    private void read() {
        if (random.nextInt(1_000) < faults.unreadable) {
            last = "read failed";
            throw new StoreException(Code.STORE_FAILED.with("simulated, while reading"));
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        read();
        return durable.get(table, key);
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        read();
        durable.scan(table, from, to, direction, visitor);
    }

    /** The rows stay: only the process ends. */
    @Override
    public void close() {}
}
