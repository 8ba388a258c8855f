package io.millrace.kernel.lane;

import io.millrace.command.Answer;
import io.millrace.command.Effect;
import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Gatekeeper;
import io.millrace.kernel.entity.Incidents;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Past;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.index.Alarms;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Settings;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Some shards, worked on by one strand.
 *
 * <pre>
 *   handle(ask)
 *     fire the timers of the case that are due now
 *     entity  = from the heap, or loaded
 *     answer  = entity.handle(input, ledger)       records and applies, or refuses
 *     rows    = the turn's record and what it changed in lists
 *     ──▶ committer: rows; after the commit: lists in memory, the answer, effects
 * </pre>
 *
 * The lane does not wait for the commit: the next turn goes on from states that are not durable yet, and nothing of it
 * is released before they are. If a commit fails, all of them are dropped. Until a turn is handed over, whatever it
 * throws ends the turn and drops its state; from there on, whatever is thrown stops the engine. {@link Failures} decides.
 */
public final class Lane {
    /** What a lane needs from the engine around it. */
    public interface Surroundings {
        Ledger.Surroundings of(String tenant);

        /** A turn is durable: what is kept in memory follows before anybody hears of it. */
        void committed(Ledger ledger, Answer answer);

        /** A message goes to its receiver. */
        void deliver(Input.Taken message);

        /** Effects of a turn leave the engine, with those of the other turns of its commit. */
        void released(List<Effect> effects);

        /** An entity has changed, durably. */
        void progressed(EntityId entity);

        /** Something cannot go on because the code of its process is missing. */
        void missing(Problem problem);

        /** What the clock calls when a timer of a lane is due. */
        Runnable ticking(Lane lane);

        /** Whether the store still holds a message. */
        boolean holds(Input.Taken message);
    }

    /** What a lane is made of. */
    public record Ground(
            Settings settings,
            Time time,
            Threads.Strand strand,
            Committer committer,
            Monitor monitor,
            Life life,
            Surroundings surroundings) {}

    /** How many timers fire before the commands that wait get their turn. */
    private static final int FIRED_AT_ONCE = 128;
    /** After which time something that the store did not allow is tried again. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final Settings settings;
    private final Time time;
    private final Threads.Strand strand;
    private final Committer committer;
    private final Rows rows;
    private final Monitor monitor;
    private final Life life;
    private final Surroundings surroundings;
    private final boolean durable;

    private final List<Ask> parked = new ArrayList<>();
    private final PutOff putOff = new PutOff();
    /** Messages that were taken in turns whose commits are on their way: the store still holds them. */
    private final Set<Received> received = ConcurrentHashMap.newKeySet();

    private final Heap heap;
    private final LaneClock clock;
    private int epoch;
    private volatile @Nullable Ledger current;

    private record Received(EntityId from, long number) {
        static Received of(Input.Taken message) {
            return new Received(message.from(), message.number());
        }
    }

    public Lane(Ground ground, Loader loader, Rows rows, Alarms alarms, @Nullable Past past) {
        this.settings = ground.settings();
        this.time = ground.time();
        this.strand = ground.strand();
        this.committer = ground.committer();
        this.monitor = ground.monitor();
        this.life = ground.life();
        this.surroundings = ground.surroundings();
        this.rows = rows;
        this.clock = new LaneClock(time, monitor, alarms, surroundings.ticking(this));
        this.durable = past == null;
        this.heap = new Heap(settings, loader, past, monitor, new Heap.Commits() {
            @Override
            public void submit(@Nullable Batch rows, Committer.Release release) {
                committer.submit(new Committer.Unit(epoch, rows, null, 0, release));
            }

            @Override
            public void later(Runnable action) {
                run(() -> {
                    action.run();
                    watch();
                });
            }
        });
    }

