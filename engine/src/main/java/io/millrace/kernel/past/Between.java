package io.millrace.kernel.past;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.KeyEntity;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.MailboxEntity;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.EntityKind;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Positions;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.PayloadCodec;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What lay between entities at an instant: signals that were kept, who waited for signals, who had which key, messages under way.
 *
 * <p>None of that is in turns that stay. It follows from the states of cases then and from what happened to them later:
 *
 * <ul>
 *   <li>A case that waited is known to the mailbox, one that had a unique key to the key.
 *   <li>A signal that came before the instant and reached a case after it was under way, if the case waited for it then, or else was
 *       kept. So was one that is kept now and came before the instant.
 *   <li>A case that began later by a message of its key, which the log has before the instant, was about to begin.
 *   <li>A case that later took a message of its own, sent before the instant, was about to take it.
 * </ul>
 *
 * A signal that was kept then, and was dropped since because nobody wanted it in time, is nowhere any more.
 */
final class Between {
    private record Ticket(String tenant, CaseId caseId, int number) {}

    private record Signal(Data content, Instant sent) {}

    /** A case that began after the instant, told by its key. */
    private record Begun(EntityId.OfCase root, EntityId.OfKey key, long number, Message.Begin message) {}

    private final Store from;
    private final Store to;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Instant at;
    private final BetweenPools pools;

    private final Map<Ticket, EntityId.OfMailbox> waiting = new LinkedHashMap<>();
    private final Map<EntityId.OfKey, Long> holders = new LinkedHashMap<>();
    /** Signals that came before the instant and reached cases after it. */
    private final Map<Ticket, Signal> got = new LinkedHashMap<>();

    private final List<Begun> begun = new ArrayList<>();
    /** When turns of keys were committed, up to the instant. */
    private final Map<EntityId.OfKey, Map<Long, Instant>> logged = new HashMap<>();
    /** For which mailbox cases began to wait later. */
    private final Map<Ticket, EntityId.OfMailbox> awaited = new HashMap<>();

    /** How many messages each case had sent. */
    private final Map<EntityId, Long> sent = new HashMap<>();

    /** Messages of cases to themselves that they took later. */
    private final List<Input.Taken> own = new ArrayList<>();

    Between(Store from, Store to, Keys keys, PayloadCodec codec, Instant at) {
        this.from = from;
        this.to = to;
        this.keys = keys;
        this.codec = codec;
        this.at = at;
        this.pools = new BetweenPools(at);
    }

    /** A case as it stood. */
    void standing(String tenant, CaseState state) {
        state.waits.forEach((number, wait) ->
                waiting.put(new Ticket(tenant, state.id, number), new EntityId.OfMailbox(tenant, wait.signal(), wait.key())));
        // A signal that waits for the gate has left its mailbox, which knows nothing more of the case.
        state.attempts.forEach((number, attempt) -> {
            if (attempt.trial() instanceof Attempt.Handed handed) {
                waiting.remove(new Ticket(tenant, state.id, handed.ticket()));
            }
        });
        pools.standing(tenant, state);
        if (state.status.isOpen() && state.unique && state.key != null) {
            holders.put(new EntityId.OfKey(tenant, state.process, state.key), state.id.root());
        }
    }

    /** How many messages a case had sent. */
    void sent(EntityId.OfCase id, long messages) {
        sent.put(id, messages);
    }

    /** An entity that is no case, as it stood. */
    void standing(Entity<?> entity) {
        if (entity instanceof PoolEntity pool && entity.id instanceof EntityId.OfPool id) {
            pools.standing(id, pool);
        } else if (entity.id instanceof EntityId.OfRegistry id) {
            pools.sent(id, entity.sent);
        }
    }

    /** The cause of a turn up to the instant. */
    void earlier(Cause cause) {
        if (cause instanceof Cause.Told told && told.from() instanceof EntityId.OfPool pool) {
            pools.taken(pool, told.number());
        }
    }

    /** A turn after the instant. */
    void later(EntityId id, TurnRecord turn) {
        if (id instanceof EntityId.OfPool pool) {
            pools.later(pool, turn);
        }
        if (!(id instanceof EntityId.OfCase root)) {
            return;
        }
        if (turn.cause() instanceof Cause.Told told && told.from().equals(id)) {
            reconsidered(root, told.number(), turn);
        }
        for (TurnRecord.Entry entry : turn.entries()) {
            CaseId caseId = entry.caseId();
            if (caseId == null) {
                continue;
            }
            switch (entry.event()) {
                case Event.SignalAwaited e ->
                    awaited.put(new Ticket(id.tenant(), caseId, e.ticket()), new EntityId.OfMailbox(id.tenant(), e.signal(), e.key()));
                case Event.SignalReceived e -> gotLater(root, caseId, e.ticket(), e.content(), e.sent());
                case Event.Attempted e -> {
                    if (e.trial() instanceof Attempt.Handed handed) {
                        gotLater(root, caseId, handed.ticket(), handed.content(), handed.sent());
                    }
                }
                case Event.CaseStarted e -> {
                    if (caseId.isRoot() && turn.cause() instanceof Cause.Told told && told.from() instanceof EntityId.OfKey key) {
                        Message.Begin message = new Message.Begin(e.process(), e.version(), e.input(), key.key());
                        begun.add(new Begun(root, key, told.number(), message));
                    }
                }
                case Event other -> {}
            }
        }
    }

