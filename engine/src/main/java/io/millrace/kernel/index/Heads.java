package io.millrace.kernel.index;

import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.record.Keys;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The beginnings of the work lists that somebody looks at, in memory, one for each way in which somebody narrows them.
 *
 * <p>Work is taken from the front of a list, so the front of its table is full of rows that were just deleted, and an
 * ordered store has to step over every one of them. Here the front is a tree that each commit brings up to date before
 * anybody hears of it; the store is only asked for what lies beyond, from a bound that moves on. So who narrows a list reads
 * through all of it once, and from then on pays for what is wanted.
 *
 * <p>Invariant of a head: it holds exactly those committed rows of its list below {@code end} that its filter admits (of all
 * rows when {@code end} is null).
 */
public final class Heads {
    /** A row of a list: its place (what follows the list's name in the key) and what stands there. */
    record Row(byte[] place, ListedWork listed) {}

    /** What is wanted of a list; null where anything is. */
    record Filter(@Nullable String process, @Nullable String task, @Nullable WorkState state) {
        static Filter of(WorkQuery query) {
            return new Filter(query.process(), query.task(), query.state());
        }

        boolean isOpen() {
            return process == null && task == null && state == null;
        }

        boolean admits(ListedWork listed) {
            return (process == null || process.equals(listed.process()))
                    && (task == null || task.equals(listed.item().task()))
                    && (state == null || state == listed.item().state());
        }
    }

    /** Stands for all lists of a tenant, one after the other; an item is in it once, where it stands first. */
    static final String ALL = "";

    /** How many rows are fetched at a time. */
    private static final int FETCHED = 500;
    /** How many rows a head may hold before its far part is left to the store. */
    private static final int MOST = 4 * FETCHED;
    /** How many lists have heads. */
    private static final int LISTS = 1_000;
    /** How many heads a list has: each costs a little whenever the list changes. */
    private static final int FILTERS = 16;

    private record ListName(String tenant, String list) {
        byte[] prefix() {
            return list.equals(ALL) ? new Out().keyText(tenant).toBytes() : Keys.workList(tenant, list).toBytes();
        }
    }

    private static final class Head {
        final TreeMap<byte[], ListedWork> rows = new TreeMap<>(Arrays::compareUnsigned);
        byte @Nullable [] end = {};
    }

    /** Those used longest ago leave. */
    private static final class Recent<K, V> extends LinkedHashMap<K, V> {
        private final int most;

        Recent(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    private final Store store;
    private final PayloadCodec codec;
    private final Map<ListName, Map<Filter, Head>> heads = new Recent<>(LISTS);

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
                of(tenant, before, (place, list) -> list.values().forEach(head -> head.rows.remove(place)));
            }
            WorkItem after = change.after;
            if (after != null) {
                ListedWork listed = new ListedWork(change.member.process, after);
                of(tenant, after, (place, list) -> put(list, place, listed));
            }
        }
    }

    /** Does something with the heads of each list in which an item stands, and with its place there. */
    private void of(String tenant, WorkItem item, BiConsumer<byte[], Map<Filter, Head>> action) {
        List<String> lists = Rows.lists(item);
        for (String list : lists) {
            Map<Filter, Head> looked = heads.get(new ListName(tenant, list));
            if (looked != null) {
                action.accept(Keys.workPlace(item), looked);
            }
        }
        Map<Filter, Head> all = heads.get(new ListName(tenant, ALL));
        if (all != null) {
            action.accept(Keys.workPlace(new Out(64).keyText(lists.getFirst()), item).toBytes(), all);
        }
    }

    private static void put(Map<Filter, Head> list, byte[] place, ListedWork listed) {
        list.forEach((filter, head) -> {
            if (filter.admits(listed) && (head.end == null || Arrays.compareUnsigned(place, head.end) < 0)) {
                head.rows.put(place, listed);
                if (head.rows.size() > MOST) {
                    List<byte[]> places = new ArrayList<>(head.rows.keySet());
                    byte[] cut = places.get(MOST / 2);
                    head.rows.tailMap(cut, true).clear();
                    head.end = cut;
                }
            }
        });
    }

    /** Up to so many rows of a list after a place (empty for the beginning) that are wanted. */
    public List<Row> after(String tenant, String list, Filter filter, byte[] place, int count) {
        ListName name = new ListName(tenant, list);
        List<Row> found = new ArrayList<>(count);
        // Commits come in between, however far away the next row is that is wanted.
        for (Looked looked = Looked.GROWN; looked == Looked.GROWN; ) {
            looked = look(name, filter, place, count, found);
            if (looked == Looked.BEYOND) {
                byte[] at = found.isEmpty() ? place : found.getLast().place();
                scan(name, Arrays.copyOf(at, at.length + 1), row -> {
                    if (filter.admits(row.listed())) {
                        found.add(row);
                    }
                    return found.size() < count;
                });
            }
        }
        return found;
    }

    /** What a look into a head gave: all that was wanted or is there; too little, so that the head has grown; a place behind it. */
    private enum Looked {
        ENOUGH,
        GROWN,
        BEYOND
    }

    private synchronized Looked look(ListName name, Filter filter, byte[] place, int count, List<Row> found) {
        Head head = heads.computeIfAbsent(name, list -> new Recent<>(FILTERS))
                .computeIfAbsent(filter, wanted -> new Head());
        byte[] at = found.isEmpty() ? place : found.getLast().place();
        byte[] end = head.end;
        if (end != null && at.length > 0 && Arrays.compareUnsigned(at, end) >= 0) {
            // Somebody pages on far behind the front: the store is read from there, and the head stays small.
            return Looked.BEYOND;
        }
        for (Map.Entry<byte[], ListedWork> row : head.rows.tailMap(at, at.length == 0).entrySet()) {
            found.add(new Row(row.getKey(), row.getValue()));
            if (found.size() == count) {
                return Looked.ENOUGH;
            }
        }
        if (end == null) {
            return Looked.ENOUGH;
        }
        extend(head, name, filter, end);
        return Looked.GROWN;
    }

    private void extend(Head head, ListName name, Filter filter, byte[] from) {
        List<Row> more = new ArrayList<>();
        scan(name, from, row -> {
            more.add(row);
            return more.size() <= FETCHED;
        });
        boolean all = more.size() <= FETCHED;
        head.end = all ? null : more.getLast().place();
        for (Row row : all ? more : more.subList(0, FETCHED)) {
            if (filter.admits(row.listed())) {
                head.rows.put(row.place(), row.listed());
            }
        }
    }

    /** Reads a list from a place on until the visitor has seen enough. */
    private void scan(ListName name, byte[] from, Predicate<Row> visitor) {
        byte[] prefix = name.prefix();
        byte[] start = Arrays.copyOf(prefix, prefix.length + from.length);
        System.arraycopy(from, 0, start, prefix.length, from.length);
        store.scan(Table.WORK, start, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            Row row = new Row(
                    Arrays.copyOfRange(key, prefix.length, key.length), Rows.readWork(new In(codec.decode(value))));
            return name.list().equals(ALL) && !standsFirst(row) || visitor.test(row);
        });
    }

    /** Whether this is the first of the lists in which the item stands. */
    private static boolean standsFirst(Row row) {
        return new In(row.place()).keyText().equals(Rows.lists(row.listed().item()).getFirst());
    }
}
