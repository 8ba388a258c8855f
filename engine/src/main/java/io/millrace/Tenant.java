package io.millrace;

import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.data.Data;
import io.millrace.data.SignalType;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.problem.Argument;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.ListedWork;
import io.millrace.query.Moment;
import io.millrace.query.Page;
import io.millrace.query.ProcessVersion;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import io.millrace.schedule.Schedule;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The view of one tenant: its processes, participants, cases, work, timers and history. It neither shows nor changes data of another
 * tenant. Immutable, and safe for use by several threads. Handlers, programs and bound objects serve all tenants and belong to {@link
 * Millrace}.
 */
public final class Tenant {
    /** How much a stream reads at a time. */
    static final int PAGE = 500;

    private final Engine engine;
    private final String name;
    private final Commands commands;

    Tenant(Engine engine, String name) {
        this.engine = engine;
        this.name = Argument.named(name, "tenant");
        this.commands = new Commands(engine, name);
    }

    /** The name of the tenant. */
    public String name() {
        return name;
    }

    // Definitions and people.

    /** See {@link Millrace#deploy}. */
    public int deploy(Compiled<?> process, DeployOption... options) {
        return commands.deploy(process, options);
    }

    /** The names of the deployed processes. */
    public List<String> processes() {
        return engine.open().deployments().names(name);
    }

    /** The deployed versions of a process, oldest first; none if it is not deployed. */
    public List<ProcessVersion> versions(String process) {
        return engine.open().deployments().versions(name, Argument.named(process, "process"));
    }

    /** The definition of a version; empty if it is not deployed, or if the engine does not have its code. Inner processes have it, too. */
    public Optional<Compiled<?>> definition(String process, int version) {
        return Optional.ofNullable(engine.open().deployments().code(name, Argument.named(process, "process"), version));
    }

    /** Adds a participant with roles, or replaces the participant with this name. */
    public Tenant participant(String participant, String... roles) {
        Argument.named(participant, "participant");
        Argument.allNamed(List.of(Argument.given(roles, "roles")), "roles");
        return participant(new Participant(participant, Set.of(roles), Set.of()));
    }

    /** Adds a participant, or replaces the participant with this name. */
    public Tenant participant(Participant participant) {
        commands.add(participant);
        return this;
    }

    /** All participants of this tenant. */
    public List<Participant> participants() {
        return engine.open().participants(name);
    }

    /** The pools of agents, to which a strategy assigns work. */
    public Agents agents() {
        return new Agents(engine, name, commands);
    }

    /**
     * Questions to the history of this tenant, with the rules that are deployed. The engine must have the
     * {@link HistoryIndex}.
     */
    public Questions questions() {
        return engine.questions(name);
    }

    // Cases.

    /** Starts a case of the newest version without input. */
    public Case start(String process) {
        return commands.start(process, Data.fields());
    }

    /** Starts a case of the newest version. */
    public Case start(String process, Data input) {
        return commands.start(process, input);
    }

    /** Starts a case of the newest version under a business key. */
    public Case start(String process, Data input, String key) {
        return commands.start(process, input, Argument.named(key, "key"));
    }

    /** Starts a case with the components of a record as its input. */
    public Case start(String process, Record input) {
        return commands.start(process, input);
    }

    /** Starts a case with the components of a record as its input, under a business key. */
    public Case start(String process, Record input, String key) {
        return commands.start(process, input, Argument.named(key, "key"));
    }

    /** Returns the handle of a case. Only the methods of the handle check whether the case exists. */
    public Case find(CaseId id) {
        engine.open();
        return new Case(engine, name, Argument.given(id, "id"));
    }

    /** A case by the text of its id, such as {@code 62.1}. */
    public Case find(String id) {
        return find(CaseId.parse(Argument.given(id, "id")));
    }

    /**
     * The case that was started last with this business key. If the process has a unique key and a case with this key runs, this is the
     * running case. Needs the part {@link Builder#caseList}.
     */
    public Optional<Case> findByKey(String process, String key) {
        Argument.named(process, "process");
        Argument.named(key, "key");
        return cases(CaseQuery.ofProcess(process).withKey(key).newestFirst(true), null, 1).items().stream()
                .findFirst()
                .map(info -> find(info.id()));
    }

