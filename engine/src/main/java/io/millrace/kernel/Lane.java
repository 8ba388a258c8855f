package io.millrace.kernel;

import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A shard of entities, worked on by one strand.
 *
 * <pre>
 *   handle(request)
 *     fire timers that are due now
 *     entity  = from the heap, or loaded
 *     answer  = entity.decide(request, ledger)     records and applies, or refuses
 *     rows    = the turn's record and what it changed in lists
 *     ──▶ committer: rows; after the commit: effects, then the answer
 * </pre>
 *
 * The lane does not wait for the commit: the next turn goes on from states that are not durable yet, and nothing of it
 * is released before they are. If a commit fails, all of them are dropped.
 */
final class Lane {
    /** What a lane needs from the engine around it. */
    interface Surroundings {
        Ledger.Surroundings of(String tenant);

        void released(Effect effect);

        /** A turn is durable; lists in memory follow before anybody hears of it. */
        void committed(Ledger ledger);

        /** An entity has changed, durably. */
        void progressed(EntityId entity);

        /** What the clock calls when a timer of a lane is due. */
        Runnable ticking(Lane lane);

        /** A registry has a new committed state. */
        void registered(Registered registered);
    }

    /** A registry as it is after a commit, and the code that came with it. */
    record Registered(RegistryEntity registry, @Nullable Compiled<?> code, int version) {}

    /** Less than this part of what makes a snapshot due is replayed faster than a snapshot is written. */
    private static final int CHEAP_REPLAY = 8;
    /** How many entities are looked at in a turn for leaving the heap: more than can come into it. */
    private static final int LOOKED_AT = 8;
    /** How many recently set timers are remembered before a barrier clears them. */
    private static final int UNCERTAIN_TIMERS = 4_096;
    /** After which time something that the store did not allow is tried again. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final Settings settings;
    private final Time time;
    private final Threads.Strand strand;
    private final Committer committer;
    private final Loader loader;
    private final Rows rows;
    private final Monitor monitor;
    private final Surroundings surroundings;
    private final @Nullable Past past;
    private final int capacity;

    private final AtomicInteger waiting = new AtomicInteger();
    private final LinkedHashMap<EntityId, Entity> heap = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<EntityId, Problem> quarantined = new LinkedHashMap<>();
    private final List<Ask> parked = new ArrayList<>();
    /** What waits for entities whose state was dropped before the store knew all of it. */
    private final Map<EntityId, List<Runnable>> unsettled = new HashMap<>();
    private final Alarms alarms;
    private final @Nullable ReplayCheck check;
    private int epoch;
    private @Nullable Instant wakeAt;

    /**
     * A request and who waits for its answer (nobody, for the engine's own).
     *
     * @param epoch when it was asked; after a failed commit messages of an earlier epoch are delivered anew
     */
    record Ask(
            EntityId entity,
            Request request,
            @Nullable RequestKey key,
            @Nullable Consumer<Answer> reply,
            Runnable done,
            int epoch) {}

    /** By which a repeat of a request is recognised. */
    record RequestKey(byte[] row, long contentHash) {}

    Lane(
            Settings settings,
            Time time,
            Threads.Strand strand,
            Committer committer,
            Loader loader,
            Rows rows,
            Alarms alarms,
            Monitor monitor,
            Surroundings surroundings,
            @Nullable Past past) {
        this.settings = settings;
        this.time = time;
        this.strand = strand;
        this.committer = committer;
        this.loader = loader;
        this.rows = rows;
        this.alarms = alarms;
        this.monitor = monitor;
        this.surroundings = surroundings;
        this.past = past;
        this.capacity = Math.max(1, settings.cachedCases() / settings.lanes());
        this.check = settings.checkReplay() ? new ReplayCheck() : null;
    }

    int waiting() {
        return waiting.get();
    }

    /** Whether one more command may wait here. */
    boolean hasRoom() {
        return waiting.get() < settings.queue();
    }

    void ask(Ask ask) {
        waiting.incrementAndGet();
        strand.run(() -> {
            waiting.decrementAndGet();
            handle(ask);
        });
    }