    /** What a case asks itself is to reconsider an attempt; the turn says which. */
    private void reconsidered(EntityId.OfCase root, long number, TurnRecord turn) {
        for (TurnRecord.Entry entry : turn.entries()) {
            int attempt = switch (entry.event()) {
                case Event.Attempted e -> e.number();
                case Event.AttemptDecided e -> e.number();
                case Event other -> 0;
            };
            if (attempt != 0 && entry.caseId() != null) {
                own.add(new Input.TakenByCase(root, number, root, new Message.Reconsider(entry.caseId(), attempt), at));
                return;
            }
        }
    }

    private void gotLater(EntityId.OfCase root, CaseId caseId, int ticket, Data content, @Nullable Instant came) {
        if (came != null && !came.isAfter(at)) {
            // One that was delayed is received later on with the same ticket.
            got.putIfAbsent(new Ticket(root.tenant(), caseId, ticket), new Signal(content, came));
        }
    }

    /** A turn that the log lists. */
    void logged(EntityId id, long sequence, Instant committed) {
        if (id instanceof EntityId.OfKey key && !committed.isAfter(at)) {
            logged.computeIfAbsent(key, name -> new HashMap<>()).put(sequence, committed);
        }
    }

    /** Writes mailboxes, keys and the outbox of the copy. */
    void write() {
        long base = Positions.last(from, keys.shards()) + 1 << 20;
        Batch batch = new Batch();
        Map<EntityId.OfMailbox, List<Signal>> kept = new LinkedHashMap<>();
        keptNow(kept);
        messagesNow(kept, base, batch);
        Map<EntityId.OfMailbox, List<Message.Hand>> handed = new LinkedHashMap<>();
        got.forEach((ticket, signal) -> {
            EntityId.OfMailbox then = waiting.remove(ticket);
            EntityId.OfMailbox later = awaited.get(ticket);
            if (then != null) {
                handed.computeIfAbsent(then, mailbox -> new ArrayList<>())
                        .add(new Message.Hand(ticket.caseId(), ticket.number(), signal.content(), signal.sent(), true));
            } else if (later != null) {
                kept.computeIfAbsent(later, mailbox -> new ArrayList<>()).add(signal);
            }
        });
        begun.forEach(one -> begin(one, base, batch));
        pools.messages(this::vacated, sent::containsKey, base, message -> send(message, batch));
        own.stream().filter(message -> message.number() <= sent.getOrDefault(message.from(), 0L)).forEach(message -> send(message, batch));
        handed.forEach((mailbox, hands) -> {
            long number = base;
            for (Message.Hand hand : hands) {
                EntityId.OfCase root = EntityId.OfCase.of(mailbox.tenant(), hand.caseId());
                send(new Input.TakenByCase(mailbox, ++number, root, hand, hand.sent()), batch);
            }
        });
        Loader loader = new Loader(to, keys, codec, new Catalogue());
        contents(kept).forEach((id, events) -> {
            MailboxEntity mailbox = MailboxEntity.at(id);
            mailbox.beginAt(base);
            mailbox.fill(events);
            mailbox.sent = base + handed.getOrDefault(id, List.of()).size();
            loader.save(mailbox, batch);
        });
        holders.forEach((id, root) -> {
            KeyEntity key = new KeyEntity(id);
            key.beginAt(base);
            key.hold(root);
            key.sent = base + 1;
            loader.save(key, batch);
        });
        to.commit(batch);
    }

