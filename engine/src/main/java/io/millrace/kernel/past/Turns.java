package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds the turns of an entity by instant. Instants of an entity never go back, so a few rows are looked at, not all. */
final class Turns {
    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;

    Turns(Store store, Keys keys, PayloadCodec codec) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
    }

    /** The last turn that was recorded at or before an instant, or 0. */
    long at(EntityId id, Instant instant) {
        long low = 0;
        long high = last(id);
        if (high > 0 && !isAfter(id, high, instant)) {
            return high;
        }
        // Turn low is not after the instant, turn high is.
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (isAfter(id, middle, instant)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    private boolean isAfter(EntityId id, long turn, Instant instant) {
        Instant recorded = recorded(id, turn);
        // A turn that was erased a moment ago is as good as one that is not there yet.
        return recorded == null || recorded.isAfter(instant);
    }

    /** The instant of the first turn, or null. */
    @Nullable
    Instant first(EntityId id) {
        return recorded(id, 1);
    }

    private @Nullable Instant recorded(EntityId id, long turn) {
        byte[] row = store.get(Table.EVENTS, keys.event(id, turn));
        return row == null ? null : TurnRecord.readRecorded(new In(codec.decode(row)));
    }

    private long last(EntityId id) {
        long[] last = {0};
        store.scan(Table.EVENTS, keys.event(id, 1), keys.event(id, Long.MAX_VALUE), Store.Direction.BACKWARDS, (key, value) -> {
            last[0] = new In(key, key.length - Long.BYTES, key.length).int64();
            return false;
        });
        return last[0];
    }
}
