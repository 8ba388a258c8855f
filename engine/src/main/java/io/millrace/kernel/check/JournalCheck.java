package io.millrace.kernel.check;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseCodec;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Opaque;
import io.millrace.event.Projection;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.EntityKind;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.LogRow;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.Small;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Language;
import io.millrace.query.JournalReport;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole journal and holds everything in it against everything else. Turns have no gap and are replayed from the
 * first; snapshots say what replaying says; lists, timers and messages are those of the replayed states; files that are
 * referred to are there. Each finding names its place.
 *
 * <p>A case whose process is not known here (it is made of Java objects) is replayed without its language: all that the
 * kernel keeps of it is compared, and the report counts it.
 */
public final class JournalCheck {
    private static final int MOST_FINDINGS = 1_000;

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue = new Catalogue();
    private final Loader loader;
    private final LongConsumer progress;
    private final List<JournalReport.Finding> findings = new ArrayList<>();
    private final Map<Table, NavigableMap<byte[], byte[]>> expected = new EnumMap<>(Table.class);
    /** The last turn of every entity. */
    private final Map<EntityId, Long> last = new HashMap<>();
    /** The number of the last message of every entity. */
    private final Map<EntityId, Long> sent = new HashMap<>();

    private final CheckedMessages messages;
    private final CheckedFiles files;
    private Projections projections = Projections.NONE;
    /** The rows of projections, as the turns make them. */
    private final NavigableMap<byte[], byte[]> index = new TreeMap<>(Arrays::compareUnsigned);

    private long turns;
    private long events;
    private long withoutLanguage;
    private long more;

    private JournalCheck(Store store, PayloadCodec codec, List<Language> languages, LongConsumer progress) {
        this.store = store;
        this.codec = codec;
        this.progress = progress;
        this.keys = new Keys(Shards.in(store));
        this.loader = new Loader(store, keys, codec, catalogue);
        for (Table table : List.of(Table.WORK, Table.TIMERS, Table.CASES)) {
            expected.put(table, new TreeMap<>(Arrays::compareUnsigned));
        }
        this.messages = new CheckedMessages(store, keys, codec, this::find);
        this.files = new CheckedFiles(store, codec, this::find);
        try {
            catalogue.load(store, keys, loader, languages);
        } catch (StoreException e) {
            find("registry", e.problem().message());
        }
    }

    /** @param progress is told now and then how many turns were read */
    public static JournalReport of(Store store, PayloadCodec codec, List<Language> languages, LongConsumer progress) {
        return of(store, codec, languages, List.of(), progress);
    }

    /** @param projections those whose rows are compared with what the turns make of them; others are left alone */
    public static JournalReport of(
            Store store,
            PayloadCodec codec,
            List<Language> languages,
            List<Projection> projections,
            LongConsumer progress) {
        JournalCheck check = new JournalCheck(store, codec, languages, progress);
        check.projections = Projections.of(check.complete(projections), codec);
        check.checkEntities();
        check.checkMeta();
        check.checkSnapshots();
        check.checkLog();
        check.expected.forEach(check::checkRows);
        check.projections.all().forEach(check::checkIndex);
        check.messages.check(check.sent);
        check.files.check();
        return new JournalReport(
                check.last.size(), check.turns, check.events, check.withoutLanguage, List.copyOf(check.findings), check.more);
    }

    private void find(String place, String what) {
        if (findings.size() < MOST_FINDINGS) {
            findings.add(new JournalReport.Finding(place, what));
        } else {
            more++;
        }
    }

    // Turn by turn.

