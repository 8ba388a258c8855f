package io.millrace.kernel.lane;

import io.millrace.command.Answer;
import io.millrace.command.Effect;
import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Past;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.index.Alarms;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Settings;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
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

        /** A caller was refused because the code of a process is missing. */
        void missing(Problem problem);

        /** A message waits until the code of a process is deployed. */
        void parked(Processes.MissingCodeException missing);

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

    private final Settings settings;
    private final Time time;
    private final Threads.Strand strand;
    private final Committer committer;
    private final Monitor monitor;
    private final Life life;
    private final Surroundings surroundings;
    private final boolean durable;

    private final Receipts received = new Receipts();

    private final Heap heap;
    private final Scribe scribe;
    private final Upkeep upkeep;
    private final Setbacks setbacks;
    private final LaneClock clock;
    private int epoch;
    private volatile @Nullable Ledger current;

    public Lane(Ground ground, Loader loader, Rows rows, Alarms alarms, @Nullable Past past) {
        this.settings = ground.settings();
        this.time = ground.time();
        this.strand = ground.strand();
        this.committer = ground.committer();
        this.monitor = ground.monitor();
        this.life = ground.life();
        this.surroundings = ground.surroundings();
        this.clock = new LaneClock(time, monitor, alarms, surroundings.ticking(this));
        this.durable = past == null;
        this.heap = new Heap(settings, loader, past, monitor, new Heap.Commits() {
            @Override
            public void submit(@Nullable Batch rows, Committer.Release release) {
                Lane.this.submit(rows, release);
            }

            @Override
            public void later(Runnable action) {
                run(() -> {
                    action.run();
                    watch();
                });
            }
        });
        this.scribe = new Scribe(committer, heap, rows, durable);
        this.upkeep = new Upkeep(this, heap);
        this.setbacks = new Setbacks(this, heap, scribe, ground);
    }

    /** Does something on the lane's strand. Whatever it throws, except that the store cannot be read, stops the engine. */
    void run(Runnable task) {
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

    /** What is done to entities of this lane beside their turns. */
    public Upkeep upkeep() {
        return upkeep;
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
                clock.wake(time.now().plus(Setbacks.PAUSE));
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
            setbacks.unpark().forEach(this::handle);
            barrier(problem -> done.run());
        });
    }

    void handle(Ask ask) {
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
            heap.whenSettled(ask.entity(), () -> setbacks.failed(ask, e));
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
            setbacks.clear();
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

    void barrier(Committer.Release release) {
        submit(null, release);
    }

    /** Commits rows that belong to no turn, after all that was handed over before. */
    void submit(@Nullable Batch rows, Committer.Release release) {
        committer.submit(new Committer.Unit(epoch, rows, null, 0, release));
    }

    private void turn(Ask ask, Instant now) {
        heap.whenSettled(ask.entity(), () -> decide(ask, now));
    }

    private void decide(Ask ask, Instant now) {
        if (setbacks.holdUp(ask)) {
            return;
        }
        Entity<?> entity;
        Scribe.Decided decided;
        try {
            if (isRepeat(ask)) {
                ask.done().run();
                return;
            }
            entity = ask.input() instanceof Input.Beginning ? heap.fresh(ask.entity()) : heap.get(ask.entity());
            Ledger ledger = scribe.open(entity, ask, now, surroundings.of(entity.id.tenant()));
            current = ledger;
            Answer answer = !exists(entity, ask.input())
                    ? unknown(ask.input())
                    : isLate(entity, ask) ? late(ask.input()) : entity.handle(ask.input(), ledger);
            if (answer instanceof Answer.Refused && !ledger.isEmpty()) {
                throw new IllegalStateException("refused after it had recorded: " + answer);
            }
            decided = scribe.write(ask, entity, ledger, answer);
        } catch (Processes.MissingCodeException e) {
            heap.drop(ask.entity());
            setbacks.park(ask, e);
            return;
        } catch (Throwable e) {
            heap.drop(ask.entity());
            if (Failures.inTurn(e) == Failures.Ending.STOP) {
                throw e;
            }
            heap.whenSettled(ask.entity(), () -> setbacks.failed(ask, e));
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
    boolean isRepeat(Ask ask) {
        return ask.input() instanceof Input.Taken message
                && (ask.epoch() != epoch
                        || received.has(message)
                        || durable && !surroundings.holds(message));
    }

    /** A case exists from its first turn on; other entities spring into being when they are first spoken to. */
    private static boolean exists(Entity<?> entity, Input input) {
        return !(entity instanceof CaseEntity) || entity.sequence > 0 || input instanceof Input.Beginning;
    }

    /** Whether the entity has changed since the one who asks looked at it. */
    private static boolean isLate(Entity<?> entity, Ask ask) {
        return ask.request() != null && ask.request().turn() != null && ask.request().turn() != entity.sequence;
    }

    private static Answer late(Input input) {
        return new Answer.Refused(
                Code.CHANGED_MEANWHILE.with("Case '" + (input instanceof Input.Act act ? act.command().caseId() : input.to()) + "'"));
    }

    private static Answer unknown(Input input) {
        return new Answer.Refused(
                Code.UNKNOWN_CASE.with(input instanceof Input.Act act ? act.command().caseId() : input.to()));
    }

    private void count(Ledger.CaseChange change) {
        if (change.member.id.isRoot()) {
            if (change.isNew) {
                monitor.count(Monitor.CASES_STARTED, 1);
            }
            if (!change.member.status.isOpen() && (change.isNew || change.before.isOpen())) {
                monitor.count(Monitor.CASES_ENDED, 1);
            }
        }
    }

    /** Hands a turn over to be committed; its effects and its answer are released after that. */
    void handOver(Ask ask, Entity<?> entity, Scribe.Decided decided) {
        Ledger ledger = decided.ledger();
        if (!ledger.isEmpty()) {
            clock.arm(entity, ledger);
            // Before the turn is handed over: whoever sees it done may move the clock, which must know of its timers.
            clock.wakeInTime();
            monitor.count("turns", 1);
            ledger.cases.values().forEach(this::count);
        }
        if (decided.answer() instanceof Answer.Refused) {
            monitor.count("refusals", 1);
        }
        received.add(ask.input());
        int change = decided.rows() == null ? 0 : entity.handOver();
        committer.submit(new Committer.Unit(
                epoch, decided.rows(), decided.sequence() == 0 ? null : entity, decided.sequence(), new Committer.Release() {
                    @Override
                    public void durable() {
                        surroundings.committed(ledger, decided.answer());
                    }

                    @Override
                    public void released(@Nullable Problem problem) {
                        if (change != 0) {
                            entity.settle(change);
                        }
                        received.remove(ask.input());
                        if (problem == null) {
                            release(ask, decided);
                        } else {
                            ask.answer(new Answer.Refused(problem));
                            ask.done().run();
                        }
                    }
                }));
        heap.evict();
        heap.forgetEnded(entity);
    }

    /**
     * The turn is durable, and what is kept in memory has followed. The answer goes to whoever waits, then effects go out. None of this
     * runs code of a user: it is handed on to where such code may do what it likes.
     */
    private void release(Ask ask, Scribe.Decided decided) {
        Ledger ledger = decided.ledger();
        ask.answer(decided.answer());
        ledger.messages.forEach(surroundings::deliver);
        surroundings.released(ledger.effects);
        if (!ledger.isEmpty()) {
            surroundings.progressed(ask.entity());
        }
        ask.done().run();
    }
}
