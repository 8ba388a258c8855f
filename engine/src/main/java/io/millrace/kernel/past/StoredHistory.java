package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.Commits;
import io.millrace.kernel.entity.CaseRows;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.index.Parts;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.LogRow;
import io.millrace.kernel.record.Positions;
import io.millrace.kernel.record.RawEvent;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.kernel.record.TimerWords;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.ProcessEvent;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.History;
import io.millrace.query.History.Timeline;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.query.TimerInfo;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the history from the rows of turns, and the order of commits from the log. */
public final class StoredHistory implements History {
    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Catalogue catalogue;
    private final Parts parts;
    private final Follower.@Nullable Ground ground;

    /** @param ground what those who follow stand on; null where nobody tells of commits */
    public StoredHistory(
            Store store,
            Keys keys,
            PayloadCodec codec,
            Catalogue catalogue,
            Parts parts,
            Follower.@Nullable Ground ground) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.catalogue = catalogue;
        this.parts = parts;
        this.ground = ground;
    }

    @Override
    public Page<HistoryEvent> ofCase(String tenant, CaseId caseId, @Nullable String cursor, int limit, Order order) {
        Argument.named(tenant, "tenant");
        Argument.given(caseId, "caseId");
        Argument.atLeast(1, limit, "limit");
        Argument.given(order, "order");
        demand();
        EntityId.OfCase entity = EntityId.OfCase.of(tenant, caseId);
        boolean forwards = order == Order.OLDEST_FIRST;
        Place begin = cursor == null ? new Place(forwards ? 1 : Long.MAX_VALUE, 0, Place.WHOLE) : Place.parse(cursor);
        long at = begin.at();
        byte[] from = forwards ? keys.event(entity, at) : keys.event(entity, 1);
        byte[] to = forwards || cursor == null ? keys.event(entity, Long.MAX_VALUE) : keys.event(entity, at + 1);
        int prefix = keys.entity(entity).length();
        Reader reader = new Reader();
        List<HistoryEvent> events = new ArrayList<>();
        String[] next = {null};
        store.scan(Table.EVENTS, from, to, direction(order), (key, value) -> {
            long sequence = new In(key, prefix, key.length).int64();
            List<HistoryEvent> turn = reader.turn(entity, sequence, value);
            for (int i = 0; i < turn.size(); i++) {
                int place = forwards ? i : turn.size() - 1 - i;
                HistoryEvent event = turn.get(place);
                boolean before = sequence == at && begin.isAfter(0, place, forwards);
                if (before || event.caseId() == null || !event.caseId().isWithin(caseId)) {
                    continue;
                }
                if (events.size() == limit) {
                    next[0] = i == 0 ? Long.toString(sequence) : sequence + "." + place;
                    return false;
                }
                events.add(event);
            }
            return true;
        });
        return new Page<>(events, next[0]);
    }

    @Override
    public String cursorAt(String tenant, CaseId caseId, Instant instant, Order order) {
        Argument.given(instant, "instant");
        EntityId.OfCase entity = EntityId.OfCase.of(Argument.named(tenant, "tenant"), Argument.given(caseId, "caseId"));
        demand();
        Turns turns = new Turns(store, keys, codec);
        if (Argument.given(order, "order") == Order.NEWEST_FIRST) {
            return Long.toString(turns.at(entity, instant));
        }
        return Long.toString(instant.equals(Instant.MIN) ? 1 : turns.at(entity, instant.minusNanos(1)) + 1);
    }

    @Override
    public Timeline timeline(String tenant, CaseId caseId, long from, int most) {
        Argument.named(tenant, "tenant");
        Argument.given(caseId, "caseId");
        Argument.atLeast(1, most, "most");
        demand();
        return Timelines.read(store, keys, codec, EntityId.OfCase.of(tenant, caseId), caseId, from, most);
    }

    @Override
    public Page<HistoryEvent> all(@Nullable String cursor, int limit, Order order) {
        Argument.atLeast(1, limit, "limit");
        Argument.given(order, "order");
        demand();
        Commits commits = commits(cursor, limit, order);
        return commits.events().size() > limit
                ? new Page<>(commits.events().subList(0, limit), commits.places().get(limit).toString())
                : new Page<>(commits.events(), commits.more() ? Long.toString(commits.next()) : null);
    }

    /**
     * Where a page begins: at a commit, or at an event in the middle of it. Turns are counted with those that were erased, so that a place
     * stays where it is.
     *
     * @param at the commit, or the turn in the history of one case
     * @param turn which turn of the commit
     * @param event which event of the turn, or {@link #WHOLE}
     */
    private record Place(long at, int turn, int event) {
        static final int WHOLE = -1;

        static Place parse(String cursor) {
            String[] parts = cursor.split("\\.", -1);
            try {
                return switch (parts.length) {
                    case 1 -> new Place(Long.parseLong(parts[0]), 0, WHOLE);
                    case 2 -> new Place(Long.parseLong(parts[0]), 0, Integer.parseInt(parts[1]));
                    case 3 -> new Place(Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
                    default -> throw new RefusedException(Code.BAD_CURSOR.with(cursor));
                };
            } catch (NumberFormatException e) {
                throw new RefusedException(Code.BAD_CURSOR.with(cursor));
            }
        }

        /** Whether this place comes after an event of the same commit in the order of reading, so that the event was read before. */
        boolean isAfter(int ofTurn, int ofEvent, boolean forwards) {
            if (event == WHOLE) {
                return false;
            }
            int compared = ofTurn == turn ? Integer.compare(ofEvent, event) : Integer.compare(ofTurn, turn);
            return forwards ? compared < 0 : compared > 0;
        }

        @Override
        public String toString() {
            return at + "." + turn + "." + event;
        }
    }

    /** Some commits, each of them whole unless the cursor begins inside of it, and where to go on. */
    record Commits(List<HistoryEvent> events, List<Place> places, long next, boolean more) {}

    Commits commits(@Nullable String cursor, int limit, Order order) {
        boolean forwards = order == Order.OLDEST_FIRST;
        Place begin = Place.parse(cursor == null ? "1" : cursor);
        // A commit is read whole; how many are needed is not known before, so they are fetched a few at a time.
        int fetched = Math.max(1, Math.min(limit, 64));
        NavigableMap<Long, List<byte[]>> logs = log(cursor == null ? null : begin.at(), fetched + 1, order);
        List<HistoryEvent> events = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        Reader reader = new Reader();
        int seen = 0;
        long next = begin.at();
        for (Map.Entry<Long, List<byte[]>> commit : (forwards ? logs : logs.descendingMap()).entrySet()) {
            if (events.size() >= limit || seen == fetched) {
                return new Commits(events, places, commit.getKey(), true);
            }
            List<List<HistoryEvent>> turns = reader.commit(commit.getValue());
            for (int i = 0; i < turns.size(); i++) {
                int turn = forwards ? i : turns.size() - 1 - i;
                for (int j = 0; j < turns.get(turn).size(); j++) {
                    int event = forwards ? j : turns.get(turn).size() - 1 - j;
                    if (commit.getKey() != begin.at() || !begin.isAfter(turn, event, forwards)) {
                        events.add(turns.get(turn).get(event));
                        places.add(new Place(commit.getKey(), turn, event));
                    }
                }
            }
            next = commit.getKey() + 1;
            seen++;
        }
        return new Commits(events, places, next, false);
    }

    private static Store.Direction direction(Order order) {
        return order == Order.OLDEST_FIRST ? Store.Direction.FORWARDS : Store.Direction.BACKWARDS;
    }

    /**
     * The first commits from a position on, or the last ones down from it: the parts of each from all shards. The shards are read one after
     * the other while commits go on, so only what was committed before the first of them is read is known to be whole. A later commit would
     * be seen in a shard that is read late and not in one that was read early, and a reader that goes on behind it would miss that part.
     */
    private NavigableMap<Long, List<byte[]>> log(@Nullable Long position, int count, Order order) {
        boolean forwards = order == Order.OLDEST_FIRST;
        NavigableMap<Long, List<byte[]>> logs = new TreeMap<>();
        long last = last();
        long end = forwards || position == null ? last : Math.min(last, position);
        if (forwards && position != null && position > last) {
            return logs;
        }
        for (int shard = 0; shard < keys.shards(); shard++) {
            byte[] from = forwards && position != null ? Keys.position(shard, position) : Keys.shard(shard);
            byte[] to = Keys.position(shard, end + 1);
            int[] left = {count};
            store.scan(Table.LOG, from, to, direction(order), (key, value) -> {
                long at = new In(key, 1, key.length).int64();
                // Farther than what is wanted of all shards together: nothing behind it can be wanted either.
                boolean beyond = logs.size() >= count && (forwards ? at > logs.lastKey() : at < logs.firstKey());
                if (!beyond) {
                    logs.computeIfAbsent(at, key2 -> new ArrayList<>(1)).add(value);
                    if (logs.size() > count) {
                        logs.remove(forwards ? logs.lastKey() : logs.firstKey());
                    }
                }
                return !beyond && --left[0] > 0;
            });
        }
        return logs;
    }

    @Override
    public String end() {
        return Long.toString(last() + 1);
    }

    /** The last commit; in an engine that runs, the last that the lists in memory have followed, so that nobody is told of what they do not show. */
    private long last() {
        // Also asked of the store, which refuses when it is closed.
        long stored = Positions.last(store, keys.shards());
        return ground == null ? stored : Math.min(stored, ground.known().getAsLong());
    }

    @Override
    public Subscription follow(@Nullable String cursor, Consumer<HistoryEvent> listener) {
        Argument.given(listener, "listener");
        demand();
        Argument.given(listener, "listener");
        String begin = cursor == null ? "1" : cursor;
        Place.parse(begin);
        // A closed engine refuses here; a follower that never hears anything would not know why.
        end();
        if (ground == null) {
            throw new UnsupportedOperationException("nobody tells of commits here; read the history page by page");
        }
        return Follower.begin(this, begin, listener, ground);
    }

    /** Timers with what each of them is for. */
    public Page<TimerInfo> explained(Page<TimerInfo> page) {
        record Owner(String tenant, CaseId caseId) {}
        Map<Owner, Set<Integer>> wanted = new LinkedHashMap<>();
        page.items().forEach(timer -> wanted.computeIfAbsent(new Owner(timer.tenant(), timer.caseId()), owner -> new TreeSet<>()).add(timer.timer()));
        Reader reader = new Reader();
        Map<Owner, Map<Integer, String>> purposes = new HashMap<>();
        wanted.forEach((owner, timers) ->
                purposes.put(owner, reader.purposes(EntityId.OfCase.of(owner.tenant(), owner.caseId()), owner.caseId(), timers)));
        return new Page<>(
                page.items().stream()
                        .map(timer -> new TimerInfo(
                                timer.tenant(),
                                timer.caseId(),
                                timer.timer(),
                                timer.due(),
                                purposes.getOrDefault(new Owner(timer.tenant(), timer.caseId()), Map.of()).getOrDefault(timer.timer(), TimerWords.WAKES)))
                        .toList(),
                page.cursor());
    }

    private void demand() {
        if (!parts.history()) {
            throw new RefusedException(Code.PART_MISSING.with("history"));
        }
    }

    /** Turns rows into events; remembers which process a case has, so that its language can read its own. */
    private final class Reader {
        /** Every tenant counts its cases from 1. */
        private record CaseOf(String tenant, CaseId id) {}

        private final Map<CaseOf, @Nullable Function<In, ProcessEvent>> languages = new HashMap<>();
        private final DeployedPlaces places = new DeployedPlaces(store, keys, codec, catalogue);

        /** The events of each turn of a commit. */
        List<List<HistoryEvent>> commit(List<byte[]> log) {
            List<List<HistoryEvent>> turns = new ArrayList<>();
            log.forEach(row -> commit(row, turns));
            return turns;
        }

        private void commit(byte[] row, List<List<HistoryEvent>> turns) {
            In in = new In(row);
            LogRow.readInstant(in);
            while (!in.atEnd()) {
                EntityId entity = EventCodec.readEntity(in);
                long sequence = in.varint();
                byte[] value = store.get(Table.EVENTS, keys.event(entity, sequence));
                // A turn that is not there was erased with its case, or its entity has vanished.
                turns.add(value == null ? List.of() : turn(entity, sequence, value));
            }
        }

        List<HistoryEvent> turn(EntityId entity, long sequence, byte[] value) {
            TurnRecord turn = TurnRecord.read(entity, sequence, new In(codec.decode(value)));
            List<HistoryEvent> events = new ArrayList<>(turn.entries().size());
            for (int i = 0; i < turn.entries().size(); i++) {
                TurnRecord.Entry entry = turn.entries().get(i);
                Event event = named(entity, entry);
                events.add(new HistoryEvent(
                        entity + "/" + sequence + "/" + (i + 1),
                        entity.tenant(),
                        entity.toString(),
                        entry.caseId(),
                        EventView.kind(event),
                        EventView.detail(entity, event, places(entity, entry, sequence)),
                        turn.recorded(),
                        turn.occurred(),
                        turn.actor(),
                        turn.onBehalfOf(),
                        turn.reason(),
                        turn.requestId(),
                        turn.cause().shown(),
                        turn.trace(),
                        TurnRecord.FORM.version()));
            }
            return events;
        }

        private List<String> places(EntityId entity, TurnRecord.Entry entry, long sequence) {
            CaseId caseId = entry.caseId();
            return caseId != null && entry.event() instanceof Event.Progressed ? places.of(entity, caseId, sequence) : List.of();
        }

        private record Purpose(TimerPurpose purpose, @Nullable String awaited) {}

        /** What timers of one case are for, by their numbers: found in the turns in which they were set. */
        Map<Integer, String> purposes(EntityId.OfCase entity, CaseId caseId, Set<Integer> timers) {
            Map<Integer, Purpose> found = new HashMap<>();
            Map<Integer, String> tasks = new HashMap<>();
            store.scan(Table.EVENTS, keys.event(entity, 1), keys.event(entity, Long.MAX_VALUE), Store.Direction.BACKWARDS, (key, value) -> {
                long sequence = new In(key, keys.entity(entity).length(), key.length).int64();
                TurnRecord turn = TurnRecord.read(entity, sequence, new In(codec.decode(value)));
                List<TurnRecord.Entry> own = turn.entries().stream().filter(entry -> caseId.equals(entry.caseId())).toList();
                for (TurnRecord.Entry entry : own) {
                    if (entry.event() instanceof Event.TimerSet set && timers.contains(set.timer()) && !found.containsKey(set.timer())) {
                        found.put(set.timer(), new Purpose(set.purpose(), awaited(set.timer(), own, entity, sequence)));
                        tasks.put(TimerWords.work(set.purpose()), "");
                    }
                }
                own.forEach(entry -> {
                    if (entry.event() instanceof Event.WorkOffered offered) {
                        tasks.replace(offered.work(), offered.task());
                    }
                });
                tasks.remove(0);
                return found.size() < timers.size() || tasks.containsValue("");
            });
            Map<Integer, String> purposes = new HashMap<>();
            found.forEach((timer, set) -> purposes.put(timer, TimerWords.of(set.purpose(), set.awaited(), caseId, tasks)));
            return purposes;
        }

        /** What the process said of a timer in the turn in which it was set. */
        private @Nullable String awaited(int timer, List<TurnRecord.Entry> turn, EntityId entity, long sequence) {
            for (TurnRecord.Entry entry : turn) {
                if (named(entity, entry) instanceof Event.Progressed progressed) {
                    String awaited = progressed.event().awaits(timer, places(entity, entry, sequence));
                    if (awaited != null) {
                        return awaited;
                    }
                }
            }
            return null;
        }

        private Event named(EntityId entity, TurnRecord.Entry entry) {
            CaseId caseId = entry.caseId();
            if (caseId == null) {
                return entry.event();
            }
            CaseOf key = new CaseOf(entity.tenant(), caseId);
            if (entry.event() instanceof Event.CaseStarted started) {
                languages.put(key, catalogue.events(entity.tenant(), started.process(), started.version()));
            }
            if (entry.event() instanceof Event.CaseMigrated) {
                places.migrated(entity, caseId);
            }
            if (entry.event() instanceof Event.Progressed progressed && progressed.event() instanceof RawEvent raw) {
                Function<In, ProcessEvent> language = languages.computeIfAbsent(key, this::languageOf);
                return language == null ? progressed : new Event.Progressed(language.apply(raw.in()));
            }
            return entry.event();
        }

        private @Nullable Function<In, ProcessEvent> languageOf(CaseOf key) {
            byte[] row = store.get(Table.CASES, Keys.caseById(key.tenant(), key.id()));
            if (row == null) {
                return null;
            }
            CaseInfo info = CaseRows.read(new In(codec.decode(row)));
            return catalogue.events(key.tenant(), info.process(), info.version());
        }
    }
}
