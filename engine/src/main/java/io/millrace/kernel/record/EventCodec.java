package io.millrace.kernel.record;

import static io.millrace.work.WorkCodec.readCaseId;
import static io.millrace.work.WorkCodec.readDoer;
import static io.millrace.work.WorkCodec.readPerformers;
import static io.millrace.work.WorkCodec.write;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.WorkId;
import io.millrace.language.Happening;
import io.millrace.language.ProcessEvent;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of events: a tag, then the parts in order. Tags never change their meaning and are never used again.
 * An event of a language is kept as its own bytes with their length, so that a history can be read without its code.
 */
public final class EventCodec {
    private EventCodec() {}

    public static void writeEvent(Out out, Event event) {
        switch (event) {
            case Event.CaseStarted e -> {
                out.u8(1).text(e.process()).varint(e.version()).data(e.input()).textOrNull(e.key());
                out.bool(e.unique()).varint(e.parentWork());
            }
            case Event.CaseSuspended e -> out.u8(2);
            case Event.CaseResumed e -> out.u8(3);
            case Event.CaseCompleted e -> out.u8(4).data(e.result());
            case Event.CaseFailed e -> out.u8(5).text(e.reason());
            case Event.CaseCancelled e -> out.u8(6).text(e.reason());
            case Event.CaseMigrated e -> {
                if (e.state() == null) {
                    out.u8(45).varint(e.version()).data(e.mapping()).data(e.changes());
                } else {
                    out.u8(7).varint(e.version()).bytes(e.state());
                }
            }
            case Event.AttributeSet e -> out.u8(8).text(e.name()).data(e.value());
            case Event.Intervened e -> out.u8(9).text(e.kind()).data(e.detail());
            case Event.StimulusHeld e -> {
                out.u8(10);
                writeHappening(out, e.happening());
            }
            case Event.IncidentRaised e -> out.u8(11).varint(e.work()).text(e.reason());
            case Event.IncidentResolved e -> out.u8(12).varint(e.work()).text(e.how());
            case Event.WorkOffered e -> writeOffered(out, e);
            case Event.WorkAllocated e -> out.u8(15).varint(e.work()).text(e.to());
            case Event.WorkReleased e -> out.u8(16).varint(e.work());
            case Event.WorkStarted e -> out.u8(17).varint(e.work()).textOrNull(e.by());
            case Event.WorkSuspended e -> out.u8(18).varint(e.work());
            case Event.WorkResumed e -> out.u8(19).varint(e.work());
            case Event.WorkCompleted e -> out.u8(20).varint(e.work()).data(e.output());
            case Event.WorkFailed e -> out.u8(21).varint(e.work()).text(e.reason());
            case Event.WorkWithdrawn e -> out.u8(22).varint(e.work()).text(e.reason());
            case Event.WorkEscalated e -> {
                out.u8(23).varint(e.work());
                write(out, e.performers());
                out.u8(e.priority());
            }
            case Event.WorkAttemptFailed e -> out.u8(24).varint(e.work()).varint(e.attempt()).text(e.reason());
            case Event.WorkRetried e -> out.u8(25).varint(e.work()).varint(e.attempt()).varint(e.child());
            case Event.TimerSet e -> {
                out.u8(26).varint(e.timer()).instant(e.due());
                writePurpose(out, e.purpose());
            }
            case Event.TimerFired e -> out.u8(27).varint(e.timer());
            case Event.TimerCancelled e -> out.u8(28).varint(e.timer());
            case Event.SignalAwaited e -> out.u8(29).varint(e.ticket()).text(e.signal()).text(e.key());
            case Event.SignalReceived e -> {
                Instant sent = e.sent();
                out.u8(sent == null ? 30 : 60).varint(e.ticket()).data(e.content());
                if (sent != null) {
                    out.instant(sent);
                }
            }
            case Event.SignalForgotten e -> out.u8(31).varint(e.ticket());
            case Event.SignalMissed e -> out.u8(43).varint(e.ticket()).data(e.content());
            case Event.Attempted e -> {
                out.u8(46).varint(e.number()).textOrNull(e.by()).text(e.reason());
                writeEvent(out, e.event());
                writeTrial(out, e.trial());
                writeGranted(out, e.granted());
            }
            case Event.AttemptDecided e -> out.u8(47).varint(e.number()).bool(e.accepted()).textOrNull(e.reason());
            case Event.Progressed e -> writeProgressed(out, e.event());
            case Event.MessageSent e -> {
                out.u8(33).varint(e.number());
                writeEntity(out, e.to());
                out.text(e.what());
            }
            case Event.SignalKept e -> out.u8(34).data(e.content()).instant(e.sent());
            case Event.SignalTaken e -> out.u8(35);
            case Event.WaiterAdded e -> {
                out.u8(36);
                write(out, e.caseId());
                out.varint(e.ticket());
            }
            case Event.WaiterRemoved e -> {
                out.u8(37);
                write(out, e.caseId());
                out.varint(e.ticket());
            }
            case Event.KeyHeld e -> out.u8(38).varint(e.root());
            case Event.KeyFreed e -> out.u8(39).varint(e.root());
            case Event.ProcessDeployed e -> {
                out.u8(!e.places().isEmpty() ? 70 : e.despite() == null ? 40 : 44).text(e.name()).varint(e.version()).text(e.language());
                out.text(e.fingerprint()).textOrNull(e.source());
                if (!e.places().isEmpty()) {
                    WorkCodec.write(out.textOrNull(e.despite()), e.places());
                } else if (e.despite() != null) {
                    out.text(e.despite());
                }
            }
            case Event.ParticipantAdded e -> {
                out.u8(41);
                WorkCodec.writeParticipant(out, e.participant());
            }
            case Event.ParticipantRemoved e -> out.u8(42).text(e.name());
            case Event.WorkPooled e -> out.u8(48).varint(e.work()).text(e.pool()).varint(e.ticket());
            case Event.WorkUnpooled e -> out.u8(49).varint(e.work());
            case Event.WorkHeld e -> out.u8(61).varint(e.work());
            case Event.WorkDeferred e -> out.u8(62).varint(e.work());
            case Event.PoolDefined e -> WorkCodec.writePool(out.u8(50), e.pool());
            case Event.AgentAdded e -> WorkCodec.writeAgent(out.u8(51), e.agent());
            case Event.AgentRemoved e -> out.u8(52).text(e.agent());
            case Event.AgentPresent e -> out.u8(53).text(e.agent()).bool(e.present());
            case Event.DemandQueued e -> {
                writeWork(out.u8(54), e.work(), e.ticket()).text(e.process()).text(e.task());
                write(out, e.performers());
                out.instant(e.since()).u8(e.priority());
                write(out, e.declined());
            }
            case Event.DemandDropped e -> writeWork(out.u8(55), e.work(), e.ticket()).text(e.task());
            case Event.AgentAssigned e ->
                writeWork(out.u8(56).text(e.agent()), e.work(), e.ticket()).text(e.process()).text(e.task());
            case Event.AgentReleased e -> writeWork(out.u8(57).text(e.agent()), e.work(), e.ticket()).text(e.task());
            case Event.PoolSettling e -> out.u8(58).bool(e.pending());
            case Event.PoolTroubled e -> out.u8(59).text(e.reason());
        }
    }