    /** Does something on the lane's strand. Whatever it throws, except that the store cannot be read, stops the engine. */
    private void run(Runnable task) {
        strand.run(() -> {
            if (life.isOver()) {
                return;
            }
            try {
                meetEpoch();
                task.run();
            } catch (Throwable e) {
                if (Failures.stopsLane(e)) {
                    life.stop(e);
                } else {
                    monitor.count("turn.failures", 1);
                }
            }
        });
    }

    /** What the lane is busy with, for whoever wonders why it takes so long. */
    @Nullable
    Ledger current() {
        return current;
    }

    public void ask(Ask ask) {
        run(() -> handle(ask));
    }

    /** Answers a question from the state of an entity, once that state is durable. */
    public <T> void look(EntityId id, Function<Entity<?>, T> question, Consumer<T> answer, Consumer<Problem> refused) {
        run(() -> heap.whenSettled(id, () -> see(id, question, answer, refused)));
    }

    private <T> void see(EntityId id, Function<Entity<?>, T> question, Consumer<T> answer, Consumer<Problem> refused) {
        try {
            T found = question.apply(heap.get(id));
            barrier(problem -> {
                if (problem == null) {
                    answer.accept(found);
                } else {
                    refused.accept(problem);
                }
            });
            heap.evict();
        } catch (Throwable e) {
            if (Failures.inTurn(e) == Failures.Ending.STOP) {
                throw e;
            }
            // Not before everything that was decided earlier is told: the case may just have ended.
            Problem problem = Failures.problemOf(id, e);
            barrier(late -> refused.accept(late == null ? problem : late));
        }
    }

    /** Looks at the timers; says when everything that follows at once is durable. */
    void tick(Runnable done) {
        run(() -> {
            clock.called();
            boolean more = false;
            try {
                Instant now = time.now();
                more = fireDue(now);
                watch();
            } catch (StoreException e) {
                monitor.count("turn.failures", 1);
                clock.wake(time.now().plus(AGAIN));
            }
            if (more) {
                tick(done);
            } else {
                barrier(problem -> done.run());
            }
        });
    }

    /** The code of a process has come: what was parked for want of it is tried again. */
    void unpark(Runnable done) {
        run(() -> {
            List<Ask> again = new ArrayList<>(parked);
            parked.clear();
            again.forEach(this::handle);
            barrier(problem -> done.run());
        });
    }

    private void handle(Ask ask) {
        // One instant for the timers and the command: none of the case that is due by then may fire after it.
        Instant now = time.now();
        try {
            if (ask.entity() instanceof EntityId.OfCase entity) {
                for (Alarms.Alarm due = clock.pollDue(entity, now); due != null; due = clock.pollDue(entity, now)) {
                    fire(due, now);
                }
            }
            turn(ask, now);
        } catch (StoreException e) {
            heap.whenSettled(ask.entity(), () -> failed(ask, e));
        }
        watch();
    }

    /** After a failed commit everything in the heap is doubtful: drop it, and go on from the store. */
    private void meetEpoch() {
        int now = committer.epoch();
        if (now != epoch) {
            epoch = now;
            heap.clear();
            clock.reset();
            received.clear();
            putOff.clear();
        }
    }

    /** Fires some of the timers that are due; says whether there are more. */
    private boolean fireDue(Instant now) {
        for (int fired = 0; fired < FIRED_AT_ONCE; fired++) {
            Alarms.Alarm due = clock.pollDue(now);
            if (due == null) {
                return false;
            }
            fire(due, now);
        }
        return clock.isDue(now);
    }

    private void fire(Alarms.Alarm due, Instant now) {
        turn(Ask.internal(new Input.Due(due.entity(), due.caseId(), due.timer()), () -> {}, epoch), now);
    }

    /** Looks after the timers when a turn has been handed over. */
    private void watch() {
        clock.wakeInTime();
        List<Alarms.Alarm> recent = clock.recent();
        if (!recent.isEmpty()) {
            barrier(problem -> {
                if (problem == null) {
                    run(() -> clock.certain(recent));
                }
            });
        }
    }

