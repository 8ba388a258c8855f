package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.language.Compiled;
import io.millrace.language.Plan;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Log;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Outside;
import io.millrace.runtime.PayloadCodec;
import io.millrace.runtime.Settings;
import io.millrace.runtime.Threads;
import io.millrace.runtime.Time;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The engine's core: takes requests to their lanes, carries messages between entities, and recovers at start.
 *
 * <p>Futures that it gives complete on its own strands. Whoever hands them to users lets their continuations run elsewhere.
 */
public final class Kernel implements AutoCloseable {
    /** What a kernel is made of. A kernel without a store keeps everything in the heap and forgets cases that end. */
    public record Setup(
            @Nullable Store store,
            Parts parts,
            Settings settings,
            Time time,
            Threads threads,
            Monitor monitor,
            PayloadCodec codec,
            List<Language> languages,
            Consumer<Effect> outside) {}

    private static final int SWEPT = 10_000;
    private static final Duration REPORT_AGAIN = Duration.ofMillis(500);

    private final Setup setup;
    private final Catalogue catalogue = new Catalogue();
    private final Quiet quiet = new Quiet();
    private final Life life = new Life();
    private final Store store;
    private final Keys keys;
    private final Committer committer;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Backlog> backlogs = new ArrayList<>();
    private final Router router;
    private final Admission admission;
    private final Requests requests;
    private final Loader loader;
    private final Heads heads;
    private final Pull pull;
    private final Outbox outbox;
    private final Numbers numbers;
    private final List<Runnable> commitListeners = new CopyOnWriteArrayList<>();
    private final Watchers watchers = new Watchers();
    private final Files files;
    private final Retention retention;
    private final Log log;
    private volatile boolean closing;

    private Kernel(Setup setup) {
        this.setup = setup;
        // Without a store there is nothing to search, but those who search need not know.
        this.store = new ClosableStore(setup.store() == null ? new MemoryStore() : setup.store());
        this.log = new Log(setup.threads()::fork);
        Shards shards = Shards.in(store);
        if (!Shards.areSaid(store)) {
            store.commit(new Batch().put(Table.META, Shards.row(), shards.value()));
        }
        this.keys = new Keys(shards);
        this.outbox = new Outbox(store, keys, setup.codec());
        this.numbers = new Numbers(store, outbox, keys, this::submit);
        this.router = new Router(catalogue, numbers);
        this.heads = new Heads(store, setup.codec());
        this.pull = new Pull(lists());
        this.loader = new Loader(store, keys, setup.codec(), catalogue);
        this.admission = new Admission(catalogue, setup.parts(), setup.settings());
        this.requests = new Requests(
                store, setup.codec(), setup.time(), setup.settings().requestMemory(), this::sweepRequests);
        this.committer = new Committer(
                new Committer.Ground(
                        setup.store(),
                        keys,
                        setup.time(),
                        setup.threads().strand("commit"),
                        setup.monitor(),
                        life,
                        setup.parts().history(),
                        setup.settings().commitBytes()),
                Positions.last(store, shards.count()),
                () -> commitListeners.forEach(Runnable::run),
                this::commitFailed);
        this.files = new Files(store, setup.codec(), setup.settings().fileBytes(), new Files.Commits() {
            @Override
            public void commit(Batch batch) {
                Kernel.this.commit(batch);
            }

            @Override
            public void refer(String tenant, CaseId caseId, Batch batch) {
                EntityId.OfCase entity = EntityId.OfCase.of(tenant, caseId);
                await(release -> lane(entity).attach(entity, batch, release));
            }
        });
        this.retention = new Retention(store, keys, setup.codec(), history(), lists(), files, numbers, new Erasing());
    }