    private static Out writeWork(Out out, WorkId work, long ticket) {
        write(out, work.caseId());
        return out.varint(work.number()).varint(ticket);
    }

    private static WorkId readWork(In in) {
        return new WorkId(readCaseId(in), in.varint32());
    }

    public static Event readEvent(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 1 ->
                new Event.CaseStarted(
                        in.text(), in.varint32(), in.data(), in.textOrNull(), in.bool(), in.varint32());
            case 2 -> new Event.CaseSuspended();
            case 3 -> new Event.CaseResumed();
            case 4 -> new Event.CaseCompleted(in.data());
            case 5 -> new Event.CaseFailed(in.text());
            case 6 -> new Event.CaseCancelled(in.text());
            case 7 -> new Event.CaseMigrated(in.varint32(), Data.nothing(), Data.nothing(), in.bytes());
            case 45 -> new Event.CaseMigrated(in.varint32(), in.data(), in.data());
            case 8 -> new Event.AttributeSet(in.text(), in.data());
            case 9 -> new Event.Intervened(in.text(), in.data());
            case 10 -> new Event.StimulusHeld(readHappening(in));
            case 11 -> new Event.IncidentRaised(in.varint32(), in.text());
            case 12 -> new Event.IncidentResolved(in.varint32(), in.text());
            case 13, 14 -> readOffered(in, tag == 14);
            case 15 -> new Event.WorkAllocated(in.varint32(), in.text());
            case 16 -> new Event.WorkReleased(in.varint32());
            case 17 -> new Event.WorkStarted(in.varint32(), in.textOrNull());
            case 18 -> new Event.WorkSuspended(in.varint32());
            case 19 -> new Event.WorkResumed(in.varint32());
            case 20 -> new Event.WorkCompleted(in.varint32(), in.data());
            case 21 -> new Event.WorkFailed(in.varint32(), in.text());
            case 22 -> new Event.WorkWithdrawn(in.varint32(), in.text());
            case 23 -> new Event.WorkEscalated(in.varint32(), readPerformers(in), in.u8());
            case 24 -> new Event.WorkAttemptFailed(in.varint32(), in.varint32(), in.text());
            case 25 -> new Event.WorkRetried(in.varint32(), in.varint32(), in.varint32());
            case 26 -> new Event.TimerSet(in.varint32(), in.instant(), readPurpose(in));
            case 27 -> new Event.TimerFired(in.varint32());
            case 28 -> new Event.TimerCancelled(in.varint32());
            case 29 -> new Event.SignalAwaited(in.varint32(), in.text(), in.text());
            case 30 -> new Event.SignalReceived(in.varint32(), in.data(), null);
            case 60 -> new Event.SignalReceived(in.varint32(), in.data(), in.instant());
            case 31 -> new Event.SignalForgotten(in.varint32());
            case 43 -> new Event.SignalMissed(in.varint32(), in.data());
            case 46 -> readAttempted(in);
            case 47 -> new Event.AttemptDecided(in.varint32(), in.bool(), in.textOrNull());
            case 32 -> new Event.Progressed(new RawEvent(in.text(), in.bytes(), in.shared()));
            case 33 -> new Event.MessageSent(in.varint(), readEntity(in), in.text());
            case 34 -> new Event.SignalKept(in.data(), in.instant());
            case 35 -> new Event.SignalTaken();
            case 36 -> new Event.WaiterAdded(readCaseId(in), in.varint32());
            case 37 -> new Event.WaiterRemoved(readCaseId(in), in.varint32());
            case 38 -> new Event.KeyHeld(in.varint());
            case 39 -> new Event.KeyFreed(in.varint());
            case 40 ->
                new Event.ProcessDeployed(in.text(), in.varint32(), in.text(), in.text(), in.textOrNull(), null, List.of());
            case 44 ->
                new Event.ProcessDeployed(in.text(), in.varint32(), in.text(), in.text(), in.textOrNull(), in.text(), List.of());
            case 70 ->
                new Event.ProcessDeployed(
                        in.text(), in.varint32(), in.text(), in.text(), in.textOrNull(), in.textOrNull(), WorkCodec.readTexts(in));
            case 41 ->
                new Event.ParticipantAdded(WorkCodec.readParticipant(in));
            case 42 -> new Event.ParticipantRemoved(in.text());
            case 48 -> new Event.WorkPooled(in.varint32(), in.text(), in.varint());
            case 49 -> new Event.WorkUnpooled(in.varint32());
            case 61 -> new Event.WorkHeld(in.varint32());
            case 62 -> new Event.WorkDeferred(in.varint32());
            case 50 -> new Event.PoolDefined(WorkCodec.readPool(in));
            case 51 -> new Event.AgentAdded(WorkCodec.readAgent(in));
            case 52 -> new Event.AgentRemoved(in.text());
            case 53 -> new Event.AgentPresent(in.text(), in.bool());
            case 54 ->
                new Event.DemandQueued(
                        readWork(in),
                        in.varint(),
                        in.text(),
                        in.text(),
                        readPerformers(in),
                        in.instant(),
                        in.u8(),
                        WorkCodec.readTexts(in));
            case 55 -> new Event.DemandDropped(readWork(in), in.varint(), in.text());
            case 56 -> new Event.AgentAssigned(in.text(), readWork(in), in.varint(), in.text(), in.text());
            case 57 -> new Event.AgentReleased(in.text(), readWork(in), in.varint(), in.text());
            case 58 -> new Event.PoolSettling(in.bool());
            case 59 -> new Event.PoolTroubled(in.text());
            default -> throw in.damaged("event tag " + tag);
        };
    }

    /** Most work is offered to a handler, to anyone, without due date: tag 13 leaves all that out. */
    private static void writeOffered(Out out, Event.WorkOffered e) {
        boolean plain = e.performers().isAnyone()
                && e.priority() == Task.NORMAL_PRIORITY
                && e.due() == null
                && e.child() == 0;
        out.u8(plain ? 13 : 14).varint(e.work()).text(e.task());
        // The handler of a task usually has the task's name; then an empty name stands for it.
        write(out, e.doer().equals(new Doer.Handler(e.task())) ? new Doer.Handler("") : e.doer());
        out.data(e.input());
        if (!plain) {
            write(out, e.performers());
            out.u8(e.priority()).instantOrNull(e.due()).varint(e.child());
        }
    }

    private static Event readOffered(In in, boolean full) {
        int work = in.varint32();
        String task = in.text();
        Doer doer = readDoer(in);
        if (doer instanceof Doer.Handler handler && handler.name().isEmpty()) {
            doer = new Doer.Handler(task);
        }
        var input = in.data();
        if (!full) {
            return new Event.WorkOffered(
                    work, task, doer, Performers.ANYONE, Task.NORMAL_PRIORITY, null, input, 0);
        }
        return new Event.WorkOffered(
                work, task, doer, readPerformers(in), in.u8(), in.instantOrNull(), input, in.varint32());
    }

    private static void writeProgressed(Out out, ProcessEvent event) {
        out.u8(32).text(event.kind());
        Out body = new Out();
        if (out.shared() != null) {
            body.sharing(out.shared());
        }
        event.write(body);
        out.bytes(body.toBytes());
    }

    private static Event readAttempted(In in) {
        int number = in.varint32();
        String by = in.textOrNull();
        String reason = in.text();
        return new Event.Attempted(number, readSignificant(in), readTrial(in), by, reason, readGranted(in));
    }

    private static void writeGranted(Out out, List<Event.Significant> granted) {
        out.varint(granted.size());
        granted.forEach(event -> writeEvent(out, event));
    }

    private static List<Event.Significant> readGranted(In in) {
        List<Event.Significant> granted = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            granted.add(readSignificant(in));
        }
        return granted;
    }

    private static Event.Significant readSignificant(In in) {
        if (readEvent(in) instanceof Event.Significant significant) {
            return significant;
        }
        throw in.damaged("an attempted event that is not significant");
    }

    public static void writeTrial(Out out, Attempt.Trial trial) {
        switch (trial) {
            case Attempt.Asked asked -> {
                String person = asked.onBehalfOf();
                CommandForm.keep(person == null ? out.u8(1) : out.u8(6).text(person), asked.command());
            }
            case Attempt.Elapsed elapsed -> writePurpose(out.u8(2), elapsed.purpose());
            case Attempt.Handed handed ->
                out.u8(3).varint(handed.ticket()).data(handed.content()).instant(handed.sent()).bool(handed.only());
            case Attempt.Reaction reaction -> writeHappening(out.u8(4), reaction.happening());
            case Attempt.Begun begun -> out.u8(5).varint(begun.work());
        }
    }

    public static Attempt.Trial readTrial(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 1 -> new Attempt.Asked(CommandForm.read(in));
            case 2 -> new Attempt.Elapsed(readPurpose(in));
            case 3 -> new Attempt.Handed(in.varint32(), in.data(), in.instant(), in.bool());
            case 4 -> new Attempt.Reaction(readHappening(in));
            case 5 -> new Attempt.Begun(in.varint32());
            case 6 -> {
                String person = in.text();
                yield new Attempt.Asked(CommandForm.read(in), person);
            }
            default -> throw in.damaged("trial " + kind);
        };
    }

    /** An attempt as it stands in a snapshot. */
    public static void writeAttempt(Out out, Attempt attempt) {
        out.varint(attempt.number()).textOrNull(attempt.by()).text(attempt.reason()).instant(attempt.since());
        writeEvent(out, attempt.event());
        writeTrial(out, attempt.trial());
        writeGranted(out, attempt.granted());
        out.varint(attempt.timer());
    }

    public static Attempt readAttempt(In in) {
        int number = in.varint32();
        String by = in.textOrNull();
        String reason = in.text();
        Instant since = in.instant();
        return new Attempt(
                number, readSignificant(in), readTrial(in), by, since, reason, readGranted(in), in.varint32());
    }

    private static void writePurpose(Out out, TimerPurpose purpose) {
        switch (purpose) {
            case TimerPurpose.Wake wake -> out.u8(0);
            case TimerPurpose.Retry retry -> out.u8(1).varint(retry.work());
            case TimerPurpose.Overdue overdue -> {
                out.u8(2).varint(overdue.work());
                switch (overdue.action()) {
                    case Deadline.Escalate a -> out.u8(0).text(a.role());
                    case Deadline.Reassign a -> out.u8(1).text(a.participant());
                    case Deadline.Fail a -> out.u8(2).text(a.reason());
                    case Deadline.HandOver a -> out.u8(3).text(a.pool());
                }
            }
            case TimerPurpose.Reconsider reconsider -> out.u8(3).varint(reconsider.attempt());
        }
    }

    private static TimerPurpose readPurpose(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> TimerPurpose.WAKE;
            case 1 -> new TimerPurpose.Retry(in.varint32());
            case 2 -> new TimerPurpose.Overdue(in.varint32(), readAction(in));
            case 3 -> new TimerPurpose.Reconsider(in.varint32());
            default -> throw in.damaged("timer purpose " + kind);
        };
    }

    private static Deadline.Action readAction(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> new Deadline.Escalate(in.text());
            case 1 -> new Deadline.Reassign(in.text());
            case 2 -> new Deadline.Fail(in.text());
            case 3 -> new Deadline.HandOver(in.text());
            default -> throw in.damaged("deadline action " + kind);
        };
    }

    public static void writeTimer(Out out, Timer timer) {
        out.instant(timer.due());
        writePurpose(out, timer.purpose());
    }

    public static Timer readTimer(In in) {
        return new Timer(in.instant(), readPurpose(in));
    }

    public static void writeHappening(Out out, Happening happening) {
        switch (happening) {
            case Happening.Started h -> out.u8(0).data(h.input());
            case Happening.WorkTaken h -> out.u8(1).varint(h.work());
            case Happening.WorkDone h -> out.u8(2).varint(h.work()).data(h.output());
            case Happening.WorkLost h -> out.u8(3).varint(h.work()).text(h.reason());
            case Happening.TimerDue h -> out.u8(4).varint(h.timer());
            case Happening.SignalCame h -> out.u8(5).varint(h.ticket()).data(h.content());
            case Happening.Resumed h -> out.u8(11);
            case Happening.Consulted h -> {
                write(out.u8(12), h.from());
                out.varint(h.attempt()).u8(matter(h.matter())).each(h.literals(), Out::text);
            }
        }
    }

    /** 6 to 10 stood for interventions, which no case has ever held back. */
    public static Happening readHappening(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> new Happening.Started(in.data());
            case 1 -> new Happening.WorkTaken(in.varint32());
            case 2 -> new Happening.WorkDone(in.varint32(), in.data());
            case 3 -> new Happening.WorkLost(in.varint32(), in.text());
            case 4 -> new Happening.TimerDue(in.varint32());
            case 5 -> new Happening.SignalCame(in.varint32(), in.data());
            case 11 -> new Happening.Resumed();
            case 12 -> new Happening.Consulted(WorkCodec.readCaseId(in), in.varint32(), readMatter(in), in.each(In::text));
            default -> throw in.damaged("happening " + kind);
        };
    }

    private static int matter(Happening.Matter matter) {
        return switch (matter) {
            case WANTED -> 0;
            case DROPPED -> 1;
            case HAPPENED -> 2;
            case LEFT -> 3;
        };
    }

    private static Happening.Matter readMatter(In in) {
        int number = in.u8();
        return switch (number) {
            case 0 -> Happening.Matter.WANTED;
            case 1 -> Happening.Matter.DROPPED;
            case 2 -> Happening.Matter.HAPPENED;
            case 3 -> Happening.Matter.LEFT;
            default -> throw in.damaged("matter " + number);
        };
    }

    public static void writeEntity(Out out, EntityId id) {
        out.text(id.tenant());
        EntityKind.write(out, id);
    }

    public static EntityId readEntity(In in) {
        return EntityKind.read(in.text(), in);
    }

    public static void writeMessage(Out out, Message message) {
        switch (message) {
            case Message.Begin m -> out.u8(0).text(m.process()).varint(m.version()).data(m.input()).text(m.key());
            case Message.Free m -> out.u8(1).varint(m.root());
            case Message.Await m -> {
                out.u8(2);
                write(out, m.caseId());
                out.varint(m.ticket());
            }
            case Message.Forget m -> {
                out.u8(3);
                write(out, m.caseId());
                out.varint(m.ticket());
            }
            case Message.Hand m -> {
                out.u8(m.only() ? 4 : 6);
                write(out, m.caseId());
                out.varint(m.ticket()).data(m.content()).instant(m.sent());
            }
            case Message.Return m -> out.u8(5).data(m.content()).instant(m.sent());
            case Message.Consult m -> {
                write(out.u8(15), m.caseId());
                write(out, m.from());
                out.varint(m.attempt()).u8(matter(m.matter())).each(m.literals(), Out::text);
            }
            case Message.PutInForce m -> out.u8(16).text(m.process()).varint(m.version());
            case Message.Launch m -> out.u8(18).varint(m.version()).data(m.input());
            case Message.Reconsider m -> {
                out.u8(7);
                write(out, m.caseId());
                out.varint(m.attempt());
            }
            case Message.Decide m -> {
                out.u8(m.literals().isEmpty() ? 8 : 17);
                write(out, m.caseId());
                out.varint(m.attempt()).bool(m.accepted()).text(m.reason());
                if (!m.literals().isEmpty()) {
                    out.each(m.literals(), Out::text);
                }
            }
            case Message.Queue m -> {
                writeWork(out.u8(9), m.work(), m.ticket()).text(m.process()).text(m.task());
                write(out, m.performers());
                out.instant(m.since()).u8(m.priority());
                write(out, m.declined());
            }
            case Message.Occupy m ->
                writeWork(out.u8(10), m.work(), m.ticket()).text(m.process()).text(m.task()).text(m.who());
            case Message.Vacate m -> writeWork(out.u8(11), m.work(), m.ticket());
            case Message.Define m -> WorkCodec.writePool(out.u8(12), m.pool());
            case Message.Settle m -> out.u8(13);
            case Message.Assign m -> {
                out.u8(14);
                write(out, m.caseId());
                out.varint(m.work()).text(m.pool()).varint(m.ticket()).text(m.agent()).bool(m.start());
            }
        }
    }

    /** The input that a message is to its receiver. */
    static Input.Taken readMessage(EntityId from, long number, EntityId to, Instant sent, In in) {
        Message message = readMessage(in);
        if (to instanceof EntityId.OfCase receiver && message instanceof Message.ToCase m) {
            return Input.taken(from, number, receiver, m, sent);
        }
        if (to instanceof EntityId.OfMailbox receiver && message instanceof Message.ToMailbox m) {
            return Input.taken(from, number, receiver, m, sent);
        }
        if (to instanceof EntityId.OfKey receiver && message instanceof Message.ToKey m) {
            return Input.taken(from, number, receiver, m, sent);
        }
        if (to instanceof EntityId.OfPool receiver && message instanceof Message.ToPool m) {
            return Input.taken(from, number, receiver, m, sent);
        }
        throw in.damaged("a message to " + to + " that is not for it");
    }

    public static Message readMessage(In in) {
        int kind = in.u8();
        return switch (kind) {
            case 0 -> new Message.Begin(in.text(), in.varint32(), in.data(), in.text());
            case 1 -> new Message.Free(in.varint());
            case 2 -> new Message.Await(WorkCodec.readCaseId(in), in.varint32());
            case 3 -> new Message.Forget(WorkCodec.readCaseId(in), in.varint32());
            case 4, 6 ->
                new Message.Hand(WorkCodec.readCaseId(in), in.varint32(), in.data(), in.instant(), kind == 4);
            case 5 -> new Message.Return(in.data(), in.instant());
            case 15 -> new Message.Consult(WorkCodec.readCaseId(in), WorkCodec.readCaseId(in), in.varint32(), readMatter(in), in.each(In::text));
            case 16 -> new Message.PutInForce(in.text(), in.varint32());
            case 18 -> new Message.Launch(in.varint32(), in.data());
            case 7 -> new Message.Reconsider(WorkCodec.readCaseId(in), in.varint32());
            case 8 -> new Message.Decide(WorkCodec.readCaseId(in), in.varint32(), in.bool(), in.text());
            case 17 -> new Message.Decide(WorkCodec.readCaseId(in), in.varint32(), in.bool(), in.text(), in.each(In::text));
            case 9 ->
                new Message.Queue(
                        readWork(in),
                        in.varint(),
                        in.text(),
                        in.text(),
                        readPerformers(in),
                        in.instant(),
                        in.u8(),
                        WorkCodec.readTexts(in));
            case 10 -> new Message.Occupy(readWork(in), in.varint(), in.text(), in.text(), in.text());
            case 11 -> new Message.Vacate(readWork(in), in.varint());
            case 12 -> new Message.Define(WorkCodec.readPool(in));
            case 13 -> new Message.Settle();
            case 14 ->
                new Message.Assign(
                        WorkCodec.readCaseId(in), in.varint32(), in.text(), in.varint(), in.text(), in.bool());
            default -> throw in.damaged("message " + kind);
        };
    }

    /** The word for a kind of message in histories. */
    public static String word(Message message) {
        return switch (message) {
            case Message.Begin m -> "begin";
            case Message.Free m -> "free";
            case Message.Await m -> "await";
            case Message.Forget m -> "forget";
            case Message.Hand m -> "hand";
            case Message.Return m -> "return";
            case Message.Consult m -> "consult";
            case Message.PutInForce m -> "put in force";
            case Message.Launch m -> "launch";
            case Message.Reconsider m -> "reconsider";
            case Message.Decide m -> "decide";
            case Message.Queue m -> "queue";
            case Message.Occupy m -> "occupy";
            case Message.Vacate m -> "vacate";
            case Message.Define m -> "define";
            case Message.Settle m -> "settle";
            case Message.Assign m -> "assign";
        };
    }

    public static void writeAll(Out out, List<Happening> happenings) {
        out.varint(happenings.size());
        happenings.forEach(happening -> writeHappening(out, happening));
    }
}
