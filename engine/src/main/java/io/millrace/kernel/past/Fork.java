package io.millrace.kernel.past;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Opaque;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.LogRow;
import io.millrace.kernel.record.Positions;
import io.millrace.kernel.record.Requests;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.Small;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Copies a journal as it was at an instant, so that an engine can go on from there; the journal itself is only read.
 *
 * <p>The turns up to the instant are copied, and lists, timers and newest snapshots are those of the states after them. Mailboxes, keys
 * and messages leave no turns behind. What they held then follows from the cases: who waits and who has a key stands in their
 * states, and a signal that a case received later names the instant at which it came (see {@link Between}).
 *
 * <p>Languages are not needed: what the kernel keeps of a case says all that lists have of it.
 */
public final class Fork {
    private static final int HASH = 32;
    private static final Processes NO_CODE = new Catalogue().of("");

    private final Store from;
    private final PayloadCodec codec;
    private final Instant at;
    private final LongConsumer progress;
    private final Keys keys;
    private final Loader loader;
    private final Copying rows;
    private final Between between;
    /** The last turn of each entity that is copied. */
    private final Map<EntityId, Long> last = new LinkedHashMap<>();

    private long turns;

    private Fork(Store from, Store to, PayloadCodec codec, Instant at, LongConsumer progress) {
        this.from = from;
        this.codec = codec;
        this.at = at;
        this.progress = progress;
        this.keys = new Keys(Shards.in(from));
        this.loader = new Loader(from, keys, codec, new Catalogue());
        this.rows = new Copying(to);
        this.between = new Between(from, to, keys, codec, at);
    }