    /** Opens a kernel on what the store holds; it takes requests when this returns, and acts after {@link #start}. */
    public static Kernel open(Setup setup) {
        Kernel kernel = new Kernel(setup);
        kernel.catalogue.load(kernel.store, kernel.keys, kernel.loader, setup.languages());
        int count = setup.settings().lanes();
        Lane.Surroundings surroundings = kernel.new AroundLanes();
        for (int i = 0; i < count; i++) {
            int index = i;
            int[] shards = IntStream.range(0, kernel.keys.shards()).filter(shard -> shard % count == index).toArray();
            Threads.Strand strand = setup.threads().strand("lane-" + i);
            kernel.backlogs.add(new Backlog());
            kernel.lanes.add(new Lane(
                    new Lane.Ground(
                            setup.settings(),
                            setup.time(),
                            strand,
                            kernel.committer,
                            setup.monitor(),
                            kernel.life,
                            surroundings),
                    kernel.loader,
                    new Rows(setup.parts(), kernel.keys, setup.codec(), setup.settings().turnBytes()),
                    new Alarms(setup.store(), shards),
                    setup.store() == null ? new Past(kernel.catalogue) : null));
        }
        setup.monitor().gauge("waiting", () -> kernel.backlogs.stream().mapToLong(Backlog::count).sum());
        setup.monitor().gauge("waiting.bytes", () -> kernel.backlogs.stream().mapToLong(Backlog::bytes).sum());
        return kernel;
    }

    /**
     * Takes up what was left when the engine stopped: messages that were not taken, timers that are due. Messages come
     * first, so that none of them is a new one, which is delivered by itself.
     */
    public void start() {
        if (setup.store() != null) {
            log.recovered(outbox.undelivered().size(), lists().waitedFor().stream().map(Rows::listOf).toList());
        }
        redeliver();
        lanes.forEach(this::tick);
        List<byte[]> uncertain = files.uncertain();
        if (!uncertain.isEmpty()) {
            setup.threads().fork(() -> files.recover(uncertain));
        }
    }

    /** Calls back once if the engine stops by itself, with what was thrown. */
    public void whenStopped(BiConsumer<Problem, @Nullable Throwable> witness) {
        life.whenStopped(witness);
    }

    /** Why the engine answers nothing any more, or null while it runs. */
    public @Nullable Problem stopped() {
        return closing && !life.isOver() ? Code.STOPPED.with("The engine is closing") : life.reason();
    }

    // Asking.

    /** Asks a command; the answer comes when it is durable. */
    public CompletableFuture<Answer> ask(Request request) {
        Problem stopped = stopped();
        if (stopped != null) {
            return refused(stopped);
        }
        try {
            return request.requestId() != null ? requests.once(request, key -> first(request, key)) : first(request, null);
        } catch (StoreException e) {
            return refused(e.problem());
        }
    }

    /** Asks what was not asked before. A refusal that needs no turn is remembered like any other answer. */
    private CompletableFuture<Answer> first(Request request, Requests.@Nullable Key key) {
        Problem problem = admission.problemWith(request);
        CompletableFuture<Answer> answer = problem == null ? submit(request, key) : refused(problem);
        boolean remembered = setup.store() != null && problem == null;
        return key == null || remembered ? answer : answer.thenCompose(given -> remembering(key, given));
    }

    /** Remembers an answer that no turn has written down: one without a turn, or in an engine without a store. */
    private CompletableFuture<Answer> remembering(Requests.Key key, Answer answer) {
        if (answer instanceof Answer.Refused refused && refused.problem().code() == Code.TOO_BUSY) {
            return CompletableFuture.completedFuture(answer);
        }
        Batch batch = new Batch();
        Requests.remember(batch, key, answer, setup.time().now(), setup.codec());
        if (setup.store() == null) {
            commitHere(batch);
            return CompletableFuture.completedFuture(answer);
        }
        CompletableFuture<Answer> durable = waiting();
        submit(batch, failure -> durable.complete(failure == null ? answer : new Answer.Refused(failure)));
        return durable;
    }

    /** Rows of an engine without a store, where several threads write. */
    private void commitHere(Batch batch) {
        synchronized (store) {
            store.commit(batch);
        }
    }

