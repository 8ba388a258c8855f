package io.millrace.kernel.index;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Small;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Agent;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads lists of work, cases and timers from committed rows, page by page. */
public final class Listings {
    /** How many rows a search looks at before it gives back what it has with a cursor to go on from. */
    private static final int LOOKED_AT = 10_000;

    private final Store store;
    private final Keys keys;
    private final Heads heads;
    private final PayloadCodec codec;
    private final Catalogue catalogue;
    private final Parts parts;
    private final boolean running;

    /** @param running whether an engine runs these cases, so that one without code is an incident */
    public Listings(Store store, Keys keys, Heads heads, PayloadCodec codec, Catalogue catalogue, Parts parts, boolean running) {
        this.store = store;
        this.keys = keys;
        this.heads = heads;
        this.codec = codec;
        this.catalogue = catalogue;
        this.parts = parts;
        this.running = running;
    }

    /** Open work: by priority, then oldest first. */
    public Page<ListedWork> work(String tenant, WorkQuery query, @Nullable String cursor, int limit) {
        if (!parts.worklist()) {
            throw new RefusedException(Code.PART_MISSING.with("worklist"));
        }
        List<String> lists = listsFor(tenant, query);
        if (lists.isEmpty() && Heads.Filter.of(query).isOpen()) {
            return allWork(tenant, query, cursor, limit);
        }
        return merged(tenant, lists.isEmpty() ? List.of(Heads.ALL) : lists, query, cursor, limit);
    }

    private List<String> listsFor(String tenant, WorkQuery query) {
        List<String> lists = new ArrayList<>();
        if (query.participant() != null) {
            Participant participant = catalogue.staff(tenant).named(query.participant());
            lists.add(Rows.participantList(participant.name()));
            participant.roles().stream().sorted().forEach(role -> lists.add(Rows.roleList(role)));
            lists.add(Rows.ANYONE);
            catalogue.pools(tenant).of(participant.name()).forEach(pool -> lists.addAll(poolLists(tenant, pool, participant.name())));
        } else if (query.role() != null) {
            lists.add(Rows.roleList(query.role()));
        } else if (query.incidents()) {
            lists.add(Rows.INCIDENTS);
        }
        return lists;
    }

    /** The lists of a pool in which there may be work for one of its agents. */
    private List<String> poolLists(String tenant, String pool, String who) {
        Pool known = catalogue.pools(tenant).named(pool);
        Agent agent = known == null ? null : known.agent(who);
        if (agent == null) {
            return List.of();
        }
        List<String> lists = new ArrayList<>();
        if (agent.qualifications().stream().noneMatch(each -> each.task().isEmpty())) {
            agent.qualifications().stream().map(Agent.Qualification::task).distinct().forEach(task -> lists.add(Rows.poolList(pool) + task));
            return lists;
        }
        // Qualified for every task: the store knows of which tasks work waits, and is asked once for each.
        byte[] from = Keys.workList(tenant, Rows.poolList(pool)).toBytes();
        byte[] end = Keys.after(new Out().keyText(tenant).toBytes());
        while (from != null) {
            String list = listFrom(from, end);
            if (list == null || !list.startsWith(Rows.poolList(pool))) {
                break;
            }
            lists.add(list);
            from = Keys.after(Keys.workList(tenant, list).toBytes());
        }
        return lists;
    }

    /** Lists are merged by what follows their names in the keys: priority, age, id. */
    private Page<ListedWork> merged(String tenant, List<String> lists, WorkQuery query, @Nullable String cursor, int limit) {
        byte[] from = cursor == null ? new byte[0] : bytes(cursor);
        TreeMap<byte[], ListedWork> found = new TreeMap<>(Arrays::compareUnsigned);
        for (String list : lists) {
            take(tenant, list, query, from, limit + 1, found);
        }
        List<ListedWork> items = new ArrayList<>(found.values());
        if (items.size() <= limit) {
            return new Page<>(items, null);
        }
        List<byte[]> places = new ArrayList<>(found.keySet());
        return new Page<>(items.subList(0, limit), HexFormat.of().formatHex(places.get(limit - 1)));
    }

    /** Takes the first so many rows of a list that are wanted. */
    private void take(String tenant, String list, WorkQuery query, byte[] from, int count, Map<byte[], ListedWork> found) {
        byte[] at = from;
        int taken = 0;
        while (taken < count) {
            List<Heads.Row> rows = heads.after(tenant, list, Heads.Filter.of(query), at, count);
            for (Heads.Row row : rows) {
                ListedWork listed = row.listed();
                if (query.admits(listed.process(), listed.item()) && mayTake(tenant, query, listed)) {
                    found.put(row.place(), listed);
                    taken++;
                }
            }
            if (rows.size() < count) {
                return;
            }
            at = rows.getLast().place();
        }
    }