    private void barrier(Committer.Release release) {
        committer.submit(new Committer.Unit(epoch, null, null, 0, release));
    }

    private void turn(Ask ask, Instant now) {
        heap.whenSettled(ask.entity(), () -> decide(ask, now));
    }

    private void decide(Ask ask, Instant now) {
        if (putOff.holdsUp(ask)) {
            putOff.add(ask.again());
            barrier(late -> ask.done().run());
            return;
        }
        Entity<?> entity;
        Decided decided;
        try {
            if (isRepeat(ask)) {
                ask.done().run();
                return;
            }
            entity = ask.input() instanceof Input.Beginning ? heap.fresh(ask.entity()) : heap.get(ask.entity());
            Ledger ledger = ledger(entity, ask, now, surroundings.of(entity.id.tenant()));
            current = ledger;
            Answer answer = exists(entity, ask.input()) ? entity.handle(ask.input(), ledger) : unknown(ask.input());
            if (answer instanceof Answer.Refused && !ledger.isEmpty()) {
                throw new IllegalStateException("refused after it had recorded: " + answer);
            }
            decided = writeDown(ask, entity, ledger, answer);
        } catch (Processes.MissingCodeException e) {
            heap.drop(ask.entity());
            park(ask, e);
            return;
        } catch (Throwable e) {
            heap.drop(ask.entity());
            if (Failures.inTurn(e) == Failures.Ending.STOP) {
                throw e;
            }
            heap.whenSettled(ask.entity(), () -> failed(ask, e));
            return;
        } finally {
            current = null;
        }
        handOver(ask, entity, decided);
    }

    /**
     * Whether this is a message that was taken before: after a failed commit messages are delivered anew, and what is left
     * of the earlier delivery is dropped; whatever else comes twice is recognised by sender and number.
     */
    private boolean isRepeat(Ask ask) {
        return ask.input() instanceof Input.Taken message
                && (ask.epoch() != epoch
                        || received.contains(Received.of(message))
                        || durable && !surroundings.holds(message));
    }

    private Ledger ledger(Entity<?> entity, Ask ask, Instant at, Ledger.Surroundings around) {
        Instant now = at;
        if (ask.input() instanceof Input.Taken message && message.sent().isAfter(now)) {
            now = message.sent();
        }
        if (entity.last.isAfter(now)) {
            now = entity.last;
        }
        if (ask.input() instanceof Input.Due due && entity instanceof CaseEntity cases) {
            // One that was due and had to wait may find that the clock has gone back.
            now = cases.notBefore(due, now);
        }
        if (entity.isNew && entity.id.kind().vanishes()) {
            entity.beginAt(committer.position() + 1 << 20);
        }
        return new Ledger(entity, ask.input(), ask.request(), now, around);
    }

    /** A case exists from its first turn on; other entities spring into being when they are first spoken to. */
    private static boolean exists(Entity<?> entity, Input input) {
        return !(entity instanceof CaseEntity) || entity.sequence > 0 || input instanceof Input.Beginning;
    }

    private static Answer unknown(Input input) {
        return new Answer.Refused(
                Code.UNKNOWN_CASE.with(input instanceof Input.Act act ? act.command().caseId() : input.to()));
    }

    /** A turn that is decided and written down, ready to be handed over. */
    private record Decided(Ledger ledger, Answer answer, @Nullable Batch rows, long sequence) {}

    /** Writes a decided turn down. If this throws, the turn has not happened, and its state must be dropped. */
    private Decided writeDown(Ask ask, Entity<?> entity, Ledger ledger, Answer answer) {
        Batch batch = null;
        long sequence = 0;
        if (!ledger.isEmpty()) {
            batch = new Batch();
            sequence = ++entity.sequence;
            entity.last = ledger.now;
            TurnRecord turn = ledger.turn(sequence);
            int bytes = durable ? rows.add(batch, ledger, turn) : 0;
            heap.turned(entity, turn, bytes, batch);
        } else if (durable && ask.input() instanceof Input.Taken) {
            batch = new Batch();
            rows.addTaken(batch, ask.input());
        }
        if (ask.key() != null && durable) {
            batch = batch == null ? new Batch() : batch;
            rows.addAnswer(batch, ask.key(), answer, ledger.now);
        }
        return new Decided(ledger, answer, batch, sequence);
    }

