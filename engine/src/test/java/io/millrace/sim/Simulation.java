package io.millrace.sim;

import io.millrace.Builder;
import io.millrace.Inside;
import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.StoreException;
import io.millrace.kernel.Audit;
import io.millrace.kernel.Duplicates;
import io.millrace.event.Gate;
import io.millrace.kernel.MessageOrder;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.past.Fork;
import io.millrace.event.ReadOnlyCase;
import io.millrace.event.Significant;
import io.millrace.language.Compiled;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.JournalReport;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.PayloadCodec;
import io.millrace.work.Work;
import io.millrace.work.WorkFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of the whole engine under a seed: clients ask, handlers answer or do not, the clock moves, commits fail, the
 * process ends and begins again. Then the faults stop, and everything that was begun must come to its end.
 */
final class Simulation {
    /** After so many rounds without faults a case that is still open is stuck. */
    private static final int ROUNDS = 80;

    private final Random random;
    /** Draws of its own: whether the journal is copied changes nothing in it. */
    private final Random forks;
    private final boolean tracing;
    private final List<String> trace = new ArrayList<>();
    private final SimTime time = new SimTime();
    private final MemoryStore durable = new MemoryStore();
    private final Clients clients;
    private final Scene scene;
    private final List<Compiled<?>> processes;
    private FaultyStore.Faults faults = FaultyStore.Faults.NONE;
    private boolean calm;
    private boolean wentBack;
    /** Whether there is a gate, which delays by chance. */
    private final boolean gated;
    private int depth;
    private @Nullable Throwable uncaught;
    /** What nobody would hear of if it were thrown where it was seen. */
    private @Nullable String wrong;
    /** How often others run, and how often an error is thrown, where the engine calls out: of a thousand, of ten thousand. */
    private int interleaving;
    private int errors;
    /** Whether an error was thrown into the engine, which may have stopped it. */
    private boolean shocked;
    private SimThreads threads;
    private FaultyStore store;
    private Millrace mill;

    Simulation(long seed, boolean tracing) {
        this(seed, tracing, Scene.KERNEL);
    }

    Simulation(long seed, boolean tracing, Scene scene) {
        this.random = new Random(seed);
        this.forks = new Random(seed);
        this.tracing = tracing;
        this.scene = scene;
        this.processes = new ArrayList<>(scene.processes());
        this.gated = scene.isGated(random);
        this.clients = scene.clients(this, random);
        this.threads = new SimThreads(random);
        this.store = new FaultyStore(durable, random, this::disturb, this::committing);
        this.mill = open();
    }

    Millrace mill() {
        return mill;
    }

    boolean isGated() {
        return gated;
    }

    MemoryStore durable() {
        return durable;
    }

    List<Compiled<?>> processes() {
        return processes;
    }

    List<String> trace() {
        return trace;
    }

    void note(Supplier<String> what) {
        if (tracing) {
            trace.add(time.shown() + "  " + what.get());
        }
    }

    /** Ends the run at the next step: something was seen that must not be. */
    void wrong(String sentence) {
        wrong = wrong == null ? sentence : wrong;
    }

    /**
     * The engine calls out from a strand. While it does, other strands run: among them the one that commits, so that a
     * commit fails under a turn. And an error can come back from the call.
     */
    private void disturb(String place) {
        if (calm || threads.current() == null || store.isGone()) {
            return;
        }
        if (random.nextInt(1_000) < interleaving && depth < 2) {
            depth++;
            try {
                for (int many = random.nextInt(6); many >= 0 && !store.isGone(); many--) {
                    Runnable commit = random.nextBoolean() ? threads.nextOf("commit") : null;
                    if (commit != null) {
                        run(commit);
                    } else {
                        step();
                    }
                }
            } finally {
                depth--;
            }
        }
        if (random.nextInt(10_000) < errors) {
            note(() -> "an error " + place);
            shocked = true;
            throw new OutOfMemoryError("simulated, " + place);
        }
    }

    private void committing(Batch batch) {
        String broken = MessageOrder.broken(durable, batch);
        if (broken != null) {
            wrong(broken);
        }
    }

    /** A function inside a process fails: it ends the turn, or, if nobody knows what it left half done, the engine. */
    private void fail() {
        disturb("in a process");
        if (!calm && threads.current() != null && random.nextInt(1_000) < errors) {
            note(() -> "an assertion fails in a process");
            throw new AssertionError("simulated, in a process");
        }
    }

