package io.millrace;

import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.calculus.RulesProcess;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.kernel.Deployments;
import io.millrace.kernel.Kernel;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.record.Request;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.language.Plan;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Log;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Outside;
import io.millrace.work.Dispatcher;
import io.millrace.work.Doer;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The wiring behind the facade: the kernel, the dispatcher that calls handlers, listeners, those who wait, and the way in which
 * all of it ends.
 *
 * <p>Effects come on the thread that commits, so {@link #perform} only hands them on. What the application wrote runs on the far
 * side of {@link Outside}.
 */
final class Engine implements AutoCloseable {
    /** How many events wait for one listener before more are dropped. */
    static final int LISTENER_ROOM = 10_000;
    /** The status with which the process ends when the engine stops and the settings say so. */
    private static final int HALTED = 70;
    /** How long a caller waits for the beginning of a case whose key is held. */
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(5);

    private final Ends ends = new Ends();
    private final Outside outside;
    private final Log log;
    private final Monitor monitor;
    private final LongSupplier nanos;
    private final List<Consumer<Effect>> listeners = new CopyOnWriteArrayList<>();
    private final Dispatcher dispatcher;
    private final Kernel kernel;
    private final @Nullable Store store;
    private final Duration grace;
    private final Runnable closeClock;
    private final @Nullable Consumer<String> warned;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final ReentrantLock scheduling = new ReentrantLock();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    Engine(Builder.Ground ground) {
        this.outside = ground.outside();
        this.log = ground.log();
        this.monitor = ground.monitor();
        this.nanos = ground.nanos();
        this.store = ground.store();
        this.grace = ground.grace();
        this.closeClock = ground.closeClock();
        this.warned = ground.warned();
        this.dispatcher = new Dispatcher(
                outside::fork,
                (delay, call) -> ground.time().wakeAt(ground.time().now().plus(delay), call),
                nanos,
                ground.settings().handlerTimeLimit(),
                // Without a store there is no other place where a call could wait.
                ground.store() == null ? Integer.MAX_VALUE : ground.settings().queue(),
                new Reports(),
                new Dispatcher.Backlog() {
                    @Override
                    public List<String> tenants(Doer doer) {
                        return kernel().lists().tenantsWithWork(doer);
                    }

                    @Override
                    public Dispatcher.Due due(Doer doer, String tenant, @Nullable String cursor) {
                        return Engine.this.due(doer, tenant, cursor);
                    }
                },
                new Dispatcher.Presence() {
                    @Override
                    public void begin() {
                        kernel().quiet().begin();
                    }

                    @Override
                    public void end() {
                        kernel().quiet().end();
                    }
                },
                () -> kernel().files());
        monitor.gauge(Monitor.CALLS_WAITING, dispatcher::waiting);
        monitor.gauge(Monitor.CALLS_RUNNING, dispatcher::running);
        this.kernel = Kernel.open(ground.setup(this::perform));
        kernel.whenStopped((why, failure) -> halted(why, failure, ground.settings().endProcess()));
        try {
            kernel.start();
        } catch (RuntimeException | Error e) {
            kernel.close();
            throw e;
        }
        log.started(ground.settings().lanes(), kernel.deployments().count(), ground.store() == null ? "none" : ground.where());
        logProblems(problem -> problem.code() != Code.NO_CODE);
        // Applications deploy their processes after they open the engine, so code may be missing for a moment.
        ground.time().wakeAt(
                ground.time().now().plus(Deployments.PATIENCE), () -> logProblems(problem -> problem.code() == Code.NO_CODE));
    }

    private void logProblems(Predicate<Problem> chosen) {
        if (!closing.get()) {
            kernel.deployments().problems().stream().filter(chosen).forEach(log::problem);
        }
    }

    /** The kernel of an open engine. */
    Kernel kernel() {
        return kernel;
    }

    /** The kernel, for a question; a closed engine has none. */
    Kernel open() {
        Problem refused = refused();
        if (refused != null) {
            throw new RefusedException(refused);
        }
        return kernel;
    }

    /** Why nothing can be asked now, or not from here. */
    private @Nullable Problem refused() {
        if (closing.get()) {
            return outside.reason();
        }
        Problem stopped = kernel.stopped();
        // Whoever is on a thread that decides or commits would wait for itself.
        return stopped == null && outside.isStrand() ? Code.FROM_INSIDE.with() : stopped;
    }

    /** Questions to the history of a tenant, with the newest of the rules that are deployed. */
    Questions questions(String tenant) {
        Kernel asked = open();
        return Questions.to(new Source(), tenant, asked::now).with(asked.deployments().newest(tenant).stream()
                .filter(RulesProcess.class::isInstance)
                .map(process -> ((RulesProcess) process).rules())
                .toList());
    }

    /** The rows of the history as the engine has them, while it runs. */
    private final class Source implements Projection.Stored {
        private final Projection.Stored rows = open().indexing().rows(HistoryIndex.INSTANCE);

        @Override
        public void scan(byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
            open();
            rows.scan(from, to, direction, visitor);
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            open();
            return rows.get(key);
        }
    }

    Ends ends() {
        return ends;
    }

    // Asking.

    /** Asks a command. The future completes on an engine's strand and is not for the application. */
    private CompletableFuture<Answer> ask(Request request) {
        Problem refused = refused();
        if (refused != null) {
            return CompletableFuture.completedFuture(new Answer.Refused(refused));
        }
        if (monitor.equals(Monitor.NONE)) {
            return kernel.ask(request);
        }
        long begun = nanos.getAsLong();
        CompletableFuture<Answer> answer = kernel.ask(request);
        answer.whenComplete((given, failure) -> monitor.took(Monitor.COMMAND, nanos.getAsLong() - begun));
        return answer;
    }

    /** Asks a command for the application, which may chain what it likes. */
    CompletableFuture<Answer> asking(Request request) {
        return outside.published(ask(request), this::stopped);
    }

    /** Asks and waits; a refusal becomes an exception. */
    Data demand(Request request) {
        return switch (outside.await(ask(request), this::stopped)) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new RefusedException(refused.problem());
            case Answer.Delayed delayed -> throw new RefusedException(delayed.problem());
        };
    }

    /** What a command would do. */
    CompletableFuture<Plan> planning(Request request) {
        Problem refused = refused();
        return refused == null
                ? published(kernel.plan(request))
                : CompletableFuture.failedFuture(new RefusedException(refused));
    }

    private void stopped(CompletableFuture<Answer> waiting) {
        waiting.complete(new Answer.Refused(outside.reason()));
    }

    <T> CompletableFuture<T> published(CompletableFuture<T> inside) {
        return outside.published(inside);
    }

    <T> T await(CompletableFuture<T> inside) {
        return outside.await(inside);
    }

    <T> T await(CompletableFuture<T> inside, Duration patience, Supplier<RuntimeException> tooLate) {
        return outside.await(inside, patience, tooLate);
    }

    /** Looks for the case of a schedule and starts it if there is none: one caller after the other, or two would start it. */
    <T> T scheduling(Supplier<T> what) {
        scheduling.lock();
        try {
            return what.get();
        } finally {
            scheduling.unlock();
        }
    }

    /**
     * Waits until a case is there that a message begins: with a unique key, the key is held first and the case begins a commit later.
     * The message is durable, so a case that is not there after a while comes all the same.
     */
    void awaitBegun(String tenant, CaseId id) {
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        Runnable look = () -> kernel.info(tenant, id).thenAccept(info -> begun.complete(true));
        var watch = kernel.watch(tenant, id, look);
        try {
            look.run();
            await(begun, BEGINS_WITHIN, () -> new RefusedException(Code.UNKNOWN_CASE.with(id)));
        } catch (RefusedException late) {
            // Whoever asks the case something hears of it.
        } finally {
            watch.close();
        }
    }

    /** Claims the next offered work; each claim is a command of its own. */
    List<WorkItem> claimNext(String tenant, WorkQuery query, int most, Function<WorkId, Request> claim) {
        return await(open().claimNext(tenant, query, most, work -> ask(claim.apply(work))));
    }

    /** What can be seen to be wrong with this engine now. */
    Health health() {
        List<Problem> problems = new ArrayList<>(open().deployments().problems());
        for (Doer doer : kernel.lists().waitedFor()) {
            if (!dispatcher.isRegistered(doer)) {
                problems.add(unattended(doer));
            }
        }
        Problem ofStore = store == null ? null : store.problem();
        if (ofStore != null) {
            problems.add(ofStore);
        }
        return new Health(problems);
    }

    private static Problem unattended(Doer doer) {
        return Code.NO_HANDLER.with(
                switch (doer) {
                    case Doer.Handler handler -> "handler '" + handler.name() + "'";
                    case Doer.Program program -> "program '" + program.name() + "'";
                    case Doer.Process process -> "process '" + process.name() + "'";
                    case Doer.People people -> "people";
                });
    }

    // What the application gives.

    void register(Doer doer, Handler handler, Limits limits) {
        open();
        dispatcher.register(doer, handler, limits);
    }

    /** Tells the one who deploys a process what can be seen to be wrong with it. */
    void warn(Compiled<?> process, List<Finding> findings) {
        for (Finding finding : findings) {
            String warning = finding.in(process.contract().name());
            if (warned == null) {
                log.warning(warning);
            } else {
                try {
                    warned.accept(warning);
                } catch (RuntimeException | Error e) {
                    // The process is deployed; a receiver that fails must not make it look otherwise.
                    log.callback("The receiver of deployment warnings threw.", e);
                }
            }
        }
    }

    void listen(Consumer<Effect> listener) {
        open();
        Argument.given(listener, "listener");
        listeners.add(outside.guarded("listener", LISTENER_ROOM, listener, monitor, () -> log));
    }

    Object futureFor(Work work, String slot, Class<?> type) {
        return new Case(this, work.tenant(), work.caseId()).slot(slot, type, this::atRest);
    }

    /** A handler that waits for what others will give is not under way until it is there. */
    private CompletableFuture<Data> atRest(CompletableFuture<Data> value) {
        if (value.isDone()) {
            return value;
        }
        CompletableFuture<Data> there = value.whenComplete((data, failure) -> kernel.quiet().begin());
        kernel.quiet().end();
        return there;
    }

    // What the kernel releases.

    /** Runs on the thread that commits: hands on, never waits. */
    private void perform(List<Effect> effects) {
        List<Dispatcher.Call> calls = new ArrayList<>(0);
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.CallWork call -> calls.add(new Dispatcher.Call(
                        call.tenant(), call.process(), call.work(), call.timeLimit(), call.trace()));
                case Effect.RecallWork recall -> {
                    // What it recalls may be among them.
                    dispatcher.call(calls);
                    calls.clear();
                    dispatcher.recall(recall.tenant(), recall.work());
                }
                case Effect.AnnounceEnd end -> ends.announce(end);
                case Effect.ReleaseFile old -> later(() -> kernel.files().release(old.tenant(), old.caseId(), old.file()));
                case Effect.OfferWork offer -> {}
            }
            listeners.forEach(listener -> listener.accept(effect));
        }
        dispatcher.call(calls);
    }

    private void later(Runnable task) {
        kernel.quiet().begin();
        outside.fork(() -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                if (!closing.get()) {
                    log.callback("A file could not be released; it is removed with its case.", e);
                }
            } finally {
                kernel.quiet().end();
            }
        });
    }

    /** Calls that waited in the journal, where only their work items are kept: their limits are asked of their case's version. */
    private Dispatcher.Due due(Doer doer, String tenant, @Nullable String cursor) {
        Listings lists = kernel.lists();
        var page = lists.automaticWork(doer, tenant, cursor, 1_000);
        // Many of them may be of one case, and what its row holds may be large.
        Map<CaseId, Integer> versions = new HashMap<>();
        List<Dispatcher.Call> calls = new ArrayList<>();
        for (ListedWork due : page.items()) {
            String process = due.process();
            WorkItem item = due.item();
            int version = versions.computeIfAbsent(item.id().caseId(), id -> lists.version(tenant, id, process));
            Compiled<?> code = kernel.deployments().code(tenant, process, version);
            Duration limit = code == null ? null : code.task(item.task()).timeLimit();
            calls.add(new Dispatcher.Call(tenant, process, item, limit, null));
        }
        return new Dispatcher.Due(calls, page.cursor());
    }

    /** Takes results back into the engine; what the engine cannot take now is offered again. */
    private final class Reports implements Dispatcher.Results {
        @Override
        public void began(Dispatcher.Call call) {
            monitor.count(Monitor.CALLS, 1);
            if (call.item().attempt() > 1) {
                monitor.count(Monitor.RETRIES, 1);
            }
        }

        @Override
        public void ended(Dispatcher.Call call, long nanos) {
            monitor.took(Monitor.CALL, nanos);
        }

        @Override
        public void thrown(Dispatcher.Call call, Throwable failure) {
            log.attemptFailed(call.item().id(), call.item().task(), call.item().attempt(), failure);
        }

        @Override
        public void awaited(List<Dispatcher.Call> calls, Duration left) {
            log.closing(calls.size(), shown(calls), left);
        }

        @Override
        public void interrupted(List<Dispatcher.Call> calls) {
            log.interrupted(calls.size(), shown(calls));
        }

        /** The first of them: there may be thousands. */
        private static String shown(List<Dispatcher.Call> calls) {
            return calls.stream()
                            .limit(5)
                            .map(call -> "'" + call.item().task() + "' for work item " + call.item().id())
                            .collect(Collectors.joining(", "))
                    + (calls.size() > 5 ? ", …" : "");
        }

        @Override
        public void unattended(Doer doer) {
            log.problem(Engine.unattended(doer));
        }

        @Override
        public void completed(Dispatcher.Call call, Data output, Runnable settled) {
            report(call, new Command.Complete(call.item().id(), output, call.item().attempt()), settled);
        }

        @Override
        public void later(Dispatcher.Call call, Runnable settled) {
            report(call, new Command.Defer(call.item().id(), call.item().attempt()), settled);
        }

        @Override
        public void failed(Dispatcher.Call call, String reason, boolean again, List<String> kinds, Runnable settled) {
            monitor.count(Monitor.FAILURES, 1);
            report(call, new Command.Fail(call.item().id(), reason, call.item().attempt(), again, kinds), settled);
        }

        private void report(Dispatcher.Call call, Command.OfWork command, Runnable settled) {
            Request request = new Request(call.tenant(), command, null, null, null, null, null, null);
            kernel.report(request, settled, problem -> {
                // A result that is not what was declared is a failed attempt.
                if (command instanceof Command.Complete) {
                    failed(call, problem.message(), true, List.of(), settled);
                } else {
                    settled.run();
                }
            });
        }
    }

    // The end.

    /** The kernel cannot go on: everybody is told, and the process ends if the application wants that. */
    private void halted(Problem why, @Nullable Throwable failure, boolean endProcess) {
        outside.stop(why);
        dispatcher.stop();
        log.halted(why, failure);
        if (endProcess) {
            log.flush();
            Runtime.getRuntime().halt(HALTED);
        }
    }

    /**
     * Shuts down: no new command is taken, handlers that run have the grace time, then they are interrupted, everybody who waits
     * is released, and threads, store and clock are closed. A caller that the engine itself runs does not wait for it.
     */
    @Override
    public void close() {
        boolean first = closing.compareAndSet(false, true);
        if (outside.isWithin() || outside.isStrand()) {
            if (first) {
                // This thread must come to its end before the engine can.
                outside.beside("close", this::shutDown);
            }
        } else if (first) {
            shutDown();
        } else {
            closed.join();
        }
    }

    private void shutDown() {
        try {
            dispatcher.close(grace);
            log.flush();
            kernel.log().flush();
        } finally {
            try {
                kernel.close();
            } finally {
                outside.stop(outside.reason());
                closeClock.run();
                log.stopped();
                closed.complete(null);
            }
        }
    }
}
