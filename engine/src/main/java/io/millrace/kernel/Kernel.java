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
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Past;
import io.millrace.kernel.entity.PoolViews;
import io.millrace.kernel.entity.Pools;
import io.millrace.kernel.entity.Projections;
import io.millrace.kernel.index.Alarms;
import io.millrace.kernel.index.Heads;
import io.millrace.kernel.index.Indexes;
import io.millrace.kernel.index.Listings;
import io.millrace.kernel.index.Pull;
import io.millrace.kernel.index.Rows;
import io.millrace.kernel.index.StoredFiles;
import io.millrace.kernel.lane.Committer;
import io.millrace.kernel.lane.Lane;
import io.millrace.kernel.lane.Lanes;
import io.millrace.kernel.lane.Life;
import io.millrace.kernel.lane.Numbers;
import io.millrace.kernel.lane.Quiet;
import io.millrace.kernel.past.DeploymentTurns;
import io.millrace.kernel.past.Follower;
import io.millrace.kernel.past.StoredHistory;
import io.millrace.kernel.past.StoredMoment;
import io.millrace.kernel.past.StoredRetention;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Outbox;
import io.millrace.kernel.record.Positions;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Shards;
import io.millrace.language.Compiled;
import io.millrace.language.Plan;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.Page;
import io.millrace.query.PoolInfo;
import io.millrace.query.PooledWork;
import io.millrace.query.WorkQuery;
import io.millrace.runtime.Log;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Threads;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine's core: takes requests to their lanes, carries messages between entities, and recovers at start.
 *
 * <p>Futures that it gives complete on its own strands. Whoever hands them to users lets their continuations run elsewhere.
 */
public final class Kernel implements AutoCloseable {
    private static final Duration READ_AGAIN = Duration.ofMillis(500);

    private final Setup setup;
    private final Projections projections;
    private final Catalogue catalogue;
    private final Quiet quiet = new Quiet();
    private final Life life = new Life();
    private final Watchers watchers = new Watchers();
    private final List<Runnable> commitListeners = new CopyOnWriteArrayList<>();
    private final Store store;
    private final Keys keys;
    private final Loader loader;
    private final Heads heads;
    private final Outbox outbox;
    private final Departures departures;
    private final Numbers numbers;
    private final Lanes lanes;
    private final Committer committer;
    private final Asking asking;
    private final Questions questions;
    private final Pull pull;
    private final DeploymentTurns deploymentTurns;
    private final StoredFiles files;
    private final StoredRetention retention;
    private final Indexing indexing;
    private final Log log;
    /** Whether the last commit failed. */
    private final AtomicBoolean troubled = new AtomicBoolean();