    /** Runs the seed; what is wrong is thrown. */
    void run() {
        var before = Thread.currentThread().getUncaughtExceptionHandler();
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught = failure);
        try {
            clients.equip();
            Processes.inTurn = this::fail;
            time.disturb(() -> disturb("looking at the clock"), () -> disturb("asking to be woken"));
            interleaving = random.nextInt(3) * 15;
            errors = random.nextInt(3) == 0 ? 12 : 0;
            int doubtful = random.nextInt(4) == 0 ? 10 : 0;
            faults = new FaultyStore.Faults(
                    random.nextInt(3) * 20, doubtful, random.nextInt(3) * 12, random.nextInt(4) == 0 ? 2 : 0, random.nextInt(3) * 200);
            store.faults(faults);
            int length = 40 + random.nextInt(160);
            for (int i = 0; i < length; i++) {
                act();
            }
            settle();
        } finally {
            Processes.inTurn = () -> {};
            Thread.currentThread().setUncaughtExceptionHandler(before);
        }
    }

    private void act() {
        if (store.isInDoubt() && random.nextInt(3) == 0) {
            store.crash("in doubt");
            restartIfGone();
        }
        int luck = random.nextInt(100);
        if (luck < 40) {
            clients.act();
        } else if (luck < 85) {
            steps(1 + random.nextInt(12));
        } else if (luck < 93) {
            time.advance(Duration.ofMillis(1L << random.nextInt(14)));
        } else if (luck < 94) {
            wentBack = true;
            time.advance(Duration.ofMillis(-1L << random.nextInt(13)));
        } else if (luck < 95) {
            Duplicates.deliver(Inside.kernel(mill));
        } else if (luck < 97) {
            audit();
            if (forks.nextInt(4) == 0) {
                fork();
            }
        } else if (luck < 98 && faults.crashing() > 0) {
            store.crash("between two tasks");
            restartIfGone();
        } else if (scene.later() != null && !processes.contains(scene.later()) && luck < 99) {
            processes.add(scene.later());
            clients.equip();
        } else {
            idle();
        }
    }

    /** Does so many tasks, if there are any. */
    void steps(int count) {
        for (int i = 0; i < count && step(); i++) {
            restartIfGone();
        }
    }

    /** Does everything that can be done without moving the clock. */
    private void idle() {
        int left = 20_000;
        while (step()) {
            restartIfGone();
            if (--left == 0) {
                throw new AssertionError("the engine does not come to rest");
            }
        }
    }

    private boolean step() {
        if (store.isGone()) {
            return depth == 0;
        }
        boolean clockFirst = random.nextInt(3) == 0;
        Runnable task = clockFirst ? time.due() : threads.next();
        if (task == null) {
            task = clockFirst ? threads.next() : time.due();
        }
        if (task == null) {
            return false;
        }
        run(task);
        if (depth == 0 && wrong != null) {
            throw new AssertionError(wrong);
        }
        if (depth == 0 && uncaught != null && !store.isGone() && !shocked) {
            throw new AssertionError("thrown inside the engine", uncaught);
        }
        return true;
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (FaultyStore.Crash crash) {
            // Seen in the store; whoever stands at the bottom begins again.
        } catch (OutOfMemoryError simulated) {
            // Thrown where no strand was; whether the engine goes on is seen at the bottom.
            note(() -> "thrown out of a task: " + simulated);
        }
    }

    private boolean hasStopped() {
        try {
            mill.health();
            return false;
        } catch (RefusedException e) {
            return e.code() == Code.STOPPED;
        } catch (StoreException e) {
            return false;
        }
    }

    private void restartIfGone() {
        if (shocked && depth == 0) {
            shocked = false;
            if (!store.isGone() && hasStopped()) {
                store.crash("because the engine stopped");
            }
        }
        while (store.isGone() && depth == 0) {
            note(() -> store.last());
            uncaught = null;
            threads.close();
            time.forget();
            threads = new SimThreads(random);
            store = new FaultyStore(durable, random, this::disturb, this::committing);
            mill = open();
            audit();
            clients.processGone();
            clients.equip();
            store.faults(faults);
        }
    }

    private Millrace open() {
        Builder builder = Millrace.builder();
        if (gated) {
            builder.gate(this::judge);
        }
        Millrace opened = builder.everything()
                .store(store)
                .time(time)
                .threads(threads)
                .codec(new Codec())
                .monitor(new Disturbing())
                .settings(settings -> settings.lanes(2)
                        .cachedCases(4)
                        .cachedTimers(2)
                        .queue(6)
                        .snapshotBytes(600)
                        .dataBytes(2_000)
                        .handlerTimeLimit(Duration.ofSeconds(3))
                        .signalMemory(Duration.ofDays(10_000))
                        .requestMemory(Duration.ofDays(10_000))
                        .checkReplay(true))
                .open();
        opened.listen(clients::seen);
        scene.handlers().forEach(task -> opened.on(task, this::handle));
        return opened;
    }

    /** Delays one event in four, some for a while, some until anything else happens; refuses very few. */
    private Gate.Verdict judge(ReadOnlyCase state, Significant event, Instant now) {
        disturb("judging");
        // Of texts, whose hash is the same in every life.
        String seen = state.caseId() + event.getClass().getSimpleName() + now.getEpochSecond() + state.data();
        int luck = Math.floorMod(seen.hashCode(), 40);
        if (calm || luck >= 10) {
            return Gate.Verdict.ACCEPT;
        }
        // A signal that is refused is missed, and here none may be lost.
        return luck == 0 && !(event instanceof Significant.SignalReceived)
                ? new Gate.Refuse(Code.INTERVENTION.with("do this", "of chance"))
                : new Gate.Delay("chance " + luck, luck < 6 ? now.plusMillis(700) : null);
    }

    /** Writes things as they are, if it does. */
    private final class Codec implements PayloadCodec {
        @Override
        public byte[] encode(byte[] plain) {
            disturb("encoding");
            return plain;
        }

        @Override
        public byte[] decode(byte[] stored) {
            disturb("decoding");
            return stored;
        }
    }

    /** Counts nothing, and throws more than others: nothing of that may reach the engine. */
    private final class Disturbing implements Monitor {
        @Override
        public void count(String counter, long more) {
            disturb("counting");
            if (!calm && random.nextInt(100) == 0) {
                throw new AssertionError("simulated, in a monitor");
            }
        }

        @Override
        public void gauge(String gauge, LongSupplier value) {}

        @Override
        public void took(String what, long nanos) {
            disturb("measuring");
        }
    }

    /** A handler that is quick, slow, wrong, dead, or says its result twice. */
    private Object handle(Work work) throws Exception {
        clients.called(work);
        Data output = Data.fields("done", work.task(), "attempt", work.attempt());
        int luck = calm ? 100 : random.nextInt(100);
        if (luck < 4) {
            throw new WorkFailure("no");
        } else if (luck < 20) {
            throw new IllegalStateException("for a while");
        } else if (luck < 24) {
            throw new InternalError("dying");
        } else if (luck < 40 && depth < 2) {
            depth++;
            try {
                int many = random.nextInt(30);
                for (int i = 0; i < many && !store.isGone() && !Thread.currentThread().isInterrupted(); i++) {
                    if (random.nextInt(10) == 0) {
                        time.advance(Duration.ofSeconds(1));
                    }
                    step();
                }
            } finally {
                depth--;
            }
        } else if (luck < 55) {
            clients.tell(new Command.Complete(work.id(), output, work.attempt()));
        } else if (luck < 60) {
            clients.tell(new Command.Fail(work.id(), "said twice", work.attempt(), true));
        }
        return output;
    }

    private Audit audit() {
        Audit audit = Audit.of(durable, processes);
        clients.compare(audit);
        return audit;
    }

    /** A copy of the journal as it was at any instant is a journal with nothing amiss, in which the cases are open that were. */
    private void fork() {
        Instant start = Instant.parse("2000-01-01T00:00:00Z");
        Instant at = start.plusMillis((long) (forks.nextDouble() * Math.max(1, Duration.between(start, time.shown()).toMillis())));
        MemoryStore copy = new MemoryStore();
        Fork.of(durable, copy, PayloadCodec.PLAIN, at, turns -> {});
        List<JournalReport.Finding> findings = JournalCheck.of(copy, PayloadCodec.PLAIN, List.of(), turns -> {}).findings();
        if (!findings.isEmpty()) {
            throw new AssertionError("a copy of the journal as of " + at + " is not intact: " + findings);
        }
        // Where the clock has gone back, a case may be older than its process; then its code is not known there.
        if (!wentBack) {
            Audit.of(copy, processes);
        }
        note(() -> "forked at " + at);
    }

    /** The engine rests: a timer that has not fired by now was forgotten. Without its code a case cannot react to one. */
    private void demandNothingOverdue(Audit audit) {
        Set<String> overdue = clients.isEquipped() ? audit.overdue(time.shown()) : Set.of();
        if (!overdue.isEmpty()) {
            throw new AssertionError("the engine rests, and these timers have not fired: " + overdue);
        }
    }

    /** No more faults: everybody does what there is to do until nothing is open. */
    private void settle() {
        note(() -> "the faults stop");
        faults = FaultyStore.Faults.NONE;
        store.faults(faults);
        calm = true;
        restartIfGone();
        for (int round = 0; round < ROUNDS; round++) {
            if (round % 5 == 0 || !clients.isEquipped()) {
                clients.equip();
            }
            for (int i = 0; i < 12; i++) {
                idle();
                time.advanceToNext();
            }
            time.advance(Duration.ofHours(1));
            idle();
            Audit audit = audit();
            demandNothingOverdue(audit);
            String neglected = audit.underWay() == 0 ? audit.neglected() : null;
            if (neglected != null) {
                throw new AssertionError("the engine rests: " + neglected);
            }
            if (audit.underWay() == 0) {
                clients.rest();
            }
            if (clients.nothingOpen() && audit.open().isEmpty() && audit.underWay() == 0) {
                clients.compareAtEnd(audit);
                return;
            }
            clients.putRight(round);
        }
        throw new AssertionError("stuck: " + audit().open() + audit().messages() + clients.describe());
    }
}
