package io.millrace.client;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import org.jspecify.annotations.Nullable;

/** The request that a command of the engine becomes. */
record Act(String method, Address address, Data body) {
    static Act of(Command command) {
        return switch (command) {
            case Command.Start start -> start(start);
            case Command.StartWithSignal start -> start(start);
            case Command.Signal signal ->
                post(Address.of("signals"), Data.fields("signal", signal.name(), "key", signal.key()), "content", signal.content());
            case Command.SignalCase signal ->
                post(Address.of("cases", signal.caseId().toString(), "signal"), Data.fields("signal", signal.name()), "content", signal.content());
            case Command.SuspendCase suspend -> onCase(suspend.caseId(), "suspend", Data.fields());
            case Command.ResumeCase resume -> onCase(resume.caseId(), "resume", Data.fields());
            case Command.CancelCase cancel -> onCase(cancel.caseId(), "cancel", Data.fields("reason", cancel.reason()));
            case Command.RetryCase retry -> onCase(retry.caseId(), "retry", Data.fields());
            case Command.ChangeData change ->
                onCase(change.caseId(), "change-data", Data.fields("name", change.name(), "value", change.value()));
            case Command.Redo redo -> onCase(redo.caseId(), "redo", Data.fields("step", redo.step()));
            case Command.Move move -> onCase(move.caseId(), "move", given(Data.fields("to", move.to()), "from", move.from()));
            case Command.Migrate migrate -> onCase(migrate.caseId(), "migrate", migration(migrate));
            case Command.AddInstance add ->
                post(Address.of("cases", add.caseId().toString(), "add-instance"), Data.fields("task", add.task()), "input", add.input());
            case Command.Claim claim -> onWork(claim.work(), "claim", Data.fields());
            case Command.Release release -> onWork(release.work(), "release", Data.fields());
            case Command.Delegate delegate -> onWork(delegate.work(), "delegate", Data.fields("to", delegate.to()));
            case Command.StartWork start -> onWork(start.work(), "start", Data.fields());
            case Command.SuspendWork suspend -> onWork(suspend.work(), "suspend", Data.fields());
            case Command.ResumeWork resume -> onWork(resume.work(), "resume", Data.fields());
            case Command.Complete complete when complete.attempt() == 0 ->
                post(Address.of("work", complete.work().toString(), "complete"), Data.fields(), "output", complete.output());
            case Command.Fail fail when fail.attempt() == 0 && !fail.again() ->
                onWork(fail.work(), "fail", Data.fields("reason", fail.reason()));
            case Command.Withdraw withdraw -> onWork(withdraw.work(), "withdraw", Data.fields());
            case Command.Skip skip -> post(Address.of("work", skip.work().toString(), "skip"), Data.fields(), "output", skip.output());
            case Command.RetryWork retry -> onWork(retry.work(), "retry", Data.fields());
            case Command.RemoveParticipant remove -> new Act("DELETE", Address.of("participants", remove.name()), Data.fields());
            case Command.RemoveAgent remove ->
                new Act("DELETE", Address.of("pools", remove.pool(), "agents", remove.agent()), Data.fields());
            case Command.Complete other -> throw local("The result of an attempt");
            case Command.Fail other -> throw local("The failure of an attempt");
            case Command.Defer other -> throw local("An attempt whose result comes later");
            case Command.Deploy other -> throw local("A process that is Java and no text");
            case Command.Reconsider other -> throw local("The engine's own look at an attempt");
            case Command.AddParticipant other -> throw local("A participant as a Java object");
            case Command.DefinePool other -> throw local("A pool as a Java object");
            case Command.AddAgent other -> throw local("An agent as a Java object");
            case Command.SetPresence other -> throw local("The presence of an agent alone");
        };
    }

    private static RefusedException local(String what) {
        return new RefusedException(Code.NOT_REMOTE.with(what));
    }

    private static Act start(Command.Start start) {
        Data body = Data.fields("process", start.process());
        body = start.version() == 0 ? body : body.with("version", start.version());
        return post(Address.of("cases"), given(body, "key", start.key()), "input", start.input());
    }

    private static Act start(Command.StartWithSignal start) {
        Data body = Data.fields("process", start.process(), "key", start.key(), "signal", start.signal());
        body = start.input().isNothing() ? body : body.with("input", start.input());
        return post(Address.of("cases"), body, "content", start.content());
    }

    private static Data migration(Command.Migrate migrate) {
        Data body = migrate.version() == 0 ? Data.fields() : Data.fields("version", migrate.version());
        return migrate.mapping().equals(Data.fields()) ? body : body.with("mapping", migrate.mapping());
    }

    private static Data given(Data body, String name, @Nullable String value) {
        return value == null ? body : body.with(name, value);
    }

    private static Act post(Address address, Data body, String name, Data value) {
        return new Act("POST", address, value.isNothing() ? body : body.with(name, value));
    }

    private static Act onCase(CaseId id, String word, Data body) {
        return new Act("POST", Address.of("cases", id.toString(), word), body);
    }

    private static Act onWork(WorkId id, String word, Data body) {
        return new Act("POST", Address.of("work", id.toString(), word), body);
    }
}
