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
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.ProcessEvent;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.query.Subscription;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
        long at = cursor == null ? forwards ? 1 : Long.MAX_VALUE : number(cursor);
        byte[] from = forwards ? keys.event(entity, at) : keys.event(entity, 1);
        byte[] to = forwards || cursor == null ? keys.event(entity, Long.MAX_VALUE) : keys.event(entity, at + 1);
        int prefix = keys.entity(entity).length();
        Reader reader = new Reader();
        List<HistoryEvent> events = new ArrayList<>();
        String[] next = {null};
        store.scan(Table.EVENTS, from, to, direction(order), (key, value) -> {
            long sequence = new In(key, prefix, key.length).int64();
            if (events.size() >= limit) {
                next[0] = Long.toString(sequence);
                return false;
            }
            List<HistoryEvent> turn = reader.turn(entity, sequence, value);
            turn.removeIf(event -> event.caseId() == null || !event.caseId().isWithin(caseId));
            events.addAll(forwards ? turn : turn.reversed());
            return true;
        });
        return new Page<>(events, next[0]);
    }

    @Override
    public Page<HistoryEvent> all(@Nullable String cursor, int limit, Order order) {
        Argument.atLeast(1, limit, "limit");
        Argument.given(order, "order");
        demand();
        Commits commits = commits(cursor, limit, order);
        return new Page<>(commits.events(), commits.more() ? Long.toString(commits.next()) : null);
    }

    /** Some commits, and where to go on. */
    record Commits(List<HistoryEvent> events, long next, boolean more) {}

    Commits commits(@Nullable String cursor, int limit, Order order) {
        boolean forwards = order == Order.OLDEST_FIRST;
        // A commit is read whole; how many are needed is not known before, so they are fetched a few at a time.
        int fetched = Math.max(1, Math.min(limit, 64));
        NavigableMap<Long, List<byte[]>> logs = log(cursor == null ? null : number(cursor), fetched + 1, order);
        List<HistoryEvent> events = new ArrayList<>();
        Reader reader = new Reader();
        int seen = 0;
        long next = number(cursor == null ? "1" : cursor);
        for (Map.Entry<Long, List<byte[]>> commit : (forwards ? logs : logs.descendingMap()).entrySet()) {
            if (events.size() >= limit || seen == fetched) {
                return new Commits(events, commit.getKey(), true);
            }
            List<HistoryEvent> told = reader.commit(commit.getValue());
            events.addAll(forwards ? told : told.reversed());
            next = commit.getKey() + 1;
            seen++;
        }
        return new Commits(events, next, false);
    }

    private static Store.Direction direction(Order order) {
        return order == Order.OLDEST_FIRST ? Store.Direction.FORWARDS : Store.Direction.BACKWARDS;
    }

    /** The first commits from a position on, or the last ones down from it: the parts of each from all shards. */
    private NavigableMap<Long, List<byte[]>> log(@Nullable Long position, int count, Order order) {
        boolean forwards = order == Order.OLDEST_FIRST;
        NavigableMap<Long, List<byte[]>> logs = new TreeMap<>();
        for (int shard = 0; shard < keys.shards(); shard++) {
            byte[] from = forwards && position != null ? Keys.position(shard, position) : Keys.shard(shard);
            byte[] to = !forwards && position != null ? Keys.position(shard, position + 1) : Keys.afterShard(shard);
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
        return Long.toString(Positions.last(store, keys.shards()) + 1);
    }

    @Override
    public Subscription follow(@Nullable String cursor, Consumer<HistoryEvent> listener) {
        Argument.given(listener, "listener");
        demand();
        Argument.given(listener, "listener");
        // A closed engine refuses here; a follower that never hears anything would not know why.
        end();
        if (ground == null) {
            throw new UnsupportedOperationException("nobody tells of commits here; read the history page by page");
        }
        return Follower.begin(this, Long.toString(number(cursor == null ? "1" : cursor)), listener, ground);
    }

    private void demand() {
        if (!parts.history()) {
            throw new RefusedException(Code.PART_MISSING.with("history"));
        }
    }

    private static long number(String cursor) {
        try {
            return Long.parseLong(cursor);
        } catch (NumberFormatException e) {
            throw new RefusedException(Code.BAD_CURSOR.with(cursor));
        }
    }

    /** Turns rows into events; remembers which process a case has, so that its language can read its own. */
    private final class Reader {
        /** Every tenant counts its cases from 1. */
        private record CaseOf(String tenant, CaseId id) {}

        private final Map<CaseOf, @Nullable Function<In, ProcessEvent>> languages = new HashMap<>();

        List<HistoryEvent> commit(List<byte[]> log) {
            List<HistoryEvent> events = new ArrayList<>();
            log.forEach(row -> commit(row, events));
            return events;
        }

        private void commit(byte[] row, List<HistoryEvent> events) {
            In in = new In(row);
            LogRow.readInstant(in);
            while (!in.atEnd()) {
                EntityId entity = EventCodec.readEntity(in);
                long sequence = in.varint();
                byte[] value = store.get(Table.EVENTS, keys.event(entity, sequence));
                // A turn that is not there was erased with its case, or its entity has vanished.
                if (value != null) {
                    events.addAll(turn(entity, sequence, value));
                }
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
                        EventView.detail(entity, event),
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

        private Event named(EntityId entity, TurnRecord.Entry entry) {
            CaseId caseId = entry.caseId();
            if (caseId == null) {
                return entry.event();
            }
            CaseOf key = new CaseOf(entity.tenant(), caseId);
            if (entry.event() instanceof Event.CaseStarted started) {
                languages.put(key, catalogue.events(entity.tenant(), started.process(), started.version()));
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