    private boolean mayTake(String tenant, WorkQuery query, ListedWork listed) {
        WorkItem item = listed.item();
        if (query.participant() == null) {
            return true;
        }
        return query.participant().equals(item.holder())
                || item.holder() == null
                        && catalogue
                                .pools(tenant)
                                .admits(
                                        item.performers(),
                                        listed.process(),
                                        item.task(),
                                        catalogue.staff(tenant).named(query.participant()));
    }

    private Page<ListedWork> allWork(String tenant, WorkQuery query, @Nullable String cursor, int limit) {
        byte[] prefix = new Out().keyText(tenant).toBytes();
        byte[] start = cursor == null ? prefix : within(cursor, prefix, Keys.after(prefix));
        List<ListedWork> items = new ArrayList<>();
        byte[] last = scan(Table.WORK, start, Keys.after(prefix), Store.Direction.FORWARDS, items, limit, (key, value) -> {
            ListedWork listed = listed(value);
            In in = new In(key);
            in.keyText();
            // An item may stand in several lists; it is shown where it stands first.
            boolean first = in.keyText().equals(Rows.lists(listed.item()).getFirst());
            return first && query.admits(listed.process(), listed.item()) ? listed : null;
        });
        return new Page<>(items, last == null ? null : HexFormat.of().formatHex(last));
    }

    /** Automatic work of a handler or program for a tenant: how a dispatcher finds what it has to call. */
    public Page<ListedWork> automaticWork(Doer doer, String tenant, @Nullable String cursor, int limit) {
        byte[] prefix = Keys.workList(tenant, Rows.listOf(doer)).toBytes();
        byte[] from = cursor == null ? prefix : bytes(cursor);
        List<ListedWork> items = new ArrayList<>();
        byte[] next = scan(
                Table.WORK, from, Keys.after(prefix), Store.Direction.FORWARDS, items, limit, (key, value) -> listed(value));
        return new Page<>(items, next == null ? null : HexFormat.of().formatHex(next));
    }

    /** The tenants for which a handler or program has automatic work: one look into the store for each that has any work. */
    public List<String> tenantsWithWork(Doer doer) {
        String list = Rows.listOf(doer);
        List<String> tenants = new ArrayList<>();
        for (String tenant = tenantFrom(new byte[0]); tenant != null; ) {
            byte[] prefix = Keys.workList(tenant, list).toBytes();
            if (list.equals(listFrom(prefix, Keys.after(prefix)))) {
                tenants.add(tenant);
            }
            byte[] later = Keys.after(new Out().keyText(tenant).toBytes());
            tenant = later == null ? null : tenantFrom(later);
        }
        return tenants;
    }

    /** The tenant of the first work at or after a key, or null. */
    private @Nullable String tenantFrom(byte[] key) {
        String[] tenant = {null};
        store.scan(Table.WORK, key, null, Store.Direction.FORWARDS, (found, value) -> {
            tenant[0] = new In(found).keyText();
            return false;
        });
        return tenant[0];
    }

    private ListedWork listed(byte[] value) {
        return Rows.readWork(new In(codec.decode(value)));
    }

    /** Cases: by age within the process and state asked for. */
    public Page<CaseInfo> cases(String tenant, CaseQuery query, @Nullable String cursor, int limit) {
        if (!parts.cases()) {
            throw new RefusedException(Code.PART_MISSING.with("cases"));
        }
        demandAttributes(catalogue, tenant, query);
        Range range = rangeFor(tenant, query);
        boolean byId = isById(query);
        byte[] from = range.from();
        byte[] to = range.to();
        if (cursor != null && query.newestFirst()) {
            to = within(cursor, range.from(), range.to());
        } else if (cursor != null) {
            from = within(cursor, range.from(), range.to());
        }
        List<CaseInfo> items = new ArrayList<>();
        Store.Direction direction = query.newestFirst() ? Store.Direction.BACKWARDS : Store.Direction.FORWARDS;
        byte[] last = scan(Table.CASES, from, to, direction, items, limit, (key, value) -> {
            CaseInfo info = byId
                    ? shown(tenant, CaseRows.read(new In(codec.decode(value))))
                    : find(tenant, Small.pointer(value));
            return info != null && query.admits(info) ? info : null;
        });
        return new Page<>(items, last == null ? null : HexFormat.of().formatHex(last));
    }

    /** Cases of a process whose business key begins with a text, in the order of keys. */
    public List<CaseInfo> casesWithKeyFrom(String tenant, String process, String beginning, int limit) {
        if (!parts.cases()) {
            throw new RefusedException(Code.PART_MISSING.with("cases"));
        }
        byte[] prefix = Keys.casesWithKeyFrom(tenant, process, beginning);
        List<CaseInfo> items = new ArrayList<>();
        scan(Table.CASES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, items, limit, (key, value) -> find(tenant, Small.pointer(value)));
        return items;
    }

