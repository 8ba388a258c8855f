package io.millrace;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
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
import io.millrace.query.WorkQuery;
import io.millrace.schedule.Schedule;
import io.millrace.work.Participant;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commands, with who asks and why. Immutable, and safe for use by several threads: {@link #as}, {@link #because} and the like give changed copies. Every
 * method waits until what it did is durable; a refusal is a {@link io.millrace.problem.RefusedException}. So is a delay by a gate, with
 * {@link io.millrace.problem.Code#GATE_DELAY}: what was asked has not happened, but it is recorded and happens by itself later.
 * {@link #ask} is the same without waiting, and answers a delay as such.
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

    Commands(Engine engine, String tenant) {
        this(engine, tenant, null, null, null, null, null, null, true);
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
            boolean operates) {
        this.engine = engine;
        this.tenant = tenant;
        this.actor = actor;
        this.onBehalfOf = onBehalfOf;
        this.reason = reason;
        this.requestId = requestId;
        this.occurred = occurred;
        this.trace = trace;
        this.operates = operates;
    }

    /**
     * The same for a participant. The engine refuses work that is not offered to them, or that another has. It does not restrict
     * interventions (skip, redo, move, change data, migrate): the application decides who may ask for them.
     */
    public Commands as(String participant) {
        Argument.named(participant, "participant");
        return new Commands(engine, tenant, participant, onBehalfOf, reason, requestId, occurred, trace, false);
    }

    /**
     * The same for an operator, who may handle the work of everybody: the history shows the name, and the engine does not ask for
     * whom the work is. Separation of duties binds operators, too.
     */
    public Commands operator(String name) {
        Argument.named(name, "name");
        return new Commands(engine, tenant, name, onBehalfOf, reason, requestId, occurred, trace, true);
    }

    /** The same on behalf of somebody else, as the history shows. */
    public Commands onBehalfOf(String other) {
        Argument.named(other, "other");
        return new Commands(engine, tenant, actor, other, reason, requestId, occurred, trace, operates);
    }

    /** The reason that stands in the history. */
    public Commands because(String reason) {
        Argument.given(reason, "reason");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, occurred, trace, operates);
    }

    /** With a request id a repeat returns the first answer and changes nothing. */
    public Commands request(String id) {
        Argument.named(id, "id");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, id, occurred, trace, operates);
    }

    /** For something that happened outside earlier than the engine hears of it. */
    public Commands occurred(Instant instant) {
        Argument.given(instant, "instant");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, instant, trace, operates);
    }

    /** Trace context to be carried along. */
    public Commands trace(String context) {
        Argument.given(context, "context");
        return new Commands(engine, tenant, actor, onBehalfOf, reason, requestId, occurred, context, operates);
    }

    /** Asks any command without waiting. The answer comes on a thread of its own: what is chained to it may wait and ask. */
    public CompletableFuture<Answer> ask(Command command) {
        return engine.asking(request(Argument.given(command, "command")));
    }

    /** What a command on a case (skip, redo, move, change data, migrate, cancel …) would do if it were asked now; changes nothing. */
    public CompletableFuture<Plan> plan(Command command) {
        return engine.planning(request(Argument.given(command, "command")));
    }

    private Request request(Command command) {
        Participant who = actor == null ? null : engine.kernel().participant(tenant, actor);
        return new Request(tenant, command, who, onBehalfOf, reason, requestId, occurred, trace, operates);
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
            demand(new Command.DefinePool(agents));
        }
        engine.warn(process, process.findings());
        engine.warn(process, engine.open().pools(tenant).unattended(process.contract().name(), process.pooled()));
        engine.warn(process, proof.findings());
        return version;
    }

    /** Adds somebody who works; one with the same name is replaced. */
    public void add(Participant participant) {
        demand(new Command.AddParticipant(participant));
    }

    /** Removes somebody who works. What they have stays with them. */
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
     * Gives a signal to one case, whatever the correlation key with which the case waits. A case that does not wait for the signal now
     * refuses it with {@code MR-1086}; a signal that may come early is sent by its correlation key, and kept.
     */
    public void signal(CaseId caseId, String name, Data content) {
        demand(new Command.SignalCase(caseId, name, content));
    }

    /** Gives a typed signal to one case, whatever the correlation key with which the case waits. */
    public <T> void signal(CaseId caseId, SignalType<T> signal, T content) {
        Argument.given(signal, "signal");
        signal(caseId, signal.name(), signal.data(content));
    }

    /**
     * Sends a signal to the case that runs with this business key, and starts the case if none does, in one durable step. The business
     * key is the correlation key: the process waits with {@code signal(name).keyFrom(...)}. The signal is kept until the case waits for
     * it. The process must declare a unique key.
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

    /** Suspends a case: nothing goes on in it until it is resumed. */
    public void suspend(CaseId caseId) {
        demand(new Command.SuspendCase(caseId));
    }

    /** Resumes a suspended case: it reacts to what has happened meanwhile. */
    public void resume(CaseId caseId) {
        demand(new Command.ResumeCase(caseId));
    }

    /** Cancels a case with its sub-cases; open work is withdrawn. */
    public void cancel(CaseId caseId) {
        demand(new Command.CancelCase(caseId, why("cancelled")));
    }

    /** Adds an instance to a running task that allows it. */
    public void addInstance(CaseId caseId, String task, Data input) {
        demand(new Command.AddInstance(caseId, task, input));
    }

    // Recurring starts.

    /**
     * Starts cases of a process again and again, as a schedule says. The schedule is a durable case of its own, with its name as the
     * business key; suspend, resume or cancel that case to pause or end it. A schedule that is given again under the same name goes on as
     * it is, or with what has changed. Needs the case list.
     *
     * @param name the name of the schedule; no process may have it
     * @param process the process of which cases are started, in its newest version at each start
     * @param input what each of them is given
     * @return the case of the schedule; its data shows the next start
     */
    public Case schedule(String name, Schedule schedule, String process, Data input) {
        Argument.given(schedule, "schedule");
        Compiled<?> recurring = schedule.starting(name, process, input);
        if (engine.open().deployments().newestVersion(tenant, process) == 0) {
            throw new RefusedException(Code.UNKNOWN_PROCESS.with(process));
        }
        int version = deploy(recurring);
        CaseQuery running = CaseQuery.ofProcess(name).withKey(name).newestFirst(true);
        for (CaseInfo info : engine.open().lists().cases(tenant, running, null, 1).items()) {
            if (info.status().isOpen()) {
                if (info.version() != version) {
                    migrate(info.id(), version, Data.fields());
                }
                return new Case(engine, tenant, info.id());
            }
        }
        return startVersion(name, version, Data.fields(), name);
    }

    // Work.

    /** Allocates offered work to the actor. */
    public void claim(WorkId work) {
        demand(new Command.Claim(work));
    }

    /** Claims the next offered work, by priority and age; gives what was claimed, at most so many. */
    public List<WorkItem> claimNext(WorkQuery query, int most) {
        Argument.given(query, "query");
        Argument.atLeast(1, most, "most");
        return engine.claimNext(tenant, query, most, work -> request(new Command.Claim(work)));
    }

    /** Offers work that somebody has to all again. */
    public void release(WorkId work) {
        demand(new Command.Release(work));
    }

    /** Allocates work to somebody else. */
    public void delegate(WorkId work, String to) {
        demand(new Command.Delegate(work, to));
    }

    /** Starts work. A deferred choice is decided by that. */
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

    /** Completes work: claims and starts it on the way if the actor has not. */
    public void complete(WorkId work, Data output) {
        demand(new Command.Complete(work, output, 0));
    }

    /** Completes work with the components of a record as its output. */
    public void complete(WorkId work, Record output) {
        complete(work, Data.of(Argument.given(output, "output")));
    }

    /** Says that work cannot be done; the process learns the reason. */
    public void fail(WorkId work, String reason) {
        demand(new Command.Fail(work, reason, 0, false));
    }

    /** Takes a work item back; the process learns that it will not be done. */
    public void withdraw(WorkId work) {
        demand(new Command.Withdraw(work, why("withdrawn")));
    }

    // Interventions of an operator.

    /** Another attempt at automatic work that has become an incident. */
    public void retry(WorkId work) {
        demand(new Command.RetryWork(work));
    }

    /** The reaction that failed is tried again. */
    public void retry(CaseId caseId) {
        demand(new Command.RetryCase(caseId));
    }

    /** Leaves work out as if it had been done with this output. */
    public void skip(WorkId work, Data output) {
        demand(new Command.Skip(work, output));
    }

    /** Does a step again that is done or waits. */
    public void redo(CaseId caseId, String step) {
        demand(new Command.Redo(caseId, step));
    }

    /** Lets a flow go on at another step; null for the only flow. */
    public void move(CaseId caseId, @Nullable String from, String to) {
        demand(new Command.Move(caseId, from, to));
    }

    /** Gives a part of the case's data another value. */
    public void changeData(CaseId caseId, String name, Data value) {
        demand(new Command.ChangeData(caseId, name, value));
    }

    /** Goes on under another version; 0 for the newest. */
    public void migrate(CaseId caseId, int version, Data mapping) {
        demand(new Command.Migrate(caseId, version, mapping));
    }

    // Many cases at a time.

    /**
     * What became of the cases that a bulk command found.
     *
     * @param done how many it was carried out on
     * @param refused those on which it was refused, and why; they are untouched
     */
    public record Report(long done, List<Refusal> refused) {
        public Report {
            refused = List.copyOf(refused);
        }

        /** How many cases were looked at. */
        public long total() {
            return done + refused.size();
        }
    }

    /** A case on which a bulk command was refused. */
    public record Refusal(CaseId caseId, Problem problem) {}

    /**
     * Cancels the open cases that a query finds, each by a command of its own. Needs the case list.
     *
     * @param progress is given what is done so far, after each page of cases
     */
    public Report cancelAll(CaseQuery query, Consumer<Report> progress) {
        return new Bulk(this, engine, tenant)
                .run(query, progress, info -> List.of(new Command.CancelCase(info.id(), why("cancelled"))));
    }

    /**
     * Tries the incidents of the cases that a query finds again: those of the cases and those of their work. Needs the case list.
     *
     * @param progress is given what is done so far, after each page of cases
     */
    public Report retryAll(CaseQuery query, Consumer<Report> progress) {
        Argument.given(query, "query");
        return new Bulk(this, engine, tenant).run(query.onlyIncidents(), progress, info -> Bulk.retries(new Case(engine, tenant, info.id())));
    }

    /**
     * Moves the open cases that a query finds to a version, those that have it aside; 0 for the newest. Needs the case list.
     *
     * @param mapping old names to new ones, for what was renamed
     * @param progress is given what is done so far, after each page of cases
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
