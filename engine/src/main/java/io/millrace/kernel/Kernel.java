package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.journal.Table;
import io.millrace.language.Compiled;
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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The engine's core: takes requests to their lanes, carries messages between entities, and recovers at start. */
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
    private final Committer committer;
    private final List<Lane> lanes = new ArrayList<>();
    private final Admission admission;
    private final Requests requests;
    private final Loader loader;
    private final Heads heads;
    private final Pull pull;
    private final Store store;
    private final Outbox outbox;
    private final Numbers numbers;
    private final List<Runnable> commitListeners = new CopyOnWriteArrayList<>();
    private final Map<EntityId, List<Runnable>> watchers = new ConcurrentHashMap<>();
    private final Files files;
    private final Retention retention;
    private final Log log;
    private volatile boolean closed;

    private Kernel(Setup setup) {
        this.setup = setup;
        // Without a store there is nothing to search, but those who search need not know.
        this.store = new ClosableStore(setup.store() == null ? new MemoryStore() : setup.store());
        this.log = new Log(setup.threads()::fork);
        this.outbox = new Outbox(store, setup.codec());
        this.numbers = new Numbers(store, outbox);
        this.heads = new Heads(store, setup.codec());
        this.pull = new Pull(lists());
        this.loader = new Loader(store, setup.codec(), catalogue);
        this.admission = new Admission(catalogue, setup.parts(), setup.settings());
        this.requests = new Requests(
                store, setup.codec(), setup.time(), setup.settings().requestMemory(), this::sweepRequests);
        this.committer = new Committer(
                setup.store(),
                setup.time(),
                setup.parts().history(),
                lastPosition(),
                setup.threads().strand("commit"),
                setup.monitor(),
                () -> commitListeners.forEach(Runnable::run),
                this::commitFailed);
        this.files = new Files(store, setup.codec(), setup.settings().fileBytes(), this::commit);
        this.retention = new Retention(store, setup.codec(), history(), lists(), files, this::erase);
    }

    /** Opens a kernel on what the store holds; it takes requests when this returns, and acts after {@link #start}. */
    public static Kernel open(Setup setup) {
        Kernel kernel = new Kernel(setup);
        kernel.catalogue.load(kernel.store, kernel.loader, setup.languages());
        int count = setup.settings().lanes();
        for (int i = 0; i < count; i++) {
            int index = i;
            kernel.lanes.add(new Lane(
                    setup.settings(),
                    setup.time(),
                    setup.threads().strand("lane-" + i),
                    kernel.committer,
                    kernel.loader,
                    new Rows(setup.parts(), setup.codec()),
                    new Alarms(setup.store(), alarm -> laneOf(EntityId.OfCase.of(alarm.tenant(), alarm.caseId()), count) == index),
                    setup.monitor(),
                    kernel.new AroundLanes(),
                    setup.store() == null ? new Past(kernel.catalogue) : null));
        }
        setup.monitor().gauge("waiting", () -> kernel.lanes.stream().mapToLong(Lane::waiting).sum());
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
    }

    // Asking.

    /** Asks a command; the answer comes when it is durable. */
    public CompletableFuture<Answer> ask(Request request) {
        if (closed) {
            return refused(Code.STOPPED.with());
        }
        try {
            return request.requestId() != null ? requests.once(request, key -> first(request, key)) : first(request, null);
        } catch (StoreException e) {
            return refused(e.problem());
        }
    }

    /** Asks what was not asked before. A refusal that needs no turn is remembered like any other answer. */
    private CompletableFuture<Answer> first(Request request, Lane.@Nullable RequestKey key) {
        Problem problem = admission.problemWith(request);
        CompletableFuture<Answer> answer = problem == null ? submit(request, key) : refused(problem);
        boolean remembered = setup.store() != null && problem == null;
        return key == null || remembered ? answer : answer.thenCompose(given -> remembering(key, given));
    }

    /** Remembers an answer that no turn has written down: one without a turn, or in an engine without a store. */
    private CompletableFuture<Answer> remembering(Lane.RequestKey key, Answer answer) {
        if (answer instanceof Answer.Refused refused && refused.problem().code() == Code.TOO_BUSY) {
            return CompletableFuture.completedFuture(answer);
        }
        Batch batch = new Batch();
        Requests.remember(batch, key, answer, setup.time().now(), setup.codec());
        if (setup.store() == null) {
            synchronized (store) {
                store.commit(batch);
            }
            return CompletableFuture.completedFuture(answer);
        }
        CompletableFuture<Answer> durable = new CompletableFuture<>();
        committer.submit(new Committer.Unit(
                committer.epoch(),
                batch,
                null,
                0,
                failure -> durable.complete(failure == null ? answer : new Answer.Refused(failure))));
        return durable;
    }

    private void sweepRequests() {
        setup.threads().fork(() -> {
            Batch batch = new Batch();
            if (requests.sweep(batch, SWEPT) == 0) {
                return;
            }
            if (setup.store() == null) {
                synchronized (store) {
                    store.commit(batch);
                }
            } else {
                committer.submit(new Committer.Unit(committer.epoch(), batch, null, 0, problem -> {}));
            }
        });
    }

    /**
     * Takes the result of an automatic attempt. It must not get lost: what cannot be taken now is asked again, what
     * comes too late is dropped, and what is wrong with it is given back.
     */
    public void report(Request request, Runnable settled, Consumer<Problem> wrong) {
        EntityId entity = target(request);
        quiet.begin();
        lane(entity)
                .ask(new Lane.Ask(
                        entity,
                        request,
                        null,
                        answer -> reported(request, answer, settled, wrong),
                        quiet::end,
                        committer.epoch()));
    }

    private void reported(Request request, Answer answer, Runnable settled, Consumer<Problem> wrong) {
        if (!(answer instanceof Answer.Refused refused) || closed) {
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

    private CompletableFuture<Answer> submit(Request request, Lane.@Nullable RequestKey key) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        EntityId entity = target(request);
        Lane lane = lane(entity);
        if (!lane.hasRoom()) {
            return refused(Code.TOO_BUSY.with(lane.waiting()));
        }
        quiet.begin();
        lane.ask(new Lane.Ask(entity, request, key, answer::complete, quiet::end, committer.epoch()));
        return answer;
    }

    private EntityId target(Request request) {
        String tenant = request.tenant();
        return switch (request.command()) {
            case Command.OfRegistry c -> new EntityId.OfRegistry(tenant);
            case Command.Signal c -> new EntityId.OfMailbox(tenant, c.name(), c.key());
            case Command.OfCase c -> EntityId.OfCase.of(tenant, c.caseId());
            case Command.Take c -> c.to();
            case Command.Start c -> {
                int version = c.version() == 0 ? catalogue.of(tenant).newest(c.process()) : c.version();
                Compiled<?> code = catalogue.code(tenant, c.process(), version);
                boolean unique = code != null && code.contract().uniqueKey() && c.key() != null;
                yield unique && c.key() != null
                        ? new EntityId.OfKey(tenant, c.process(), c.key())
                        : new EntityId.OfCase(tenant, numbers.next(tenant));
            }
        };
    }

    private static CompletableFuture<Answer> refused(Problem problem) {
        return CompletableFuture.completedFuture(new Answer.Refused(problem));
    }

    /** Looks at a case as it is after everything that was asked before. */
    public CompletableFuture<CaseDetails> look(String tenant, CaseId caseId) {
        return look(
                tenant,
                caseId,
                CaseRows::details,
                CaseRows::details);
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
        CompletableFuture<T> answer = new CompletableFuture<>();
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
        EntityId entity = EntityId.OfCase.of(tenant, caseId);
        watchers.compute(entity, (id, calls) -> {
            List<Runnable> all = calls == null ? new CopyOnWriteArrayList<>() : calls;
            all.add(call);
            return all;
        });
        return () -> watchers.computeIfPresent(entity, (id, calls) -> {
            calls.remove(call);
            return calls.isEmpty() ? null : calls;
        });
    }

    /** Ends a watch. */
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /** The participant of this name, with the roles and capabilities that are known. */
    public Participant participant(String tenant, String name) {
        return catalogue.participant(tenant, name);
    }

    public List<Participant> participants(String tenant) {
        return catalogue.participants(tenant);
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
        return new Lists(store, heads, setup.codec(), catalogue, setup.parts(), true);
    }

    /** Questions to the history. */
    public History history() {
        Subscription.Ground ground =
                new Subscription.Ground(setup.threads(), setup.time(), setup.monitor(), commitListeners);
        return new History(store, setup.codec(), catalogue, setup.parts(), ground);
    }

    // Between lanes and the outside.

    private Lane lane(EntityId entity) {
        return lanes.get(laneOf(entity, lanes.size()));
    }

    private static int laneOf(EntityId entity, int lanes) {
        return Math.floorMod(entity.hashCode() * 0x9E3779B9 >>> 8, lanes);
    }

    private void tick(Lane lane) {
        quiet.begin();
        lane.tick(quiet::end);
    }

    private void deliver(Command.Take take) {
        quiet.begin();
        lane(take.to())
                .ask(new Lane.Ask(
                        take.to(),
                        Request.internal(take.to().tenant(), take),
                        null,
                        null,
                        quiet::end,
                        committer.epoch()));
    }

    private final class AroundLanes implements Lane.Surroundings {
        private final Map<String, Ledger.Surroundings> byTenant = new ConcurrentHashMap<>();
        private final Set<String> missed = ConcurrentHashMap.newKeySet();

        @Override
        public Ledger.Surroundings of(String tenant) {
            return byTenant.computeIfAbsent(
                    tenant, t -> new Ledger.Surroundings(
                            catalogue.of(t), () -> catalogue.participants(t), numbers, setup.settings()));
        }

        @Override
        public void released(Effect effect) {
            if (effect instanceof Effect.DeliverMessage message) {
                outbox.delivered(message.message());
                deliver(message.message());
            } else {
                setup.outside().accept(effect);
            }
        }

        @Override
        public void committed(Ledger ledger) {
            if (!ledger.works.isEmpty()) {
                heads.committed(ledger.tenant(), ledger.works.values());
            }
            Notices.of(ledger, setup.monitor(), log);
        }

        @Override
        public void progressed(EntityId entity) {
            if (!watchers.isEmpty()) {
                watchers.getOrDefault(entity, List.of()).forEach(Runnable::run);
            }
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
        public void registered(Lane.Registered registered) {
            String tenant = registered.registry().id.tenant();
            catalogue.show(registered.registry());
            if (registered.code() != null) {
                catalogue.bind(tenant, registered.code().contract().name(), registered.version(), registered.code());
                lanes.forEach(lane -> {
                    quiet.begin();
                    lane.unpark(quiet::end);
                });
            }
        }
    }

    /** After a failed commit, messages whose taking was dropped are still in the outbox. */
    private void commitFailed() {
        outbox.forget();
        lanes.forEach(this::tick);
        redeliver();
    }

    // Starting.

    private long lastPosition() {
        long[] last = {0};
        store.scan(Table.LOG, new byte[0], null, Store.Direction.BACKWARDS, (key, value) -> {
            last[0] = new In(key).int64();
            return false;
        });
        return last[0];
    }

    /** Messages that were recorded and not taken are delivered again. */
    private void redeliver() {
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

    /** Finished cases can be archived and erased. */
    public Retention retention() {
        return retention;
    }

    /** Files that cases refer to. */
    public Files files() {
        return files;
    }

    /** Makes rows durable that no turn decides, and waits for it. */
    private void commit(Batch batch) {
        CompletableFuture<@Nullable Problem> done = new CompletableFuture<>();
        committer.submit(new Committer.Unit(committer.epoch(), batch, null, 0, done::complete));
        Problem problem = done.join();
        if (problem != null) {
            throw new StoreException(problem);
        }
    }

    private CompletableFuture<Void> erase(EntityId.OfCase entity, Batch rows) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        quiet.begin();
        done.whenComplete((nothing, failure) -> quiet.end());
        lane(entity).erase(entity, rows, problem -> {
            if (problem == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(new StoreException(problem));
            }
        });
        // The application may chain to this one, so it completes outside the engine's strands.
        return new Outside(setup.threads()).published(done);
    }

    /** Stops taking requests, finishes those under way, and closes threads and store. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        setup.threads().close();
        store.close();
    }

    /** What a start answered, as a case id. */
    public static CaseId caseOf(Data value) {
        return CaseId.root(value.asLong());
    }
}
