package io.millrace.kernel.check;

import io.millrace.data.DataException;
import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.KeyEntity;
import io.millrace.kernel.entity.MailboxEntity;
import io.millrace.kernel.entity.ParticipantEntity;
import io.millrace.kernel.entity.PoolEntity;
import io.millrace.kernel.entity.RegistryEntity;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Outbox;
import io.millrace.runtime.PayloadCodec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What entities know of each other: whoever waits for a signal is known to the mailbox, whoever has a key is known to the
 * key, work in a pool is known to the pool, or a message that says so is on its way.
 */
final class CheckedMessages {
    private record Wait(String tenant, CaseId caseId, int ticket) {}

    private record Held(EntityId.OfKey key, long root) {}

    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final BiConsumer<String, String> finding;
    private final Map<Wait, EntityId> waits = new HashMap<>();
    private final Map<Wait, EntityId> waiters = new HashMap<>();
    private final Set<Held> holding = new HashSet<>();
    private final Set<Held> held = new HashSet<>();
    private final Set<EntityId> skipped = new HashSet<>();
    private final Set<Wait> waitsUnderWay = new HashSet<>();
    private final Set<Held> keysUnderWay = new HashSet<>();
    private final CheckedPools pools;

    CheckedMessages(Store store, Keys keys, PayloadCodec codec, BiConsumer<String, String> finding) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.finding = finding;
        this.pools = new CheckedPools(finding);
    }

    /** Nothing can be said of an entity whose turns cannot be read. */
    void skip(EntityId id) {
        skipped.add(id);
    }

    void add(Entity<?> entity) {
        String tenant = entity.id.tenant();
        switch (entity) {
            case CaseEntity cases -> cases.loaded().forEach(state -> {
                pools.add(tenant, state);
                state.waits.forEach((ticket, wait) -> waits.put(
                        new Wait(tenant, state.id, ticket), new EntityId.OfMailbox(tenant, wait.signal(), wait.key())));
                // A signal that waits for the gate has left its mailbox, which knows nothing more of the case.
                state.attempts.forEach((number, attempt) -> {
                    if (attempt.trial() instanceof Attempt.Handed handed) {
                        waits.remove(new Wait(tenant, state.id, handed.ticket()));
                    }
                });
                if (state.status.isOpen() && state.unique && state.key != null) {
                    holding.add(new Held(new EntityId.OfKey(tenant, state.process, state.key), state.id.root()));
                }
            });
            case MailboxEntity mailbox ->
                mailbox.forEachWaiter((caseId, ticket) -> waiters.put(new Wait(tenant, caseId, ticket), mailbox.id));
            case KeyEntity key -> {
                if (key.holder() != 0 && key.id instanceof EntityId.OfKey id) {
                    held.add(new Held(id, key.holder()));
                }
            }
            case RegistryEntity registry -> {}
            case ParticipantEntity participant -> {}
            case PoolEntity pool -> pools.add(pool);
        }
    }

    void check(Map<EntityId, Long> sent) {
        Outbox outbox = new Outbox(store, keys, codec);
        store.scan(Table.OUTBOX, new byte[0], null, Store.Direction.FORWARDS, (key, value) -> {
            try {
                Input.Taken message = outbox.read(key, value);
                checkMessage(message, new In(key).u8(), sent);
                note(message);
            } catch (DataException e) {
                finding.accept("a message in the outbox", "cannot be read: " + e.getMessage());
            }
            return true;
        });
        pools.check(skipped);
        waits.forEach((wait, mailbox) -> {
            if (!mailbox.equals(waiters.get(wait)) && !waitsUnderWay.contains(wait) && !skipped.contains(mailbox)) {
                finding.accept(
                        JournalCheck.place(wait.tenant(), wait.caseId()), "waits for " + mailbox + ", which does not know of it");
            }
        });
        waiters.forEach((wait, mailbox) -> {
            EntityId root = EntityId.OfCase.of(wait.tenant(), wait.caseId());
            if (!mailbox.equals(waits.get(wait)) && !waitsUnderWay.contains(wait) && !skipped.contains(root)) {
                finding.accept(mailbox.toString(), "knows of case " + wait.caseId() + ", which does not wait for it");
            }
        });
        holding.forEach(one -> {
            if (!held.contains(one) && !keysUnderWay.contains(one) && !skipped.contains(one.key())) {
                finding.accept("case " + one.root(), "has " + one.key() + ", which does not know of it");
            }
        });
        held.forEach(one -> {
            EntityId root = new EntityId.OfCase(one.key().tenant(), one.root());
            if (!holding.contains(one) && !keysUnderWay.contains(one) && !skipped.contains(root)) {
                finding.accept(one.key().toString(), "is held for case " + one.root() + ", which does not have it");
            }
        });
    }

    private void checkMessage(Input.Taken message, int shard, Map<EntityId, Long> sent) {
        String place = "message " + message.number() + " of " + message.from();
        if (keys.shardOf(message.to()) != shard) {
            finding.accept(place, "is in shard " + shard + " and belongs to shard " + keys.shardOf(message.to()));
        }
        Long last = sent.get(message.from());
        if (!message.from().kind().vanishes() && (last == null || last < message.number())) {
            finding.accept(place, "is in the outbox, and its sender has sent only " + (last == null ? 0 : last));
        }
    }

    /** What a message on its way will make known. */
    private void note(Input.Taken message) {
        String tenant = message.to().tenant();
        pools.note(message.from(), message.to(), message.message());
        switch (message.message()) {
            case Message.Await m -> waitsUnderWay.add(new Wait(tenant, m.caseId(), m.ticket()));
            case Message.Forget m -> waitsUnderWay.add(new Wait(tenant, m.caseId(), m.ticket()));
            case Message.Hand m -> waitsUnderWay.add(new Wait(tenant, m.caseId(), m.ticket()));
            case Message.Return m -> {}
            case Message.Reconsider m -> {}
            case Message.Decide m -> {}
            case Message.Consult m -> {}
            case Message.PutInForce m -> {}
            case Message.Launch m -> {}
            case Message.ToPool m -> {}
            case Message.Assign m -> {}
            case Message.Begin m -> {
                if (message.from() instanceof EntityId.OfKey key && message.to() instanceof EntityId.OfCase root) {
                    keysUnderWay.add(new Held(key, root.root()));
                }
            }
            case Message.Free m -> {
                if (message.to() instanceof EntityId.OfKey key) {
                    keysUnderWay.add(new Held(key, m.root()));
                }
            }
        }
    }
}