    private void sweepRequests() {
        setup.threads().fork(() -> {
            Batch batch = new Batch();
            if (requests.sweep(batch, SWEPT) == 0) {
                return;
            }
            if (setup.store() == null) {
                commitHere(batch);
            } else {
                submit(batch, problem -> {});
            }
        });
    }

    /** An answer that comes in any case: the engine's end is one, too. */
    private CompletableFuture<Answer> waiting() {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        life.waiting(answer, () -> {
            Problem reason = life.reason();
            answer.complete(new Answer.Refused(reason == null ? Code.STOPPED.with("The engine is closed") : reason));
        });
        return answer;
    }

    private CompletableFuture<Answer> submit(Request request, Requests.@Nullable Key key) {
        long bytes = Backlog.bytesOf(request.command());
        Input input = router.route(request.tenant(), request.command());
        int index = laneOf(input.to());
        Backlog backlog = backlogs.get(index);
        if (!backlog.enter(bytes, setup.settings())) {
            return refused(Code.TOO_BUSY.with(backlog.count()));
        }
        CompletableFuture<Answer> answer = waiting();
        quiet.begin();
        lanes.get(index).ask(new Ask(input, request, key, given -> {
            backlog.leave(bytes);
            answer.complete(given);
        }, quiet::end, committer.epoch()));
        return answer;
    }

    private static CompletableFuture<Answer> refused(Problem problem) {
        return CompletableFuture.completedFuture(new Answer.Refused(problem));
    }

    /**
     * Takes the result of an automatic attempt. It must not get lost: what cannot be taken now is asked again, what
     * comes too late is dropped, and what is wrong with it is given back.
     */
    public void report(Request request, Runnable settled, Consumer<Problem> wrong) {
        Input input = router.route(request.tenant(), request.command());
        quiet.begin();
        lane(input.to()).ask(new Ask(
                input, request, null, answer -> reported(request, answer, settled, wrong), quiet::end, committer.epoch()));
    }

    private void reported(Request request, Answer answer, Runnable settled, Consumer<Problem> wrong) {
        if (!(answer instanceof Answer.Refused refused) || closing) {
            settled.run();
            return;
        }
        switch (refused.problem().code()) {
            case STORE_FAILED, DISK_FULL, NO_CODE, WORK_SUSPENDED ->
                setup.time()
                        .wakeAt(setup.time().now().plus(REPORT_AGAIN), () -> report(request, settled, wrong));
            case UNKNOWN_CASE, UNKNOWN_WORK, CASE_ENDED, OLD_ATTEMPT -> {
                setup.monitor().count("late.results", 1);
                settled.run();
            }
            default -> wrong.accept(refused.problem());
        }
    }

    // Looking.

    /** Looks at a case as it is after everything that was asked before. */
    public CompletableFuture<CaseDetails> look(String tenant, CaseId caseId) {
        return look(tenant, caseId, CaseRows::details, CaseRows::details);
    }

    /** What a command on a case would do if it were asked now; nothing is changed. */
    public CompletableFuture<Plan> plan(Request request) {
        Problem problem = admission.problemWith(request);
        if (problem != null || !(request.command() instanceof Command.OfCase command)) {
            return CompletableFuture.completedFuture(Plan.refused(
                    problem == null ? Code.INTERVENTION.with("plan this", "it is not a command on a case") : problem));
        }
        CompletableFuture<Plan> plan = life.waiting();
        EntityId.OfCase entity = EntityId.OfCase.of(request.tenant(), command.caseId());
        quiet.begin();
        plan.whenComplete((shown, failure) -> quiet.end());
        lane(entity)
                .look(
                        entity,
                        state -> state.sequence == 0
                                ? Plan.refused(Code.UNKNOWN_CASE.with(command.caseId()))
                                : Rehearsal.of(
                                        (CaseEntity) state,
                                        new Input.Act(entity, command),
                                        request,
                                        setup.time().now(),
                                        inputsOf(request.tenant())),
                        plan::complete,
                        refusal -> plan.complete(Plan.refused(refusal)));
        return plan;
    }

