package io.millrace.kernel.record;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.work.Participant;
import io.millrace.work.WorkCodec;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a command asks for, as bytes: equal for equal commands, in every version of Millrace, since a hash of them is stored
 * with the answer. The order of fields, roles and capabilities is no part of what is asked: a repeat may have another one.
 * Numbers never change their meaning and are never used again.
 */
final class CommandForm {
    private CommandForm() {}

    static void write(Out out, Command command) {
        switch (command) {
            case Command.Deploy c ->
                out.u8(1).text(c.process().contract().name()).text(c.process().fingerprint());
            case Command.AddParticipant c -> participant(out.u8(2), c.participant());
            case Command.RemoveParticipant c -> out.u8(3).text(c.name());
            case Command.Start c ->
                out.u8(4).text(c.process()).varint(c.version()).data(sorted(c.input())).textOrNull(c.key());
            case Command.Signal c -> out.u8(5).text(c.name()).text(c.key()).data(sorted(c.content()));
            case Command.SuspendCase c -> of(out.u8(6), c.caseId());
            case Command.ResumeCase c -> of(out.u8(7), c.caseId());
            case Command.CancelCase c -> of(out.u8(8), c.caseId()).text(c.reason());
            case Command.AddInstance c -> of(out.u8(9), c.caseId()).text(c.task()).data(sorted(c.input()));
            case Command.ChangeData c -> of(out.u8(10), c.caseId()).text(c.name()).data(sorted(c.value()));
            case Command.Redo c -> of(out.u8(11), c.caseId()).text(c.step());
            case Command.Move c -> of(out.u8(12), c.caseId()).textOrNull(c.from()).text(c.to());
            case Command.Migrate c -> of(out.u8(13), c.caseId()).varint(c.version()).data(sorted(c.mapping()));
            case Command.RetryCase c -> of(out.u8(14), c.caseId());
            case Command.Claim c -> of(out.u8(15), c.work());
            case Command.Release c -> of(out.u8(16), c.work());
            case Command.Delegate c -> of(out.u8(17), c.work()).text(c.to());
            case Command.StartWork c -> of(out.u8(18), c.work());
            case Command.SuspendWork c -> of(out.u8(19), c.work());
            case Command.ResumeWork c -> of(out.u8(20), c.work());
            case Command.Complete c -> of(out.u8(21), c.work()).data(sorted(c.output())).varint(c.attempt());
            case Command.Fail c -> of(out.u8(22), c.work()).text(c.reason()).varint(c.attempt()).bool(c.again());
            case Command.Withdraw c -> of(out.u8(23), c.work()).text(c.reason());
            case Command.Skip c -> of(out.u8(24), c.work()).data(sorted(c.output()));
            case Command.RetryWork c -> of(out.u8(25), c.work());
        }
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
            case Data simple -> simple;
        };
    }
}