    private Kernel(Setup setup) {
        this.setup = setup;
        this.catalogue = new Catalogue(setup.strategies());
        this.projections =
                setup.store() == null ? Projections.NONE : Projections.of(setup.projections(), setup.codec(), setup.store());
        // Without a store there is nothing to search, but those who search need not know.
        this.store = new ClosableStore(setup.store() == null ? new MemoryStore() : setup.store());
        this.log = new Log(setup.threads()::fork);
        Shards shards = Shards.in(store);
        if (!Shards.areSaid(store)) {
            store.commit(new Batch().put(Table.META, Shards.row(), shards.value()));
        }
        this.keys = new Keys(shards);
        this.lanes = new Lanes(keys, quiet, setup.time(), setup.monitor());
        // Whoever reads the history also looks at cases as they were.
        long keptEvery = setup.parts().history() ? 2L * setup.settings().snapshotBytes() : 0;
        this.loader = new Loader(store, keys, setup.codec(), catalogue, keptEvery);
        Indexes indexes = new Indexes(store, keys, setup.codec(), catalogue, loader, projections);
        Batch opening = indexes.opening();
        if (!opening.isEmpty()) {
            store.commit(opening);
        }
        this.heads = new Heads(store, setup.codec());
        this.outbox = new Outbox(store, keys, setup.codec());
        this.departures = new Departures(setup.outside(), quiet);
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
                this::committed,
                departures::leave,
                this::commitFailed);
        Commits commits = new Commits(store, setup.store() != null, committer, lanes, life, quiet, setup.threads());
        this.numbers = new Numbers(store, outbox, keys, commits::submit);
        Admission admission = new Admission(catalogue, setup.parts(), setup.settings());
        this.asking = new Asking(
                setup, new Router(catalogue, numbers), admission, store, lanes, committer, commits, life, quiet);
        this.questions = new Questions(setup, admission, lanes, lists(), this::inputsOf, life, quiet);
        this.pull = new Pull(lists());
        this.deploymentTurns = new DeploymentTurns(store, keys, setup.codec());
        this.files = new StoredFiles(store, setup.codec(), setup.settings().fileBytes(), commits);
        this.indexing = new Indexing(indexes, commits);
        this.retention = new StoredRetention(store, keys, setup.codec(), history(), lists(), files, indexes, numbers, commits);
    }

    /** Opens a kernel on what the store holds; it takes requests when this returns, and acts after {@link #start}. */
    public static Kernel open(Setup setup) {
        Kernel kernel = new Kernel(setup);
        kernel.catalogue.load(kernel.store, kernel.keys, kernel.loader, setup.languages());
        int count = setup.settings().lanes();
        Lane.Surroundings surroundings = new AroundLanes(
                setup, kernel.catalogue, kernel::inputsOf, kernel.heads, kernel.outbox, kernel.lanes, kernel.committer, kernel.departures, kernel.watchers, kernel.log);
        for (int i = 0; i < count; i++) {
            kernel.lanes.add(new Lane(
                    new Lane.Ground(
                            setup.settings(),
                            setup.time(),
                            setup.threads().strand(Lanes.name(i)),
                            kernel.committer,
                            setup.monitor(),
                            kernel.life,
                            surroundings),
                    kernel.loader,
                    new Rows(setup.parts(), kernel.keys, setup.codec(), setup.settings().turnBytes()),
                    new Alarms(setup.store(), kernel.lanes.shardsOf(i, count), setup.settings().cachedTimers()),
                    setup.store() == null ? new Past(kernel.catalogue) : null));
        }
        setup.monitor().gauge("waiting", kernel.lanes::waiting);
        setup.monitor().gauge("waiting.bytes", kernel.lanes::waitingBytes);
        return kernel;
    }

    /**
     * Takes up what was left when the engine stopped: messages that were not taken, timers that are due. Messages come
     * first, so that none of them is a new one, which is delivered by itself.
     */
    public void start() {
        int messages = redeliver();
        if (setup.store() != null) {
            log.recovered(messages, lists().waitedFor().stream().map(Rows::listOf).toList());
        }
        lanes.tick();
        catalogue.strayAgents().forEach((tenant, pools) ->
                pools.forEach(pool -> asking.ask(Request.internal(tenant, new Command.DefinePool(pool)))));
        setup.threads().watch(setup.settings().slowTurn(), this::slow);
        List<byte[]> uncertain = files.uncertain();
        if (!uncertain.isEmpty()) {
            setup.threads().fork(() -> files.recover(uncertain));
        }
    }

    /** A strand takes long: what its lane decides is named. */
    private void slow(Threads.Stall stall) {
        Ledger turn = lanes.current(stall.strand());
        if (turn != null) {
            setup.monitor().count(Monitor.SLOW_TURNS, 1);
            log.slowTurn(turn.entity.id, turn.doing(), stall.lasted());
        }
    }

    /** Calls back once if the engine stops by itself, with what was thrown. */
    public void whenStopped(BiConsumer<Problem, @Nullable Throwable> witness) {
        life.whenStopped(witness);
    }

    /** Why the engine answers nothing any more, or null while it runs. */
    public @Nullable Problem stopped() {
        return life.reason();
    }

    // Asking.

    /** Asks a command; the answer comes when it is durable. */
    public CompletableFuture<Answer> ask(Request request) {
        Problem stopped = stopped();
        return stopped == null ? asking.ask(request) : CompletableFuture.completedFuture(new Answer.Refused(stopped));
    }

    /** The answer that a request with an id was given before, or null; nothing is asked. */
    public @Nullable CompletableFuture<Answer> known(Request request) {
        return asking.known(request);
    }

    /**
     * Takes the result of an automatic attempt. It must not get lost: what cannot be taken now is asked again, what
     * comes too late is dropped, and what is wrong with it is given back.
     */
    public void report(Request request, Runnable settled, Consumer<Problem> wrong) {
        asking.report(request, settled, wrong);
    }

    // Looking.

    /** The number of the last turn of a case and all that belongs to it. */
    public CompletableFuture<Long> turn(String tenant, CaseId caseId) {
        return questions.turn(tenant, caseId);
    }

    /** Looks at a case as it is after everything that was asked before. */
    public CompletableFuture<CaseDetails> look(String tenant, CaseId caseId) {
        return questions.look(tenant, caseId);
    }

    /** What a command on a case would do if it were asked now; nothing is changed. */
    public CompletableFuture<Plan> plan(Request request) {
        return questions.plan(request);
    }

    /** The case as lists show it. If its code is missing or its state cannot be rebuilt, the row of the list answers. */
    public CompletableFuture<CaseInfo> info(String tenant, CaseId caseId) {
        return questions.info(tenant, caseId);
    }

    /** Reads what stands under a name in a case's data; of a case that has ended, in its result. */
    public CompletableFuture<Compiled.Reading> read(String tenant, CaseId caseId, String name) {
        return questions.read(tenant, caseId, name);
    }

    /** Asks a running case a question that its process declares. */
    public CompletableFuture<Data> question(String tenant, CaseId caseId, String question) {
        return questions.ask(tenant, caseId, question);
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

    /** The pools of a tenant, as they are defined. */
    public Pools pools(String tenant) {
        return catalogue.pools(tenant);
    }

    /** A pool as it stands after everything that was asked before. */
    public CompletableFuture<PoolInfo> pool(String tenant, String name) {
        return questions.pool(tenant, name, PoolViews::info);
    }

    public CompletableFuture<Page<AgentInfo>> agents(String tenant, String pool, @Nullable String cursor, int limit) {
        return questions.pool(tenant, pool, entity -> PoolViews.agents(entity, cursor, limit));
    }

    public CompletableFuture<Page<PooledWork>> waiting(String tenant, String pool, @Nullable String cursor, int limit) {
        return questions.pool(tenant, pool, entity -> PoolViews.waiting(entity, cursor, limit));
    }

    /** What this kernel writes to the platform's logger. */
    public Log log() {
        return log;
    }

    /** What tenants have deployed. */
    public Deployments deployments() {
        return new Deployments(catalogue, lists(), deploymentTurns);
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
    public Listings lists() {
        return new Listings(store, keys, heads, setup.codec(), catalogue, setup.parts(), true);
    }

    /** Questions to the history. */
    public StoredHistory history() {
        Follower.Ground ground =
                new Follower.Ground(setup.threads(), setup.time(), setup.monitor(), commitListeners, committer::known);
        return new StoredHistory(store, keys, setup.codec(), catalogue, setup.parts(), ground);
    }

    /** The cases of a tenant as they stood at an instant. */
    public StoredMoment at(String tenant, Instant instant) {
        return new StoredMoment(store, keys, setup.codec(), catalogue, loader, setup.parts(), tenant, instant);
    }

    /** Finished cases can be archived and erased. */
    public StoredRetention retention() {
        return retention;
    }

    /** What the clock of the engine says. */
    public Instant now() {
        return setup.time().now();
    }

    /** The rows of projections. */
    public Indexing indexing() {
        return indexing;
    }

    /** Files that cases refer to. */
    public StoredFiles files() {
        return files;
    }

    // Between lanes and the outside.

    private Ledger.Surroundings inputsOf(String tenant) {
        return new Ledger.Surroundings(
                catalogue.of(tenant),
                catalogue.staff(tenant),
                numbers,
                setup.settings(),
                setup.gate(),
                projections,
                catalogue.pools(tenant));
    }

    private void committed() {
        if (troubled.get() && troubled.compareAndSet(true, false)) {
            log.storageRecovered();
        }
        commitListeners.forEach(Runnable::run);
    }

    /** After a failed commit, messages whose taking was dropped are still in the outbox. */
    private void commitFailed(Problem problem) {
        if (troubled.compareAndSet(false, true)) {
            log.storage(problem);
        }
        outbox.forget();
        lanes.tick();
        redeliver();
    }

    /** Messages that were recorded and not taken are delivered again; returns how many were found. */
    int redeliver() {
        try {
            List<Input.Taken> messages = outbox.undelivered();
            messages.forEach(message -> lanes.deliver(message, committer.epoch()));
            return messages.size();
        } catch (StoreException e) {
            setup.monitor().count("turn.failures", 1);
            int epoch = committer.epoch();
            setup.time().wakeAt(setup.time().now().plus(READ_AGAIN), () -> committer.meanwhile(() -> {
                // After another failed commit somebody else has seen to it.
                if (committer.epoch() == epoch) {
                    redeliver();
                }
            }));
            return 0;
        }
    }

    /**
     * Stops taking requests, finishes those under way, answers everybody who still waits with {@link Code#STOPPED}, and
     * closes threads and store.
     */
    @Override
    public void close() {
        if (!life.beginClosing()) {
            return;
        }
        setup.threads().close();
        life.close();
        store.close();
    }
}
