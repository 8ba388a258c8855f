package io.millrace.server.federation;

import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Another engine, and everything that is to be asked of it. A few threads do the errands, one after the other; what waits for the end of a
 * case there waits in a table. So the number of open cases costs memory only.
 *
 * <p>Nothing here is durable. An errand is an attempt at work that is in the journal; after a restart the engine calls for it again, and
 * {@link RemoteEngine} asks in such a way that a repeat changes nothing.
 */
final class Peer implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server.federation");
    /** How many requests are under way at the same time. */
    private static final int WORKERS = 8;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofSeconds(2);
    /** A line that comes and goes is reported once in a while. */
    private static final Duration TELL_EVERY = Duration.ofMinutes(1);
    /** How often all open cases are looked at though no event came. */
    private static final Duration LOOK = Duration.ofMinutes(10);

    private final String name;
    private final EngineSettings settings;
    private final Ground ground;
    private final RemoteEngine engine;
    private final Ends ends;
    private final BlockingQueue<Errand> queue = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger failures = new AtomicInteger();
    private volatile long resumesAt = System.nanoTime();
    private volatile @Nullable Trouble trouble;
    private volatile boolean answered;
    private volatile Instant told = Instant.EPOCH;

    /** Since when, and why, it cannot be reached. */
    record Trouble(Instant since, Problem problem) {}

    /** The engine here cannot say or take something at the moment; nothing is wrong with the other one. */
    static final class NotNow extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotNow(RefusedException cause) {
            super(cause);
        }
    }

    /** The engine here, as errands need it. Each method may throw {@link NotNow}. */
    interface Ground {
        /** Whether the attempt is still wanted. */
        boolean isOpen(Errand errand);

        /** For whom the case was started, or null. */
        @Nullable String behalf(Errand errand);

        /** The result of the work. */
        void complete(Errand errand, Data output);

        /** The attempt has failed. */
        void fail(Errand errand, Problem problem, boolean again);
    }

    Peer(String self, String name, EngineSettings settings, Ground ground) {
        this.name = name;
        this.settings = settings;
        this.ground = ground;
        this.engine = new RemoteEngine(self, name, settings);
        this.ends = new Ends(engine::follow, queue::add);
    }

    void start() {
        for (int i = 0; i < WORKERS; i++) {
            Thread.ofVirtual().name("millrace-engine-" + name + "-" + i).start(this::work);
        }
        Thread.ofVirtual().name("millrace-engine-" + name + "-look").start(this::look);
    }

    EngineSettings settings() {
        return settings;
    }

    MillraceClient client() {
        return engine.client();
    }

    @Nullable Trouble trouble() {
        return trouble;
    }

    /** Whether it has answered since this server was started. */
    boolean hasAnswered() {
        return answered;
    }

    /** How many cases there are waited for. */
    int open() {
        return ends.size();
    }

    /** How many errands wait to be done. */
    int waiting() {
        return queue.size();
    }

    /** Why a piece of work may not be given to this engine, or null. */
    @Nullable Problem refusal(Errand errand) {
        if (!settings.tenants().contains(errand.tenant())) {
            return Code.UNKNOWN_ENGINE.with(name, "it is there, but not for tenant '" + errand.tenant() + "'");
        }
        if (!settings.processes().isEmpty() && !settings.processes().contains(errand.process())) {
            return Code.UNKNOWN_ENGINE.with(name, "it is there, but not for process '" + errand.process() + "'");
        }
        return null;
    }

    void add(Errand errand) {
        queue.add(errand);
    }

    @Override
    public void close() {
        closed.countDown();
        ends.close();
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    // Doing errands.

    private void work() {
        try {
            while (!isClosed()) {
                Errand errand = queue.poll(500, TimeUnit.MILLISECONDS);
                if (errand != null && !isClosed()) {
                    pause();
                    attempt(errand);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** While the other engine does not answer, errands wait longer and longer. */
    private void pause() throws InterruptedException {
        long left = resumesAt - System.nanoTime();
        if (left > 0) {
            closed.await(left, TimeUnit.NANOSECONDS);
        }
    }

    private void attempt(Errand errand) {
        if (isClosed()) {
            return;
        }
        try {
            perform(errand);
            failures.set(0);
            answered = true;
            trouble = null;
        } catch (NotNow e) {
            soon(errand);
        } catch (RefusedException e) {
            failed(errand, e.problem());
        } catch (RuntimeException e) {
            // What came back does not have the form that it must have.
            LOG.log(Level.FINE, e, () -> "Engine " + name + " answers strangely");
            failed(errand, Code.SERVER_STRANGE.with(settings.url(), "its answer cannot be understood"));
        } catch (Error e) {
            // Whatever it is: a thread that ends would be missed by nobody, and neither would the errand.
            LOG.log(Level.WARNING, e, () -> "An errand to engine " + name + " failed");
            failed(errand, Code.SERVER_STRANGE.with(settings.url(), "its answer cannot be understood (" + e.getClass().getSimpleName() + ")"));
        }
    }

    private void failed(Errand errand, Problem problem) {
        try {
            report(errand, problem);
        } catch (NotNow e) {
            soon(errand);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, e, () -> "What engine " + name + " answered cannot be taken now");
            soon(errand);
        }
    }

    /** Tries an errand again after a moment: the engine here is busy, or the code of a process is not there yet. */
    private void soon(Errand errand) {
        Thread.ofVirtual().start(() -> {
            try {
                if (!closed.await(SOON.toMillis(), TimeUnit.MILLISECONDS)) {
                    queue.add(errand);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void perform(Errand errand) {
        switch (errand.task()) {
            case RemoteProcess.START -> start(errand);
            case RemoteProcess.RESULT -> result(errand);
            case RemoteProcess.CANCEL -> cancel(errand);
            default -> throw new IllegalArgumentException(errand.task());
        }
    }

    private void report(Errand errand, Problem problem) {
        if (RemoteEngine.isPassing(problem.code())) {
            later(errand, problem);
            return;
        }
        switch (problem.code()) {
            // A server whose code is not there yet has it in a moment.
            case SERVER_STRANGE, NO_CODE -> ground.fail(errand, Code.ENGINE_REFUSED.with(name, deed(errand), problem.message()), true);
            case REMOTE_CASE_GONE -> ground.fail(errand, problem, false);
            default -> ground.fail(errand, Code.ENGINE_REFUSED.with(name, deed(errand), problem.message()), false);
        }
    }

    private static String deed(Errand errand) {
        return switch (errand.task()) {
            case RemoteProcess.START -> "start a case of '" + errand.process() + "'";
            case RemoteProcess.RESULT -> "show case '" + errand.remote() + "'";
            default -> "cancel " + (errand.remote() == null ? "a case of '" + errand.process() + "'" : "case '" + errand.remote() + "'");
        };
    }

    /** The other engine cannot do it now. That is no failure of the attempt, however long it takes. */
    private void later(Errand errand, Problem problem) {
        Trouble before = trouble;
        Instant instant = Instant.now();
        trouble = new Trouble(before == null ? instant : before.since(), problem);
        if (before == null && told.plus(TELL_EVERY).isBefore(instant)) {
            told = instant;
            LOG.log(Level.WARNING, () -> Code.ENGINE_SILENT.with(name, problem.message()).message());
        }
        long now = System.nanoTime();
        if (resumesAt - now <= 0) {
            int steps = Math.min(failures.getAndIncrement(), 16);
            long pause = Math.min(FIRST_PAUSE.toNanos() << steps, LONGEST_PAUSE.toNanos());
            resumesAt = now + pause;
        }
        queue.add(errand);
    }

    // The three kinds of errands.

    private void start(Errand errand) {
        // It may have waited for long, and a case that is not wanted any more must not begin.
        if (ground.isOpen(errand)) {
            CaseId there = engine.start(errand, settings.naming() ? ground.behalf(errand) : null);
            ground.complete(errand, Data.fields("case", there.toString()));
        }
    }

    private void result(Errand errand) {
        String there = errand.text("case");
        ends.await(there, errand);
        boolean waits = false;
        try {
            CaseInfo info = engine.look(errand, there);
            if (info.status() == CaseStatus.COMPLETED) {
                ground.complete(errand, RemoteProcess.result(there, info.outcome()));
            } else if (!info.status().isOpen()) {
                ground.complete(errand, RemoteProcess.failure(there, ending(there, info)));
            } else {
                waits = ground.isOpen(errand);
            }
        } finally {
            if (!waits) {
                ends.forget(there, errand);
            }
        }
    }

    private String ending(String there, CaseInfo info) {
        String reason = info.outcome() instanceof Data.Text text ? text.value() : "no reason given";
        return "Case '" + there + "' of engine '" + name + "' " + (info.status() == CaseStatus.FAILED ? "failed: " : "was cancelled: ") + reason;
    }

    private void cancel(Errand errand) {
        CaseId there = engine.cancel(errand);
        ground.complete(errand, there == null ? Data.fields() : Data.fields("case", there.toString()));
    }

    /** The stream of events says all; this is for the case that it does not. */
    private void look() {
        try {
            while (!closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                ends.lookAtAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
