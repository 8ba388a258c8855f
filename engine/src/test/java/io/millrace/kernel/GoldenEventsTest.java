package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.Attempt;
import io.millrace.kernel.record.Cause;
import io.millrace.kernel.record.CommandForm;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventCodec;
import io.millrace.kernel.record.Message;
import io.millrace.kernel.record.Timer;
import io.millrace.kernel.record.TimerPurpose;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.language.Happening;
import io.millrace.work.Agent;
import io.millrace.work.Deadline;
import io.millrace.work.Doer;
import io.millrace.work.Participant;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import java.time.Instant;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every kind of event, message, held happening and timer keeps its bytes. */
class GoldenEventsTest {
    private static final Instant THEN = Instant.parse("2026-03-04T05:06:07.089Z");
    private static final Data DATA = Data.fields("amount", 12.5, "lines", List.of(1, "two", true));
    private static final CaseId CASE = CaseId.root(62).child(231);

    private static final Performers POOLED =
            new Performers(List.of("anna"), List.of("clerk"), List.of("german"), List.of("carl"), "clerks");
    private static final Pool POOL = Pool.named("clerks")
            .by("round_robin")
            .limit(3)
            .starting()
            .settling()
            .agent(new Agent("anna", Set.of("clerk", "boss"), List.of(new Agent.Qualification("sign", "order", new BigDecimal("1.50")))))
            .agent(Agent.named("bert").qualifiedForAll(0));

    private static final List<TimerPurpose> PURPOSES = List.of(
            TimerPurpose.WAKE,
            new TimerPurpose.Retry(3),
            new TimerPurpose.Overdue(4, new Deadline.Escalate("boss")),
            new TimerPurpose.Overdue(5, new Deadline.Reassign("anna")),
            new TimerPurpose.Overdue(6, new Deadline.Fail("too late")),
            new TimerPurpose.Reconsider(7),
            new TimerPurpose.Overdue(8, new Deadline.HandOver("bosses")));

    private static final List<EntityId> ENTITIES = List.of(
            new EntityId.OfCase("main", 7),
            new EntityId.OfMailbox("main", "paid", "o-7"),
            new EntityId.OfKey("other", "order", "k"),
            new EntityId.OfRegistry("main"),
            new EntityId.OfParticipant("main", "anna"),
            new EntityId.OfPool("main", "clerks"));

    private static final List<Happening> HAPPENINGS = List.of(
            new Happening.Started(DATA),
            new Happening.WorkTaken(1),
            new Happening.WorkDone(2, DATA),
            new Happening.WorkLost(3, "withdrawn"),
            new Happening.TimerDue(4),
            new Happening.SignalCame(5, DATA),
            new Happening.Resumed(),
            new Happening.Consulted(CASE, 6, Happening.Matter.WANTED, List.of("b1[62]", "b2[7]")));

    private static final List<Message> MESSAGES = List.of(
            new Message.Begin("order", 2, DATA, "key"),
            new Message.Hand(CASE, 3, DATA, THEN, true),
            new Message.Hand(CASE, 4, DATA, THEN, false),
            new Message.Free(62),
            new Message.Await(CASE, 5),
            new Message.Forget(CASE, 6),
            new Message.Return(DATA, THEN),
            new Message.Reconsider(CASE, 7),
            new Message.Decide(CASE, 8, true, ""),
            new Message.Decide(CASE, 9, false, "another has it"),
            new Message.Queue(new WorkId(CASE, 1), 300, "order", "sign", POOLED, THEN, 7, List.of("bert")),
            new Message.Occupy(new WorkId(CASE, 1), 301, "order", "sign", "anna"),
            new Message.Vacate(new WorkId(CASE, 1), 301),
            new Message.Define(POOL),
            new Message.Settle(),
            new Message.Assign(CASE, 1, "clerks", 302, "anna", true),
            new Message.Consult(CASE, CASE, 3, Happening.Matter.LEFT, List.of("b1[62]")),
            new Message.PutInForce("mutex", 2),
            new Message.Launch(2, DATA));