    /** Answers a question from the state of an entity, once that state is durable. */
    <T> void look(EntityId id, Function<Entity, T> question, Consumer<T> answer, Consumer<Problem> refused) {
        strand.run(() -> {
            meetEpoch();
            whenSettled(id, () -> see(id, question, answer, refused));
        });
    }

    private <T> void see(EntityId id, Function<Entity, T> question, Consumer<T> answer, Consumer<Problem> refused) {
        try {
            T found = question.apply(entity(id));
            barrier(problem -> {
                if (problem == null) {
                    answer.accept(found);
                } else {
                    refused.accept(problem);
                }
            });
            evict();
        } catch (RuntimeException e) {
            // Not before everything that was decided earlier is told: the case may just have ended.
            Problem problem = problemOf(id, e);
            barrier(late -> refused.accept(late == null ? problem : late));
        }
    }

    /** Looks at the timers; says when everything that follows at once is durable. */
    void tick(Runnable done) {
        strand.run(() -> {
            meetEpoch();
            wakeAt = null;
            try {
                fireDue(time.now());
                watch();
            } catch (StoreException e) {
                monitor.count("turn.failures", 1);
                time.wakeAt(time.now().plus(AGAIN), surroundings.ticking(this));
            }
            barrier(problem -> done.run());
        });
    }

    /** The code of a process has come: what was parked for want of it is tried again. */
    void unpark(Runnable done) {
        strand.run(() -> {
            List<Ask> again = new ArrayList<>(parked);
            parked.clear();
            again.forEach(this::handle);
            barrier(problem -> done.run());
        });
    }

    private void handle(Ask ask) {
        meetEpoch();
        // One instant for the timers and the command: none that is due by then may fire after it.
        Instant now = time.now();
        try {
            fireDue(now);
            turn(ask, now);
        } catch (StoreException e) {
            whenSettled(ask.entity(), () -> failed(ask, e));
        } catch (RuntimeException | Error e) {
            // Not a failed turn (those are answered) but a fault of the lane itself; whoever waits must not wait for ever.
            answer(ask, new Answer.Refused(problemOf(ask.entity(), e)));
            throw e;
        }
        watch();
    }

    /** After a failed commit everything in the heap is doubtful: drop it, and go on from the store. */
    private void meetEpoch() {
        int now = committer.epoch();
        if (now != epoch) {
            epoch = now;
            heap.clear();
            alarms.reset();
            if (check != null) {
                check.reset();
            }
        }
    }

    private void fireDue(Instant now) {
        for (Alarms.Alarm due = alarms.pollDue(now); due != null; due = alarms.pollDue(now)) {
            turn(new Ask(
                    EntityId.OfCase.of(due.tenant(), due.caseId()),
                    Request.internal(due.tenant(), new Command.Fire(due.caseId(), due.timer())),
                    null,
                    null,
                    () -> {},
                    epoch), now);
        }
    }

    /** Asks the clock to call when the next timer is due, or soon if that cannot be found out. */
    private void wakeInTime() {
        Instant next;
        try {
            next = alarms.next();
        } catch (StoreException e) {
            next = time.now().plus(AGAIN);
        }
        if (next != null && (wakeAt == null || next.isBefore(wakeAt))) {
            wakeAt = next;
            time.wakeAt(next, surroundings.ticking(this));
        }
    }

    /** Looks after the timers when a turn has been handed over. */
    private void watch() {
        wakeInTime();
        if (alarms.uncertain() > UNCERTAIN_TIMERS) {
            List<Alarms.Alarm> durable = alarms.ascertain();
            barrier(problem -> {
                if (problem == null) {
                    strand.run(() -> alarms.certain(durable));
                }
            });
        }
    }

    private void barrier(Committer.Release release) {
        committer.submit(new Committer.Unit(epoch, null, null, 0, release));
    }

    private void turn(Ask ask, Instant now) {
        whenSettled(ask.entity(), () -> decide(ask, now));
    }

