package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.id.CaseId;
import io.millrace.journal.Batch;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.language.Compiled;
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

        /** Something cannot go on because the code of its process is missing. */
        void missing(Problem problem);

        /** What the clock calls when a timer of a lane is due. */
        Runnable ticking(Lane lane);

        /** A registry has a new committed state. */
        void registered(Registered registered);
    }

    /** A registry as it is after a commit, and the code that came with it. */
    record Registered(RegistryEntity registry, @Nullable Compiled<?> code, int version) {}

    /** How many recently set timers are remembered before a barrier clears them. */
    private static final int UNCERTAIN_TIMERS = 4_096;
    /** After which time something that the store did not allow is tried again. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final Settings settings;
    private final Time time;
    private final Threads.Strand strand;
    private final Committer committer;
    private final Rows rows;
    private final Monitor monitor;
    private final Surroundings surroundings;
    private final boolean durable;

    private final AtomicInteger waiting = new AtomicInteger();
    private final List<Ask> parked = new ArrayList<>();
    private final Heap heap;
    private final Alarms alarms;
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
        this.rows = rows;
        this.alarms = alarms;
        this.monitor = monitor;
        this.surroundings = surroundings;
        this.durable = past == null;
        this.heap = new Heap(settings, loader, past, monitor, new Heap.Commits() {
            @Override
            public void submit(@Nullable Batch rows, Committer.Release release) {
                committer.submit(new Committer.Unit(epoch, rows, null, 0, release));
            }

            @Override
            public void later(Runnable action) {
                strand.run(() -> {
                    meetEpoch();
                    action.run();
                    watch();
                });
            }
        });
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
            heap.whenSettled(id, () -> see(id, question, answer, refused));
        });
    }

    private <T> void see(EntityId id, Function<Entity, T> question, Consumer<T> answer, Consumer<Problem> refused) {
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
            heap.whenSettled(ask.entity(), () -> failed(ask, e));
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
        heap.whenSettled(ask.entity(), () -> decide(ask, now));
    }

    private void decide(Ask ask, Instant now) {
        if (isOutdated(ask)) {
            ask.done().run();
            return;
        }
        Entity entity;
        Decided decided;
        try {
            entity = starts(ask) ? heap.fresh(ask.entity()) : heap.get(ask.entity());
            Ledger ledger = ledger(entity, ask.request(), now);
            Answer answer = existing(entity, ask) ? entity.decide(ask.request(), ledger) : unknown(ask);
            if (answer instanceof Answer.Refused && !ledger.isEmpty()) {
                throw new IllegalStateException("refused after it had recorded: " + answer);
            }
            decided = writeDown(ask, entity, ledger, answer);
        } catch (Processes.MissingCodeException e) {
            heap.drop(ask.entity());
            park(ask, e);
            return;
        } catch (RuntimeException | StackOverflowError e) {
            heap.drop(ask.entity());
            heap.whenSettled(ask.entity(), () -> failed(ask, e));
            return;
        }
        handOver(ask, entity, decided);
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

    /** A turn that is decided and written down, ready to be handed over. */
    private record Decided(Ledger ledger, Answer answer, @Nullable Batch rows, long sequence) {}

    /** Writes a decided turn down. If this throws, the turn has not happened, and its state must be dropped. */
    private Decided writeDown(Ask ask, Entity entity, Ledger ledger, Answer answer) {
        Batch batch = null;
        long sequence = 0;
        if (!ledger.isEmpty()) {
            batch = new Batch();
            sequence = ++entity.sequence;
            entity.last = ledger.now;
            TurnRecord turn = record(ask.request(), ledger, sequence);
            int bytes = durable ? rows.add(batch, ledger, turn) : 0;
            heap.turned(entity, turn, bytes, batch);
        } else if (durable && ask.request().command() instanceof Command.Take take) {
            batch = new Batch().delete(Table.OUTBOX, Keys.message(take.from(), take.number()));
        }
        if (ask.key() != null && durable) {
            batch = batch == null ? new Batch() : batch;
            rows.addAnswer(batch, ask.key(), answer, ledger.now);
        }
        return new Decided(ledger, answer, batch, sequence);
    }

    /** Hands a turn over to be committed; its effects and its answer are released after that. */
    private void handOver(Ask ask, Entity entity, Decided decided) {
        Ledger ledger = decided.ledger();
        if (!ledger.isEmpty()) {
            arm(entity, ledger);
            // Before the turn is handed over: whoever sees it done may move the clock, which must know of its timers.
            wakeInTime();
            monitor.count("turns", 1);
        }
        if (decided.answer() instanceof Answer.Refused) {
            monitor.count("refusals", 1);
        }
        Registered registered =
                entity instanceof RegistryEntity registry ? registered(ask, registry, decided.answer()) : null;
        int change = decided.rows() == null ? 0 : entity.handOver();
        committer.submit(new Committer.Unit(
                epoch, decided.rows(), decided.sequence() == 0 ? null : entity.id, decided.sequence(), problem -> {
                    if (change != 0) {
                        entity.settle(change);
                    }
                    if (problem == null) {
                        release(ask, decided, registered);
                    } else {
                        answer(ask, new Answer.Refused(problem));
                    }
                }));
        heap.evict();
        heap.forgetEnded(entity);
    }

    /** The turn is durable: now the outside hears of it. */
    private void release(Ask ask, Decided decided, @Nullable Registered registered) {
        if (registered != null) {
            surroundings.registered(registered);
        }
        surroundings.committed(decided.ledger());
        decided.ledger().effects.forEach(surroundings::released);
        // Those who watch are told first: what they begin then counts before this turn is seen to be done.
        if (!decided.ledger().isEmpty()) {
            surroundings.progressed(ask.entity());
        }
        answer(ask, decided.answer());
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

    /** Removes everything that is kept of an entity. */
    void erase(EntityId id, Batch rows, Committer.Release release) {
        strand.run(() -> {
            meetEpoch();
            heap.erase(id, rows, release);
        });
    }

    // When something goes wrong.

    /** The code of a process is not there: people are told; what nobody waits for is kept until it is. */
    private void park(Ask ask, Processes.MissingCodeException missing) {
        Problem problem = Code.NO_CODE.with(missing.process, missing.version);
        surroundings.missing(problem);
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
        boolean storage = failure instanceof StoreException || failure instanceof Heap.QuarantinedException;
        if (!storage && Incidents.belongs(ask.request().command())) {
            try {
                Entity entity = starts(ask) ? heap.fresh(ask.entity()) : heap.get(ask.entity());
                Ledger ledger = ledger(entity, ask.request(), time.now());
                Answer answer = Incidents.raise((CaseEntity) entity, ask.request().command(), problem.message(), ledger);
                handOver(ask, entity, writeDown(ask, entity, ledger, answer));
                return;
            } catch (RuntimeException e) {
                heap.drop(ask.entity());
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
            case Heap.QuarantinedException e -> e.problem;
            case RefusedException e -> e.problem();
            case Processes.MissingCodeException e -> Code.NO_CODE.with(e.process, e.version);
            case Ledger.OutOfLimitsException e -> Code.OUT_OF_LIMITS.with(id, e.limit);
            case Throwable e -> Code.TURN_FAILED.with(id, e.toString());
        };
    }
}