    /** Hands a turn over to be committed; its effects and its answer are released after that. */
    private void handOver(Ask ask, Entity<?> entity, Decided decided) {
        Ledger ledger = decided.ledger();
        if (!ledger.isEmpty()) {
            clock.arm(entity, ledger);
            // Before the turn is handed over: whoever sees it done may move the clock, which must know of its timers.
            clock.wakeInTime();
            monitor.count("turns", 1);
        }
        if (decided.answer() instanceof Answer.Refused) {
            monitor.count("refusals", 1);
        }
        if (ask.input() instanceof Input.Taken message) {
            received.add(Received.of(message));
        }
        int change = decided.rows() == null ? 0 : entity.handOver();
        committer.submit(new Committer.Unit(
                epoch, decided.rows(), decided.sequence() == 0 ? null : entity, decided.sequence(), problem -> {
                    if (change != 0) {
                        entity.settle(change);
                    }
                    if (ask.input() instanceof Input.Taken message) {
                        received.remove(Received.of(message));
                    }
                    if (problem == null) {
                        release(ask, decided);
                    } else {
                        ask.answer(new Answer.Refused(problem));
                        ask.done().run();
                    }
                }));
        heap.evict();
        heap.forgetEnded(entity);
    }

    /**
     * The turn is durable. What is kept in memory follows first, then the answer goes to whoever waits, then effects go
     * out. None of this runs code of a user: it is handed on to where such code may do what it likes.
     */
    private void release(Ask ask, Decided decided) {
        Ledger ledger = decided.ledger();
        surroundings.committed(ledger, decided.answer());
        ask.answer(decided.answer());
        ledger.messages.forEach(surroundings::deliver);
        surroundings.released(ledger.effects);
        if (!ledger.isEmpty()) {
            surroundings.progressed(ask.entity());
        }
        ask.done().run();
    }

    /** Removes everything that is kept of an entity, once all that was handed over of it is in the store. */
    public void erase(EntityId id, Supplier<Batch> rows, Committer.Release release) {
        run(() -> heap.whenSettled(id, () -> {
            if (heap.isSettled(id)) {
                heap.erase(id, rows.get(), release);
            } else {
                barrier(problem -> erase(id, rows, release));
            }
        }));
    }

    /** Commits rows that follow from the turns of an entity, once all of those are in the store. */
    public void derive(EntityId id, Supplier<Batch> rows, Committer.Release release) {
        run(() -> heap.whenSettled(id, () -> {
            if (heap.isSettled(id)) {
                committer.submit(new Committer.Unit(epoch, rows.get(), null, 0, release));
            } else {
                barrier(problem -> derive(id, rows, release));
            }
        }));
    }

    /** Saves an entity that vanishes, so that the turns before go, and what they said with them. */
    public void compact(EntityId id, Committer.Release release) {
        run(() -> heap.whenSettled(id, () -> {
            heap.compact(id);
            barrier(release);
        }));
    }

    /** Commits rows that belong to a case, if there is such a case. */
    public void attach(EntityId.OfCase id, Batch rows, Committer.Release release) {
        run(() -> heap.whenSettled(id, () -> {
            Entity<?> entity;
            try {
                entity = heap.get(id);
            } catch (StoreException | Heap.QuarantinedException e) {
                release.released(Failures.problemOf(id, e));
                return;
            }
            if (entity.sequence == 0) {
                release.released(Code.UNKNOWN_CASE.with(id.root()));
                return;
            }
            int change = entity.handOver();
            committer.submit(new Committer.Unit(epoch, rows, null, 0, problem -> {
                entity.settle(change);
                release.released(problem);
            }));
        }));
    }