    private void decide(Ask ask, Instant now) {
        if (isOutdated(ask)) {
            ask.done().run();
            return;
        }
        Entity entity;
        Ledger ledger;
        Answer answer;
        try {
            entity = starts(ask) ? fresh(ask.entity()) : entity(ask.entity());
            ledger = ledger(entity, ask.request(), now);
            answer = existing(entity, ask) ? entity.decide(ask.request(), ledger) : unknown(ask);
            if (answer instanceof Answer.Refused && !ledger.isEmpty()) {
                throw new IllegalStateException("refused after it had recorded: " + answer);
            }
        } catch (Processes.MissingCodeException e) {
            drop(ask.entity());
            park(ask, e);
            return;
        } catch (RuntimeException | StackOverflowError e) {
            drop(ask.entity());
            whenSettled(ask.entity(), () -> failed(ask, e));
            return;
        }
        finish(ask, entity, ledger, answer);
    }

    /** After a failed commit messages are delivered anew; what is left of the earlier delivery is dropped. */
    private boolean isOutdated(Ask ask) {
        return ask.request().command() instanceof Command.Take && ask.epoch() != epoch;
    }

    private Ledger ledger(Entity entity, Request request, Instant at) {
        Instant now = at;
        if (request.command() instanceof Command.Take take && take.sent().isAfter(now)) {
            now = take.sent();
        }
        if (entity.last.isAfter(now)) {
            now = entity.last;
        }
        return new Ledger(entity, request, now, surroundings.of(entity.id.tenant()));
    }

    /** A case exists from its first turn on; other entities spring into being when they are first spoken to. */
    private static boolean existing(Entity entity, Ask ask) {
        return !(entity instanceof CaseEntity) || entity.sequence > 0 || starts(ask);
    }

    /** Whether this is the first that a case hears. */
    private static boolean starts(Ask ask) {
        return ask.entity() instanceof EntityId.OfCase
                && (ask.request().command() instanceof Command.Start
                        || ask.request().command() instanceof Command.Take take
                                && take.message() instanceof Message.Begin);
    }

    private static Answer unknown(Ask ask) {
        return new Answer.Refused(
                Code.UNKNOWN_CASE.with(ask.request().command() instanceof Command.OfCase c ? c.caseId() : ask.entity()));
    }

    private void finish(Ask ask, Entity entity, Ledger ledger, Answer answer) {
        Batch batch = null;
        long sequence = 0;
        if (!ledger.isEmpty()) {
            batch = new Batch();
            sequence = ++entity.sequence;
            entity.last = ledger.now;
            TurnRecord turn = record(ask.request(), ledger, sequence);
            if (past == null) {
                entity.unsavedBytes += rows.add(batch, ledger, turn);
            } else {
                past.add(entity, turn);
            }
            if (check != null) {
                check.turn(entity, turn);
            }
            arm(entity, ledger);
            // Before the turn is handed over: whoever sees it done may move the clock, which must know of its timers.
            wakeInTime();
            if (entity instanceof CaseEntity cases) {
                cases.dropEnded();
            }
            if (past == null) {
                snapshotIfDue(entity, batch);
            }
            monitor.count("turns", 1);
        } else if (past == null && ask.request().command() instanceof Command.Take take) {
            batch = new Batch().delete(Table.OUTBOX, Keys.message(take.from(), take.number()));
        }
        if (ask.key() != null && past == null) {
            batch = batch == null ? new Batch() : batch;
            rows.addAnswer(batch, ask.request(), ask.key().row(), ask.key().contentHash(), answer, ledger.now);
        }
        if (answer instanceof Answer.Refused) {
            monitor.count("refusals", 1);
        }
        Registered registered = entity instanceof RegistryEntity r ? registered(ask, r, answer) : null;
        int change = batch == null ? 0 : entity.handOver();
        committer.submit(new Committer.Unit(
                epoch, batch, sequence == 0 ? null : entity.id, sequence, problem -> {
                    if (change != 0) {
                        entity.settle(change);
                    }
                    if (problem != null) {
                        answer(ask, new Answer.Refused(problem));
                        return;
                    }
                    if (registered != null) {
                        surroundings.registered(registered);
                    }
                    surroundings.committed(ledger);
                    ledger.effects.forEach(surroundings::released);
                    // Those who watch are told first: what they begin then counts before this turn is seen to be done.
                    if (!ledger.isEmpty()) {
                        surroundings.progressed(ask.entity());
                    }
                    answer(ask, answer);
                }));
        evict();
        if (past != null && entity instanceof CaseEntity cases && ended(cases)) {
            heap.remove(entity.id);
            past.forget(entity.id);
        }
    }

