package io.millrace.kernel.index;

import io.millrace.data.In;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.record.Keys;
import io.millrace.query.ListedWork;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The beginnings of the work lists that somebody looks at, in memory.
 *
 * <p>Work is taken from the front of a list, so the front of its table is full of rows that were just deleted, and an
 * ordered store has to step over every one of them. Here the front is a tree that each commit brings up to date before
 * anybody hears of it; the store is only asked for what lies beyond, from a bound that moves on.
 *
 * <p>Invariant of a head: it holds exactly the committed rows of its list below {@code end} (all of them when
 * {@code end} is null).
 */
public final class Heads {
    /** A row of a list: its place (what follows the list's name in the key) and what stands there. */
    record Row(byte[] place, ListedWork listed) {}

    /** How many rows are fetched at a time. */
    private static final int FETCHED = 500;
    /** How many rows a head may hold before its far part is left to the store. */
    private static final int MOST = 4 * FETCHED;
    /** How many lists have a head. */
    private static final int LISTS = 1_000;

    private record ListName(String tenant, String list) {}

    private static final class Head {
        final TreeMap<byte[], ListedWork> rows = new TreeMap<>(Arrays::compareUnsigned);
        byte @Nullable [] end = {};
    }

    private final Store store;
    private final PayloadCodec codec;
    private final Map<ListName, Head> heads = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ListName, Head> eldest) {
            return size() > LISTS;
        }
    };

    public Heads(Store store, PayloadCodec codec) {
        this.store = store;
        this.codec = codec;
    }

    /** A commit changed work items: the heads follow. Called in the order of commits. */
    public synchronized void committed(String tenant, Iterable<Ledger.WorkChange> changes) {
        if (heads.isEmpty()) {
            return;
        }
        for (Ledger.WorkChange change : changes) {
            WorkItem before = change.before;
            if (before != null) {
                for (String list : Rows.lists(before)) {
                    Head head = heads.get(new ListName(tenant, list));
                    if (head != null) {
                        head.rows.remove(Keys.workPlace(before));
                    }
                }
            }
            WorkItem after = change.after;
            if (after != null) {
                for (String list : Rows.lists(after)) {
                    put(heads.get(new ListName(tenant, list)), change.part.process, after);
                }
            }
        }
    }

    private static void put(@Nullable Head head, String process, WorkItem item) {
        if (head == null) {
            return;
        }
        byte[] place = Keys.workPlace(item);
        if (head.end == null || Arrays.compareUnsigned(place, head.end) < 0) {
            head.rows.put(place, new ListedWork(process, item));
            if (head.rows.size() > MOST) {
                List<byte[]> places = new ArrayList<>(head.rows.keySet());
                byte[] cut = places.get(MOST / 2);
                head.rows.tailMap(cut, true).clear();
                head.end = cut;
            }
        }
    }

    /** Up to so many rows of a list after a place (empty for the beginning). */
    synchronized List<Row> after(String tenant, String list, byte[] place, int count) {
        Head head = heads.computeIfAbsent(new ListName(tenant, list), name -> new Head());
        List<Row> found = new ArrayList<>(count);
        byte[] at = place;
        while (found.size() < count) {
            byte[] end = head.end;
            if (end != null && at.length > 0 && Arrays.compareUnsigned(at, end) >= 0) {
                // Somebody pages on far behind the front: the store is read from there, and the head stays small.
                scan(tenant, list, at, count - found.size(), found);
                return found;
            }
            for (Map.Entry<byte[], ListedWork> row : head.rows.tailMap(at, at.length == 0).entrySet()) {
                found.add(new Row(row.getKey(), row.getValue()));
                at = row.getKey();
                if (found.size() == count) {
                    return found;
                }
            }
            if (end == null) {
                return found;
            }
            extend(head, tenant, list, end);
        }
        return found;
    }

    private void extend(Head head, String tenant, String list, byte[] from) {
        List<Row> more = new ArrayList<>();
        scanFrom(tenant, list, from, FETCHED + 1, more);
        boolean all = more.size() <= FETCHED;
        head.end = all ? null : more.getLast().place();
        for (Row row : all ? more : more.subList(0, FETCHED)) {
            head.rows.put(row.place(), row.listed());
        }
    }

    private void scan(String tenant, String list, byte[] after, int count, List<Row> found) {
        scanFrom(tenant, list, Arrays.copyOf(after, after.length + 1), count, found);
    }

    private void scanFrom(String tenant, String list, byte[] from, int count, List<Row> found) {
        byte[] prefix = Keys.workList(tenant, list).toBytes();
        byte[] start = Arrays.copyOf(prefix, prefix.length + from.length);
        System.arraycopy(from, 0, start, prefix.length, from.length);
        int enough = found.size() + count;
        store.scan(Table.WORK, start, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            found.add(new Row(
                    Arrays.copyOfRange(key, prefix.length, key.length), Rows.readWork(new In(codec.decode(value)))));
            return found.size() < enough;
        });
    }
}
