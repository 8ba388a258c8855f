package io.millrace.kernel;

import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import org.jspecify.annotations.Nullable;

/** A store whose readers learn that the engine is closed, with one code, whatever the store itself would say. */
final class ClosableStore implements Store {
    private final Store store;
    private volatile boolean closed;

    ClosableStore(Store store) {
        this.store = store;
    }

    private Store open() {
        if (closed) {
            throw new RefusedException(Code.STOPPED.with("The engine is closed"));
        }
        return store;
    }

    @Override
    public void commit(Batch batch) {
        open().commit(batch);
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key) {
        return open().get(table, key);
    }

    @Override
    public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
        open().scan(table, from, to, direction, visitor);
    }

    @Override
    public void scrub() {
        open().scrub();
    }

    @Override
    public @Nullable Problem problem() {
        return open().problem();
    }

    @Override
    public void close() {
        closed = true;
        store.close();
    }
}