    private static Registered registered(Ask ask, RegistryEntity registry, Answer answer) {
        Compiled<?> code = ask.request().command() instanceof Command.Deploy deploy ? deploy.process() : null;
        int version = code != null && answer instanceof Answer.Done done ? done.value().asInt() : 0;
        return new Registered(registry.copy(), code, version);
    }

    private static void answer(Ask ask, Answer answer) {
        if (ask.reply() != null) {
            ask.reply().accept(answer);
        }
        ask.done().run();
    }

    private static TurnRecord record(Request request, Ledger ledger, long sequence) {
        return new TurnRecord(
                sequence,
                ledger.now,
                request.occurred(),
                request.actorName(),
                request.onBehalfOf(),
                request.reason(),
                request.requestId(),
                Causes.of(request.command()),
                request.trace(),
                List.copyOf(ledger.entries));
    }

    private void arm(Entity entity, Ledger ledger) {
        String tenant = entity.id.tenant();
        for (Ledger.TimerChange change : ledger.timers) {
            Alarms.Alarm alarm = new Alarms.Alarm(change.entry().due(), tenant, change.part().id, change.timer());
            if (change.set()) {
                alarms.set(alarm);
            } else {
                alarms.cancel(alarm);
            }
        }
        for (CaseId within : ledger.rearmed) {
            CaseEntity cases = (CaseEntity) entity;
            for (CaseState part : cases.loaded()) {
                if (part.id.isWithin(within)) {
                    part.timers.forEach(
                            (number, timer) -> alarms.set(new Alarms.Alarm(timer.due(), tenant, part.id, number)));
                }
            }
        }
    }

    // The heap.

    /** A case whose number was never used before: there is nothing to load. */
    private Entity fresh(EntityId id) {
        Entity entity = loader.blank(id);
        heap.put(id, entity);
        return entity;
    }

    private Entity entity(EntityId id) {
        Problem problem = quarantined.get(id);
        if (problem != null) {
            throw new QuarantinedException(problem);
        }
        Entity entity = heap.get(id);
        if (entity == null) {
            try {
                entity = past == null ? loader.load(id) : past.recall(id);
            } catch (StoreException | Processes.MissingCodeException e) {
                throw e;
            } catch (RuntimeException e) {
                Problem why = Code.QUARANTINED.with(id, e);
                quarantined.put(id, why);
                monitor.count("quarantined", 1);
                throw new QuarantinedException(why);
            }
            heap.put(id, entity);
        }
        return entity;
    }

    private static final class QuarantinedException extends RuntimeException {
        final transient Problem problem;

        QuarantinedException(Problem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }

    /** Drops a state that a turn left half changed. It can be loaded again when the store knows what came before. */
    private void drop(EntityId id) {
        Entity dropped = heap.remove(id);
        if (check != null) {
            check.drop(id);
        }
        if (dropped != null && !dropped.isSettled()) {
            waitFor(id);
        }
    }

    private void waitFor(EntityId id) {
        unsettled.putIfAbsent(id, new ArrayList<>());
        barrier(problem -> strand.run(() -> settled(id)));
    }

    /** Removes everything that is kept of an entity. Until that is durable, whoever asks for it waits. */
    void erase(EntityId id, Batch rows, Committer.Release release) {
        strand.run(() -> {
            meetEpoch();
            whenSettled(id, () -> {
                heap.remove(id);
                quarantined.remove(id);
                if (check != null) {
                    check.drop(id);
                }
                committer.submit(new Committer.Unit(epoch, rows, null, 0, release));
                waitFor(id);
            });
        });
    }

    private void settled(EntityId id) {
        meetEpoch();
        List<Runnable> waited = unsettled.remove(id);
        if (waited != null) {
            // One of them may drop the state again; then the rest goes on waiting, in order.
            waited.forEach(action -> whenSettled(id, action));
        }
        watch();
    }

    /** Does something with an entity: now, or when its state can be loaded again. */
    private void whenSettled(EntityId id, Runnable action) {
        List<Runnable> waiting = unsettled.get(id);
        if (waiting == null) {
            action.run();
        } else {
            waiting.add(action);
        }
    }

