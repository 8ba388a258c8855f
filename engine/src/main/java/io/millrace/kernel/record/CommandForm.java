package io.millrace.kernel.record;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.work.Participant;
import io.millrace.work.WorkCodec;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What a command asks for, as bytes: equal for equal commands, in every version of Millrace, since a hash of them is stored
 * with the answer. The order of fields, roles and capabilities is no part of what is asked: a repeat may have another one.
 * Numbers never change their meaning and are never used again.
 */
public final class CommandForm {
    private CommandForm() {}

    /** What is hashed. */
    static void write(Out out, Command command) {
        write(out, command, CommandForm::sorted);
    }

    /** What is kept of a command that must wait: all of it, with its fields in their order. */
    public static void keep(Out out, Command.OfCase command) {
        write(out, command, data -> data);
    }

    private static void write(Out out, Command command, UnaryOperator<Data> data) {
        switch (command) {
            case Command.Deploy c ->
                out.u8(1).text(c.process().contract().name()).text(c.process().fingerprint());
            case Command.AddParticipant c -> participant(out.u8(2), c.participant());
            case Command.RemoveParticipant c -> out.u8(3).text(c.name());
            case Command.DefinePool c -> WorkCodec.writePool(out.u8(27), c.definition());
            case Command.AddAgent c -> WorkCodec.writeAgent(out.u8(28).text(c.pool()), c.agent());
            case Command.RemoveAgent c -> out.u8(29).text(c.pool()).text(c.agent());
            case Command.SetPresence c -> out.u8(30).text(c.pool()).text(c.agent()).bool(c.present());
            case Command.Start c ->
                out.u8(4).text(c.process()).varint(c.version()).data(data.apply(c.input())).textOrNull(c.key());
            case Command.Signal c -> out.u8(5).text(c.name()).text(c.key()).data(data.apply(c.content()));
            case Command.SuspendCase c -> of(out.u8(6), c.caseId());
            case Command.ResumeCase c -> of(out.u8(7), c.caseId());
            case Command.CancelCase c -> of(out.u8(8), c.caseId()).text(c.reason());
            case Command.AddInstance c -> of(out.u8(9), c.caseId()).text(c.task()).data(data.apply(c.input()));
            case Command.ChangeData c -> of(out.u8(10), c.caseId()).text(c.name()).data(data.apply(c.value()));
            case Command.Redo c -> of(out.u8(11), c.caseId()).text(c.step());
            case Command.Move c -> of(out.u8(12), c.caseId()).textOrNull(c.from()).text(c.to());
            case Command.Migrate c -> of(out.u8(13), c.caseId()).varint(c.version()).data(data.apply(c.mapping()));
            case Command.RetryCase c -> of(out.u8(14), c.caseId());
            case Command.Claim c -> of(out.u8(15), c.work());
            case Command.Release c -> of(out.u8(16), c.work());
            case Command.Delegate c -> of(out.u8(17), c.work()).text(c.to());
            case Command.StartWork c -> of(out.u8(18), c.work());
            case Command.SuspendWork c -> of(out.u8(19), c.work());
            case Command.ResumeWork c -> of(out.u8(20), c.work());
            case Command.Complete c -> of(out.u8(21), c.work()).data(data.apply(c.output())).varint(c.attempt());
            case Command.Fail c when c.kinds().isEmpty() ->
                of(out.u8(22), c.work()).text(c.reason()).varint(c.attempt()).bool(c.again());
            case Command.Fail c ->
                WorkCodec.write(of(out.u8(31), c.work()).text(c.reason()).varint(c.attempt()).bool(c.again()), c.kinds());
            case Command.SignalCase c -> of(out.u8(32), c.caseId()).text(c.name()).data(data.apply(c.content()));
            case Command.StartWithSignal c ->
                out.u8(33)
                        .text(c.process())
                        .data(data.apply(c.input()))
                        .text(c.key())
                        .text(c.signal())
                        .data(data.apply(c.content()));
            case Command.Defer c -> of(out.u8(34), c.work()).varint(c.attempt());
            case Command.Withdraw c -> of(out.u8(23), c.work()).text(c.reason());
            case Command.Skip c -> of(out.u8(24), c.work()).data(data.apply(c.output()));
            case Command.RetryWork c -> of(out.u8(25), c.work());
            case Command.Reconsider c -> of(out.u8(26), c.caseId()).varint(c.attempt());
        }
    }

    /** Reads what {@link #keep} wrote. */
    public static Command.OfCase read(In in) {
        int kind = in.u8();
        CaseId id = WorkCodec.readCaseId(in);
        return switch (kind) {
            case 6 -> new Command.SuspendCase(id);
            case 7 -> new Command.ResumeCase(id);
            case 8 -> new Command.CancelCase(id, in.text());
            case 9 -> new Command.AddInstance(id, in.text(), in.data());
            case 10 -> new Command.ChangeData(id, in.text(), in.data());
            case 11 -> new Command.Redo(id, in.text());
            case 12 -> new Command.Move(id, in.textOrNull(), in.text());
            case 13 -> new Command.Migrate(id, in.varint32(), in.data());
            case 14 -> new Command.RetryCase(id);
            case 15 -> new Command.Claim(work(id, in));
            case 16 -> new Command.Release(work(id, in));
            case 17 -> new Command.Delegate(work(id, in), in.text());
            case 18 -> new Command.StartWork(work(id, in));
            case 19 -> new Command.SuspendWork(work(id, in));
            case 20 -> new Command.ResumeWork(work(id, in));
            case 21 -> new Command.Complete(work(id, in), in.data(), in.varint32());
            case 22 -> new Command.Fail(work(id, in), in.text(), in.varint32(), in.bool());
            case 23 -> new Command.Withdraw(work(id, in), in.text());
            case 24 -> new Command.Skip(work(id, in), in.data());
            case 25 -> new Command.RetryWork(work(id, in));
            case 26 -> new Command.Reconsider(id, in.varint32());
            case 34 -> new Command.Defer(work(id, in), in.varint32());
            case 32 -> new Command.SignalCase(id, in.text(), in.data());
            case 31 -> new Command.Fail(work(id, in), in.text(), in.varint32(), in.bool(), WorkCodec.readTexts(in));
            default -> throw in.damaged("command " + kind);
        };
    }

    private static WorkId work(CaseId id, In in) {
        return new WorkId(id, in.varint32());
    }

    private static Out of(Out out, CaseId id) {
        WorkCodec.write(out, id);
        return out;
    }

    private static Out of(Out out, WorkId id) {
        return of(out, id.caseId()).varint(id.number());
    }

    private static void participant(Out out, Participant participant) {
        out.text(participant.name());
        WorkCodec.write(out, participant.roles().stream().sorted().toList());
        WorkCodec.write(out, participant.capabilities().stream().sorted().toList());
    }

    private static Data sorted(Data data) {
        return switch (data) {
            case Data.Fields fields -> {
                Map<String, Data> byName = new TreeMap<>();
                fields.asMap().forEach((name, value) -> byName.put(name, sorted(value)));
                yield Data.Fields.of(byName);
            }
            case Data.Items items -> new Data.Items(items.asList().stream().map(CommandForm::sorted).toList());
            case Data simple -> simple.normal();
        };
    }
}