    /** Sends a signal to the case with this business key, and starts it if none runs; see {@link Commands#startWithSignal}. */
    public Case startWithSignal(String process, Data input, String key, String signal, Data content) {
        return commands.startWithSignal(process, input, key, signal, content);
    }

    /** Sends a typed signal to the case with this business key, and starts it if none runs. */
    public <T> Case startWithSignal(String process, Record input, String key, SignalType<T> signal, T content) {
        return commands.startWithSignal(process, input, key, signal, content);
    }

    /** Sends a typed signal to the cases that wait for it with this correlation key. */
    public <T> void signal(SignalType<T> signal, String key, T content) {
        commands.signal(signal, key, content);
    }

    /** Sends a typed signal to the cases that wait for it without a correlation key. */
    public <T> void signal(SignalType<T> signal, T content) {
        commands.signal(signal, content);
    }

    /** Sends a signal to the cases that wait for it with this correlation key. */
    public void signal(String signal, String key, Data content) {
        commands.signal(signal, key, content);
    }

    /** Sends a signal to the cases that wait for it without a correlation key. */
    public void signal(String signal, Data content) {
        commands.signal(signal, content);
    }

    /** Starts cases of a process on a schedule; see {@link Commands#schedule}. */
    public Case schedule(String name, Schedule schedule, String process, Data input) {
        return commands.schedule(name, schedule, process, input);
    }

    /** Commands in the name of a participant. */
    public Commands as(String participant) {
        return commands.as(participant);
    }

    /** Commands of the tenant's operator, without restrictions within the tenant. */
    public Commands operator() {
        return commands;
    }

    /** Commands of an operator whose name the history shows. */
    public Commands operator(String name) {
        return commands.operator(name);
    }

    // Questions.

    /** A page of the open work that matches a query, by priority and age. Needs the part {@link Builder#worklist}. */
    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        return engine.open().lists().work(name, Argument.given(query, "query"), cursor, atLeastOne(limit));
    }

    /** The first hundred work items that a participant has or may take. */
    public List<WorkItem> worklist(String participant) {
        return work(WorkQuery.forParticipant(participant), null, 100).items().stream()
                .map(ListedWork::item)
                .toList();
    }

    /** A page of the cases that match a query. Needs the part {@link Builder#caseList}. */
    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        return engine.open().lists().cases(name, Argument.given(query, "query"), cursor, atLeastOne(limit));
    }

    /** The first cases of a process whose business key begins with a text, in the order of keys. Needs the part {@link Builder#caseList}. */
    public List<CaseInfo> casesWithKeyFrom(String process, String beginning, int limit) {
        Argument.named(process, "process");
        Argument.given(beginning, "beginning");
        return engine.open().lists().casesWithKeyFrom(name, process, beginning, atLeastOne(limit));
    }

    /** Timers that have not fired, by instant. */
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return engine.open().history().explained(engine.open().lists().timers(name, cursor, atLeastOne(limit)));
    }

    /** The cases as they were at an instant (time travel). Needs the part {@link Builder#history}. */
    public Moment at(Instant instant) {
        return engine.open().at(name, Argument.given(instant, "instant"));
    }

    /** The history of this tenant. */
    public TenantHistory history() {
        return new TenantHistory(engine.open().history(), name);
    }

    /** The cases that match a query. The stream reads page by page. Needs the part {@link Builder#caseList}. */
    public Stream<CaseInfo> cases(CaseQuery query) {
        Argument.given(query, "query");
        return Page.stream(cursor -> cases(query, cursor, PAGE));
    }

    /**
     * The number of cases that match a query. The engine reads all of them: it has an index only for key, state and attributes of a
     * process.
     */
    public long count(CaseQuery query) {
        return cases(query).count();
    }

    /** The open work that matches a query, by priority and age. The stream reads page by page. Needs the part {@link Builder#worklist}. */
    public Stream<ListedWork> work(WorkQuery query) {
        Argument.given(query, "query");
        return Page.stream(cursor -> work(query, cursor, PAGE));
    }

    /** The number of open work items that match a query. */
    public long count(WorkQuery query) {
        return work(query).count();
    }

    /** Timers that have not fired, by instant. The stream reads page by page. */
    public Stream<TimerInfo> timers() {
        return Page.stream(cursor -> timers(cursor, PAGE));
    }

    static int atLeastOne(int limit) {
        return (int) Argument.atLeast(1, limit, "limit");
    }

    @Override
    public String toString() {
        return "tenant " + name;
    }
}
