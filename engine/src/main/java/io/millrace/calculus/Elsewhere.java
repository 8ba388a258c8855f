package io.millrace.calculus;

import io.millrace.event.Projection;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A history that no engine recorded: its rows are the ones that an index would have, in memory. */
final class Elsewhere implements Projection.Stored {
    private final MemoryStore rows = new MemoryStore();
    private long bytes;

    /** The diary of a case or entity of which nothing is known yet. */
    Diary diary(Subject owner) {
        return Diary.begun(owner);
    }

    /** Takes what diaries have gathered. */
    void write(Collection<Diary> diaries) {
        Batch batch = new Batch();
        Projection.Rows into = new Projection.Rows() {
            @Override
            public void put(byte[] key, byte[] value) {
                batch.put(Table.INDEX, key, value);
            }

            @Override
            public void delete(byte[] key) {
                batch.delete(Table.INDEX, key);
            }

            @Override
            public Projection.@Nullable Memory memory() {
                return null;
            }
        };
        diaries.forEach(diary -> diary.write(into));
        bytes += batch.bytes();
        rows.commit(batch);
    }

    /** How many bytes of rows it has taken. */
    long bytes() {
        return bytes;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return rows.get(Table.INDEX, key);
    }

    @Override
    public void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
        rows.scan(Table.INDEX, from, to, direction, visitor);
    }
}
