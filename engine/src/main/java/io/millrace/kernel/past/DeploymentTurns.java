package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * When and by whom versions of processes were deployed. The turn of a deployment has always recorded this, so journals of any age say it.
 * Each turn is read once: a version never changes. Safe for use by several threads.
 */
public final class DeploymentTurns {
    /**
     * A deployment.
     *
     * @param actor who deployed, or null if the request named nobody
     */
    public record Deployment(Instant at, @Nullable String actor) {}

    private record Versioned(String process, int version) {}

    /** What was read of one tenant. Guarded by itself. */
    private static final class Read {
        final Map<Versioned, Deployment> deployments = new HashMap<>();
        long upTo;
    }

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Map<String, Read> tenants = new ConcurrentHashMap<>();

    public DeploymentTurns(Store store, Keys keys, PayloadCodec codec) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
    }

    /** The deployment of a version, or null if its turn is not in the journal. */
    public @Nullable Deployment of(String tenant, String process, int version) {
        Read read = tenants.computeIfAbsent(tenant, name -> new Read());
        Versioned wanted = new Versioned(process, version);
        synchronized (read) {
            if (!read.deployments.containsKey(wanted)) {
                readOn(tenant, read);
            }
            return read.deployments.get(wanted);
        }
    }

    private void readOn(String tenant, Read read) {
        EntityId registry = new EntityId.OfRegistry(tenant);
        store.scan(Table.EVENTS, keys.event(registry, read.upTo + 1), keys.event(registry, Long.MAX_VALUE), Store.Direction.FORWARDS, (key, value) -> {
            long at = new In(key, keys.entity(registry).length(), key.length).int64();
            TurnRecord turn = TurnRecord.read(registry, at, new In(codec.decode(value)));
            for (TurnRecord.Entry entry : turn.entries()) {
                if (entry.event() instanceof Event.ProcessDeployed e) {
                    read.deployments.put(new Versioned(e.name(), e.version()), new Deployment(turn.recorded(), turn.actor()));
                }
            }
            read.upTo = at;
            return true;
        });
    }
}
