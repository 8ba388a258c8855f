package io.millrace;

import io.millrace.calculus.HistoryIndex;
import io.millrace.calculus.Questions;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.problem.Argument;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.ListedWork;
import io.millrace.query.Moment;
import io.millrace.query.Page;
import io.millrace.query.TimerInfo;
import io.millrace.query.WorkQuery;
import io.millrace.work.Participant;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that belongs to one tenant: its processes, participants, cases, work, timers and history. Nothing of another tenant
 * can be seen or changed through it. Handlers, programs and bound objects serve all tenants and belong to {@link Millrace}.
 */
public final class Tenant {
    private final Engine engine;
    private final String name;
    private final Commands commands;

    Tenant(Engine engine, String name) {
        this.engine = engine;
        this.name = Argument.named(name, "tenant");
        this.commands = new Commands(engine, name);
    }

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

    public Tenant participant(String participant, String... roles) {
        Argument.named(participant, "participant");
        Argument.allNamed(List.of(Argument.given(roles, "roles")), "roles");
        return participant(new Participant(participant, Set.of(roles), Set.of()));
    }

    public Tenant participant(Participant participant) {
        commands.add(participant);
        return this;
    }

    public List<Participant> participants() {
        return engine.open().participants(name);
    }

    /** The pools of agents, to whom work is assigned by a rule. */
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

    public Case start(String process) {
        return commands.start(process, Data.fields());
    }

    public Case start(String process, Data input) {
        return commands.start(process, input);
    }

    public Case start(String process, Data input, String key) {
        return commands.start(process, input, Argument.named(key, "key"));
    }

    /** A case by its id; whether it exists shows when it is asked something. */
    public Case find(CaseId id) {
        engine.open();
        return new Case(engine, name, Argument.given(id, "id"));
    }

    public Case find(String id) {
        return find(CaseId.parse(Argument.given(id, "id")));
    }

    /** Sends a signal to the cases that wait for it with this correlation key. */
    public void signal(String signal, String key, Data content) {
        commands.signal(signal, key, content);
    }

    /** Sends a signal to the cases that wait for it without a correlation key. */
    public void signal(String signal, Data content) {
        commands.signal(signal, content);
    }

    /** Commands in the name of a participant. */
    public Commands as(String participant) {
        return commands.as(participant);
    }

    /** Commands of the tenant's operator, who may do everything in it. */
    public Commands operator() {
        return commands;
    }

    // Questions.

    public Page<ListedWork> work(WorkQuery query, @Nullable String cursor, int limit) {
        return engine.open().lists().work(name, Argument.given(query, "query"), cursor, atLeastOne(limit));
    }

    /** What a participant has and may take, the first hundred. */
    public List<WorkItem> worklist(String participant) {
        return work(WorkQuery.forParticipant(participant), null, 100).items().stream()
                .map(ListedWork::item)
                .toList();
    }

    public Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit) {
        return engine.open().lists().cases(name, Argument.given(query, "query"), cursor, atLeastOne(limit));
    }

    /** Timers that have not fired, by instant. */
    public Page<TimerInfo> timers(@Nullable String cursor, int limit) {
        return engine.open().history().explained(engine.open().lists().timers(name, cursor, atLeastOne(limit)));
    }

    /** The cases as they stood at an instant. Needs the history. */
    public Moment at(Instant instant) {
        return engine.open().at(name, Argument.given(instant, "instant"));
    }

    /** What happened in this tenant. */
    public TenantHistory history() {
        return new TenantHistory(engine.open().history(), name);
    }

    static int atLeastOne(int limit) {
        return (int) Argument.atLeast(1, limit, "limit");
    }

    @Override
    public String toString() {
        return "tenant " + name;
    }
}
