package io.millrace.kernel;

import io.millrace.command.Command;
import io.millrace.kernel.entity.Catalogue;
import io.millrace.kernel.lane.Numbers;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.language.Compiled;

/** Finds the entity that handles a command. */
final class Router {
    private final Catalogue catalogue;
    private final Numbers numbers;

    Router(Catalogue catalogue, Numbers numbers) {
        this.catalogue = catalogue;
        this.numbers = numbers;
    }

    /** The command as the input of its entity. A case that is started gets its number here. */
    Input route(String tenant, Command command) {
        return switch (command) {
            case Command.OfRegistry c -> new Input.Register(new EntityId.OfRegistry(tenant), c);
            case Command.OfParticipant c -> new Input.Enrol(new EntityId.OfParticipant(tenant, c.name()), c);
            case Command.OfPool c -> new Input.Direct(new EntityId.OfPool(tenant, c.pool()), c);
            case Command.Signal c -> new Input.Send(new EntityId.OfMailbox(tenant, c.name(), c.key()), c);
            case Command.StartWithSignal c ->
                new Input.SignalUnique(new EntityId.OfKey(tenant, c.process(), c.key()), c);
            case Command.OfCase c -> new Input.Act(EntityId.OfCase.of(tenant, c.caseId()), c);
            case Command.Start c -> {
                String key = c.key();
                yield key != null && isUnique(tenant, c)
                        ? new Input.OpenUnique(new EntityId.OfKey(tenant, c.process(), key), c)
                        : new Input.Open(new EntityId.OfCase(tenant, numbers.next(tenant)), c);
            }
        };
    }

    private boolean isUnique(String tenant, Command.Start start) {
        int version = start.version() == 0 ? catalogue.of(tenant).newest(start.process()) : start.version();
        Compiled<?> code = catalogue.code(tenant, start.process(), version);
        return code != null && code.contract().uniqueKey();
    }
}