    /** Refuses a search by an attribute that no version of the process declares: it would find nothing, whatever the cases are. */
    public static void demandAttributes(Catalogue catalogue, String tenant, CaseQuery query) {
        String order = query.order();
        Stream.concat(query.where().stream().map(CaseQuery.Where::attribute), Stream.ofNullable(order))
                .filter(attribute -> !isAttribute(catalogue, tenant, query.process(), attribute))
                .findFirst()
                .ifPresent(attribute -> {
                    throw new RefusedException(Code.NOT_AN_ATTRIBUTE.with(
                            attribute, query.process() == null ? "no process" : "process '" + query.process() + "'"));
                });
    }

    /** Whether a version declares the attribute, or may: its code is not here. */
    private static boolean isAttribute(Catalogue catalogue, String tenant, @Nullable String process, String attribute) {
        List<String> names = process == null ? catalogue.names(tenant) : List.of(process);
        return names.stream().allMatch(name -> catalogue.versions(tenant, name).isEmpty())
                || names.stream().anyMatch(name -> catalogue.versions(tenant, name).stream()
                        .map(version -> catalogue.code(tenant, name, version.number()))
                        .anyMatch(code -> code == null || code.contract().attributes().contains(attribute)));
    }

    /** The keys among which the cases of a query lie. */
    private record Range(byte[] from, byte @Nullable [] to) {
        static Range under(Out prefix) {
            byte[] from = prefix.toBytes();
            return new Range(from, Keys.after(from));
        }
    }

    /** Whether a query reads cases in the order of their ids. Those of a parent lie together there, whatever their process. */
    private static boolean isById(CaseQuery query) {
        return query.process() == null || query.parent() != null && query.order() == null;
    }

    private static Range rangeFor(String tenant, CaseQuery query) {
        String process = query.process();
        if (process == null || isById(query)) {
            return Range.under(query.parent() == null ? Keys.casesOf(tenant) : Keys.casesWithin(tenant, query.parent()));
        }
        String order = query.order();
        if (order != null) {
            return query.where().stream()
                    .filter(each -> each.attribute().equals(order))
                    .findFirst()
                    .map(each -> rangeFor(tenant, process, each))
                    .orElseGet(() -> Range.under(Keys.casesWithAttribute(tenant, process, order)));
        }
        if (query.key() != null) {
            return Range.under(Keys.casesWithKey(tenant, process, query.key()));
        }
        if (!query.where().isEmpty()) {
            return rangeFor(tenant, process, query.where().getFirst());
        }
        return Range.under(
                query.status() == null
                        ? Keys.casesOfProcess(tenant, process)
                        : Keys.casesInState(tenant, process, query.status()));
    }

    /** Values of one kind sort in the index as they do in a query; those of other kinds lie beside them. */
    private static Range rangeFor(String tenant, String process, CaseQuery.Where where) {
        Range all = Range.under(Keys.casesWithAttribute(tenant, process, where.attribute()));
        Data least = where.least();
        Data most = where.most();
        return new Range(
                least == null ? all.from() : Keys.casesWithAttribute(tenant, process, where.attribute(), least).toBytes(),
                most == null
                        ? all.to()
                        : Keys.after(Keys.casesWithAttribute(tenant, process, where.attribute(), most).toBytes()));
    }

    /** A case by its id, or null. */
    public @Nullable CaseInfo find(String tenant, CaseId id) {
        byte[] row = store.get(Table.CASES, Keys.caseById(tenant, id));
        return row == null ? null : shown(tenant, CaseRows.read(new In(codec.decode(row))));
    }

    /** The version in which a case runs. Where cases are not listed nobody knows it here, and the newest is the likeliest. */
    public int version(String tenant, CaseId id, String process) {
        CaseInfo info = find(tenant, id);
        return info == null ? catalogue.of(tenant).newest(process) : info.version();
    }

    /** An open case whose code is missing waits for a person, though no event says so. */
    private CaseInfo shown(String tenant, CaseInfo info) {
        boolean stuck = running
                && info.status().isOpen()
                && info.incident() == null
                && catalogue.code(tenant, info.process(), info.version()) == null;
        return stuck ? info.incident(Code.NO_CODE.with(info.process(), info.version()).message()) : info;
    }

