package io.millrace.cli;

import io.millrace.id.WorkId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "claim",
        sortOptions = false,
        description = "Takes work items for somebody, so that nobody else does them.")
final class ClaimCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "WORK", description = "Work items, such as 62#3.")
    private List<String> items = List.of();

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    ClaimCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        return acting.carryOut(screen, plan, items, id -> new ActOptions.Act(
                new io.millrace.command.Command.Claim(WorkId.parse(id)), "work item " + id + " is claimed"));
    }
}
