package io.millrace.server.federation;

import io.millrace.client.Following;
import io.millrace.client.MillraceClient;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.HistoryEvent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Another engine, and everything that is to be asked of it. A few threads do the errands, one after the other; what waits for the end of a
 * case there waits in a table, and one stream of events says which case has ended. So the number of open cases costs memory only.
 *
 * <p>Nothing here is durable. An errand is an attempt at work that is in the journal; after a restart the engine calls for it again.
 * Therefore every errand can be repeated at any time:
 *
 * <ul>
 *   <li>A case there has a business key that no other case has, made of the names of this engine and tenant, the case here and the instant
 *       of its start. Before a start is asked for, a case with this key is looked for, however old it is.
 *   <li>A start has a request id, so that one that comes late or twice on the line is recognised. The answer to a request id is remembered
 *       there, also a refusal. Each attempt therefore has an id of its own, which it uses only after those of all attempts before it have
 *       been answered once more.
 *   <li>A cancellation of a case of which no answer came first uses up these ids with a command that does nothing. A start that is still on
 *       its way is refused when it arrives.
 * </ul>
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
    /** How often a case is looked for whose start seems to be under way there. */
    private static final int LOOKS = 20;
    /** How many ids of attempts are used up if it is not known how many attempts there were. */
    private static final int UNKNOWN_ATTEMPTS = 20;

    private static final List<String> ENDS = List.of("CaseCompleted", "CaseFailed", "CaseCancelled");
    /** A case that no engine has. */
    private static final CaseId NO_CASE = CaseId.root(Long.MAX_VALUE);

    private final String self;
    private final String name;
    private final EngineSettings settings;
    private final Ground ground;
    private final MillraceClient client;
    private final BlockingQueue<Errand> queue = new LinkedBlockingQueue<>();
    /** Errands for results, by the cases there. */
    private final Map<String, Errand> awaiting = new ConcurrentHashMap<>();

    private final ReentrantLock connecting = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable Following ear;
    private volatile long resumesAt = System.nanoTime();
    private volatile @Nullable Trouble trouble;
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
        this.self = self;
        this.name = name;
        this.settings = settings;
        this.ground = ground;
        MillraceClient plain = MillraceClient.at(settings.url()).actor(self).timeout(settings.timeout());
        MillraceClient tenanted = settings.tenant() == null ? plain : plain.tenant(settings.tenant());
        this.client = settings.key() == null ? tenanted : tenanted.key(settings.key());
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
        return client;
    }

    @Nullable Trouble trouble() {
        return trouble;
    }

    /** How many cases there are waited for. */
    int open() {
        return awaiting.size();
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
        Following open = ear;
        if (open != null) {
            open.close();
        }
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
            trouble = null;
        } catch (NotNow e) {
            soon(errand);
        } catch (RefusedException e) {
            failed(errand, e.problem());
        } catch (RuntimeException e) {
            // What came back does not have the form that it must have.
            LOG.log(Level.FINE, e, () -> "Engine " + name + " answers strangely");
            failed(errand, Code.SERVER_STRANGE.with(settings.url(), "its answer cannot be understood"));
        }
    }

    private void failed(Errand errand, Problem problem) {
        try {
            report(errand, problem);
        } catch (NotNow e) {
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
        switch (problem.code()) {
            case SERVER_ABSENT, STOPPED, TOO_MANY_REQUESTS, TOO_BUSY, STORE_FAILED, DISK_FULL, SERVER_FAILED, TOO_SLOW -> later(errand, problem);
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

    // Starting.

    private String key(Errand errand) {
        return self + "/" + errand.tenant() + "/" + errand.text("key");
    }

    /** The id of the request of one attempt at a start. */
    private static String requestId(String key, int attempt) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest((key + "\n" + attempt).getBytes(StandardCharsets.UTF_8));
            return "engine-" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private void start(Errand errand) {
        if (!ground.isOpen(errand)) {
            return;
        }
        String key = key(errand);
        CaseId there = find(errand, key).map(CaseInfo::id).orElse(null);
        if (there == null) {
            there = started(errand, key);
        }
        ground.complete(errand, Data.fields("case", there.toString()));
    }

    private Optional<CaseInfo> find(Errand errand, String key) {
        return client.cases(CaseQuery.ofProcess(errand.process()).withKey(key), null, 1).items().stream()
                .filter(info -> key.equals(info.key()))
                .findFirst();
    }

    /** The answer of each attempt is asked for again, so that one of which nothing was heard cannot start a second case. */
    private CaseId started(Errand errand, String key) {
        MillraceClient asking = client.because("For case " + errand.work().caseId() + " of engine " + self);
        String behalf = settings.naming() ? ground.behalf(errand) : null;
        asking = behalf == null ? asking : asking.onBehalfOf(behalf);
        asking = errand.trace() == null ? asking : asking.trace(errand.trace());
        int version = errand.input().at("version").isNothing() ? 0 : errand.input().at("version").asInt();
        Command.Start start = new Command.Start(errand.process(), version, errand.input().at("input"), key);
        Problem refused = null;
        for (int attempt = 1; attempt <= errand.attempt(); attempt++) {
            switch (asking.request(requestId(key, attempt)).ask(start)) {
                case Answer.Done done -> {
                    return CaseId.parse(done.value().text());
                }
                case Answer.Refused answer when isPassing(answer.problem().code()) -> throw new RefusedException(answer.problem());
                case Answer.Refused answer -> refused = answer.problem();
                case Answer.Delayed delayed -> throw new RefusedException(Code.TOO_BUSY.with(delayed.problem().message()));
            }
        }
        throw new RefusedException(refused == null ? Code.SERVER_STRANGE.with(settings.url(), "it gave no answer") : refused);
    }

    /** Whether a refusal says nothing about the request. */
    private static boolean isPassing(Code code) {
        return switch (code) {
            case STOPPED, TOO_MANY_REQUESTS, TOO_BUSY, STORE_FAILED, DISK_FULL, SERVER_FAILED, TOO_SLOW, NOT_AUTHENTICATED, NOT_PERMITTED -> true;
            default -> false;
        };
    }

    // Waiting for the end.

    private void result(Errand errand) {
        String there = errand.text("case");
        listen();
        awaiting.put(there, errand);
        CaseInfo info = own(errand, there);
        String reason = info.outcome() instanceof Data.Text text ? text.value() : "no reason given";
        if (info.status() == CaseStatus.COMPLETED) {
            awaiting.remove(there, errand);
            ground.complete(errand, RemoteProcess.result(there, info.outcome()));
        } else if (!info.status().isOpen()) {
            awaiting.remove(there, errand);
            String words = "Case '" + there + "' of engine '" + name + "' " + (info.status() == CaseStatus.FAILED ? "failed" : "was cancelled") + ": " + reason;
            ground.complete(errand, RemoteProcess.failure(there, words));
        } else if (!ground.isOpen(errand)) {
            awaiting.remove(there, errand);
        }
    }

    /** A case there that was started from here: after a restore from an old copy, or at another engine, its number may be another's. */
    private CaseInfo own(Errand errand, String there) {
        try {
            CaseInfo info = client.look(CaseId.parse(there)).info();
            if (key(errand).equals(info.key())) {
                return info;
            }
        } catch (RefusedException e) {
            if (e.code() != Code.UNKNOWN_CASE) {
                throw e;
            }
        }
        awaiting.remove(there, errand);
        throw new RefusedException(Code.REMOTE_CASE_GONE.with(there, name));
    }

    /** From when this returns, no end of a case is missed. */
    private void listen() {
        if (ear != null) {
            return;
        }
        connecting.lock();
        try {
            if (ear == null && !isClosed()) {
                Following following = client.follow(null, null, ENDS, this::heard);
                ear = following;
                following.ended().whenComplete((done, failure) -> deaf(following));
            }
        } finally {
            connecting.unlock();
        }
    }

    private void heard(HistoryEvent event) {
        CaseId ended = event.caseId();
        Errand errand = ended == null ? null : awaiting.remove(ended.toString());
        if (errand != null) {
            queue.add(errand);
        }
    }

    /** The stream cannot go on where it was: every case may have ended meanwhile. */
    private void deaf(Following following) {
        if (following.equals(ear)) {
            ear = null;
        }
        lookAtAll();
    }

    private void lookAtAll() {
        for (String there : List.copyOf(awaiting.keySet())) {
            Errand errand = awaiting.remove(there);
            if (errand != null && !isClosed()) {
                queue.add(errand);
            }
        }
    }

    private void look() {
        try {
            while (!closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                lookAtAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // Cancelling.

    private void cancel(Errand errand) {
        CaseId there = errand.remote() == null ? fenced(errand) : known(errand);
        if (there != null) {
            switch (client.ask(new Command.CancelCase(there, errand.text("reason")))) {
                case Answer.Done done -> {}
                case Answer.Delayed delayed -> {}
                case Answer.Refused refused when refused.problem().code() == Code.CASE_ENDED || refused.problem().code() == Code.UNKNOWN_CASE -> {}
                case Answer.Refused refused -> throw new RefusedException(refused.problem());
            }
        }
        ground.complete(errand, there == null ? Data.fields() : Data.fields("case", there.toString()));
    }

    /** The case that is known to have been started; null if it is not there any more. */
    private @Nullable CaseId known(Errand errand) {
        try {
            return own(errand, errand.text("case")).id();
        } catch (RefusedException e) {
            if (e.code() == Code.REMOTE_CASE_GONE) {
                return null;
            }
            throw e;
        }
    }

    /** Sees to it that no start can arrive from now on, and gives the case that one has started before, or null. */
    private @Nullable CaseId fenced(Errand errand) {
        String key = key(errand);
        int attempts = errand.input().at("attempts").asInt();
        boolean used = false;
        for (int attempt = 1; attempt <= (attempts == 0 ? UNKNOWN_ATTEMPTS : attempts); attempt++) {
            Answer answer = client.request(requestId(key, attempt)).ask(new Command.CancelCase(NO_CASE, "not wanted any more"));
            if (!(answer instanceof Answer.Refused refused)) {
                throw new RefusedException(Code.SERVER_STRANGE.with(settings.url(), "it has a case " + NO_CASE));
            }
            switch (refused.problem().code()) {
                case UNKNOWN_CASE -> {}
                case REQUEST_REUSED -> used = true;
                default -> throw new RefusedException(refused.problem());
            }
        }
        Optional<CaseInfo> found = find(errand, key);
        for (int i = 0; used && found.isEmpty() && i < LOOKS && !isClosed(); i++) {
            // The start may be under way there; or it was refused, and there will never be a case.
            rest();
            found = find(errand, key);
        }
        return found.map(CaseInfo::id).orElse(null);
    }

    private void rest() {
        try {
            closed.await(FIRST_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
