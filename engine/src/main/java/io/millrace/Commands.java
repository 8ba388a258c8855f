package io.millrace;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Mismatch;
import io.millrace.data.SignalType;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.Deployments;
import io.millrace.kernel.record.Request;
import io.millrace.language.Compiled;
import io.millrace.language.Plan;
import io.millrace.language.Proof;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.ProcessVersion;
import io.millrace.query.WorkQuery;
import io.millrace.schedule.Schedule;
import io.millrace.work.Participant;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands with their actor and reason. Immutable and safe for use by several threads: {@link #as}, {@link #because} and similar
 * methods return changed copies. Every method waits until its effect is durable; a refusal is a {@link
 * io.millrace.problem.RefusedException}. A delay by a gate is also an exception, with {@link io.millrace.problem.Code#GATE_DELAY}: the
 * command has not happened, but the attempt is recorded and happens automatically later. {@link #ask} does not wait, and returns a delay as
 * an answer.
 */
public final class Commands {
    private final Engine engine;
    private final String tenant;
    private final @Nullable String actor;
    private final @Nullable String onBehalfOf;
    private final @Nullable String reason;
    private final @Nullable String requestId;
    private final @Nullable Instant occurred;
    private final @Nullable String trace;
    private final boolean operates;
    private final @Nullable Long turn;

    Commands(Engine engine, String tenant) {
        this(engine, tenant, null, null, null, null, null, null, true, null);
    }

    private Commands(
            Engine engine,
            String tenant,
            @Nullable String actor,
            @Nullable String onBehalfOf,
            @Nullable String reason,
            @Nullable String requestId,
            @Nullable Instant occurred,
            @Nullable String trace,
            boolean operates,
            @Nullable Long turn) {
        this.engine = engine;
        this.tenant = tenant;
        this.actor = actor;
        this.onBehalfOf = onBehalfOf;
        this.reason = reason;
        this.requestId = requestId;
        this.occurred = occurred;
        this.trace = trace;
        this.operates = operates;
        this.turn = turn;
    }

    /**
     * Returns commands in the name of a participant. The engine refuses work that is not offered to this participant, or that another one
     * has. It does not restrict interventions (skip, redo, move, change data, migrate): the application decides who may use them.
     */
    public Commands as(String participant) {
        Argument.named(participant, "participant");
        return new Commands(engine, tenant, participant, onBehalfOf, reason, requestId, occurred, trace, false, turn);
    }

    /**
     * The same for an operator, who may handle the work of everybody: the history shows the name, and the engine does not ask for
     * whom the work is. Separation of duties binds operators, too.
     */
    public Commands operator(String name) {
        Argument.named(name, "name");
        return new Commands(engine, tenant, name, onBehalfOf, reason, requestId, occurred, trace, true, turn);
    }

    /** Returns commands on behalf of another person, as the history shows. */
    public Commands onBehalfOf(String other) {
        Argument.named(other, "other");
        return new Commands(engine, tenant, actor, other, reason, requestId, occurred, trace, operates, turn);
    }

    /** Returns commands with a reason, which the history records. */
    public Commands because(String reason) {
        Argument.given(reason, "reason");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, occurred, trace, operates, turn);
    }

    /** Returns commands with a request id (an idempotency key): a repeated command returns the first answer and changes nothing. */
    public Commands request(String id) {
        Argument.named(id, "id");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, id, occurred, trace, operates, turn);
    }

    /** Returns commands for one of the steps of a request: each step has an idempotency key of its own, the same in every repeat. */
    Commands step(String step) {
        return requestId == null ? this : request(requestId + "/" + step);
    }

    /** Returns commands for something that happened earlier than it is reported to the engine. */
    public Commands occurred(Instant instant) {
        Argument.given(instant, "instant");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, instant, trace, operates, turn);
    }

    /** Returns commands with a trace context, which the engine passes on. */
    public Commands trace(String context) {
        Argument.given(context, "context");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, occurred, context, operates, turn);
    }

    /**
     * Returns commands that the engine refuses if the case has changed since its turn with this number, see {@link Case#turn}: a
     * decision about one state of the case is not carried out on another. The check is part of the command, so nothing comes in between.
     */
    public Commands ifLast(long turn) {
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, occurred, trace, operates, turn);
    }

    /** Sends any command without waiting. The future completes on a thread of its own: continuations may wait and send commands. */
    public CompletableFuture<Answer> ask(Command command) {
        return engine.asking(request(Argument.given(command, "command")));
    }

    /**
     * The answer that this command with this request id was given before, if it was asked and the engine remembers it. Asks nothing. For
     * those who check more than the engine does before they ask: what was done already need not be possible again.
     */
    public Optional<CompletableFuture<Answer>> answered(Command command) {
        return Optional.ofNullable(engine.open().known(request(Argument.given(command, "command")))).map(engine::published);
    }

    /** Previews what a command on a case (skip, redo, move, change data, migrate, cancel …) would do now. Changes nothing. */
    public CompletableFuture<Plan> plan(Command command) {
        return engine.planning(request(Argument.given(command, "command")));
    }

    private Request request(Command command) {
        Participant who = actor == null ? null : engine.kernel().participant(tenant, actor);
        return new Request(tenant, command, who, onBehalfOf, reason, requestId, occurred, trace, operates, turn);
    }

    Data demand(Command command) {
        return engine.demand(request(command));
    }

    private String why(String otherwise) {
        return reason == null ? otherwise : reason;
    }

    // Definitions and people.

    /** Deploys a process; see {@link Millrace#deploy}. */
    public int deploy(Compiled<?> process, DeployOption... options) {
        Argument.given(process, "process");
        Argument.all(Arrays.asList(Argument.given(options, "options")), "options");
        boolean isNew = !engine.open().deployments().isDeployed(tenant, process);
        Proof proof = isNew ? process.proof() : Proof.NONE;
        Problem objection = proof.objection();
        if (objection != null && !List.of(options).contains(DeployOption.ALLOW_UNSOUND)) {
            throw new RefusedException(objection);
        }
        int version = demand(new Command.Deploy(process, objection == null ? null : objection.message())).asInt();
        Pool agents = process.agents();
        if (agents != null && (isNew || engine.open().pools(tenant).named(agents.name()) == null)) {
            // The registry has told the pool already; whoever deploys the process finds its agents there.
            step("pool").demand(new Command.DefinePool(agents));
        }
        engine.warn(process, process.findings());
        engine.warn(process, engine.open().pools(tenant).unattended(process.contract().name(), process.pooled()));
        engine.warn(process, proof.findings());
        return version;
    }

    /** Adds a participant, or replaces the participant with this name. */
    public void add(Participant participant) {
        demand(new Command.AddParticipant(participant));
    }

    /** Removes a participant. Work that the participant has stays allocated. */
    public void removeParticipant(String name) {
        demand(new Command.RemoveParticipant(name));
    }

    // Cases.

    /** Starts a case of the newest version. */
    public Case start(String process, Data input) {
        return started(new Command.Start(process, 0, input, null));
    }

    /** Starts a case of the newest version under a business key, or without one. */
    public Case start(String process, Data input, @Nullable String key) {
        return started(new Command.Start(process, 0, input, key));
    }

    /** Starts a case of a version; 0 for the newest. */
    public Case startVersion(String process, int version, Data input, @Nullable String key) {
        return started(new Command.Start(process, version, input, key));
    }

    /** Starts a case with the components of a record as its input. */
    public Case start(String process, Record input) {
        return start(process, Data.of(Argument.given(input, "input")));
    }

    /** Starts a case with the components of a record as its input, under a business key. */
    public Case start(String process, Record input, @Nullable String key) {
        return start(process, Data.of(Argument.given(input, "input")), key);
    }

    private Case started(Command.Start start) {
        long ended = engine.ends().announced();
        CaseId id = CaseId.root(demand(start).asLong());
        if (start.key() != null && isUnique(start)) {
            engine.awaitBegun(tenant, id);
        }
        // A repeat may name a case that was started, and has ended, long ago.
        return requestId == null ? Case.started(engine, tenant, id, ended) : new Case(engine, tenant, id);
    }

    private boolean isUnique(Command.Start start) {
        Deployments deployed = engine.open().deployments();
        int version = start.version() == 0 ? deployed.newestVersion(tenant, start.process()) : start.version();
        Compiled<?> code = deployed.code(tenant, start.process(), version);
        return code != null && code.contract().uniqueKey();
    }

    /** Sends a signal to the cases that wait for it with this correlation key. */
    public void signal(String name, String key, Data content) {
        demand(new Command.Signal(name, key, content));
    }

    /** Sends a signal to the cases that wait for it without a correlation key. */
    public void signal(String name, Data content) {
        demand(new Command.Signal(name, "", content));
    }

    /**
     * Sends a signal to one case, regardless of the correlation key with which the case waits. If the case does not wait for the signal
     * now, the engine refuses it with {@code MR-1086}. Send a signal that may come early by its correlation key; the engine then keeps it.
     */
    public void signal(CaseId caseId, String name, Data content) {
        demand(new Command.SignalCase(caseId, name, content));
    }

    /** Sends a typed signal to one case, regardless of the correlation key with which the case waits. */
    public <T> void signal(CaseId caseId, SignalType<T> signal, T content) {
        Argument.given(signal, "signal");
        signal(caseId, signal.name(), signal.data(content));
    }

    /**
     * Sends a signal to the case that runs with this business key, and starts the case if none does, in one durable step. The business key
     * is the correlation key: the process waits with {@code signal(name).keyFrom(...)}. The engine keeps the signal until the case waits
     * for it. The process must declare a unique key.
     */
    public Case startWithSignal(String process, Data input, String key, String signal, Data content) {
        CaseId id = CaseId.root(demand(new Command.StartWithSignal(process, input, key, signal, content)).asLong());
        engine.awaitBegun(tenant, id);
        return new Case(engine, tenant, id);
    }

    /** Sends a typed signal to the case that runs with this business key, and starts the case if none does. */
    public <T> Case startWithSignal(String process, Record input, String key, SignalType<T> signal, T content) {
        Argument.given(signal, "signal");
        Argument.given(input, "input");
        return startWithSignal(process, Data.of(input), Argument.named(key, "key"), signal.name(), signal.data(content));
    }

    /** Sends a typed signal to the cases that wait for it with this correlation key. */
    public <T> void signal(SignalType<T> signal, String key, T content) {
        Argument.given(signal, "signal");
        signal(signal.name(), Argument.given(key, "key"), signal.data(content));
    }

    /** Sends a typed signal to the cases that wait for it without a correlation key. */
    public <T> void signal(SignalType<T> signal, T content) {
        Argument.given(signal, "signal");
        signal(signal.name(), signal.data(content));
    }

    /** Suspends a case: nothing happens in it until it is resumed. */
    public void suspend(CaseId caseId) {
        demand(new Command.SuspendCase(caseId));
    }

    /** Resumes a suspended case: it reacts to everything that happened during the suspension. */
    public void resume(CaseId caseId) {
        demand(new Command.ResumeCase(caseId));
    }

    /** Cancels a case with its sub-cases and withdraws its open work. */
    public void cancel(CaseId caseId) {
        demand(new Command.CancelCase(caseId, why("cancelled")));
    }

    /** Adds an instance to a running task that allows it. */
    public void addInstance(CaseId caseId, String task, Data input) {
        demand(new Command.AddInstance(caseId, task, input));
    }

    // Recurring starts.

    /**
     * Starts cases of a process on a schedule (recurring starts). The schedule is a durable case of its own, with its name as the business
     * key; suspend, resume or cancel that case to pause or end it. A second call with the same name continues the schedule, or changes it.
     * Needs the part {@link Builder#caseList}.
     *
     * @param name the name of the schedule; no process may have it
     * @param process the process of which cases are started, in its newest version at each start
     * @param input the input of each of them
     * @return the case of the schedule; its data shows the next start
     */
    public Case schedule(String name, Schedule schedule, String process, Data input) {
        Argument.given(schedule, "schedule");
        Compiled<?> recurring = schedule.starting(name, process, input);
        Deployments deployed = engine.open().deployments();
        if (deployed.newestVersion(tenant, process) == 0) {
            throw new RefusedException(Code.UNKNOWN_PROCESS.with(process));
        }
        if (hasVersion(process, each -> each.language().equals(recurring.language()))) {
            throw Argument.wrong("process", process, "This is a schedule. Give a process that a schedule can start.");
        }
        if (hasVersion(name, each -> !each.language().equals(recurring.language()))) {
            throw Argument.wrong("name", name, "A process has this name. Give the schedule a name of its own.");
        }
        Compiled<?> started = deployed.code(tenant, process, deployed.newestVersion(tenant, process));
        List<Mismatch> mismatches = started == null ? List.of() : started.contract().input().check(input);
        if (!mismatches.isEmpty()) {
            throw new RefusedException(Code.DATA_TYPE.with("The input of '" + process + "'", mismatches.getFirst()));
        }
        return engine.scheduling(() -> scheduled(name, recurring));
    }

    private boolean hasVersion(String process, Predicate<ProcessVersion> what) {
        return engine.open().deployments().versions(tenant, process).stream().anyMatch(what);
    }

    /** Continues the running case of a schedule, or starts one. */
    private Case scheduled(String name, Compiled<?> recurring) {
        CaseQuery byName = CaseQuery.ofProcess(name).withKey(name).newestFirst(true);
        Optional<CaseInfo> running = engine.open().lists().cases(tenant, byName, null, 1).items().stream()
                .filter(info -> info.status().isOpen())
                .findFirst();
        int version = step("deploy").deploy(recurring);
        if (running.isEmpty()) {
            return step("start").startVersion(name, version, Data.fields(), name);
        }
        CaseInfo info = running.get();
        if (info.version() != version) {
            step("migrate/" + version).migrate(info.id(), version, Data.fields());
        }
        return new Case(engine, tenant, info.id());
    }

    // Work.

    /** Allocates offered work to the actor. */
    public void claim(WorkId work) {
        demand(new Command.Claim(work));
    }

    /** Claims the next offered work, by priority and age, and returns the claimed work items: at most {@code most}. */
    public List<WorkItem> claimNext(WorkQuery query, int most) {
        Argument.given(query, "query");
        Argument.atLeast(1, most, "most");
        return engine.claimNext(tenant, query, most, work -> step(work.toString()).request(new Command.Claim(work)));
    }

    /** Releases allocated work: the engine offers it to all qualified participants again. */
    public void release(WorkId work) {
        demand(new Command.Release(work));
    }

    /** Allocates work to another participant. */
    public void delegate(WorkId work, String to) {
        demand(new Command.Delegate(work, to));
    }

    /** Starts work. This also decides a deferred choice. */
    public void startWork(WorkId work) {
        demand(new Command.StartWork(work));
    }

    /** Suspends a work item until it is resumed. */
    public void suspend(WorkId work) {
        demand(new Command.SuspendWork(work));
    }

    /** Resumes a suspended work item. */
    public void resume(WorkId work) {
        demand(new Command.ResumeWork(work));
    }

    /** Completes work. Also claims and starts it, if the actor has not done so. */
    public void complete(WorkId work, Data output) {
        demand(new Command.Complete(work, output, 0));
    }

    /** Completes work with the components of a record as its output. */
    public void complete(WorkId work, Record output) {
        complete(work, Data.of(Argument.given(output, "output")));
    }

    /** Fails work that cannot be done; the process receives the reason. */
    public void fail(WorkId work, String reason) {
        demand(new Command.Fail(work, reason, 0, false));
    }

    /** Withdraws a work item; the process reacts to the withdrawal. */
    public void withdraw(WorkId work) {
        demand(new Command.Withdraw(work, why("withdrawn")));
    }

    // Interventions of an operator.

    /** Makes another attempt at automatic work that has become an incident. */
    public void retry(WorkId work) {
        demand(new Command.RetryWork(work));
    }

    /** Retries the failed reaction of a case that has become an incident. */
    public void retry(CaseId caseId) {
        demand(new Command.RetryCase(caseId));
    }

    /** Skips work as if it had been completed with this output. */
    public void skip(WorkId work, Data output) {
        demand(new Command.Skip(work, output));
    }

    /** Repeats a step that is done or waits. */
    public void redo(CaseId caseId, String step) {
        demand(new Command.Redo(caseId, step));
    }

    /** Moves a flow to another step; {@code from} may be null if there is only one flow. */
    public void move(CaseId caseId, @Nullable String from, String to) {
        demand(new Command.Move(caseId, from, to));
    }

    /** Changes a value in the case's data. */
    public void changeData(CaseId caseId, String name, Data value) {
        demand(new Command.ChangeData(caseId, name, value));
    }

    /** Continues a case under another version; 0 for the newest. */
    public void migrate(CaseId caseId, int version, Data mapping) {
        demand(new Command.Migrate(caseId, version, mapping));
    }

    // Many cases at a time.

    /**
     * The result of a bulk command.
     *
     * @param done the number of cases on which it was carried out
     * @param refused the cases on which it was refused, with the reasons; they are unchanged
     */
    public record Report(long done, List<Refusal> refused) {
        public Report {
            refused = List.copyOf(refused);
        }

        /** The number of cases that the query found. */
        public long total() {
            return done + refused.size();
        }
    }

    /** A case on which a bulk command was refused. */
    public record Refusal(CaseId caseId, Problem problem) {}

    /**
     * Cancels the open cases that match a query, with one command for each. Needs the part {@link Builder#caseList}.
     *
     * @param progress receives the report so far, after each page of cases
     */
    public Report cancelAll(CaseQuery query, Consumer<Report> progress) {
        return new Bulk(this, engine, tenant)
                .run(query, progress, info -> List.of(new Command.CancelCase(info.id(), why("cancelled"))));
    }

    /**
     * Retries the incidents of the cases that match a query: those of the cases and those of their work. Needs the part {@link
     * Builder#caseList}.
     *
     * @param progress receives the report so far, after each page of cases
     */
    public Report retryAll(CaseQuery query, Consumer<Report> progress) {
        Argument.given(query, "query");
        return new Bulk(this, engine, tenant).run(query.onlyIncidents(), progress, info -> Bulk.retries(new Case(engine, tenant, info.id())));
    }

    /**
     * Migrates the open cases that match a query to a version, except those that already have it; 0 for the newest. Needs the part {@link
     * Builder#caseList}.
     *
     * @param mapping old names to new ones, for what was renamed
     * @param progress receives the report so far, after each page of cases
     */
    public Report migrateAll(CaseQuery query, int version, Data mapping, Consumer<Report> progress) {
        Argument.given(query, "query");
        Argument.given(mapping, "mapping");
        Argument.atLeast(0, version, "version");
        return new Bulk(this, engine, tenant).run(query, progress, info -> {
            int target = version == 0 ? engine.open().deployments().newestVersion(tenant, info.process()) : version;
            return info.version() == target ? List.of() : List.of(new Command.Migrate(info.id(), target, mapping));
        });
    }
}