    private static final List<Event> EVENTS = List.of(
            new Event.CaseStarted("order", 3, DATA, "key", true, 0),
            new Event.CaseStarted("order/pack", 1, Data.nothing(), null, false, 9),
            new Event.CaseSuspended(),
            new Event.CaseResumed(),
            new Event.CaseCompleted(DATA),
            new Event.CaseFailed("no money"),
            new Event.CaseCancelled("no longer needed"),
            new Event.CaseMigrated(4, Data.fields("old", "new"), DATA),
            new Event.CaseMigrated(4, Data.nothing(), Data.nothing(), new byte[] {1, 2, 3}),
            new Event.AttributeSet("amount", Data.of(12.5)),
            new Event.Intervened("skip", DATA),
            new Event.StimulusHeld(new Happening.WorkDone(2, DATA)),
            new Event.IncidentRaised(0, "broken"),
            new Event.IncidentResolved(7, "retried"),
            new Event.WorkOffered(1, "pay", new Doer.Handler("pay"), Performers.ANYONE, 5, null, DATA, 0),
            new Event.WorkOffered(2, "pay", new Doer.Handler("bank"), Performers.ANYONE, 5, null, DATA, 0),
            new Event.WorkOffered(3, "pack", new Doer.Process("order/pack"), Performers.ANYONE, 5, null, DATA, 2),
            new Event.WorkOffered(4, "print", new Doer.Program("lp"), Performers.ANYONE, 5, THEN, DATA, 0),
            new Event.WorkOffered(
                    5, "sign", Doer.people(), new Performers(List.of("bert"), List.of("clerk"), List.of("german"), List.of("anna")), 7, THEN, DATA, 0),
            new Event.WorkAllocated(1, "anna"),
            new Event.WorkReleased(1),
            new Event.WorkStarted(1, "anna"),
            new Event.WorkStarted(2, null),
            new Event.WorkSuspended(1),
            new Event.WorkResumed(1),
            new Event.WorkCompleted(300, DATA),
            new Event.WorkFailed(1, "no rooms"),
            new Event.WorkWithdrawn(1, "cancelled"),
            new Event.WorkEscalated(1, Performers.role("boss"), 8),
            new Event.WorkAttemptFailed(1, 2, "no line"),
            new Event.WorkRetried(1, 3, 4),
            new Event.TimerSet(1, THEN, TimerPurpose.WAKE),
            new Event.TimerFired(1),
            new Event.TimerCancelled(1),
            new Event.SignalAwaited(1, "paid", "o-7"),
            new Event.SignalReceived(1, DATA, null),
            new Event.SignalReceived(1, DATA, THEN),
            new Event.SignalForgotten(1),
            new Event.SignalMissed(1, DATA),
            new Event.Progressed(new Steps.Entered(1, 2)),
            new Event.MessageSent(1, ENTITIES.get(1), "await"),
            new Event.SignalKept(DATA, THEN),
            new Event.SignalTaken(),
            new Event.WaiterAdded(CASE, 1),
            new Event.WaiterRemoved(CASE, 1),
            new Event.KeyHeld(62),
            new Event.KeyFreed(62),
            new Event.ProcessDeployed("order", 1, "net", "0123abcd", "initial_activity(a).", null, List.of()),
            new Event.ProcessDeployed("order", 2, "activities", "4567ef01", null, "it may not end", List.of()),
            new Event.ProcessDeployed("order", 3, "activities", "89ab2345", null, null, List.of("", "1", "2/then")),
            new Event.ParticipantAdded(new Participant("anna", Set.of("clerk", "boss"), Set.of("german", "dutch"))),
            new Event.ParticipantRemoved("anna"),
            new Event.Attempted(
                    1,
                    new Event.WorkCompleted(3, DATA),
                    new Attempt.Asked(new Command.Complete(new WorkId(CASE, 3), DATA, 0)),
                    "anna",
                    "'b' comes first",
                    List.of()),
            new Event.Attempted(
                    2,
                    new Event.WorkOffered(4, "pay", new Doer.Handler("pay"), Performers.ANYONE, 5, null, DATA, 0),
                    new Attempt.Reaction(new Happening.WorkDone(3, DATA)),
                    null,
                    "'b' comes first",
                    List.of(new Event.CaseStarted("order", 3, DATA, null, false, 4))),
            new Event.AttemptDecided(1, true, null),
            new Event.AttemptDecided(2, false, "never"),
            new Event.WorkOffered(6, "sign", Doer.people(), POOLED, 7, null, DATA, 0),
            new Event.WorkPooled(6, "clerks", 300),
            new Event.WorkUnpooled(6),
            new Event.PoolDefined(POOL),
            new Event.AgentAdded(POOL.agents().getFirst()),
            new Event.AgentRemoved("anna"),
            new Event.AgentPresent("anna", false),
            new Event.DemandQueued(new WorkId(CASE, 1), 300, "order", "sign", POOLED, THEN, 7, List.of("bert")),
            new Event.DemandDropped(new WorkId(CASE, 1), 300, "sign"),
            new Event.AgentAssigned("anna", new WorkId(CASE, 1), 300, "order", "sign"),
            new Event.AgentReleased("anna", new WorkId(CASE, 1), 300, "sign"),
            new Event.PoolSettling(true),
            new Event.PoolTroubled("the strategy 'x' threw"),
            new Event.WorkHeld(6),
            new Event.WorkDeferred(6));

    private static final List<Attempt.Trial> TRIALS = List.of(
            new Attempt.Asked(new Command.Complete(new WorkId(CASE, 3), DATA, 2)),
            new Attempt.Elapsed(new TimerPurpose.Retry(3)),
            new Attempt.Handed(2, DATA, THEN, true),
            new Attempt.Reaction(new Happening.TimerDue(4)),
            new Attempt.Begun(7),
            new Attempt.Asked(new Command.Complete(new WorkId(CASE, 3), DATA, 2), "anna"));