    /** Events of an entity lie together, in order. */
    private void checkEntities() {
        Replay[] now = {null};
        store.scan(Table.EVENTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            EntityId id;
            long sequence;
            try {
                In in = new In(key);
                int shard = in.u8();
                id = EntityKind.read(in.keyText(), in);
                sequence = in.int64();
                if (shard != keys.shardOf(id)) {
                    find("turn " + sequence + " of " + id, "is in shard " + shard + " and belongs to shard " + keys.shardOf(id));
                }
            } catch (DataException e) {
                find("a row of EVENTS", "has no readable key: " + e.getMessage());
                return true;
            }
            Replay replay = now[0];
            if (replay == null || !replay.entity.id.equals(id)) {
                finish(replay);
                replay = new Replay(id);
                now[0] = replay;
            }
            replay.turn(sequence, value);
            return true;
        });
        finish(now[0]);
    }

    private void finish(@Nullable Replay replay) {
        if (replay != null) {
            replay.finish();
        }
    }

    /** One entity, as its turns make it. */
    private final class Replay {
        final Entity<?> entity;
        private final long savedAt;
        private final Set<String> opaque = new HashSet<>();
        private final NavigableMap<byte[], byte[]> indexed = new TreeMap<>(Arrays::compareUnsigned);
        private final KeptRows kept;
        private boolean broken;

        Replay(EntityId id) {
            this.kept = new KeptRows(store, keys, id);
            this.savedAt = savedAt(id);
            this.entity = id.kind().vanishes() ? saved(id) : blank(id);
        }

        private Entity<?> blank(EntityId id) {
            return id instanceof EntityId.OfCase cases
                    ? new CaseEntity(cases, Opaque.around(catalogue.of(id.tenant()), opaque), caseId -> null)
                    : loader.blank(id);
        }

        /** Of an entity that vanishes only the turns after its snapshot are kept. */
        private Entity<?> saved(EntityId id) {
            try {
                Entity<?> saved = loader.saved(id);
                if (saved != null) {
                    return saved;
                }
                find(id.toString(), "has turns and no snapshot from which they could be counted");
            } catch (StoreException e) {
                find(id.toString(), e.problem().message());
            }
            broken = true;
            return loader.blank(id);
        }

        void turn(long sequence, byte[] value) {
            turns++;
            if (turns % 10_000 == 0) {
                progress.accept(turns);
            }
            last.put(entity.id, sequence);
            if (broken) {
                return;
            }
            String place = "turn " + sequence + " of " + entity.id;
            if (sequence != entity.sequence + 1) {
                find(place, "comes after turn " + entity.sequence + ": turns are missing");
                broken = true;
                return;
            }
            try {
                TurnRecord turn = TurnRecord.read(entity.id, sequence, new In(codec.decode(value)));
                events += turn.entries().size();
                if (turn.recorded().isBefore(entity.last)) {
                    find(place, "was recorded at " + turn.recorded() + ", before the turn that it follows");
                }
                Batch rows = new Batch();
                entity.replay(turn, entity.id.kind().vanishes() ? Projections.NONE : projections, rows);
                Indexes.fold(rows, indexed);
            } catch (RuntimeException e) {
                find(place, "cannot be applied: " + e.getMessage());
                broken = true;
                return;
            }
            if (sequence == savedAt && !entity.id.kind().vanishes()) {
                compareSnapshot();
            }
            if (kept.has(sequence)) {
                compareKept(sequence);
            }
        }

        private void compareSnapshot() {
            if (entity instanceof CaseEntity cases) {
                cases.loaded().stream().filter(Replay::isKept).forEach(this::compareSnapshot);
            }
            try {
                Entity<?> saved = loader.saved(entity.id);
                if (saved != null
                        && !(saved instanceof CaseEntity)
                        && !Arrays.equals(written(saved), written(entity))) {
                    find("the snapshot of " + entity.id, "says another thing than its turns up to " + savedAt);
                }
                if (saved != null && saved.sent != entity.sent) {
                    find("the snapshot of " + entity.id, "counts " + saved.sent + " messages, its turns " + entity.sent);
                }
            } catch (StoreException e) {
                find("the snapshot of " + entity.id, e.problem().message());
            }
        }

        /** A snapshot that is kept for time travel says what replaying says up to its turn. */
        private void compareKept(long sequence) {
            String place = "the kept snapshot of turn " + sequence + " of " + entity.id;
            Processes processes = Opaque.around(catalogue.of(entity.id.tenant()), opaque);
            try {
                Entity<?> then = loader.at(entity.id, sequence, processes);
                if (then.sequence != entity.sequence || then.sent != entity.sent || !Arrays.equals(written(then), written(entity))) {
                    find(place, "says another thing than its turns");
                }
                if (then instanceof CaseEntity was && entity instanceof CaseEntity is) {
                    for (CaseId caseId : kept.cases(sequence)) {
                        CaseState should = is.member(caseId);
                        if (!Arrays.equals(written(was.member(caseId)), written(should != null && isKept(should) ? should : null))) {
                            find("case " + caseId + " in " + place, "is not as its turns say");
                        }
                    }
                }
            } catch (RuntimeException e) {
                find(place, "cannot be read: " + e.getMessage());
            }
        }

        /** A root case stays in the snapshots; a sub-case that has ended leaves them. */
        private static boolean isKept(CaseState state) {
            return state.id.isRoot() || state.status.isOpen();
        }

        private void compareSnapshot(CaseState state) {
            String place = "the snapshot of case " + state.id;
            byte[] row = store.get(Table.SNAPSHOTS, keys.snapshot(entity.id, state.id));
            if (row == null) {
                find(place, "is missing");
                return;
            }
            try {
                CaseState saved = CaseCodec.read(
                        state.id, new In(codec.decode(row)), Opaque.around(catalogue.of(entity.id.tenant()), opaque));
                if (!Arrays.equals(written(saved), written(state))) {
                    find(place, "says another thing than its turns up to " + savedAt);
                }
            } catch (RuntimeException e) {
                find(place, "cannot be read: " + e.getMessage());
            }
        }

        void finish() {
            sent.put(entity.id, entity.sent);
            if (broken) {
                messages.skip(entity.id);
                return;
            }
            if (savedAt > entity.sequence) {
                find("the snapshot of " + entity.id, "is of turn " + savedAt + ", and the last turn is " + entity.sequence);
            }
            Batch remembered = new Batch();
            entity.finish(projections, remembered);
            Indexes.fold(remembered, indexed);
            if (opaque.isEmpty()) {
                index.putAll(indexed);
            } else {
                // Without its language a case may show other things to a projection.
                withoutLanguage++;
            }
            if (entity instanceof CaseEntity cases) {
                cases.loaded().forEach(state -> expect(entity.id.tenant(), state));
            }
            messages.add(entity);
        }
    }

    private static byte[] written(Entity<?> entity) {
        Out out = new Out();
        entity.write(out);
        return out.toBytes();
    }

    private static byte[] written(@Nullable CaseState state) {
        Out out = new Out();
        if (state == null) {
            return out.toBytes();
        }
        CaseCodec.write(out, state);
        return out.toBytes();
    }

    private long savedAt(EntityId id) {
        try {
            Entity<?> saved = loader.saved(id);
            return saved == null ? 0 : saved.sequence;
        } catch (StoreException e) {
            return 0;
        }
    }

    /** Without these rows the engine would not know where entities lie, or that a tenant has processes. */
    private void checkMeta() {
        if (!last.isEmpty() && !Shards.areSaid(store)) {
            find("META " + shown(Shards.row()), "is missing");
        }
        last.keySet().stream().filter(id -> id.kind().isListed()).map(EntityId::tenant).distinct().forEach(tenant -> {
            byte[] row = Catalogue.tenantRow(tenant);
            if (store.get(Table.META, row) == null) {
                find("META " + shown(row), "is missing");
            }
        });
    }

    /** Snapshots of what has no turns, of sub-cases that are not there, and those that do not say of which turn they are. */
    private void checkSnapshots() {
        store.scan(Table.SNAPSHOTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            EntityId id;
            try {
                id = Keys.readEntity(new In(key));
            } catch (DataException e) {
                find("a row of SNAPSHOTS", "has no readable key: " + e.getMessage());
                return true;
            }
            if (!last.containsKey(id)) {
                if (id.kind().vanishes()) {
                    loadVanishing(id);
                } else {
                    find("a snapshot of " + id, "is there without any turn");
                }
            } else if (store.get(Table.SNAPSHOTS, keys.snapshot(id, null)) == null) {
                find("a snapshot of " + id, "is there without the row that says of which turn it is");
            }
            return true;
        });
    }

    /** An entity all of whose turns are in its snapshot. */
    private void loadVanishing(EntityId id) {
        try {
            Entity<?> entity = loader.load(id);
            last.put(id, entity.sequence);
            sent.put(id, entity.sent);
            messages.add(entity);
        } catch (StoreException e) {
            find("the snapshot of " + id, e.problem().message());
        }
    }

    // The order of commits.

    private void checkLog() {
        Map<EntityId, Long> listed = new HashMap<>();
        boolean[] any = {false};
        store.scan(Table.LOG, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            any[0] = true;
            In at = new In(key);
            int shard = at.u8();
            String place = "commit " + at.int64() + " in the log of shard " + shard;
            try {
                In in = new In(value);
                LogRow.readInstant(in);
                while (!in.atEnd()) {
                    EntityId id = EventCodec.readEntity(in);
                    checkListed(place, shard, id, in.varint(), listed);
                }
            } catch (DataException e) {
                find(place, "cannot be read: " + e.getMessage());
            }
            return true;
        });
        if (any[0]) {
            last.forEach((id, sequence) -> {
                if (!id.kind().vanishes() && listed.getOrDefault(id, 0L) < sequence) {
                    find("turn " + sequence + " of " + id, "is not in the log");
                }
            });
        }
    }

    private void checkListed(String place, int shard, EntityId id, long sequence, Map<EntityId, Long> listed) {
        if (keys.shardOf(id) != shard) {
            find(place, "lists " + id + ", which belongs to shard " + keys.shardOf(id));
        }
        if (id.kind().vanishes()) {
            return;
        }
        long before = listed.getOrDefault(id, 0L);
        if (sequence != before + 1) {
            find(place, "lists turn " + sequence + " of " + id + " after turn " + before);
        }
        listed.put(id, sequence);
        Long end = last.get(id);
        if (end != null && sequence > end) {
            find(place, "lists turn " + sequence + " of " + id + ", which is missing");
        }
    }

    // Projections.

    /** Rows that are being built say nothing yet. */
    private List<Projection> complete(List<Projection> given) {
        Indexes indexes = new Indexes(store, keys, codec, catalogue, loader, Projections.of(given, codec));
        return given.stream().filter(indexes::isComplete).toList();
    }

    private void checkIndex(Projection projection) {
        byte[] prefix = Projections.prefix(projection.name());
        byte[] end = Keys.after(prefix);
        String place = "projection '" + projection.name() + "'";
        store.scan(Table.INDEX, prefix, end, Store.Direction.FORWARDS, (key, value) -> {
            byte[] should = index.remove(key);
            if (should == null && withoutLanguage == 0) {
                find(place, "has a row " + shown(key) + " that no turn makes");
            } else if (should != null && !Arrays.equals(codec.decode(should), codec.decode(value))) {
                find(place, "says another thing than the turns in row " + shown(key));
            }
            return true;
        });
        index.tailMap(prefix).forEach((key, value) -> {
            if (end == null || Arrays.compareUnsigned(key, end) < 0) {
                find(place, "lacks row " + shown(key));
            }
        });
    }

    // Lists.

    /** What waits for the gate waits for something that is there. */
    private void checkAttempts(String tenant, CaseState state) {
        state.attempts.forEach((number, attempt) -> {
            String place = "attempt " + number + " of " + place(tenant, state.id);
            if (!state.status.isOpen()) {
                find(place, "waits, and the case has ended");
            } else if (attempt.work() != 0 && !state.works.has(attempt.work())) {
                find(place, "waits to change work item " + attempt.work() + ", which is not open");
            } else if (attempt.trial() instanceof Attempt.Handed handed && !state.waits.has(handed.ticket())) {
                find(place, "waits with a signal for ticket " + handed.ticket() + ", with which the case does not wait");
            }
        });
    }

    private void expect(String tenant, CaseState state) {
        checkAttempts(tenant, state);
        state.works.forEach((number, item) -> {
            Out out = new Out();
            Rows.writeWork(out, state.process, item);
            for (String list : Rows.lists(item)) {
                rows(Table.WORK).put(Keys.work(tenant, list, item), out.toBytes());
            }
            files.expect(tenant, item);
        });
        state.timers.forEach((number, timer) ->
                rows(Table.TIMERS).put(keys.timer(timer.due(), tenant, state.id, number), new byte[0]));
        Out row = new Out();
        CaseRows.write(row, CaseRows.row(state));
        byte[] pointer = Small.pointer(state.id);
        NavigableMap<byte[], byte[]> cases = rows(Table.CASES);
        cases.put(Keys.caseById(tenant, state.id), row.toBytes());
        cases.put(Keys.caseInState(tenant, state.process, state.status, state.started, state.id), pointer);
        if (state.key != null) {
            cases.put(Keys.caseWithKey(tenant, state.process, state.key, state.started, state.id), pointer);
        }
        for (Map.Entry<String, Data> attribute : state.attributes.asMap().entrySet()) {
            cases.put(
                    Keys.caseWithAttribute(tenant, state.process, attribute.getKey(), attribute.getValue(), state.id),
                    pointer);
        }
    }

    private NavigableMap<byte[], byte[]> rows(Table table) {
        return expected.computeIfAbsent(table, name -> new TreeMap<>(Arrays::compareUnsigned));
    }

    private void checkRows(Table table, NavigableMap<byte[], byte[]> wanted) {
        boolean[] any = {false};
        store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            any[0] = true;
            byte[] should = wanted.remove(key);
            if (should == null) {
                find(table + " " + shown(key), "is a row of something that is not open or not there");
            } else if (!Arrays.equals(should, decoded(table, key, value))) {
                find(table + " " + shown(key), "says another thing than the turns");
            }
            return true;
        });
        // An engine without the part that lists something has no rows of it, except of automatic work.
        boolean kept = any[0] || table == Table.TIMERS;
        wanted.forEach((key, should) -> {
            if (kept || table == Table.WORK && isAutomatic(should)) {
                find(table + " " + shown(key), "is missing");
            }
        });
    }

    private byte[] decoded(Table table, byte[] key, byte[] value) {
        // Rows that point to a case, and timers, are not encoded: they hold nothing of a user.
        if (table == Table.CASES && !Keys.isCaseById(key)) {
            return Small.pointer(Small.pointer(value));
        }
        return table == Table.TIMERS ? value : codec.decode(value);
    }

    private static boolean isAutomatic(byte[] row) {
        WorkItem item = Rows.readWork(new In(row)).item();
        return item.isAutomatic();
    }

    private static String shown(byte[] key) {
        StringBuilder text = new StringBuilder();
        for (byte b : key) {
            text.append(b > ' ' && b < 127 ? (char) b : '·');
        }
        return text.toString();
    }

    /** The id of a case as findings write it. */
    static String place(String tenant, CaseId id) {
        return "case " + id + " of tenant '" + tenant + "'";
    }
}
