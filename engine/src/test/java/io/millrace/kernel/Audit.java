package io.millrace.kernel;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseCodec;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.KeyEntity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.MailboxEntity;
import io.millrace.kernel.entity.RegistryEntity;
import io.millrace.kernel.index.Alarms;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Shards;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Compiled;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole journal and holds it to what must always be true of one: turns without gaps, instants that never go
 * back, a log that lists every turn once, timers and work items that end once, messages that are taken once, keys with
 * one holder, and lists and snapshots that say exactly what replaying every event from the first one says.
 */
public final class Audit {
    private final Store store;
    private final Keys keys;
    private final Catalogue catalogue = new Catalogue();
    private final Loader loader;
    private final Map<EntityId, List<TurnRecord>> turns = new LinkedHashMap<>();
    private final Map<String, Integer> turnsOfRequest = new HashMap<>();
    private final Map<String, Integer> received = new HashMap<>();
    private final Map<String, Integer> kept = new HashMap<>();
    private final Map<Data, Integer> started = new HashMap<>();
    private final Set<CaseId> open = new HashSet<>();
    private final Set<String> held = new HashSet<>();
    private final List<EventModel> models = new ArrayList<>();
    private final Map<String, PoolModel> pools = new HashMap<>();
    private final Map<String, Integer> attemptsOfRequests = new HashMap<>();

    private Audit(Store store, Collection<? extends Compiled<?>> code) {
        this.store = store;
        this.keys = new Keys(Shards.in(store));
        this.loader = new Loader(store, keys, PayloadCodec.PLAIN, catalogue);
        catalogue.load(store, keys, loader, List.of());
        for (Compiled<?> process : code) {
            String name = process.contract().name();
            for (RegistryEntity.Version version : catalogue.versions("main", name)) {
                if (version.fingerprint().equals(process.fingerprint())) {
                    catalogue.bind("main", name, version.number(), process);
                }
            }
        }
    }

    /**
     * Checks a journal whose processes are these.
     *
     * @throws AssertionError what is wrong with it
     */
    public static Audit of(Store store, Collection<? extends Compiled<?>> code) {
        Audit audit = new Audit(store, code);
        audit.readTurns();
        audit.checkLog();
        audit.checkMessages();
        audit.checkKeys();
        audit.checkCases();
        audit.checkPools();
        return audit;
    }

    /** In how many turns a request was carried out. */
    public int turnsOf(String requestId) {
        return turnsOfRequest.getOrDefault(requestId, 0);
    }

    /** How often cases received a signal with this content. */
    public int received(Data content) {
        return received.getOrDefault(content.json(), 0);
    }

    /** How often a signal with this content waits in a mailbox. */
    public int kept(Data content) {
        return kept.getOrDefault(content.json(), 0);
    }

    /** How many root cases were started with this input. */
    public int started(Data input) {
        return started.getOrDefault(input, 0);
    }

    /** The cases and sub-cases that have not ended. */
    public Set<CaseId> open() {
        return open;
    }

    /** The timers that should have fired by an instant. */
    public Set<String> overdue(Instant now) {
        Set<String> overdue = new HashSet<>();
        models.forEach(model -> model.expectFired(now, overdue));
        return overdue;
    }

    /** The attempt that ran when a request completed its work item, or 0. */
    public int attemptOf(String requestId) {
        return attemptsOfRequests.getOrDefault(requestId, 0);
    }

    /** The keys that are held and the mailboxes in which somebody waits. */
    public Set<String> held() {
        return held;
    }

    public boolean knows(CaseId root) {
        return turns.containsKey(new EntityId.OfCase("main", root.root()));
    }