    private static final List<Command.OfCase> COMMANDS = List.of(
            new Command.SuspendCase(CASE),
            new Command.ResumeCase(CASE),
            new Command.CancelCase(CASE, "enough"),
            new Command.AddInstance(CASE, "review", DATA),
            new Command.ChangeData(CASE, "amount", DATA),
            new Command.Redo(CASE, "pay"),
            new Command.Move(CASE, null, "pay"),
            new Command.Migrate(CASE, 3, DATA),
            new Command.RetryCase(CASE),
            new Command.Reconsider(CASE, 4),
            new Command.SignalCase(CASE, "paid", DATA),
            new Command.Defer(new WorkId(CASE, 1), 2),
            new Command.Claim(new WorkId(CASE, 1)),
            new Command.Release(new WorkId(CASE, 1)),
            new Command.Delegate(new WorkId(CASE, 1), "bert"),
            new Command.StartWork(new WorkId(CASE, 1)),
            new Command.SuspendWork(new WorkId(CASE, 1)),
            new Command.ResumeWork(new WorkId(CASE, 1)),
            new Command.Complete(new WorkId(CASE, 1), DATA, 2),
            new Command.Fail(new WorkId(CASE, 1), "no", 2, true),
            new Command.Withdraw(new WorkId(CASE, 1), "no need"),
            new Command.Skip(new WorkId(CASE, 1), DATA),
            new Command.RetryWork(new WorkId(CASE, 1)),
            new Command.Fail(new WorkId(CASE, 1), "no line", 2, true, List.of("java.io.IOException")));

    @Test
    void every_trial_keeps_its_bytes() {
        new Golden<>(GoldenEventsTest.class, "trials-1.hex", EventCodec::writeTrial, EventCodec::readTrial)
                .check(Attempt.Trial.class, TRIALS);
    }

    @Test
    void every_command_that_can_wait_keeps_its_bytes() {
        new Golden<>(GoldenEventsTest.class, "commands-1.hex", CommandForm::keep, CommandForm::read)
                .check(Command.OfCase.class, COMMANDS);
    }

    @Test
    void every_event_keeps_its_bytes() {
        new Golden<>(GoldenEventsTest.class, "events-1.hex", EventCodec::writeEvent, EventCodec::readEvent)
                .check(Event.class, EVENTS);
    }

    @Test
    void every_message_keeps_its_bytes() {
        new Golden<>(GoldenEventsTest.class, "messages-1.hex", EventCodec::writeMessage, EventCodec::readMessage)
                .check(Message.class, MESSAGES);
    }

    @Test
    void every_happening_keeps_its_bytes() {
        new Golden<>(GoldenEventsTest.class, "happenings-1.hex", EventCodec::writeHappening, EventCodec::readHappening)
                .check(Happening.class, HAPPENINGS);
    }

    @Test
    void every_purpose_of_a_timer_keeps_its_bytes() {
        new Golden<TimerPurpose>(
                        GoldenEventsTest.class,
                        "timers-1.hex",
                        (out, purpose) -> EventCodec.writeTimer(out, new Timer(THEN, purpose)),
                        in -> EventCodec.readTimer(in).purpose())
                .check(TimerPurpose.class, PURPOSES);
        List<Deadline.Action> actions = PURPOSES.stream()
                .filter(TimerPurpose.Overdue.class::isInstance)
                .map(purpose -> ((TimerPurpose.Overdue) purpose).action())
                .toList();
        new Golden<Deadline.Action>(
                        GoldenEventsTest.class,
                        "deadlines-1.hex",
                        (out, action) -> EventCodec.writeTimer(out, new Timer(THEN, new TimerPurpose.Overdue(1, action))),
                        in -> ((TimerPurpose.Overdue) EventCodec.readTimer(in).purpose()).action())
                .check(Deadline.Action.class, actions);
    }

    @Test
    void every_entity_keeps_its_bytes() {
        new Golden<>(GoldenEventsTest.class, "entities-1.hex", EventCodec::writeEntity, EventCodec::readEntity)
                .check(EntityId.class, ENTITIES);
    }

    @Test
    void a_turn_keeps_its_bytes() {
        EntityId.OfCase entity = new EntityId.OfCase("main", 62);
        Data large = Data.of("x".repeat(200));
        TurnRecord full = new TurnRecord(
                3, THEN, THEN.minusSeconds(60), "dora", "eva", "urgent", "r1", new Cause.Asked("complete"), "t-1",
                List.of(
                        new TurnRecord.Entry(CaseId.root(62), new Event.WorkCompleted(1, large)),
                        new TurnRecord.Entry(CASE, new Event.CaseCompleted(large)),
                        new TurnRecord.Entry(CASE, new Event.TimerCancelled(1))));
        TurnRecord small = new TurnRecord(
                3, THEN, null, null, null, null, null, new Cause.Told(ENTITIES.get(1), 9), null,
                List.of(new TurnRecord.Entry(CaseId.root(62), new Event.SignalReceived(1, DATA, null))));
        new Golden<TurnRecord>(
                        GoldenEventsTest.class, "turns-1.hex", (out, turn) -> turn.write(out), in -> TurnRecord.read(entity, 3, in))
                .check(List.of(full, small));
    }
}
