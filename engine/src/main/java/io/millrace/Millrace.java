package io.millrace;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.kernel.Effect;
import io.millrace.kernel.Files;
import io.millrace.kernel.History;
import io.millrace.kernel.Kernel;
import io.millrace.kernel.Lists;
import io.millrace.kernel.Request;
import io.millrace.kernel.Retention;
import io.millrace.language.Compiled;
import io.millrace.language.Finding;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Threads;
import io.millrace.work.BoundObject;
import io.millrace.work.Dispatcher;
import io.millrace.work.Doer;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Participant;
import io.millrace.work.Program;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A workflow engine. Deploy processes, start cases, register who does the work.
 *
 * <pre>{@code
 * var claim = ActivityProcess.named("claim", sequence(
 *         work("review").role("adjuster").input("amount").result("review"),
 *         call("pay").input("amount").result("payment")));
 * try (var mill = Millrace.open(journal)) {
 *     mill.deploy(claim);
 *     mill.on("pay", work -> Data.fields("paid", work.in("amount"))).participant("anna", "adjuster");
 *     var first = mill.start("claim", Data.fields("amount", 120));
 *     mill.as("anna").complete(mill.worklist("anna").getFirst().id(), Data.fields("approved", true));
 *     System.out.println(first.result());
 * }
 * }</pre>
 */
public final class Millrace implements AutoCloseable {
    /** The tenant of an engine that has only one. */
    public static final String TENANT = "main";

    private final Kernel kernel;
    private final Engine engine;
    private final Commands commands;

    Millrace(Engine engine) {
        this.engine = engine;
        this.kernel = engine.kernel();
        this.commands = new Commands(engine, TENANT);
    }

    /** Opens the embedded store in a directory, with every part. */
    public static Millrace open(Path directory) {
        return builder().everything().directory(directory).open();
    }

    /** A bare core in memory: handlers do the work, nothing survives, nothing can be searched. */
    public static Millrace inMemory() {
        return builder().open();
    }

    public static Builder builder() {
        return new Builder();
    }

    // What runs here.

    /**
     * Deploys a process and returns its version: the same definition is the same version. A new version is examined first: one whose
     * cases can get stuck is refused, unless {@link DeployOption#ALLOW_UNSOUND} is given. What else it can be seen to do
     * wrong is told to {@link Builder#onWarning}.
     */
    public int deploy(Compiled<?> process, DeployOption... options) {
        return commands.deploy(process, options);
    }

    public List<String> processes() {
        return kernel.processes(TENANT);
    }

    /** Registers the handler of automatic work. */
    public Millrace on(String task, Handler handler) {
        return on(task, Limits.DEFAULT, handler);
    }

    /** Registers the handler of automatic work with limits of its own. */
    public Millrace on(String task, Limits limits, Handler handler) {
        engine.dispatcher().register(new Doer.Handler(task), handler, limits);
        return this;
    }

    /** Registers a program by the name under which processes know it. */
    public Millrace program(String name, Program program) {
        return program(name, program, Limits.DEFAULT);
    }

    /** Registers a program with limits of its own. */
    public Millrace program(String name, Program program, Limits limits) {
        engine.dispatcher().register(new Doer.Program(name), program, limits);
        return this;
    }

    /** Binds an application object to a name under which processes send it messages. */
    public Millrace bind(String name, Object object) {
        return bind(name, object, Limits.DEFAULT);
    }

    /** Binds an application object with limits of its own: how many messages it takes at once and in a second. */
    public Millrace bind(String name, Object object, Limits limits) {
        Doer doer = new Doer.Handler(BoundObject.handlerOf(name));
        engine.dispatcher().register(doer, new BoundObject(object, engine::futureFor), limits);
        return this;
    }

    public Millrace participant(String name, String... roles) {
        return participant(new Participant(name, Set.of(roles), Set.of()));
    }

    public Millrace participant(Participant participant) {
        commands.add(participant);
        return this;
    }

    public List<Participant> participants() {
        return kernel.participants(TENANT);
    }

    // Cases.

    public Case start(String process) {
        return commands.start(process, Data.fields());
    }

    public Case start(String process, Data input) {
        return commands.start(process, input);
    }

    public Case start(String process, Data input, String key) {
        return commands.start(process, input, key);
    }

    /** A case by its id; whether it exists shows when it is asked something. */
    public Case find(CaseId id) {
        return new Case(engine, TENANT, id);
    }

    public Case find(String id) {
        return find(CaseId.parse(id));
    }

    public void signal(String name, String key, Data content) {
        commands.signal(name, key, content);
    }

    /** Commands in the name of a participant. */
    public Commands as(String participant) {
        return commands.as(participant);
    }

    /** Commands of the engine's operator, who may do everything. */
    public Commands operator() {
        return commands;
    }

    /** Commands for another tenant. */
    public Commands tenant(String tenant) {
        return new Commands(engine, tenant);
    }

    // Questions.

    public Page<Lists.Listed> work(WorkQuery query, @Nullable String cursor, int limit) {
        return kernel.lists().work(TENANT, query, cursor, limit);
    }