    /** The case as lists show it. If its code is missing or its state cannot be rebuilt, the row of the list answers. */
    public CompletableFuture<CaseInfo> info(String tenant, CaseId caseId) {
        return look(tenant, caseId, CaseRows::row, info -> info).exceptionallyCompose(failure -> {
            boolean unreadable = failure instanceof RefusedException refused
                    && (refused.code() == Code.NO_CODE || refused.code() == Code.QUARANTINED);
            CaseInfo row = unreadable ? ended(tenant, caseId).orElse(null) : null;
            return row == null ? CompletableFuture.failedFuture(failure) : CompletableFuture.completedFuture(row);
        });
    }

    /** Reads what stands under a name in a case's data; of a case that has ended, in its result. */
    public CompletableFuture<Compiled.Reading> read(String tenant, CaseId caseId, String name) {
        return look(
                tenant,
                caseId,
                part -> part.status.isOpen()
                        ? part.code().reading(part.language(), name)
                        : reading(CaseRows.info(part), name),
                info -> reading(info, name));
    }

    private static Compiled.Reading reading(CaseInfo ended, String name) {
        Data value = ended.status() == CaseStatus.COMPLETED ? ended.outcome().at(name) : Data.nothing();
        return value.isNothing()
                ? new Compiled.Reading.Never("the case is " + ended.status().word())
                : new Compiled.Reading.Here(value);
    }

    /** Asks a case in the heap, or, when it has left because it ended, the row that is left of it. */
    private <T> CompletableFuture<T> look(
            String tenant, CaseId caseId, Function<CaseState, T> question, Function<CaseInfo, T> ended) {
        CompletableFuture<T> answer = life.waiting();
        EntityId entity = EntityId.OfCase.of(tenant, caseId);
        quiet.begin();
        answer.whenComplete((details, failure) -> quiet.end());
        lane(entity)
                .look(
                        entity,
                        state -> {
                            CaseState part = ((CaseEntity) state).part(caseId);
                            return part == null || part.process.isEmpty()
                                    ? Optional.<T>empty()
                                    : Optional.of(question.apply(part));
                        },
                        found -> {
                            // Whatever is thrown here, the one who waits must hear of it.
                            try {
                                found.or(() -> ended(tenant, caseId).map(ended))
                                        .ifPresentOrElse(
                                                answer::complete,
                                                () -> answer.completeExceptionally(
                                                        new RefusedException(Code.UNKNOWN_CASE.with(caseId))));
                            } catch (StoreException e) {
                                answer.completeExceptionally(new RefusedException(e.problem()));
                            } catch (RuntimeException | Error e) {
                                answer.completeExceptionally(e);
                            }
                        },
                        problem -> answer.completeExceptionally(new RefusedException(problem)));
        return answer;
    }

    /** A sub-case that has ended leaves its root case's state; the list of cases remembers it. */
    private Optional<CaseInfo> ended(String tenant, CaseId caseId) {
        return setup.parts().cases() ? Optional.ofNullable(lists().find(tenant, caseId)) : Optional.empty();
    }

    /** Calls back after every commit that changed a case or one of its sub-cases, until closed. */
    public Watch watch(String tenant, CaseId caseId, Runnable call) {
        return watchers.add(EntityId.OfCase.of(tenant, caseId), call);
    }

    /** The participant of this name, with the roles and capabilities that are known. */
    public Participant participant(String tenant, String name) {
        return catalogue.staff(tenant).named(name);
    }

    public List<Participant> participants(String tenant) {
        return catalogue.staff(tenant).all();
    }

    /** The names of what is deployed. */
    public List<String> processes(String tenant) {
        return catalogue.names(tenant);
    }

    /** How many versions of processes are deployed, in all tenants. */
    public int deployed() {
        return catalogue.all().size();
    }

