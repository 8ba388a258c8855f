package io.millrace.kernel;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The numbers of root cases, tenant by tenant: each is given out once, whatever was erased or lost in a crash. */
final class Numbers implements Ledger.CaseNumbers {
    private final Store store;
    private final Outbox outbox;
    private final Map<String, AtomicLong> last = new ConcurrentHashMap<>();

    Numbers(Store store, Outbox outbox) {
        this.store = store;
        this.outbox = outbox;
    }

    @Override
    public long next(String tenant) {
        return last.computeIfAbsent(tenant, this::highest).incrementAndGet();
    }

    /**
     * The highest number that was ever given out. A case that holds a business key has its number before it has begun:
     * until then only the message that begins it knows the number, so messages are looked at before cases.
     */
    private AtomicLong highest(String tenant) {
        long begun = outbox.messages().stream()
                .filter(take -> take.message() instanceof Message.Begin)
                .mapToLong(take -> take.to() instanceof EntityId.OfCase to && to.tenant().equals(tenant) ? to.root() : 0)
                .max()
                .orElse(0);
        byte[] from = Keys.entity(new EntityId.OfCase(tenant, 0)).toBytes();
        byte[] to = Keys.entity(new EntityId.OfCase(tenant, Long.MAX_VALUE)).toBytes();
        long[] found = {begun};
        store.scan(Table.EVENTS, from, to, Store.Direction.BACKWARDS, (key, value) -> {
            found[0] = Math.max(begun, Keys.readEntity(new In(key)) instanceof EntityId.OfCase e ? e.root() : 0);
            return false;
        });
        byte[] erased = store.get(Table.META, Retention.highestCaseRow(tenant));
        return new AtomicLong(Math.max(found[0], erased == null ? 0 : new In(erased).varint()));
    }
}