    // When something goes wrong.

    /** The code of a process is not there: people are told; what nobody waits for is kept until it is. */
    private void park(Ask ask, Processes.MissingCodeException missing) {
        Problem problem = Code.NO_CODE.with(missing.process, missing.version);
        surroundings.missing(problem);
        if (ask.reply() == null) {
            parked.add(ask.again());
            monitor.count("parked", 1);
            barrier(failure -> ask.done().run());
        } else {
            refuse(ask, problem);
        }
    }

    private void refuse(Ask ask, Problem problem) {
        refuse(ask, problem, null);
    }

    private void refuse(Ask ask, Problem problem, @Nullable Batch rows) {
        committer.submit(new Committer.Unit(epoch, rows, null, 0, late -> {
            ask.answer(new Answer.Refused(late == null ? problem : late));
            ask.done().run();
        }));
    }

    /** A refusal that ended the turn is an answer like any other: a repeat of the request gets the same. */
    private @Nullable Batch remembered(Ask ask, Throwable failure, Problem problem) {
        boolean answer = failure instanceof Gatekeeper.Stop || failure instanceof RefusedException;
        if (!answer || ask.key() == null || !durable) {
            return null;
        }
        Batch batch = new Batch();
        rows.addAnswer(batch, ask.key(), new Answer.Refused(problem), time.now());
        return batch;
    }

    /**
     * A turn threw: nothing changed. Where nobody waits for the answer it becomes an incident of its case; so does what the
     * gate refused of the consequences.
     */
    private void failed(Ask ask, Throwable failure) {
        try {
            if (isRepeat(ask)) {
                ask.done().run();
                return;
            }
        } catch (StoreException e) {
            putOff(ask);
            refuse(ask, e.problem());
            return;
        }
        Problem problem = Failures.problemOf(ask.entity(), failure);
        Throwable unreadable = failure;
        boolean storage = failure instanceof StoreException
                || failure instanceof Heap.QuarantinedException
                || failure instanceof Projections.Failed;
        if (!storage && Incidents.belongs(ask.input(), failure)) {
            Entity<?> entity;
            Decided decided = null;
            try {
                entity = ask.input() instanceof Input.Beginning ? heap.fresh(ask.entity()) : heap.get(ask.entity());
                Ledger ledger = ledger(entity, ask, time.now(), surroundings.of(entity.id.tenant()).ungated());
                Answer answer = Incidents.raise((CaseEntity) entity, ask.input(), failure, problem.message(), ledger);
                decided = writeDown(ask, entity, ledger, answer);
                handOver(ask, entity, decided);
                return;
            } catch (Processes.MissingCodeException e) {
                // The gate was asked before anybody looked for the code.
                heap.drop(ask.entity());
                park(ask, e);
                return;
            } catch (Throwable e) {
                if (decided != null || Failures.inTurn(e) == Failures.Ending.STOP) {
                    throw e;
                }
                heap.drop(ask.entity());
                failure.addSuppressed(e);
                unreadable = e;
            }
        }
        monitor.count("turn.failures", 1);
        if (ask.reply() == null
                && (unreadable instanceof Projections.Failed
                        || unreadable instanceof StoreException e && e.problem().code() != Code.DAMAGED)) {
            putOff(ask);
        }
        refuse(ask, problem, remembered(ask, failure, problem));
    }

    /** Timers and messages must not get lost because something could not be read for a while. */
    private void putOff(Ask ask) {
        Ask again = ask.again();
        if (!(ask.input() instanceof Input.Taken)) {
            time.wakeAt(time.now().plus(AGAIN), () -> ask(again));
        } else if (putOff.add(again)) {
            time.wakeAt(
                    time.now().plus(AGAIN), () -> run(() -> putOff.take(again.entity()).forEach(this::handle)));
        }
    }
}