    /** Whether a version of a process has open cases; also when there are too many cases to be sure. */
    public boolean hasOpen(String tenant, String process, int version) {
        if (!parts.cases()) {
            return true;
        }
        for (CaseStatus status : List.of(CaseStatus.RUNNING, CaseStatus.SUSPENDED)) {
            byte[] prefix = Keys.casesInState(tenant, process, status).toBytes();
            List<CaseInfo> found = new ArrayList<>();
            byte[] rest = scan(Table.CASES, prefix, Keys.after(prefix), Store.Direction.FORWARDS, found, 1, (key, value) -> {
                CaseInfo info = find(tenant, Small.pointer(value));
                return info != null && info.version() == version ? info : null;
            });
            if (!found.isEmpty() || rest != null) {
                return true;
            }
        }
        return false;
    }

    /** The handlers and programs for which automatic work waits, in all tenants: one look into the store for each. */
    public List<Doer> waitedFor() {
        Set<Doer> doers = new LinkedHashSet<>();
        for (String tenant = tenantFrom(new byte[0]); tenant != null; ) {
            byte[] end = Keys.after(new Out().keyText(tenant).toBytes());
            byte[] from = new Out().keyText(tenant).toBytes();
            while (from != null) {
                String list = listFrom(from, end);
                if (list == null) {
                    break;
                }
                if (list.startsWith("h:")) {
                    doers.add(new Doer.Handler(list.substring(2)));
                } else if (list.startsWith("x:")) {
                    doers.add(new Doer.Program(list.substring(2)));
                }
                from = Keys.after(Keys.workList(tenant, list).toBytes());
            }
            tenant = end == null ? null : tenantFrom(end);
        }
        return List.copyOf(doers);
    }

    /** The name of the first list at or after a key, or null. */
    private @Nullable String listFrom(byte[] from, byte @Nullable [] to) {
        String[] list = {null};
        store.scan(Table.WORK, from, to, Store.Direction.FORWARDS, (found, value) -> {
            In in = new In(found);
            in.keyText();
            list[0] = in.keyText();
            return false;
        });
        return list[0];
    }

    /** Timers by instant, of one tenant, or of all if none is named, without their purpose. A cursor is the last timer of the page before. */
    public Page<TimerInfo> timers(@Nullable String tenant, @Nullable String cursor, int limit) {
        Alarms.Alarm after = cursor == null ? null : alarm(cursor);
        TreeSet<Alarms.Alarm> found = new TreeSet<>();
        for (int shard = 0; shard < keys.shards(); shard++) {
            byte[] from = after == null ? Keys.shard(shard) : Keys.timersFrom(shard, after.due());
            int[] left = {limit + 1};
            store.scan(Table.TIMERS, from, Keys.afterShard(shard), Store.Direction.FORWARDS, (key, value) -> {
                Alarms.Alarm alarm = Alarms.read(key);
                boolean wanted = (tenant == null || alarm.tenant().equals(tenant)) && (after == null || alarm.compareTo(after) > 0);
                return !wanted || found.add(alarm) && --left[0] > 0;
            });
        }
        List<TimerInfo> items = found.stream()
                .limit(limit)
                .map(alarm -> new TimerInfo(alarm.tenant(), alarm.caseId(), alarm.timer(), alarm.due(), ""))
                .toList();
        return new Page<>(items, found.size() <= limit ? null : cursor(items.getLast()));
    }

    private String cursor(TimerInfo timer) {
        return HexFormat.of().formatHex(keys.timer(timer.due(), timer.tenant(), timer.caseId(), timer.timer()));
    }

    private static Alarms.Alarm alarm(String cursor) {
        try {
            return Alarms.read(bytes(cursor));
        } catch (DataException e) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
    }

    /** What a row means for a list: an item, or null when it is not wanted. */
    private interface Reader<T> {
        @Nullable
        T read(byte[] key, byte[] value);
    }

    /**
     * Fills a page. Returns the key from which the next page goes on (forwards: its first; backwards: just above it), or
     * null at the end.
     */
    private <T> byte @Nullable [] scan(
            Table table, byte[] from, byte @Nullable [] to, Store.Direction direction, List<T> items, int limit, Reader<T> reader) {
        byte[][] next = {null};
        int[] looked = {0};
        store.scan(table, from, to, direction, (key, value) -> {
            if (items.size() == limit || looked[0] == LOOKED_AT) {
                next[0] = direction == Store.Direction.FORWARDS ? key : Arrays.copyOf(key, key.length + 1);
                return false;
            }
            looked[0]++;
            T item = reader.read(key, value);
            if (item != null) {
                items.add(item);
            }
            return true;
        });
        return next[0];
    }

    /** The key of a cursor, which must lie among the rows of the list: others belong to other lists, or to other tenants. */
    public static byte[] within(String cursor, byte[] from, byte @Nullable [] to) {
        byte[] key = bytes(cursor);
        if (Arrays.compareUnsigned(key, from) < 0 || to != null && Arrays.compareUnsigned(key, to) > 0) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
        return key;
    }

    private static byte[] bytes(String cursor) {
        try {
            return HexFormat.of().parseHex(cursor);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
    }
}
