package io.millrace;

import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.command.Retention;
import io.millrace.data.Data;
import io.millrace.data.SignalType;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.query.History;
import io.millrace.event.Projection;
import io.millrace.command.Retention;
import io.millrace.language.Compiled;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.History;
import io.millrace.query.ListedWork;
import io.millrace.query.Moment;
import io.millrace.query.Page;
import io.millrace.query.ProcessVersion;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import io.millrace.schedule.Schedule;
import io.millrace.work.BoundObject;
import io.millrace.work.CaseFiles;
import io.millrace.work.Doer;
import io.millrace.work.Handler;
import io.millrace.work.Limits;
import io.millrace.work.Participant;
import io.millrace.work.Program;
import io.millrace.work.Work;
import io.millrace.work.WorkItem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workflow engine: deploys processes, starts cases, and calls registered handlers. Safe for use by several threads. Handlers, listeners
 * and continuations of futures may call methods that wait; functions inside a process may not ({@code MR-1066}).
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

    final Engine engine;
    private final Tenant main;

    Millrace(Engine engine) {
        this.engine = engine;
        this.main = new Tenant(engine, TENANT);
    }

    /** Opens the embedded store in a directory, with every part. */
    public static Millrace open(Path directory) {
        return builder().everything().directory(directory).open();
    }

    /**
     * Opens an engine in memory with every part, for tests and first steps. All data is lost when the engine is closed. {@code
     * builder().open()} opens the bare core, without lists and history; it keeps nothing of a case that has ended.
     */
    public static Millrace inMemory() {
        return builder().everything().store(new MemoryStore()).open();
    }

    /** Returns a builder that configures an engine: its store, its parts, its clock and its limits. */
    public static Builder builder() {
        return new Builder();
    }

    // What runs here.

    /**
     * Deploys a process and returns its version number. Deploying the same definition again returns the same version. The engine first
     * proves a new version sound and refuses one whose cases can get stuck, unless {@link DeployOption#ALLOW_UNSOUND} is given. {@link
     * Builder#onWarning} receives all other findings.
     */
    public int deploy(Compiled<?> process, DeployOption... options) {
        return main.deploy(process, options);
    }

    /** The names of the deployed processes. */
    public List<String> processes() {
        return main.processes();
    }

    /** The deployed versions of a process, oldest first; none if it is not deployed. */
    public List<ProcessVersion> versions(String process) {
        return main.versions(process);
    }

    /** Registers the handler of automatic work. */
    public Millrace on(String task, Handler handler) {
        return on(task, Limits.DEFAULT, handler);
    }

    /** Registers the handler of automatic work with limits of its own. */
    public Millrace on(String task, Limits limits, Handler handler) {
        Doer doer = new Doer.Handler(Argument.named(task, "task"));
        engine.register(doer, Argument.given(handler, "handler"), Argument.given(limits, "limits"));
        return this;
    }

    /**
     * Registers the handler of automatic work that takes its input as a Java object: {@code on("pay", Payment.class, payment -> ...)}. The
     * output is data, a record, a map, or null for none.
     */
    public <I> Millrace on(String task, Class<I> input, Handler.Of<I> handler) {
        return on(task, Handler.of(input, handler));
    }

    /** Registers the handler of automatic work that takes its input as a Java object and the work with its id and attempt. */
    public <I> Millrace on(String task, Class<I> input, Handler.OfWork<I> handler) {
        return on(task, Handler.of(input, handler));
    }

    /** Registers a program under the name that processes use. */
    public Millrace program(String name, Program program) {
        return program(name, program, Limits.DEFAULT);
    }

    /** Registers a program with limits of its own. */
    public Millrace program(String name, Program program, Limits limits) {
        Doer doer = new Doer.Program(Argument.named(name, "name"));
        engine.register(doer, Argument.given(program, "program"), Argument.given(limits, "limits"));
        return this;
    }

    /** Binds an application object to a name under which processes send it messages. */
    public Millrace bind(String name, Object object) {
        return bind(name, object, Limits.DEFAULT);
    }

    /** Binds an application object with its own limits: how many messages it takes at the same time and in a second. */
    public Millrace bind(String name, Object object, Limits limits) {
        Doer doer = new Doer.Handler(BoundObject.handlerOf(Argument.named(name, "name")));
        Handler handler = new BoundObject(Argument.given(object, "object"), engine::futureFor);
        engine.register(doer, handler, Argument.given(limits, "limits"));
        return this;
    }

    /** Adds a participant with roles, or replaces the participant with this name. */
    public Millrace participant(String name, String... roles) {
        main.participant(name, roles);
        return this;
    }

    /** Adds a participant, or replaces the participant with this name. */
    public Millrace participant(Participant participant) {
        main.participant(participant);
        return this;
    }

    /** The pools of agents, to which a strategy assigns work. */
    public Agents agents() {
        return main.agents();
    }

    /** All participants. */
    public List<Participant> participants() {
        return main.participants();
    }

    // Cases.

    /** Starts a case of the newest version without input. */
    public Case start(String process) {
        return main.start(process);
    }

    /** Starts a case of the newest version. */
    public Case start(String process, Data input) {
        return main.start(process, input);
    }

    /** Starts a case of the newest version under a business key. */
    public Case start(String process, Data input, String key) {
        return main.start(process, input, key);
    }

    /** Starts a case with the components of a record as its input. */
    public Case start(String process, Record input) {
        return main.start(process, input);
    }

    /** Starts a case with the components of a record as its input, under a business key. */
    public Case start(String process, Record input, String key) {
        return main.start(process, input, key);
    }

    /** Returns the handle of a case. Only the methods of the handle check whether the case exists. */
    public Case find(CaseId id) {
        return main.find(id);
    }

    /** A case by the text of its id, such as {@code 62.1}. */
    public Case find(String id) {
        return main.find(id);
    }

    /** The case that was started last with this business key; see {@link Tenant#findByKey}. */
    public Optional<Case> findByKey(String process, String key) {
        return main.findByKey(process, key);
    }

    /** Sends a signal to the case with this business key, and starts it if none runs; see {@link Commands#startWithSignal}. */
    public Case startWithSignal(String process, Data input, String key, String signal, Data content) {
        return main.startWithSignal(process, input, key, signal, content);
    }

    /** Sends a typed signal to the case with this business key, and starts it if none runs. */
    public <T> Case startWithSignal(String process, Record input, String key, SignalType<T> signal, T content) {
        return main.startWithSignal(process, input, key, signal, content);
    }

    /** Sends a typed signal to the cases that wait for it with this correlation key. */
    public <T> void signal(SignalType<T> signal, String key, T content) {
        main.signal(signal, key, content);
    }

    /** Sends a typed signal to the cases that wait for it without a correlation key. */
    public <T> void signal(SignalType<T> signal, T content) {
        main.signal(signal, content);
    }

    /** Sends a signal to the cases that wait for it with this correlation key. */
    public void signal(String name, String key, Data content) {
        main.signal(name, key, content);
    }

    /** Sends a signal to the cases that wait for it without a correlation key. */
    public void signal(String name, Data content) {
        main.signal(name, content);
    }

    /**
     * Delivers the result of an attempt whose handler returned {@link Work#LATER}. The engine refuses a token whose attempt has ended with
     * {@code MR-1024}, with {@code MR-1004} if the work is done, or with {@code MR-1010} if the case has ended.
     *
     * @param token the value of {@link Work#token}
     * @param output data, a record, a map, or null for none
     */
    public void complete(String token, @Nullable Object output) {
        Token of = Token.parse(token);
        new Commands(engine, of.tenant()).demand(new Command.Complete(of.work(), Data.of(output), of.attempt()));
    }

    /** Fails the work of a token without a further attempt: the process receives the reason. */
    public void fail(String token, String reason) {
        Argument.given(reason, "reason");
        Token of = Token.parse(token);
        new Commands(engine, of.tenant()).demand(new Command.Fail(of.work(), reason, of.attempt(), false));
    }

    /** Fails the attempt of a token: the retry policy of the task decides about the next attempt, which has a new token. */
    public void failAttempt(String token, String reason) {
        Argument.given(reason, "reason");
        Token of = Token.parse(token);
        new Commands(engine, of.tenant()).demand(new Command.Fail(of.work(), reason, of.attempt(), true));
    }

    /** What a token says. */
    private record Token(int attempt, WorkId work, String tenant) {
        static Token parse(String token) {
            String[] parts = Argument.named(token, "token").split(":", 3);
            try {
                // Attempts count from 1. A command that names attempt 0 means whichever there is; a token never does.
                int attempt = Integer.parseInt(parts[0]);
                if (attempt >= 1) {
                    return new Token(attempt, WorkId.parse(parts[1]), parts[2]);
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException | RefusedException e) {
                // Said below.
            }
            throw new RefusedException(Code.BAD_TOKEN.with(token));
        }
    }

    /** Starts cases of a process on a schedule; see {@link Commands#schedule}. */
    public Case schedule(String name, Schedule schedule, String process, Data input) {
        return main.schedule(name, schedule, process, input);
    }

    /** Commands in the name of a participant. */
    public Commands as(String participant) {
        return main.as(participant);
    }

    /** Commands of the engine's operator, without restrictions. */
    public Commands operator() {
        return main.operator();
    }

    /** Commands of an operator whose name the history shows. */
    public Commands operator(String name) {
        return main.operator(name);
    }

    /** Returns the view of another tenant. The methods of this class that concern one tenant serve the tenant {@value #TENANT}. */
    public Tenant tenant(String tenant) {
        engine.open();
        return new Tenant(engine, tenant);
    }

    // Questions.

    /** A page of the open work that matches a query, by priority and age. Needs the part {@link Builder#worklist}. */
    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        return main.work(query, cursor, limit);
    }

    /** The first hundred work items that a participant has or may take. */
    public List<WorkItem> worklist(String participant) {
        return main.worklist(participant);
    }

    /** A page of the cases that match a query. Needs the part {@link Builder#caseList}. */
    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        return main.cases(query, cursor, limit);
    }

    /** Timers that have not fired, by instant. */
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return main.timers(cursor, limit);
    }

    /** The cases that match a query. The stream reads page by page. Needs the part {@link Builder#caseList}. */
    public Stream<CaseInfo> cases(CaseQuery query) {
        return main.cases(query);
    }

    /** The number of cases that match a query. */
    public long count(CaseQuery query) {
        return main.count(query);
    }

    /** The open work that matches a query, by priority and age. The stream reads page by page. Needs the part {@link Builder#worklist}. */
    public Stream<ListedWork> work(WorkQuery query) {
        return main.work(query);
    }

    /** The number of open work items that match a query. */
    public long count(WorkQuery query) {
        return main.count(query);
    }

    /** Timers that have not fired, by instant. The stream reads page by page. */
    public Stream<TimerInfo> timers() {
        return main.timers();
    }

    /** The cases as they were at an instant (time travel). Needs the part {@link Builder#history}. */
    public Moment at(Instant instant) {
        return main.at(instant);
    }

    /** The history of the whole engine, with all tenants. */
    public History history() {
        return engine.open().history();
    }

    /** Questions to the history, with the rules that are deployed. The engine must have the {@link HistoryIndex}. */
    public Questions questions() {
        return main.questions();
    }

    /** Files that cases refer to: stored once by content, released with the last case. */
    public CaseFiles files() {
        return engine.open().files();
    }

    /** Archives and erases finished cases. */
    public Retention retention() {
        return engine.open().retention();
    }

    /**
     * Builds the rows of a projection from the journal, case by case, while the engine runs. Call it once for a projection that is added to
     * a journal with turns, after the processes are deployed. Returns when the rows are complete; starts from the beginning if it was
     * interrupted.
     *
     * @param progress receives the number of completed cases and other entities
     */
    public void rebuild(Projection projection, LongConsumer progress) {
        Argument.given(projection, "projection");
        engine.open().indexing().rebuild(projection, Argument.given(progress, "progress"));
    }

    /**
     * Passes the rows of a projection from a key (inclusive) to another (exclusive; null for the end) to a visitor, until the visitor
     * stops. The engine refuses to read incomplete rows.
     */
    public void rows(
            Projection projection, byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
        Argument.given(projection, "projection");
        Argument.given(from, "from");
        Argument.given(direction, "direction");
        Argument.given(visitor, "visitor");
        engine.open().indexing().rows(projection).scan(from, to, direction, visitor);
    }

    /** The current problems: processes without code, automatic work without a registered handler. */
    public Health health() {
        return engine.health();
    }

    /**
     * Completes when no command, message or call is in progress. Timers that are not due, listeners and continuations of futures do not
     * count.
     */
    public CompletableFuture<Void> whenQuiet() {
        return engine.published(engine.open().quiet().whenQuiet());
    }

    /**
     * Registers a callback for effects after their commit, such as offers, withdrawals and ends. The engine calls one listener sequentially
     * and in order, on a thread that is not the engine's own, so a listener may call the engine. The engine counts and logs exceptions of a
     * listener. A slow listener loses events: when 10,000 events wait for it, the engine drops further ones, counts them as {@code
     * listener.dropped} and logs this once. To receive every event, use {@link History#follow}.
     */
    public void listen(Consumer<Effect> listener) {
        engine.listen(listener);
    }

    /**
     * Shuts the engine down.
     *
     * <ol>
     *   <li>The engine takes no new command and refuses every further call with {@code MR-1033}.
     *   <li>Running handlers may continue for the grace time ({@link Builder#closeGrace}); the engine records their results.
     *   <li>The engine interrupts handlers that still run. Such an attempt does not count as failed: when the engine is opened again, it
     *       calls the handler again with the same attempt number.
     *   <li>The engine answers all callers that still wait for an answer, an end or a value with {@code MR-1033}.
     *   <li>The engine closes its threads, the store and the clock. It does not wait longer than ten seconds for a function of a process.
     * </ol>
     *
     * A second call does nothing. A handler, a listener, a continuation or a function of a process may close the engine: the call returns
     * at once, and the engine shuts down on another thread.
     */
    @Override
    public void close() {
        engine.close();
    }
}