    /** Work that waits although an agent is free for it. Asked when nothing is under way. */
    public @Nullable String neglected() {
        return pools.values().stream().map(PoolModel::neglected).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** What pools know is what cases have put into them, if nothing is under way. */
    private void checkPools() {
        turns.forEach((id, all) -> {
            if (id instanceof EntityId.OfPool pool) {
                PoolModel model = new PoolModel(pool.name());
                all.forEach(model::turn);
                pools.put(pool.name(), model);
                model.known().forEach((work, known) -> held.add(id + " has work item " + work + " " + known));
            }
        });
        if (underWay() > 0) {
            return;
        }
        Map<String, Map<WorkId, PoolModel.Known>> pooled = new HashMap<>();
        models.forEach(model -> model.expectPooled(pooled));
        pools.forEach((name, model) -> {
            Map<WorkId, PoolModel.Known> inCases = pooled.getOrDefault(name, Map.of());
            model.known().forEach((work, known) ->
                    demand(known.equals(inCases.get(work)), "pool %s has %s as %s, its case as %s", name, work, known, inCases.get(work)));
        });
        pooled.forEach((name, works) -> works.forEach((work, known) -> {
            PoolModel model = pools.get(name);
            // Somebody who is no agent may have it by hand.
            demand(known.agent() != null || model != null && model.known().containsKey(work), "pool %s does not know of %s, which waits", name, work);
        }));
    }

    /** Whether anything of a case is recorded. */
    public static boolean isRecorded(Store store, CaseId caseId) {
        return store.get(Table.EVENTS, new Keys(Shards.in(store)).event(EntityId.OfCase.of("main", caseId), 1)) != null;
    }

    /** Whether the answer to a request is recorded. */
    public static boolean isRemembered(Store store, @Nullable String actor, String requestId) {
        return store.get(Table.REQUESTS, Keys.request("main", actor, requestId)) != null;
    }

    private void readTurns() {
        store.scan(Table.EVENTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key);
            EntityId entity = Keys.readEntity(in);
            long sequence = in.int64();
            TurnRecord turn = TurnRecord.read(entity, sequence, new In(value));
            List<TurnRecord> all = turns.computeIfAbsent(entity, id -> new ArrayList<>());
            long first = entity.kind().vanishes() ? savedAt(entity) + 1 : 1;
            demand(sequence == first + all.size(), "%s has a gap before turn %s", entity, sequence);
            demand(
                    all.isEmpty() || !turn.recorded().isBefore(all.getLast().recorded()),
                    "%s goes back in time at turn %s",
                    entity,
                    sequence);
            all.add(turn);
            if (turn.requestId() != null) {
                turnsOfRequest.merge(turn.requestId(), 1, Integer::sum);
            }
            return true;
        });
    }

    /** The turn of the snapshot of an entity that vanishes: those up to it are gone. */
    private long savedAt(EntityId entity) {
        byte[] header = store.get(Table.SNAPSHOTS, keys.snapshot(entity, null));
        demand(header != null, "%s has turns and no snapshot", entity);
        In in = new In(header == null ? new byte[0] : header);
        in.u8();
        return in.varint();
    }

    private record Listed(EntityId entity, long sequence) {}

    /** The turns in the order of commits. */
    private List<Listed> log() {
        TreeMap<Long, List<Listed>> log = new TreeMap<>();
        store.scan(Table.LOG, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In at = new In(key);
            int shard = at.u8();
            List<Listed> commit = log.computeIfAbsent(at.int64(), position -> new ArrayList<>());
            In in = new In(value);
            in.u8();
            in.instant();
            while (!in.atEnd()) {
                Listed listed = new Listed(EventCodec.readEntity(in), in.varint());
                demand(keys.shardOf(listed.entity()) == shard, "%s is in the log of shard %s", listed, shard);
                commit.add(listed);
            }
            return true;
        });
        return log.values().stream().flatMap(List::stream).toList();
    }

    private void checkLog() {
        Set<Listed> seen = new HashSet<>();
        for (Listed listed : log()) {
            demand(seen.add(listed), "the log lists %s twice", listed);
        }
        turns.forEach((entity, all) -> {
            for (TurnRecord turn : all) {
                demand(seen.contains(new Listed(entity, turn.sequence())), "the log lacks turn %s of %s", turn.sequence(), entity);
            }
        });
    }

    private void checkMessages() {
        Set<String> sent = new HashSet<>();
        Map<String, Integer> taken = new HashMap<>();
        turns.forEach((entity, all) -> {
            for (TurnRecord turn : all) {
                turn.entries().forEach(entry -> {
                    if (entry.event() instanceof Event.MessageSent message) {
                        demand(sent.add(entity + " message " + message.number()), "%s sent message %s twice", entity, message.number());
                    }
                });
                if (turn.cause() instanceof Cause.Told) {
                    taken.merge(turn.cause().shown(), 1, Integer::sum);
                }
            }
        });
        taken.forEach((message, times) -> demand(times == 1, "%s was taken %s times", message, times));
        store.scan(Table.OUTBOX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            In in = new In(key);
            String message = Keys.readEntity(in) + " message " + in.int64();
            demand(!taken.containsKey(message), "%s was taken and is still on its way", message);
            return true;
        });
    }

    /** The messages that nobody has taken, for people. */
    public String messages() {
        return new Outbox(store, keys, PayloadCodec.PLAIN).messages().toString();
    }

    /** How many messages have not been taken. */
    public int underWay() {
        int[] count = {0};
        store.scan(Table.OUTBOX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            count[0]++;
            return true;
        });
        return count[0];
    }

    /** In the order of commits, no two cases with one unique key run at a time. */
    private void checkKeys() {
        Map<String, Long> running = new HashMap<>();
        Map<Long, String> keyOf = new HashMap<>();
        for (Listed listed : log()) {
            List<TurnRecord> all = turns.get(listed.entity());
            if (all == null || !(listed.entity() instanceof EntityId.OfCase entity)) {
                continue;
            }
            for (TurnRecord.Entry entry : all.get((int) listed.sequence() - 1).entries()) {
                boolean root = entry.caseId() != null && entry.caseId().isRoot();
                if (root && entry.event() instanceof Event.CaseStarted e && e.unique() && e.key() != null) {
                    String key = e.process() + "/" + e.key();
                    Long other = running.put(key, entity.root());
                    demand(other == null, "cases %s and %s run with key %s", other, entity.root(), key);
                    keyOf.put(entity.root(), key);
                } else if (root && isEnd(entry.event())) {
                    String key = keyOf.get(entity.root());
                    if (key != null) {
                        running.remove(key);
                    }
                }
            }
        }
    }

    private static boolean isEnd(Event event) {
        return event instanceof Event.CaseCompleted
                || event instanceof Event.CaseFailed
                || event instanceof Event.CaseCancelled;
    }

    // Cases, event by event, and what the lists say about them.

    private void checkCases() {
        Map<Table, NavigableMap<byte[], byte[]>> expected = new HashMap<>();
        for (Table table : List.of(Table.WORK, Table.TIMERS, Table.CASES)) {
            expected.put(table, new TreeMap<>(Arrays::compareUnsigned));
        }
        Set<String> work = new HashSet<>();
        Set<String> timers = new HashSet<>();
        Set<CaseId> openInModel = new HashSet<>();
        turns.forEach((id, all) -> {
            if (id.kind().vanishes()) {
                return;
            }
            Entity<?> replayed = loader.replayed(id, Long.MAX_VALUE);
            Entity<?> loaded = loader.load(id);
            demand(
                    loaded.sequence == replayed.sequence && loaded.last.equals(replayed.last) && loaded.sent == replayed.sent,
                    "%s loads at turn %s, replays to turn %s",
                    id,
                    loaded.sequence,
                    replayed.sequence);
            if (id instanceof EntityId.OfCase) {
                // Ended sub-cases stay when turns are replayed one by one.
                CaseEntity cases = (CaseEntity) loader.blank(id);
                all.forEach(cases::replay);
                checkPast(id, all);
                countEvents(all);
                EventModel model = new EventModel();
                all.forEach(model::turn);
                models.add(model);
                model.expectWork(work);
                model.expectTimers(timers);
                openInModel.addAll(model.open());
                attemptsOfRequests.putAll(model.attemptsOfRequests());
                cases.loaded().forEach(part -> expect(expected, part, (CaseEntity) loaded));
            } else {
                demand(Arrays.equals(own(replayed), own(loaded)), "%s loads differently than it replays", id);
            }
        });
        checkMailboxes();
        demand(open.equals(openInModel), "%s are open, by their events %s", open, openInModel);
        compare(Table.WORK, work, key -> {
            In in = new In(key);
            in.keyText();
            String list = in.keyText();
            in.u8();
            in.keyInstant();
            return EventModel.row(list, new WorkId(Keys.readCaseId(in), in.int32()));
        });
        compare(Table.TIMERS, timers, key -> {
            Alarms.Alarm alarm = Alarms.read(key);
            return EventModel.timerRow(alarm.due(), alarm.caseId(), alarm.timer());
        });
        expected.forEach(this::compare);
    }

    /** Looking back from kept snapshots shows what replaying every turn from the first one shows. */
    private void checkPast(EntityId id, List<TurnRecord> all) {
        CaseEntity growing = (CaseEntity) loader.replayed(id, 0);
        Set<CaseId> members = new HashSet<>();
        int every = 1 + all.size() / 4;
        for (TurnRecord turn : all) {
            growing.replay(turn);
            growing.dropEnded();
            turn.entries().forEach(entry -> members.add(Objects.requireNonNull(entry.caseId())));
            if (turn.sequence() % every == 0 || turn.sequence() == all.size()) {
                CaseEntity then = (CaseEntity) loader.at(id, turn.sequence(), catalogue.of(id.tenant()));
                demand(
                        then.sequence == growing.sequence && then.sent == growing.sent && then.last.equals(growing.last),
                        "%s is rebuilt at turn %s as of turn %s",
                        id,
                        turn.sequence(),
                        then.sequence);
                for (CaseId member : members) {
                    CaseState is = then.member(member);
                    CaseState should = growing.member(member);
                    demand(
                            (is == null) == (should == null) && (is == null || Arrays.equals(bytes(is), bytes(Objects.requireNonNull(should)))),
                            "case %s is rebuilt differently at turn %s",
                            member,
                            turn.sequence());
                }
            }
        }
    }

    /** The rows of a table are those that the events demand, as the model of this test reads them. */
    private void compare(Table table, Set<String> demanded, Function<byte[], String> shown) {
        Set<String> rows = new HashSet<>();
        store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            String row = shown.apply(key);
            demand(rows.add(row), "table %s has %s twice", table, row);
            demand(demanded.contains(row), "table %s has %s, against the events", table, row);
            return true;
        });
        demanded.forEach(row -> demand(rows.contains(row), "table %s lacks %s", table, row));
    }

    private static byte[] own(Entity<?> entity) {
        Out out = new Out();
        entity.write(out);
        return out.toBytes();
    }

    /** Mailboxes and keys vanish when they are empty, and what they keep is counted. */
    private void checkMailboxes() {
        store.scan(Table.SNAPSHOTS, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            EntityId id = Keys.readEntity(new In(key));
            if (id instanceof EntityId.OfMailbox) {
                MailboxEntity mailbox = (MailboxEntity) loader.load(id);
                demand(!mailbox.isEmpty(), "%s is empty and still there", id);
                mailbox.forEachWaiter((caseId, ticket) -> held.add(id + " for case " + caseId));
                mailbox.contents().forEach(content -> kept.merge(content.json(), 1, Integer::sum));
            }
            if (id instanceof EntityId.OfKey) {
                held.add(id + " by case " + ((KeyEntity) loader.load(id)).holder());
            }
            return true;
        });
    }

    /** Counts what clients ask about. */
    private void countEvents(List<TurnRecord> all) {
        for (TurnRecord turn : all) {
            for (TurnRecord.Entry entry : turn.entries()) {
                CaseId caseId = entry.caseId();
                if (caseId != null && caseId.isRoot() && entry.event() instanceof Event.CaseStarted e) {
                    started.merge(e.input(), 1, Integer::sum);
                } else if (entry.event() instanceof Event.SignalReceived e) {
                    received.merge(e.content().json(), 1, Integer::sum);
                }
            }
        }
    }

    private void expect(Map<Table, NavigableMap<byte[], byte[]>> expected, CaseState part, CaseEntity loaded) {
        CaseState other = loaded.member(part.id);
        boolean stays = part.status.isOpen() || part.id.isRoot();
        demand(stays == (other != null), "case %s %s and is %s in the heap", part.id, part.status, other == null ? "not" : "");
        if (other != null) {
            demand(Arrays.equals(bytes(part), bytes(other)), "case %s loads differently than it replays", part.id);
        }
        if (part.status.isOpen()) {
            open.add(part.id);
        } else {
            demand(part.works.isEmpty() && part.timers.isEmpty() && part.waits.isEmpty(), "case %s ended and left something open", part.id);
        }
        part.works.forEach((number, item) -> {
            Out out = new Out();
            Rows.writeWork(out, part.process, item);
            for (String list : Rows.lists(item)) {
                rows(expected, Table.WORK).put(Keys.work("main", list, item), out.toBytes());
            }
        });
        part.timers.forEach((number, timer) ->
                rows(expected, Table.TIMERS).put(keys.timer(timer.due(), "main", part.id, number), new byte[0]));
        NavigableMap<byte[], byte[]> cases = rows(expected, Table.CASES);
        Out info = new Out();
        CaseRows.write(info, CaseRows.row(part));
        // A zero byte says that a version follows.
        Out pointer = new Out().u8(0).u8(1);
        WorkCodec.write(pointer, part.id);
        cases.put(Keys.caseById("main", part.id), info.toBytes());
        cases.put(Keys.caseInState("main", part.process, part.status, part.started, part.id), pointer.toBytes());
        if (part.key != null) {
            cases.put(Keys.caseWithKey("main", part.process, part.key, part.started, part.id), pointer.toBytes());
        }
        part.attributes.asMap().forEach((name, value) ->
                cases.put(Keys.caseWithAttribute("main", part.process, name, value, part.id), pointer.toBytes()));
    }

    private static NavigableMap<byte[], byte[]> rows(Map<Table, NavigableMap<byte[], byte[]>> tables, Table table) {
        return Objects.requireNonNull(tables.get(table));
    }

    private static byte[] bytes(CaseState part) {
        Out out = new Out();
        CaseCodec.write(out, part);
        return out.toBytes();
    }

    private void compare(Table table, NavigableMap<byte[], byte[]> expected) {
        store.scan(table, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            byte[] wanted = expected.remove(key);
            demand(wanted != null, "table %s has a row too many: %s", table, shown(key));
            demand(wanted == null || Arrays.equals(wanted, value), "table %s says another thing than the events at %s", table, shown(key));
            return true;
        });
        demand(expected.isEmpty(), "table %s lacks %s rows, the first %s", table, expected.size(), expected.isEmpty() ? "" : shown(expected.firstKey()));
    }

    private static String shown(byte[] key) {
        StringBuilder text = new StringBuilder();
        for (byte b : key) {
            text.append(b >= ' ' && b < 127 ? Character.toString(b) : "·");
        }
        return text + " " + HexFormat.of().formatHex(key);
    }

    private static void demand(boolean holds, String sentence, @Nullable Object... details) {
        if (!holds) {
            String filled = sentence;
            for (Object detail : details) {
                filled = filled.replaceFirst("%s", Matcher.quoteReplacement(String.valueOf(detail)));
            }
            throw new AssertionError(filled);
        }
    }
}
