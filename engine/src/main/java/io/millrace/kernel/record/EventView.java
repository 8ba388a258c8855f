package io.millrace.kernel.record;

import io.millrace.data.Data;
import io.millrace.work.Doer;

/** Events as people read them: a kind and its details. */
public final class EventView {
    private EventView() {}

    public static String kind(Event event) {
        return event instanceof Event.Progressed progressed
                ? progressed.event().kind()
                : event.getClass().getSimpleName();
    }

    public static Data detail(Event event) {
        return switch (event) {
            case Event.Progressed e -> e.event().detail();
            case Event.WorkOffered e -> offered(e);
            case Event.CaseMigrated e -> Data.fields("version", e.version(), "mapping", e.mapping(), "changes", e.changes());
            case Event.StimulusHeld e -> Data.fields("held", e.happening().toString());
            case Event.TimerSet e ->
                Data.fields("timer", e.timer(), "due", e.due(), "purpose", purpose(e.purpose()));
            case Event.Attempted e ->
                Data.fields(
                        "attempt", e.number(), "event", kind(e.event()), "detail", detail(e.event()), "by", e.by(), "reason", e.reason());
            case Event.AttemptDecided e ->
                Data.fields("attempt", e.number(), "accepted", e.accepted(), "reason", e.reason());
            case Event.SignalReceived e -> Data.fields("ticket", e.ticket(), "content", e.content());
            case Event.MessageSent e ->
                Data.fields("number", e.number(), "to", e.to().toString(), "message", e.what());
            case Event.WaiterAdded e -> Data.fields("case", e.caseId().toString(), "wait", e.ticket());
            case Event.WaiterRemoved e -> Data.fields("case", e.caseId().toString(), "wait", e.ticket());
            case Event.ParticipantAdded e ->
                Data.fields(
                        "name", e.participant().name(),
                        "roles", e.participant().roles().stream().sorted().toList(),
                        "capabilities", e.participant().capabilities().stream().sorted().toList());
            case Event other -> Data.of(other);
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
