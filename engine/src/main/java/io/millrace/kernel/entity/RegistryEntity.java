package io.millrace.kernel.entity;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.event.Across;
import io.millrace.id.CaseId;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Message;
import io.millrace.language.Compiled;
import io.millrace.language.ProcessName;
import io.millrace.problem.Code;
import io.millrace.work.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a tenant has deployed, version by version. */
public final class RegistryEntity extends Entity<Input.ForRegistry> {
    /** A deployed version, without its code. */
    public record Version(int number, String language, String fingerprint, @Nullable String source) {}

    final Map<String, List<Version>> processes = new TreeMap<>();

    public RegistryEntity(EntityId.OfRegistry id) {
        super(id, Input.ForRegistry.class);
    }

    @Override
    Answer decide(Input.ForRegistry input, Ledger ledger) {
        return switch (input) {
            case Input.Register register -> decide(register.command(), ledger);
        };
    }

    private Answer decide(Command.OfRegistry command, Ledger ledger) {
        return switch (command) {
            case Command.Deploy deploy -> deploy(deploy, ledger);
        };
    }

    /**
     * The same definition is the same version, however often it is deployed. Another one is the version that it declares, which must
     * be later than all that are there, or the next one.
     */
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
            int newest = Catalogue.newest(versions);
            number = process.version() == 0 ? newest + 1 : process.version();
            if (number <= newest) {
                boolean taken = versions.stream().anyMatch(version -> version.number() == process.version());
                return new Answer.Refused(
                        taken ? Code.FINGERPRINT.with(name, number) : Code.OLD_VERSION.with(name, number, newest));
            }
            ledger.record(new Event.ProcessDeployed(
                    name, number, process.language(), process.fingerprint(), process.source(), command.despite(), process.places()));
            Pool agents = process.agents();
            if (agents != null) {
                ledger.send(null, new EntityId.OfPool(ledger.tenant(), agents.name()), new Message.Define(agents));
            }
            if (process instanceof Across) {
                ledger.send(null, new EntityId.OfKey(ledger.tenant(), name, name), new Message.PutInForce(name, number));
            }
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
            case Event other -> throw new IllegalStateException("not an event of a registry: " + other);
        }
    }

    @Override
    public void write(Out out) {
        out.varint(processes.size());
        processes.forEach((name, versions) -> {
            out.text(name).varint(versions.size());
            versions.forEach(version -> out.varint(version.number())
                    .text(version.language())
                    .text(version.fingerprint())
                    .textOrNull(version.source()));
        });
    }

    @Override
    void read(In in) {
        for (int left = in.count(); left > 0; left--) {
            String name = in.text();
            List<Version> versions = new ArrayList<>();
            for (int more = in.count(); more > 0; more--) {
                versions.add(new Version(in.varint32(), in.text(), in.text(), in.textOrNull()));
            }
            processes.put(name, versions);
        }
    }
}