    /** What a participant has and may take, the first hundred. */
    public List<WorkItem> worklist(String participant) {
        return work(WorkQuery.forParticipant(participant), null, 100).items().stream()
                .map(Lists.Listed::item)
                .toList();
    }

    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        return kernel.lists().cases(TENANT, query, cursor, limit);
    }

    public Page<Lists.TimerInfo> timers(@Nullable String cursor, int limit) {
        return kernel.lists().timers(TENANT, cursor, limit);
    }

    public History history() {
        return kernel.history();
    }

    /** Files that cases refer to: stored once by content, released with the last case. */
    public Files files() {
        return kernel.files();
    }

    public Retention retention() {
        return kernel.retention();
    }

    /** Completes when nothing is under way: no command, no message, no call. Timers that are not due do not count. */
    public CompletableFuture<Void> whenQuiet() {
        return kernel.quiet().whenQuiet();
    }

    /** Calls back for every effect after its commit: how tests and notifications see offers and withdrawals. */
    public void listen(Consumer<Effect> listener) {
        engine.listen(listener);
    }

    @Override
    public void close() {
        engine.close();
    }

    /** Asks and waits; a refusal becomes an exception. */
    static Data demand(CompletableFuture<Answer> answer) {
        return switch (answer.join()) {
            case Answer.Done done -> done.value();
            case Answer.Refused refused -> throw new RefusedException(refused.problem());
        };
    }

    /** The wiring behind the facade: kernel, dispatcher, bound objects, those who wait. */
    static final class Engine implements AutoCloseable {
        private final Ends ends;
        private final Threads threads;
        private final List<Consumer<Effect>> listeners = new CopyOnWriteArrayList<>();
        private final Dispatcher dispatcher;
        private final Kernel kernel;
        private final Runnable onClose;
        private final Consumer<String> warned;

        Engine(Builder builder, @Nullable Store store, Runnable onClose) {
            this.onClose = onClose;
            this.ends = new Ends();
            this.threads = builder.threads();
            this.warned = builder.warned();
            this.dispatcher = new Dispatcher(
                    builder.threads()::fork,
                    (delay, call) -> builder.time().wakeAt(builder.time().now().plus(delay), call),
                    builder.nanos(),
                    builder.settings().handlerTimeLimit(),
                    // Without a store there is no other place where a call could wait.
                    store == null ? Integer.MAX_VALUE : builder.settings().queue(),
                    new Reports(),
                    this::due,
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
            this.kernel = Kernel.open(builder.setup(store, this::perform));
            kernel.start();
        }

        Kernel kernel() {
            return kernel;
        }

        Dispatcher dispatcher() {
            return dispatcher;
        }

        Ends ends() {
            return ends;
        }

        /** Tells whoever deploys a process what can be seen to be wrong with it. */
        void warn(Compiled<?> process, List<Finding> findings) {
            findings.forEach(finding -> warned.accept(finding.in(process.contract().name())));
        }

        void listen(Consumer<Effect> listener) {
            listeners.add(listener);
        }

        private Object futureFor(Work work, String slot, Class<?> type) {
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

        private void perform(Effect effect) {
            switch (effect) {
                case Effect.CallWork call -> dispatcher.call(
                        new Dispatcher.Call(call.tenant(), call.process(), call.work(), call.timeLimit(), call.trace()));
                case Effect.RecallWork recall -> dispatcher.recall(recall.tenant(), recall.work());
                case Effect.AnnounceEnd end -> ends.announce(end);
                // Not by the thread that commits, because releasing commits in turn.
                case Effect.ReleaseFile file -> later(() -> kernel.files().release(file.tenant(), file.caseId(), file.file()));
                case Effect.OfferWork offer -> {}
            }
            listeners.forEach(listener -> listener.accept(effect));
        }

        private void later(Runnable task) {
            kernel.quiet().begin();
            threads.fork(() -> {
                try {
                    task.run();
                } finally {
                    kernel.quiet().end();
                }
            });
        }

        /** A call that waited in the journal, where only its work item is kept: its limit is asked of the case's version. */
        private Dispatcher.Call waiting(String tenant, String process, WorkItem item) {
            CaseInfo info = kernel.lists().find(tenant, item.id().caseId());
            // An engine without the part that lists cases does not know the version here; the newest is the likeliest.
            int version = info == null ? kernel.newestVersion(tenant, process) : info.version();
            Compiled<?> code = kernel.code(tenant, process, version);
            Duration limit = code == null ? null : code.task(item.task()).timeLimit();
            return new Dispatcher.Call(tenant, process, item, limit, null);
        }

        private Dispatcher.Due due(Doer doer, @Nullable String cursor) {
            var page = kernel.lists().automaticWork(doer, cursor, 1_000);
            List<Dispatcher.Call> calls = page.items().stream()
                    .map(entry -> waiting(entry.getKey(), entry.getValue().process(), entry.getValue().item()))
                    .toList();
            return new Dispatcher.Due(calls, page.cursor());
        }

        /** Takes results back into the engine; what the engine cannot take now is offered again. */
        private final class Reports implements Dispatcher.Results {
            @Override
            public void completed(Dispatcher.Call call, Data output, Runnable settled) {
                report(call, new Command.Complete(call.item().id(), output, call.item().attempt()), settled);
            }

            @Override
            public void failed(Dispatcher.Call call, String reason, boolean again, Runnable settled) {
                report(call, new Command.Fail(call.item().id(), reason, call.item().attempt(), again), settled);
            }

            private void report(Dispatcher.Call call, Command.OfWork command, Runnable settled) {
                Request request = new Request(call.tenant(), command, null, null, null, null, null, null);
                kernel.report(request, settled, problem -> {
                    // A result that is not what was declared is a failed attempt.
                    if (command instanceof Command.Complete) {
                        failed(call, problem.message(), true, settled);
                    } else {
                        settled.run();
                    }
                });
            }
        }

        @Override
        public void close() {
            dispatcher.close();
            kernel.close();
            onClose.run();
        }
    }
}
