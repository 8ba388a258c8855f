package io.millrace.kernel.record;

import io.millrace.command.Command;

/** The word for what stood behind a turn, as it is recorded. */
public final class Causes {
    private Causes() {}

    public static Cause of(Input input) {
        return switch (input) {
            case Input.Open i -> of(i.command());
            case Input.Act i -> of(i.command());
            case Input.OpenUnique i -> of(i.command());
            case Input.SignalUnique i -> of(i.command());
            case Input.Send i -> of(i.command());
            case Input.Register i -> of(i.command());
            case Input.Enrol i -> of(i.command());
            case Input.Direct i -> of(i.command());
            case Input.Due i -> new Cause.Asked("timer");
            case Input.Taken i -> new Cause.Told(i.from(), i.number());
        };
    }

    private static Cause of(Command command) {
        return new Cause.Asked(word(command));
    }

    /** Stored as it is: a word never changes. */
    private static String word(Command command) {
        return switch (command) {
            case Command.Deploy c -> "deploy";
            case Command.AddParticipant c -> "add participant";
            case Command.RemoveParticipant c -> "remove participant";
            case Command.DefinePool c -> "define pool";
            case Command.AddAgent c -> "add agent";
            case Command.RemoveAgent c -> "remove agent";
            case Command.SetPresence c -> "set presence";
            case Command.Start c -> "start";
            case Command.Signal c -> "signal";
            case Command.StartWithSignal c -> "start with signal";
            case Command.SignalCase c -> "signal case";
            case Command.SuspendCase c -> "suspend case";
            case Command.ResumeCase c -> "resume case";
            case Command.CancelCase c -> "cancel case";
            case Command.AddInstance c -> "add instance";
            case Command.ChangeData c -> "change data";
            case Command.Redo c -> "redo";
            case Command.Move c -> "move";
            case Command.Migrate c -> "migrate";
            case Command.RetryCase c -> "retry case";
            case Command.Claim c -> "claim";
            case Command.Release c -> "release";
            case Command.Delegate c -> "delegate";
            case Command.StartWork c -> "start work";
            case Command.SuspendWork c -> "suspend work";
            case Command.ResumeWork c -> "resume work";
            case Command.Complete c -> "complete";
            case Command.Fail c -> "fail";
            case Command.Defer c -> "defer";
            case Command.Withdraw c -> "withdraw";
            case Command.Skip c -> "skip";
            case Command.RetryWork c -> "retry work";
            case Command.Reconsider c -> "reconsider";
        };
    }
}
