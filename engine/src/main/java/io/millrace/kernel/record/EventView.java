package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.language.Happening;
import io.millrace.work.Agent;
import io.millrace.work.Doer;
import java.util.List;
import java.util.Locale;

/** Events as people read them: a kind and its details. */
public final class EventView {
    private EventView() {}

    public static String kind(Event event) {
        return event instanceof Event.Progressed progressed
                ? progressed.event().kind()
                : event.getClass().getSimpleName();
    }

    /** The details of an event of an entity, with places by number. */
    public static Data detail(EntityId entity, Event event) {
        return detail(entity, event, List.of());
    }

    /**
     * The details of an event of an entity: those of a pool name it.
     *
     * @param places those of its process, if they are known
     */
    public static Data detail(EntityId entity, Event event, List<String> places) {
        Data detail = event instanceof Event.Progressed progressed ? progressed.event().detail(places) : detail(event);
        return entity instanceof EntityId.OfPool pool && !(event instanceof Event.MessageSent)
                ? detail.with("pool", pool.name())
                : detail;
    }

    public static Data detail(Event event) {
        return switch (event) {
            case Event.Progressed e -> e.event().detail();
            case Event.WorkOffered e -> offered(e);
            case Event.CaseMigrated e -> Data.fields("version", e.version(), "mapping", e.mapping(), "changes", e.changes());
            case Event.StimulusHeld e -> Data.fields("held", held(e.happening()));
            case Event.TimerSet e ->
                Data.fields("timer", e.timer(), "due", e.due(), "purpose", purpose(e.purpose()));
            case Event.Attempted e ->
                Data.fields(
                        "attempt", e.number(), "event", kind(e.event()), "detail", detail(e.event()), "by", e.by(), "reason", e.reason());
            case Event.AttemptDecided e ->
                Data.fields("attempt", e.number(), "accepted", e.accepted(), "reason", e.reason());
            case Event.SignalReceived e -> Data.fields("ticket", e.ticket(), "content", e.content());
            case Event.MessageSent e ->
                Data.fields("number", e.number(), "to", e.to().toString(), "message", word(e.what()));
            case Event.ProcessDeployed e -> Data.of(e).without("places");
            case Event.WaiterAdded e -> Data.fields("case", e.caseId().toString(), "wait", e.ticket());
            case Event.WaiterRemoved e -> Data.fields("case", e.caseId().toString(), "wait", e.ticket());
            case Event.ParticipantAdded e ->
                Data.fields(
                        "name", e.participant().name(),
                        "roles", e.participant().roles().stream().sorted().toList(),
                        "capabilities", e.participant().capabilities().stream().sorted().toList());
            case Event.PoolDefined e ->
                Data.fields(
                        "strategy", e.pool().strategy(),
                        "limit", e.pool().limit(),
                        "agents", e.pool().agents().stream().map(EventView::agent).toList());
            case Event.AgentAdded e -> agent(e.agent());
            case Event.DemandQueued e ->
                of(e.work(), e.task()).with("process", e.process()).with("since", e.since()).with("priority", e.priority());
            case Event.DemandDropped e -> of(e.work(), e.task());
            case Event.AgentAssigned e -> of(e.work(), e.task()).with("agent", e.agent());
            case Event.AgentReleased e -> of(e.work(), e.task()).with("agent", e.agent());
            case Event other -> Data.of(other);
        };
    }

    /** Older journals hold the text of a record, {@code Free[root=17]}; of that, the word is for people. */
    private static String word(String message) {
        int bracket = message.indexOf('[');
        return bracket < 0 ? message : message.substring(0, bracket).replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** What waits to be told to a process, in words. */
    private static String held(Happening happening) {
        return switch (happening) {
            case Happening.Started started -> "start";
            case Happening.WorkTaken taken -> "work " + taken.work() + " was started";
            case Happening.WorkDone done -> "work " + done.work() + " was completed";
            case Happening.WorkLost lost -> "work " + lost.work() + " is lost: " + lost.reason();
            case Happening.TimerDue due -> "timer " + due.timer() + " fired";
            case Happening.SignalCame came -> "a signal came, wait " + came.ticket();
            case Happening.Consulted consulted -> "case " + consulted.from() + " asks, attempt " + consulted.attempt();
            case Happening.Resumed resumed -> "the case was resumed";
        };
    }

    private static Data of(WorkId work, String task) {
        return Data.fields("task", task, "case", work.caseId().toString(), "work", work.number());
    }

    private static Data agent(Agent agent) {
        return Data.fields(
                "agent", agent.name(),
                "roles", agent.roles().stream().sorted().toList(),
                "qualified", agent.qualifications().stream().map(EventView::qualified).toList());
    }

    private static Data qualified(Agent.Qualification each) {
        Data data = Data.fields("task", each.task(), "cost", each.cost());
        return each.process().isEmpty() ? data : data.with("process", each.process());
    }

    /** The work item whose row an event changes, or 0. */
    public static int work(Event.OfCase event) {
        return switch (event) {
            case Event.Attempted e -> Attempt.workOf(e.trial());
            case Event.TimerSet e when e.purpose() instanceof TimerPurpose.Overdue overdue -> overdue.work();
            case Event.OfCase other -> lived(other);
        };
    }

    /** The work item in whose life an event is a step, or 0. */
    public static int lived(Event.OfCase event) {
        return switch (event) {
            case Event.WorkOffered e -> e.work();
            case Event.WorkAllocated e -> e.work();
            case Event.WorkReleased e -> e.work();
            case Event.WorkStarted e -> e.work();
            case Event.WorkSuspended e -> e.work();
            case Event.WorkResumed e -> e.work();
            case Event.WorkCompleted e -> e.work();
            case Event.WorkFailed e -> e.work();
            case Event.WorkWithdrawn e -> e.work();
            case Event.WorkEscalated e -> e.work();
            case Event.WorkAttemptFailed e -> e.work();
            case Event.WorkRetried e -> e.work();
            case Event.WorkPooled e -> e.work();
            case Event.WorkUnpooled e -> e.work();
            case Event.WorkHeld e -> e.work();
            case Event.WorkDeferred e -> e.work();
            case Event.IncidentRaised e -> e.work();
            case Event.IncidentResolved e -> e.work();
            case Event.OfCase other -> 0;
        };
    }

    private static String purpose(TimerPurpose purpose) {
        return switch (purpose) {
            case TimerPurpose.Wake wake -> "wake";
            case TimerPurpose.Retry retry -> "retry work " + retry.work();
            case TimerPurpose.Overdue overdue -> "deadline of work " + overdue.work();
            case TimerPurpose.Reconsider reconsider -> "reconsider attempt " + reconsider.attempt();
        };
    }

    private static Data offered(Event.WorkOffered e) {
        Data data = Data.fields("work", e.work(), "task", e.task(), "by", by(e.doer()), "input", e.input());
        data = e.performers().roles().isEmpty() ? data : data.with("roles", e.performers().roles());
        data = e.performers().participants().isEmpty() ? data : data.with("participants", e.performers().participants());
        data = e.performers().pool() == null ? data : data.with("pool", e.performers().pool());
        data = e.due() == null ? data : data.with("due", e.due());
        return e.child() == 0 ? data : data.with("subCase", e.child());
    }

    private static String by(Doer doer) {
        return switch (doer) {
            case Doer.People people -> "people";
            case Doer.Handler handler -> "handler " + handler.name();
            case Doer.Program program -> "program " + program.name();
            case Doer.Process process -> "process " + process.name();
        };
    }
}