    /** What is wrong with what is deployed: stored text that cannot be compiled, and open cases whose code is missing. */
    public List<Problem> health() {
        List<Problem> problems = new ArrayList<>();
        for (Catalogue.Deployed each : catalogue.all()) {
            String unreadable = each.unreadable();
            if (unreadable != null) {
                problems.add(Code.STORED_SOURCE.with(each.process(), each.version(), unreadable));
            } else if (!each.hasCode() && lists().hasOpen(each.tenant(), each.process(), each.version())) {
                problems.add(Code.NO_CODE.with(each.process(), each.version()));
            }
        }
        return problems;
    }

    /** What this kernel writes to the platform's logger. */
    public Log log() {
        return log;
    }

    /** Whether this definition is a version already. */
    public boolean isDeployed(String tenant, Compiled<?> process) {
        return catalogue.versions(tenant, process.contract().name()).stream()
                .anyMatch(version -> version.fingerprint().equals(process.fingerprint()));
    }

    /** The newest version of a process, or 0. */
    public int newestVersion(String tenant, String process) {
        return catalogue.of(tenant).newest(process);
    }

    /** The code of a version, if it is there. */
    public @Nullable Compiled<?> code(String tenant, String process, int version) {
        return catalogue.code(tenant, process, version);
    }

    /** Claims the next offered work of a list for the actor of a request. */
    public CompletableFuture<List<WorkItem>> claimNext(
            String tenant, WorkQuery query, int most, Function<WorkId, CompletableFuture<Answer>> claim) {
        return pull.next(tenant, query, most, claim);
    }

    public Quiet quiet() {
        return quiet;
    }

    /** Questions to the lists. */
    public Lists lists() {
        return new Lists(store, keys, heads, setup.codec(), catalogue, setup.parts(), true);
    }

    /** Questions to the history. */
    public History history() {
        Subscription.Ground ground =
                new Subscription.Ground(setup.threads(), setup.time(), setup.monitor(), commitListeners);
        return new History(store, keys, setup.codec(), catalogue, setup.parts(), ground);
    }

    /** Finished cases can be archived and erased. */
    public Retention retention() {
        return retention;
    }

    /** Files that cases refer to. */
    public Files files() {
        return files;
    }

    // Between lanes and the outside.

    private Ledger.Surroundings inputsOf(String tenant) {
        return new Ledger.Surroundings(catalogue.of(tenant), catalogue.staff(tenant), numbers, setup.settings());
    }

    private int laneOf(EntityId entity) {
        return keys.shardOf(entity) % lanes.size();
    }

    private Lane lane(EntityId entity) {
        return lanes.get(laneOf(entity));
    }

    private void tick(Lane lane) {
        quiet.begin();
        lane.tick(quiet::end);
    }

    private void deliver(Input.Taken message) {
        quiet.begin();
        lane(message.to()).ask(Ask.internal(message, quiet::end, committer.epoch()));
    }

    private final class AroundLanes implements Lane.Surroundings {
        private final Map<String, Ledger.Surroundings> byTenant = new ConcurrentHashMap<>();
        private final Set<String> missed = ConcurrentHashMap.newKeySet();

        @Override
        public Ledger.Surroundings of(String tenant) {
            return byTenant.computeIfAbsent(tenant, Kernel.this::inputsOf);
        }

        @Override
        public void committed(Ledger ledger, Answer answer) {
            if (!ledger.works.isEmpty()) {
                heads.committed(ledger.tenant(), ledger.works.values());
            }
            Notices.of(ledger, setup.monitor(), log);
            if (!(ledger.entity instanceof CaseEntity)) {
                ledger.entries.forEach(entry -> catalogue.changed(ledger.tenant(), entry.event()));
            }
            if (ledger.input instanceof Input.Register register
                    && register.command() instanceof Command.Deploy deploy
                    && answer instanceof Answer.Done done) {
                deployed(ledger.tenant(), deploy.process(), done.value().asInt());
            }
        }

        @Override
        public void deliver(Input.Taken message) {
            outbox.delivered(message);
            Kernel.this.deliver(message);
        }

