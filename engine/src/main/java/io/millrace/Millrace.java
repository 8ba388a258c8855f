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
 * A workflow engine. Deploy processes, start cases, register who does the work. Safe for use by several threads. Methods that wait can be
 * called from handlers, listeners and continuations of futures, but not from functions inside a process ({@code MR-1066}).
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
     * An engine in memory with every part: for tests and first steps. Nothing survives its end. {@code builder().open()} is the bare
     * core, without lists and history, whose cases leave no trace when they have ended.
     */
    public static Millrace inMemory() {
        return builder().everything().store(new MemoryStore()).open();
    }

    /** Begins to put an engine together: its store, its parts, its clock and limits. */
    public static Builder builder() {
        return new Builder();
    }

    // What runs here.

    /**
     * Deploys a process and returns its version: the same definition is the same version. The engine examines a new version first
     * and refuses one whose cases can get stuck, unless {@link DeployOption#ALLOW_UNSOUND} is given. {@link Builder#onWarning}
     * receives what else the engine can see to be wrong.
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
     * Registers the handler of automatic work that is given its input as a Java object: {@code on("pay", Payment.class, payment -> ...)}.
     * The output is data, a record, a map, or null for none.
     */
    public <I> Millrace on(String task, Class<I> input, Handler.Of<I> handler) {
        return on(task, Handler.of(input, handler));
    }

    /** Registers the handler of automatic work that is given its input as a Java object, and the work with its id and attempt. */
    public <I> Millrace on(String task, Class<I> input, Handler.OfWork<I> handler) {
        return on(task, Handler.of(input, handler));
    }

    /** Registers a program by the name under which processes know it. */
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

    /** Binds an application object with limits of its own: how many messages it takes at once and in a second. */
    public Millrace bind(String name, Object object, Limits limits) {
        Doer doer = new Doer.Handler(BoundObject.handlerOf(Argument.named(name, "name")));
        Handler handler = new BoundObject(Argument.given(object, "object"), engine::futureFor);
        engine.register(doer, handler, Argument.given(limits, "limits"));
        return this;
    }

    /** Adds somebody who works, with roles; one with the same name is replaced. */
    public Millrace participant(String name, String... roles) {
        main.participant(name, roles);
        return this;
    }

    /** Adds somebody who works; one with the same name is replaced. */
    public Millrace participant(Participant participant) {
        main.participant(participant);
        return this;
    }

    /** The pools of agents, to whom work is assigned by a rule. */
    public Agents agents() {
        return main.agents();
    }

    /** Everybody who works here. */
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

    /** A case by its id; whether it exists shows when it is asked something. */
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
     * Brings the result of an attempt whose handler returned {@link Work#LATER}. A token whose attempt is over is refused with
     * {@code MR-1024}, or {@code MR-1004} if the work is done.
     *
     * @param token what {@link Work#token} gave
     * @param output data, a record, a map, or null for none
     */
    public void complete(String token, @Nullable Object output) {
        Token of = Token.parse(token);
        new Commands(engine, of.tenant()).demand(new Command.Complete(of.work(), Data.of(output), of.attempt()));
    }

    /** Says that the work of a token cannot be done, and that another attempt would not help: the process learns the reason. */
    public void fail(String token, String reason) {
        Argument.given(reason, "reason");
        Token of = Token.parse(token);
        new Commands(engine, of.tenant()).demand(new Command.Fail(of.work(), reason, of.attempt(), false));
    }

    /** Says that the attempt of a token failed: the task's policy decides about the next one, which has another token. */
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
                return new Token(Integer.parseInt(parts[0]), WorkId.parse(parts[1]), parts[2]);
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException | RefusedException e) {
                throw new RefusedException(Code.BAD_TOKEN.with(token));
            }
        }
    }

    /** Starts cases of a process again and again; see {@link Commands#schedule}. */
    public Case schedule(String name, Schedule schedule, String process, Data input) {
        return main.schedule(name, schedule, process, input);
    }

    /** Commands in the name of a participant. */
    public Commands as(String participant) {
        return main.as(participant);
    }

    /** Commands of the engine's operator, who may do everything. */
    public Commands operator() {
        return main.operator();
    }

    /** Commands of an operator whose name the history shows. */
    public Commands operator(String name) {
        return main.operator(name);
    }

    /** Everything of another tenant. The methods of this class that concern one tenant serve the tenant {@value #TENANT}. */
    public Tenant tenant(String tenant) {
        engine.open();
        return new Tenant(engine, tenant);
    }

    // Questions.

    /** A page of the open work that a query finds, by priority and age. Needs the worklist. */
    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        return main.work(query, cursor, limit);
    }

    /** What a participant has and may take, the first hundred. */
    public List<WorkItem> worklist(String participant) {
        return main.worklist(participant);
    }

    /** A page of the cases that a query finds. Needs the case list. */
    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        return main.cases(query, cursor, limit);
    }

    /** Timers that have not fired, by instant. */
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return main.timers(cursor, limit);
    }

    /** Which cases a query finds, read page by page as the stream goes on. Needs the case list. */
    public Stream<CaseInfo> cases(CaseQuery query) {
        return main.cases(query);
    }

    /** How many cases a query finds. */
    public long count(CaseQuery query) {
        return main.count(query);
    }

    /** The open work that a query finds, by priority and age, read page by page as the stream goes on. Needs the worklist. */
    public Stream<ListedWork> work(WorkQuery query) {
        return main.work(query);
    }

    /** How much open work a query finds. */
    public long count(WorkQuery query) {
        return main.count(query);
    }

    /** Timers that have not fired, by instant, read page by page as the stream goes on. */
    public Stream<TimerInfo> timers() {
        return main.timers();
    }

    /** The cases as they stood at an instant. Needs the history. */
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

    /** Finished cases can be archived and erased. */
    public Retention retention() {
        return engine.open().retention();
    }

    /**
     * Builds the rows of a projection from the journal, case by case, while the engine runs: for a projection that is added to a
     * journal with turns, after its processes are deployed. Returns when the rows are complete; begins anew if it was interrupted.
     *
     * @param progress is told how many cases and other entities are done
     */
    public void rebuild(Projection projection, LongConsumer progress) {
        Argument.given(projection, "projection");
        engine.open().indexing().rebuild(projection, Argument.given(progress, "progress"));
    }

    /**
     * Shows rows of a projection from a key (inclusive) to another (exclusive; null for the end), until the visitor has seen enough.
     * Rows that are not complete are refused.
     */
    public void rows(
            Projection projection, byte[] from, byte @Nullable [] to, Store.Direction direction, Store.Visitor visitor) {
        Argument.given(projection, "projection");
        Argument.given(from, "from");
        Argument.given(direction, "direction");
        Argument.given(visitor, "visitor");
        engine.open().indexing().rows(projection).scan(from, to, direction, visitor);
    }

    /** What is wrong now: processes without code, automatic work for which nobody is registered. */
    public Health health() {
        return engine.health();
    }

    /**
     * Completes when nothing is under way: no command, no message, no call. Timers that are not due do not count, nor do listeners
     * and what is chained to futures.
     */
    public CompletableFuture<Void> whenQuiet() {
        return engine.published(engine.open().quiet().whenQuiet());
    }

    /**
     * Calls back for effects after their commit: how an application hears of offers, withdrawals and ends. The calls of one listener
     * come one after the other, in order, on a thread that is not the engine's, so a listener may call the engine. What it throws is
     * counted and logged. A listener that cannot keep up loses events: when 10,000 wait for it, more are dropped, counted as
     * {@code listener.dropped} and logged once. Where nothing may be missed, use {@link History#follow}.
     */
    public void listen(Consumer<Effect> listener) {
        engine.listen(listener);
    }

    /**
     * Shuts the engine down.
     *
     * <ol>
     *   <li>The engine takes no new command; every call from now on is refused with {@code MR-1033}.
     *   <li>Handlers that run may go on for the grace time ({@link Builder#closeGrace}); their results are recorded.
     *   <li>Handlers that still run are interrupted. Such an attempt has not failed: when the engine is opened again, it calls the
     *       handler again with the same attempt number.
     *   <li>Everybody who still waits for an answer, an end or a value is released with {@code MR-1033}.
     *   <li>Threads, store and clock are closed. A function of a process that has not returned for ten seconds is left behind.
     * </ol>
     *
     * Closing a closed engine does nothing. A handler, a listener, a continuation or a function of a process may close the engine:
     * the call returns at once and the engine shuts down beside it.
     */
    @Override
    public void close() {
        engine.close();
    }
}
