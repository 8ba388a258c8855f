package io.millrace.kernel;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessName;
import io.millrace.problem.Code;
import io.millrace.work.Participant;
import io.millrace.work.WorkCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a tenant has deployed, version by version, and who works there. */
final class RegistryEntity extends Entity {
    /** A deployed version, without its code. */
    record Version(int number, String language, String fingerprint, @Nullable String source) {}

    final Map<String, List<Version>> processes = new TreeMap<>();
    final Map<String, Participant> participants = new TreeMap<>();

    RegistryEntity(EntityId.OfRegistry id) {
        super(id);
    }

    @Override
    Answer decide(Request request, Ledger ledger) {
        return switch (request.command()) {
            case Command.Deploy deploy -> deploy(deploy, ledger);
            case Command.AddParticipant add -> {
                if (!add.participant().equals(participants.get(add.participant().name()))) {
                    ledger.record(new Event.ParticipantAdded(add.participant()));
                }
                yield Answer.DONE;
            }
            case Command.RemoveParticipant remove -> {
                if (!participants.containsKey(remove.name())) {
                    yield new Answer.Refused(Code.UNKNOWN_PARTICIPANT.with(remove.name()));
                }
                ledger.record(new Event.ParticipantRemoved(remove.name()));
                yield Answer.DONE;
            }
            case Command other -> throw new IllegalStateException("not for a registry: " + other);
        };
    }

    /** The same definition is the same version, however often it is deployed; another one is the next version. */
    private Answer deploy(Command.Deploy command, Ledger ledger) {
        Compiled<?> process = command.process();
        String name = process.contract().name();
        if (ProcessName.parse(name).inner() != null) {
            return new Answer.Refused(Code.BAD_PROCESS.with(name, "its name contains a '/'"));
        }
        List<Version> versions = processes.getOrDefault(name, List.of());
        int number = 0;
        for (Version version : versions) {
            if (version.fingerprint().equals(process.fingerprint())) {
                number = version.number();
            }
        }
        if (number == 0) {
            number = versions.size() + 1;
            ledger.record(new Event.ProcessDeployed(
                    name, number, process.language(), process.fingerprint(), process.source(), command.despite()));
        }
        return new Answer.Done(Data.of(number));
    }

    @Override
    void apply(@Nullable CaseId caseId, Event event, Instant at) {
        switch (event) {
            case Event.ProcessDeployed e ->
                processes
                        .computeIfAbsent(e.name(), name -> new ArrayList<>())
                        .add(new Version(e.version(), e.language(), e.fingerprint(), e.source()));
            case Event.ParticipantAdded e -> participants.put(e.participant().name(), e.participant());
            case Event.ParticipantRemoved e -> participants.remove(e.name());
            case Event other -> throw new IllegalStateException("not an event of a registry: " + other);
        }
    }

    /** The state as it is now, for others to read. */
    RegistryEntity copy() {
        RegistryEntity copy = new RegistryEntity((EntityId.OfRegistry) id);
        processes.forEach((name, versions) -> copy.processes.put(name, new ArrayList<>(versions)));
        copy.participants.putAll(participants);
        return copy;
    }

    @Override
    void write(Out out) {
        out.varint(processes.size());
        processes.forEach((name, versions) -> {
            out.text(name).varint(versions.size());
            versions.forEach(version -> out.varint(version.number())
                    .text(version.language())
                    .text(version.fingerprint())
                    .textOrNull(version.source()));
        });
        out.varint(participants.size());
        participants.values().forEach(participant -> {
            out.text(participant.name());
            WorkCodec.write(out, participant.roles().stream().sorted().toList());
            WorkCodec.write(out, participant.capabilities().stream().sorted().toList());
        });
    }

    static RegistryEntity read(EntityId.OfRegistry id, In in) {
        RegistryEntity registry = new RegistryEntity(id);
        for (int left = in.count(); left > 0; left--) {
            String name = in.text();
            List<Version> versions = new ArrayList<>();
            for (int more = in.count(); more > 0; more--) {
                versions.add(new Version(in.varint32(), in.text(), in.text(), in.textOrNull()));
            }
            registry.processes.put(name, versions);
        }
        for (int left = in.count(); left > 0; left--) {
            String name = in.text();
            registry.participants.put(
                    name,
                    new Participant(name, Set.copyOf(WorkCodec.readTexts(in)), Set.copyOf(WorkCodec.readTexts(in))));
        }
        return registry;
    }
}
