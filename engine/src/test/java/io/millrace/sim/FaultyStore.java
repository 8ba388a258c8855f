package io.millrace.sim;

import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store over rows that survive the process. A commit can fail and leave nothing; the process can end before a commit,
 * in the middle of it (then a store that keeps its contract shows nothing of it), or after it and before anybody hears
 * of it. And a commit can fail while what it left behind cannot be taken back either: then nothing more is written until
 * that succeeds, and if the process ends first, the commit that was said to have failed may be there afterwards.
 */
final class FaultyStore implements Store {
    /** The end of the process. */
    static final class Crash extends Error {
        Crash(String when) {
            super("crash " + when, null, false, false);
        }
    }

    /** How often what goes wrong, of a thousand. */
    record Faults(int failing, int doubtful, int crashing, int unreadable, int twice) {
        static final Faults NONE = new Faults(0, 0, 0, 0, 0);
    }

    /** Where the engine calls out, others may run and errors may be thrown. */
    interface Disturbance {
        void at(String place);
    }

    /** The tables that the engine reads without holding a lock: while it does, other strands may run. */
    private static final Set<Table> UNLOCKED = EnumSet.of(Table.EVENTS, Table.SNAPSHOTS, Table.TIMERS);

    private final MemoryStore durable;
    private final Random random;
    private final Disturbance disturbance;
    private final Consumer<Batch> witness;
    private Faults faults = Faults.NONE;
    private boolean gone;
    /** A commit that failed and is not taken back yet. */
    private @Nullable Batch doubt;
    private String last = "";

    /** @param witness sees every commit before it is done */
    FaultyStore(MemoryStore durable, Random random, Disturbance disturbance, Consumer<Batch> witness) {
        this.disturbance = disturbance;
        this.witness = witness;
        this.durable = durable;
        this.random = random;
    }

    void faults(Faults faults) {
        this.faults = faults;
    }

    /** Whether a commit that failed could still be there after a restart. */
    boolean isInDoubt() {
        return doubt != null;
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
        if (doubt != null && random.nextBoolean()) {
            durable.commit(doubt);
            last += ", and a commit that had failed is there";
        }
    }

    @Override
    public void commit(Batch batch) {
        if (gone) {
            throw new Crash("already");
        }
        disturbance.at("before a commit");
        if (doubt != null && faults.doubtful > 0 && random.nextInt(4) > 0) {
            throw new StoreException(Code.STORE_FAILED.with("simulated, a commit that failed could not be taken back"));
        }
        doubt = null;
        int luck = random.nextInt(1_000);
        if (luck < faults.doubtful) {
            last = "commit failed and left something behind";
            doubt = batch;
            throw new StoreException(Code.STORE_FAILED.with("simulated, and could not be taken back"));
        }
        luck -= faults.doubtful;
        if (luck >= 0 && luck < faults.failing) {
            last = "commit failed";
            throw new StoreException(luck % 2 == 0 ? Code.DISK_FULL.with("simulated") : Code.STORE_FAILED.with("simulated"));
        }
        luck -= faults.failing;
        if (luck >= 0 && luck < faults.crashing) {
            boolean written = luck % 2 == 0;
            if (written) {
                witness.accept(batch);
                durable.commit(batch);
            }
            crash(written ? "after a commit" : "in a commit");
            throw new Crash(last);
        }
        witness.accept(batch);
        durable.commit(batch);
        disturbance.at("after a commit");
    }

    private void read(boolean unlocked) {
        if (unlocked) {
            disturbance.at("reading");
        }
        if (random.nextInt(1_000) < faults.unreadable) {
            last = "read failed";
            throw new StoreException(Code.STORE_FAILED.with("simulated, while reading"));
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        read(UNLOCKED.contains(table) || table == Table.OUTBOX);
        return durable.get(table, key);
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        read(UNLOCKED.contains(table));
        if (table == Table.OUTBOX && random.nextInt(1_000) < faults.twice) {
            durable.scan(table, from, to, direction, (key, value) -> {
                boolean more = visitor.row(key, value);
                return more && visitor.row(key, value);
            });
        } else {
            durable.scan(table, from, to, direction, visitor);
        }
    }

    /** The rows stay: only the process ends. */
    @Override
    public void close() {}
}