    /** What is kept now and had come before the instant was kept then. */
    private void keptNow(Map<EntityId.OfMailbox, List<Signal>> kept) {
        Loader loader = new Loader(from, keys, codec, new Catalogue());
        for (String tenant : Catalogue.tenants(from)) {
            for (int shard = 0; shard < keys.shards(); shard++) {
                byte[] prefix = Keys.entities(shard, tenant, EntityKind.MAILBOX).toBytes();
                List<EntityId.OfMailbox> found = new ArrayList<>();
                from.scan(Table.SNAPSHOTS, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) ->
                        Keys.readEntity(new In(key)) instanceof EntityId.OfMailbox mailbox && found.add(mailbox));
                found.forEach(mailbox -> ((MailboxEntity) loader.load(mailbox)).forEachKept((content, sent) -> keep(kept, mailbox, content, sent)));
            }
        }
    }

    private void keep(Map<EntityId.OfMailbox, List<Signal>> kept, EntityId.OfMailbox mailbox, Data content, Instant came) {
        if (!came.isAfter(at)) {
            kept.computeIfAbsent(mailbox, name -> new ArrayList<>()).add(new Signal(content, came));
        }
    }

    /** What is under way now and was sent before the instant was under way then. */
    private void messagesNow(Map<EntityId.OfMailbox, List<Signal>> kept, long base, Batch batch) {
        for (Input.Taken message : new Outbox(from, keys, codec).messages()) {
            boolean then = !message.sent().isAfter(at);
            switch (message.message()) {
                case Message.Hand hand -> {
                    if (message.to() instanceof EntityId.OfCase root) {
                        gotLater(root, hand.caseId(), hand.ticket(), hand.content(), hand.sent());
                        if (message.from() instanceof EntityId.OfMailbox mailbox) {
                            awaited.putIfAbsent(new Ticket(root.tenant(), hand.caseId(), hand.ticket()), mailbox);
                        }
                    }
                }
                case Message.Return back -> {
                    if (message.to() instanceof EntityId.OfMailbox mailbox) {
                        keep(kept, mailbox, back.content(), back.sent());
                    }
                }
                case Message.Begin begin -> {
                    if (then && message.from() instanceof EntityId.OfKey key && message.to() instanceof EntityId.OfCase root) {
                        holders.put(key, root.root());
                        send(new Input.Begun(key, base + 1, root, begin, message.sent()), batch);
                    }
                }
                case Message.Reconsider again -> sendIf(then, message, batch);
                case Message.Decide decide -> sendIf(then, message, batch);
                case Message.Consult consult -> sendIf(then, message, batch);
                case Message.PutInForce begun -> sendIf(then, message, batch);
                case Message.Launch launch -> sendIf(then, message, batch);
                // The states of cases say the same.
                case Message.Await await -> {}
                case Message.Forget forget -> {}
                case Message.Free free -> {}
                case Message.Assign assign -> {}
                case Message.ToPool toPool -> {}
            }
        }
    }

    private void sendIf(boolean then, Input.Taken message, Batch batch) {
        if (then) {
            send(message, batch);
        }
    }

    /** What mailboxes hold, as the events that put it there. */
    private Map<EntityId.OfMailbox, List<Event>> contents(Map<EntityId.OfMailbox, List<Signal>> kept) {
        Map<EntityId.OfMailbox, List<Event>> contents = new LinkedHashMap<>();
        kept.forEach((mailbox, signals) -> {
            signals.sort(Comparator.comparing(Signal::sent));
            signals.forEach(signal -> contents.computeIfAbsent(mailbox, name -> new ArrayList<>())
                    .add(new Event.SignalKept(signal.content(), signal.sent())));
        });
        waiting.forEach((ticket, mailbox) -> contents.computeIfAbsent(mailbox, name -> new ArrayList<>())
                .add(new Event.WaiterAdded(ticket.caseId(), ticket.number())));
        return contents;
    }

    /** Turns of a key take turns: held with a message, freed without one. So the number of the message says which turn sent it. */
    private void begin(Begun one, long base, Batch batch) {
        long life = one.number() >> 20 << 20;
        Instant committed = logged.getOrDefault(one.key(), Map.of()).get(life + 2 * (one.number() - life) - 1);
        if (committed != null) {
            holders.put(one.key(), one.root().root());
            send(new Input.Begun(one.key(), base + 1, one.root(), one.message(), committed), batch);
        }
    }

    /** The numbers under which a case had told a pool that tickets are void, the last one first. */
    private Iterator<Long> vacated(EntityId.OfCase root, EntityId.OfPool pool) {
        Deque<Long> numbers = new ArrayDeque<>();
        byte[] prefix = keys.entity(root).toBytes();
        to.scan(Table.EVENTS, prefix, Keys.after(prefix), Store.Direction.FORWARDS, (key, value) -> {
            for (TurnRecord.Entry entry : TurnRecord.read(root, 0, new In(codec.decode(value))).entries()) {
                if (entry.event() instanceof Event.MessageSent message
                        && message.to().equals(pool)
                        && message.what().equals("vacate")) {
                    numbers.push(message.number());
                }
            }
            return true;
        });
        return numbers.iterator();
    }

    private void send(Input.Taken message, Batch batch) {
        Out out = new Out();
        Outbox.write(out, message);
        batch.put(Table.OUTBOX, keys.message(message.from(), message.number(), message.to()), codec.encode(out.toBytes()));
    }
}
