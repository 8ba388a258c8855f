package io.millrace.kernel.record;

import io.millrace.command.Command;
import io.millrace.id.CaseId;
import java.time.Instant;

/**
 * What an entity handles in one turn: a command that somebody asks, a timer that is due, or a message from another
 * entity. Each is typed by the entity that handles it. Users make commands only; the engine brings the rest.
 */
public sealed interface Input {
    /** The entity that handles it. */
    EntityId to();

    /** What a case handles. */
    sealed interface ForCase extends Input {
        @Override
        EntityId.OfCase to();
    }

    /** What a mailbox handles. */
    sealed interface ForMailbox extends Input {}

    /** What a business key handles. */
    sealed interface ForKey extends Input {}

    /** What a registry handles. */
    sealed interface ForRegistry extends Input {}

    /** What a participant's entity handles. */
    sealed interface ForParticipant extends Input {}

    /** What a pool of agents handles. */
    sealed interface ForPool extends Input {}

    /** What begins a case: the entity is new. */
    sealed interface Beginning extends ForCase {}

    /** A message from another entity. */
    sealed interface Taken extends Input {
        EntityId from();

        long number();

        Message message();

        Instant sent();
    }

    // Commands.

    record Open(EntityId.OfCase to, Command.Start command) implements Beginning {}

    record Act(EntityId.OfCase to, Command.OfCase command) implements ForCase {}

    record SignalUnique(EntityId.OfKey to, Command.StartWithSignal command) implements ForKey {}

    record OpenUnique(EntityId.OfKey to, Command.Start command) implements ForKey {}

    record Send(EntityId.OfMailbox to, Command.Signal command) implements ForMailbox {}

    record Register(EntityId.OfRegistry to, Command.OfRegistry command) implements ForRegistry {}

    record Enrol(EntityId.OfParticipant to, Command.OfParticipant command) implements ForParticipant {}

    record Direct(EntityId.OfPool to, Command.OfPool command) implements ForPool {}

    // What the engine brings.

    record Due(EntityId.OfCase to, CaseId caseId, int timer) implements ForCase {}

    /** A message that begins a case. */
    record Begun(EntityId from, long number, EntityId.OfCase to, Message.Begin message, Instant sent)
            implements Beginning, Taken {}

    record TakenByCase(EntityId from, long number, EntityId.OfCase to, Message.ToBegunCase message, Instant sent)
            implements ForCase, Taken {}

    record TakenByMailbox(EntityId from, long number, EntityId.OfMailbox to, Message.ToMailbox message, Instant sent)
            implements ForMailbox, Taken {}

    record TakenByKey(EntityId from, long number, EntityId.OfKey to, Message.ToKey message, Instant sent)
            implements ForKey, Taken {}

    record TakenByPool(EntityId from, long number, EntityId.OfPool to, Message.ToPool message, Instant sent)
            implements ForPool, Taken {}

    // One way from a message to the input of its receiver for each kind of receiver.

    static Taken taken(EntityId from, long number, EntityId.OfCase to, Message.ToCase message, Instant sent) {
        return switch (message) {
            case Message.Begin begin -> new Begun(from, number, to, begin, sent);
            case Message.ToBegunCase other -> new TakenByCase(from, number, to, other, sent);
        };
    }

    static Taken taken(EntityId from, long number, EntityId.OfMailbox to, Message.ToMailbox message, Instant sent) {
        return new TakenByMailbox(from, number, to, message, sent);
    }

    static Taken taken(EntityId from, long number, EntityId.OfKey to, Message.ToKey message, Instant sent) {
        return new TakenByKey(from, number, to, message, sent);
    }

    static Taken taken(EntityId from, long number, EntityId.OfPool to, Message.ToPool message, Instant sent) {
        return new TakenByPool(from, number, to, message, sent);
    }
}
