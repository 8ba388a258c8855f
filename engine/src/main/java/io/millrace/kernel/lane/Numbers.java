package io.millrace.kernel.lane;

import io.millrace.data.In;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.Commits;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.EntityKind;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Small;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of root cases, tenant by tenant: each is given out once, whatever was erased or lost in a crash. The
 * journal itself says which numbers are used, as long as their cases are in it. Before a case is erased, a mark not below
 * its number is made durable; marks only rise.
 */
public final class Numbers implements Ledger.CaseNumbers {
    private final Store store;
    private final Outbox outbox;
    private final Keys keys;
    private final Commits commits;
    private final Map<String, AtomicLong> last = new ConcurrentHashMap<>();

    /** How rows become durable, in the order in which they are given. */
    public interface Commits {
        void submit(Batch batch, Committer.Release release);
    }

    public Numbers(Store store, Outbox outbox, Keys keys, Commits commits) {
        this.store = store;
        this.outbox = outbox;
        this.keys = keys;
        this.commits = commits;
    }

    @Override
    public long next(String tenant) {
        return last(tenant).incrementAndGet();
    }

    private AtomicLong last(String tenant) {
        return last.computeIfAbsent(tenant, name -> new AtomicLong(highest(name)));
    }

    /** Completes when it is durable that this number is not given out again, whether or not its case is in the journal. */
    public synchronized CompletableFuture<Void> retire(String tenant, long number) {
        CompletableFuture<Void> retired = new CompletableFuture<>();
        if (number <= marked(tenant)) {
            retired.complete(null);
            return retired;
        }
        // As high as can be said today, so that the next erasures need no mark of their own. Marks are handed over under
        // the lock and what they say never falls, so a later one never says less than an earlier one.
        long mark = Math.max(number, last(tenant).get());
        commits.submit(new Batch().put(Table.META, markRow(tenant), Small.number(mark)), problem -> {
            if (problem == null) {
                retired.complete(null);
            } else {
                retired.completeExceptionally(new StoreException(problem));
            }
        });
        return retired;
    }

    private long marked(String tenant) {
        byte[] mark = store.get(Table.META, markRow(tenant));
        return mark == null ? 0 : Small.number(mark);
    }

    static byte[] markRow(String tenant) {
        return ("highest-case/" + tenant).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The highest number that was ever given out. A case that holds a business key has its number before it has begun:
     * until then only the message that begins it knows the number, so messages are looked at before cases.
     */
    private long highest(String tenant) {
        long highest = marked(tenant);
        for (Input.Taken message : outbox.messages()) {
            if (message instanceof Input.Begun begun && begun.to().tenant().equals(tenant)) {
                highest = Math.max(highest, begun.to().root());
            }
        }
        for (int shard = 0; shard < keys.shards(); shard++) {
            byte[] from = Keys.entities(shard, tenant, EntityKind.CASE).toBytes();
            long[] found = {0};
            store.scan(Table.EVENTS, from, Keys.after(from), Store.Direction.BACKWARDS, (key, value) -> {
                found[0] = Keys.readEntity(new In(key)) instanceof EntityId.OfCase e ? e.root() : 0;
                return false;
            });
            highest = Math.max(highest, found[0]);
        }
        return highest;
    }
}
