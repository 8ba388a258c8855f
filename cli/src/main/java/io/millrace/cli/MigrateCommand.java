package io.millrace.cli;

import io.millrace.id.CaseId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "migrate",
        sortOptions = false,
        description = "Moves cases to another version of their process.")
final class MigrateCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "CASE", description = "Cases, such as 62 or 62.1.")
    private List<String> cases = List.of();

    @Option(names = "--to", paramLabel = "N", description = "The version (default: the newest).")
    private int version;

    @Option(names = "--mapping", paramLabel = "JSON", description = "Places of the old version to places of the new one; JSON or name=value pairs.")
    private @Nullable String mapping;

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    MigrateCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        String where = version == 0 ? "the newest version" : "version " + version;
        return acting.carryOut(screen, plan, cases, id -> new ActOptions.Act(
                new io.millrace.command.Command.Migrate(CaseId.parse(id), version, ActOptions.data(mapping)), "case " + id + " is moved to " + where));
    }
}
