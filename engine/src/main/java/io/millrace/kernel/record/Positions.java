package io.millrace.kernel.record;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import java.nio.charset.StandardCharsets;

/** The position of a commit: it rises from commit to commit, in every shard that the commit touches. */
public final class Positions {
    private static final byte[] ROW = "position".getBytes(StandardCharsets.UTF_8);

    private Positions() {}

    public static byte[] row() {
        return ROW;
    }

    public static byte[] value(long position) {
        return Small.number(position);
    }

    /** The highest position in a store. */
    public static long last(Store store, int shards) {
        byte[] said = store.get(Table.META, ROW);
        long last = said == null ? 0 : Small.number(said);
        for (int shard = 0; shard < shards; shard++) {
            last = Math.max(last, last(store, shard, last));
        }
        return last;
    }

    private static long last(Store store, int shard, long otherwise) {
        long[] last = {otherwise};
        store.scan(Table.LOG, Keys.shard(shard), Keys.afterShard(shard), Store.Direction.BACKWARDS, (key, value) -> {
            last[0] = new In(key, 1, key.length).int64();
            return false;
        });
        return last[0];
    }
}