    /**
     * Copies a journal into an empty store.
     *
     * @param at the instant, or {@link Instant#MAX} for the journal as it is
     * @param progress is told now and then how many turns, or rows of a journal as it is, were copied
     * @return where time goes on: the instant, or that of the last commit
     */
    public static Instant of(Store from, Store to, PayloadCodec codec, Instant at, LongConsumer progress) {
        for (Table table : List.of(Table.EVENTS, Table.SNAPSHOTS, Table.OUTBOX)) {
            to.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                throw new RefusedException(Code.FORK_NOT_EMPTY.with());
            });
        }
        Instant end = end(from);
        if (at.equals(Instant.MAX)) {
            whole(from, to, progress);
            return end;
        }
        new Fork(from, to, codec, at, progress).copy();
        return at;
    }

    /** When the last commit was. */
    private static Instant end(Store from) {
        Instant[] end = {Instant.EPOCH};
        for (int shard = 0; shard < Shards.in(from).count(); shard++) {
            from.scan(Table.LOG, Keys.shard(shard), Keys.afterShard(shard), Store.Direction.BACKWARDS, (key, value) -> {
                Instant committed = LogRow.readInstant(new In(value));
                end[0] = committed.isAfter(end[0]) ? committed : end[0];
                return false;
            });
        }
        return end[0];
    }

    private static void whole(Store from, Store to, LongConsumer progress) {
        long[] count = {0};
        try (Copying rows = new Copying(to)) {
            for (Table table : Table.values()) {
                from.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
                    // Keys of META that begin with a zero belong to the store.
                    if (table != Table.META || key.length == 0 || key[0] != 0) {
                        rows.put(table, key, value);
                    }
                    if (++count[0] % 10_000 == 0) {
                        progress.accept(count[0]);
                    }
                    return true;
                });
            }
        }
        progress.accept(count[0]);
    }

    private void copy() {
        rows.put(Table.META, Shards.row(), new Shards(keys.shards()).value());
        copyTurns();
        boolean listed = hasRows(Table.CASES);
        last.forEach((id, turn) -> {
            copySnapshots(id, turn);
            if (id.kind().isListed()) {
                rows.put(Table.META, Catalogue.tenantRow(id.tenant()), new byte[0]);
            }
            if (id instanceof EntityId.OfCase root) {
                addLists(root, turn, listed);
            } else {
                between.standing(loader.at(id, turn, NO_CODE));
            }
        });
        copyLog();
        copyRequests();
        copyFiles();
        rows.put(Table.META, Positions.row(), Positions.value(Positions.last(from, keys.shards())));
        rows.close();
        between.write();
    }

    private boolean hasRows(Table table) {
        boolean[] any = {false};
        from.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            any[0] = true;
            return false;
        });
        return any[0];
    }

    private void copyTurns() {
        from.scan(Table.EVENTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key);
            EntityId id = Keys.readEntity(in);
            long sequence = in.int64();
            if (!id.kind().vanishes()) {
                byte[] record = codec.decode(value);
                if (TurnRecord.readRecorded(new In(record)).isAfter(at)) {
                    between.later(id, TurnRecord.read(id, sequence, new In(record)));
                } else {
                    last.put(id, sequence);
                    between.earlier(TurnRecord.readCause(new In(record)));
                    rows.put(Table.EVENTS, key, value);
                }
            }
            if (++turns % 10_000 == 0) {
                progress.accept(turns);
            }
            return true;
        });
    }

    /** The newest snapshot not after the last turn becomes the newest, and the kept ones before it stay kept. */
    private void copySnapshots(EntityId id, long turn) {
        byte[] header = from.get(Table.SNAPSHOTS, keys.snapshot(id, null));
        if (header == null) {
            return;
        }
        Entity<?> saved = loader.saved(id);
        boolean current = saved != null && saved.sequence <= turn;
        if (current) {
            rows.put(Table.SNAPSHOTS, keys.snapshot(id, null), header);
            copyRange(keys.savedCases(id));
        }
        byte[][] newest = {null};
        long[] newestTurn = {0};
        from.scan(Table.SNAPSHOTS, keys.keptSnapshot(id, 0), keys.keptSnapshot(id, turn + 1), Store.Direction.BACKWARDS, (key, value) -> {
            newest[0] = value;
            newestTurn[0] = turnOf(key);
            return false;
        });
        byte[] kept = newest[0];
        if (kept != null && (current || loader.hasAllCases(id, kept))) {
            from.scan(Table.SNAPSHOTS, keys.keptSnapshot(id, 0), keys.keptSnapshot(id, turn + 1), Store.Direction.FORWARDS, this::copySnapshot);
            if (!current) {
                rows.put(Table.SNAPSHOTS, keys.snapshot(id, null), kept);
            }
            if (id instanceof EntityId.OfCase root) {
                copyKeptCases(root, newestTurn[0], !current);
            }
        }
    }

    private void copyRange(byte[] prefix) {
        from.scan(Table.SNAPSHOTS, prefix, Keys.after(prefix), Store.Direction.FORWARDS, this::copySnapshot);
    }

    private boolean copySnapshot(byte[] key, byte[] value) {
        rows.put(Table.SNAPSHOTS, key, value);
        return true;
    }

    /** @param restore whether the cases as they were in the newest kept snapshot are the newest ones of the copy */
    private void copyKeptCases(EntityId.OfCase id, long newest, boolean restore) {
        byte[] prefix = keys.keptCases(id);
        from.scan(Table.SNAPSHOTS, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            if (turnOf(key) <= newest) {
                rows.put(Table.SNAPSHOTS, key, value);
                if (restore) {
                    // A later row of the same case takes its place; an empty one says that the case has left.
                    byte[] place = keys.snapshot(id, Keys.readKeptCase(id, new In(key, prefix.length, key.length)));
                    if (value.length == 0) {
                        rows.delete(Table.SNAPSHOTS, place);
                    } else {
                        rows.put(Table.SNAPSHOTS, place, value);
                    }
                }
            }
            return true;
        });
    }

    private static long turnOf(byte[] key) {
        return new In(key, key.length - Long.BYTES, key.length).int64();
    }

    /** The rows of work, timers and cases; a case that had ended then, with all below it, is not rebuilt. */
    private void addLists(EntityId.OfCase id, long turn, boolean listed) {
        boolean over = false;
        boolean rest = false;
        for (CaseInfo info : family(id)) {
            Instant ended = info.ended();
            if (ended != null && !ended.isAfter(at)) {
                addCase(id.tenant(), info);
                over |= info.id().isRoot();
            } else {
                // A sub-case may still make good what it did.
                rest |= !info.started().isAfter(at);
            }
        }
        if (over && !rest) {
            return;
        }
        Processes unread = Opaque.around(new Catalogue().of(id.tenant()), new HashSet<>());
        CaseEntity entity = (CaseEntity) loader.at(id, turn, unread);
        between.sent(id, entity.sent);
        for (CaseState state : Family.states(entity, CaseId.root(id.root()))) {
            if (listed && (state.status.isOpen() || state.id.isRoot())) {
                addCase(id.tenant(), CaseRows.row(state));
            }
            state.works.forEach((number, item) -> {
                Out out = new Out();
                Rows.writeWork(out, state.process, item);
                byte[] value = codec.encode(out.toBytes());
                Rows.lists(item).forEach(list -> rows.put(Table.WORK, Keys.work(id.tenant(), list, item), value));
            });
            state.timers.forEach((number, timer) ->
                    rows.put(Table.TIMERS, keys.timer(timer.due(), id.tenant(), state.id, number), new byte[0]));
            between.standing(id.tenant(), state);
        }
    }

    private List<CaseInfo> family(EntityId.OfCase id) {
        List<CaseInfo> family = new ArrayList<>();
        byte[] prefix = Keys.casesOf(id.tenant()).int64(id.root()).toBytes();
        from.scan(Table.CASES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            family.add(CaseRows.read(new In(codec.decode(value))));
            return true;
        });
        return family;
    }

    private void addCase(String tenant, CaseInfo info) {
        Out out = new Out();
        CaseRows.write(out, info);
        rows.put(Table.CASES, Keys.caseById(tenant, info.id()), codec.encode(out.toBytes()));
        byte[] pointer = Small.pointer(info.id());
        rows.put(Table.CASES, Keys.caseInState(tenant, info.process(), info.status(), info.started(), info.id()), pointer);
        if (info.key() != null) {
            rows.put(Table.CASES, Keys.caseWithKey(tenant, info.process(), info.key(), info.started(), info.id()), pointer);
        }
        for (Map.Entry<String, Data> attribute : info.attributes().asMap().entrySet()) {
            rows.put(
                    Table.CASES,
                    Keys.caseWithAttribute(tenant, info.process(), attribute.getKey(), attribute.getValue(), info.id()),
                    pointer);
        }
    }

    private void copyLog() {
        from.scan(Table.LOG, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(value);
            Instant committed = LogRow.readInstant(in);
            Out row = LogRow.begin(committed);
            boolean any = false;
            while (!in.atEnd()) {
                EntityId id = EventCodec.readEntity(in);
                long sequence = in.varint();
                between.logged(id, sequence, committed);
                if (sequence <= last.getOrDefault(id, 0L)) {
                    LogRow.add(row, id, sequence);
                    any = true;
                }
            }
            if (any) {
                rows.put(Table.LOG, key, row.toBytes());
            }
            return true;
        });
    }

    private void copyRequests() {
        from.scan(Table.REQUESTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            if (!Requests.given(new In(codec.decode(value))).isAfter(at)) {
                rows.put(Table.REQUESTS, key, value);
            }
            return true;
        });
    }

    /** The files of the cases that are copied. When they were attached is not known: one that came later does no harm. */
    private void copyFiles() {
        Set<String> contents = new HashSet<>();
        byte[] byCase = {StoredFiles.BY_CASE};
        from.scan(Table.FILES, byCase, Keys.after(byCase), Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key, 1, key.length);
            String tenant = in.keyText();
            if (last.containsKey(new EntityId.OfCase(tenant, in.int64()))) {
                Out hash = new Out().raw(Arrays.copyOfRange(key, key.length - HASH, key.length));
                contents.add(HexFormat.of().formatHex(hash.toBytes()));
                rows.put(Table.FILES, key, value);
                byte[] whose = Arrays.copyOfRange(key, 1, key.length - HASH);
                rows.put(Table.FILES, new Out().u8(StoredFiles.BY_CONTENT).raw(hash.toBytes()).raw(whose).toBytes(), new byte[0]);
            }
            return true;
        });
        for (String hash : contents) {
            byte[] prefix = new Out().u8(StoredFiles.CONTENT).raw(HexFormat.of().parseHex(hash)).toBytes();
            from.scan(Table.FILES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
                rows.put(Table.FILES, key, value);
                return true;
            });
        }
    }
}