    private void snapshotIfDue(Entity entity, Batch batch) {
        long due = Math.max(settings.snapshotBytes(), entity.savedBytes);
        if (entity instanceof RegistryEntity) {
            batch.put(Table.META, Catalogue.tenantRow(entity.id.tenant()), new byte[0]);
        }
        if (entity.unsavedBytes > due || entity instanceof RegistryEntity) {
            entity.savedBytes = loader.save(entity, batch);
            monitor.count("snapshots", 1);
        }
    }

    /**
     * The entities that were used longest ago leave the heap, saved first if replaying them would be dear. One whose last
     * change is still on its way to the store stays: loaded again now, it would come back without that change.
     */
    private void evict() {
        if (past != null) {
            return;
        }
        Iterator<Entity> oldest = heap.values().iterator();
        for (int looked = 0; looked < LOOKED_AT && heap.size() > capacity && oldest.hasNext(); looked++) {
            Entity entity = oldest.next();
            if (!entity.isSettled()) {
                continue;
            }
            if (entity.unsavedBytes > settings.snapshotBytes() / CHEAP_REPLAY) {
                save(entity);
                continue;
            }
            oldest.remove();
            if (check != null) {
                check.drop(entity.id);
            }
        }
    }

    private void save(Entity entity) {
        Batch batch = new Batch();
        entity.savedBytes = loader.save(entity, batch);
        int change = entity.handOver();
        committer.submit(new Committer.Unit(epoch, batch, null, 0, problem -> entity.settle(change)));
    }

    private static boolean ended(CaseEntity cases) {
        CaseState root = cases.inHeap(cases.rootId());
        return root != null && !root.status.isOpen();
    }

    // When something goes wrong.

    /** The code of a process is not there: people are told; what nobody waits for is kept until it is. */
    private void park(Ask ask, Processes.MissingCodeException missing) {
        Problem problem = Code.NO_CODE.with(missing.process, missing.version);
        if (ask.reply() == null) {
            parked.add(new Ask(ask.entity(), ask.request(), null, null, () -> {}, ask.epoch()));
            monitor.count("parked", 1);
            barrier(failure -> ask.done().run());
        } else {
            barrier(failure -> answer(ask, new Answer.Refused(failure == null ? problem : failure)));
        }
    }

    /** A turn threw: nothing changed. Where nobody waits for the answer it becomes an incident of its case. */
    private void failed(Ask ask, Throwable failure) {
        if (isOutdated(ask)) {
            ask.done().run();
            return;
        }
        Problem problem = problemOf(ask.entity(), failure);
        Throwable unreadable = failure;
        boolean storage = failure instanceof StoreException || failure instanceof QuarantinedException;
        if (!storage && Incidents.belongs(ask.request().command())) {
            try {
                Entity entity = starts(ask) ? fresh(ask.entity()) : entity(ask.entity());
                Ledger ledger = ledger(entity, ask.request(), time.now());
                Answer answer = Incidents.raise((CaseEntity) entity, ask.request().command(), problem.message(), ledger);
                finish(ask, entity, ledger, answer);
                return;
            } catch (RuntimeException e) {
                drop(ask.entity());
                failure.addSuppressed(e);
                unreadable = e;
            }
        }
        monitor.count("turn.failures", 1);
        if (ask.reply() == null
                && unreadable instanceof StoreException e
                && e.problem().code() != Code.DAMAGED) {
            // Timers and messages must not get lost because something could not be read for a while.
            Ask again = new Ask(ask.entity(), ask.request(), null, null, () -> {}, ask.epoch());
            time.wakeAt(time.now().plus(AGAIN), () -> ask(again));
        }
        barrier(late -> answer(ask, new Answer.Refused(late == null ? problem : late)));
    }

    private static Problem problemOf(EntityId id, Throwable failure) {
        return switch (failure) {
            case StoreException e -> e.problem();
            case QuarantinedException e -> e.problem;
            case RefusedException e -> e.problem();
            case Processes.MissingCodeException e -> Code.NO_CODE.with(e.process, e.version);
            case Ledger.OutOfLimitsException e -> Code.OUT_OF_LIMITS.with(id, e.limit);
            case Throwable e -> Code.TURN_FAILED.with(id, e.toString());
        };
    }
}