        @Override
        public void released(Effect effect) {
            setup.outside().accept(effect);
        }

        @Override
        public void progressed(EntityId entity) {
            watchers.progressed(entity);
        }

        @Override
        public void missing(Problem problem) {
            if (missed.add(problem.message())) {
                log.problem(problem);
            }
        }

        @Override
        public Runnable ticking(Lane lane) {
            return () -> tick(lane);
        }

        @Override
        public boolean holds(Input.Taken message) {
            return outbox.holds(message);
        }
    }

    /** The code of a version is here: what waited for it goes on. */
    private void deployed(String tenant, Compiled<?> code, int version) {
        catalogue.bind(tenant, code.contract().name(), version, code);
        lanes.forEach(lane -> {
            quiet.begin();
            lane.unpark(quiet::end);
        });
    }

    /** After a failed commit, messages whose taking was dropped are still in the outbox. */
    private void commitFailed() {
        outbox.forget();
        lanes.forEach(this::tick);
        redeliver();
    }

    /** Messages that were recorded and not taken are delivered again. */
    void redeliver() {
        try {
            outbox.undelivered().forEach(this::deliver);
        } catch (StoreException e) {
            setup.monitor().count("turn.failures", 1);
            int epoch = committer.epoch();
            setup.time().wakeAt(setup.time().now().plus(REPORT_AGAIN), () -> committer.meanwhile(() -> {
                // After another failed commit somebody else has seen to it.
                if (committer.epoch() == epoch) {
                    redeliver();
                }
            }));
        }
    }

    private void submit(Batch rows, Committer.Release release) {
        committer.submit(new Committer.Unit(committer.epoch(), rows, null, 0, release));
    }

    /** Makes rows durable that no turn decides, and waits for it. */
    private void commit(Batch batch) {
        if (setup.store() == null) {
            commitHere(batch);
        } else {
            await(release -> submit(batch, release));
        }
    }

    private void await(Consumer<Committer.Release> asking) {
        CompletableFuture<Optional<Problem>> done = life.waiting();
        asking.accept(problem -> done.complete(Optional.ofNullable(problem)));
        done.join().ifPresent(problem -> {
            throw new StoreException(problem);
        });
    }

    private CompletableFuture<Void> released(Consumer<Committer.Release> asking) {
        CompletableFuture<Void> done = life.waiting();
        quiet.begin();
        done.whenComplete((nothing, failure) -> quiet.end());
        asking.accept(problem -> {
            if (problem == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(new StoreException(problem));
            }
        });
        CompletableFuture<Void> shown = new CompletableFuture<>();
        done.whenComplete((nothing, failure) -> setup.threads().fork(() -> {
            if (failure == null) {
                shown.complete(null);
            } else {
                shown.completeExceptionally(failure);
            }
        }));
        return shown;
    }

    private final class Erasing implements Retention.Eraser {
        @Override
        public CompletableFuture<Void> erase(EntityId.OfCase entity, Supplier<Batch> rows) {
            return released(release -> lane(entity).erase(entity, rows, release));
        }

        @Override
        public CompletableFuture<Void> compact(EntityId.OfMailbox mailbox) {
            return released(release -> lane(mailbox).compact(mailbox, release));
        }

        @Override
        public CompletableFuture<Void> published(CompletableFuture<Void> future) {
            return new Outside(setup.threads()).published(future);
        }

        @Override
        public CompletableFuture<Void> fork(Runnable task) {
            return released(release -> setup.threads().fork(() -> {
                task.run();
                release.released(null);
            }));
        }
    }

    /**
     * Stops taking requests, finishes those under way, answers everybody who still waits with {@link Code#STOPPED}, and
     * closes threads and store.
     */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        setup.threads().close();
        life.close();
        store.close();
    }

    /** What a start answered, as a case id. */
    public static CaseId caseOf(Data value) {
        return CaseId.root(value.asLong());
    }
}
