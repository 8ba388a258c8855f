package io.millrace.cli;

import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "suspend",
        sortOptions = false,
        description = "Suspends cases or work items: nothing in them goes on until they are resumed.")
final class SuspendCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "CASE|WORK", description = "Cases such as 62, or work items such as 62#3.")
    private List<String> things = List.of();

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    SuspendCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        return acting.carryOut(screen, plan, things, thing -> thing.contains("#")
                ? new ActOptions.Act(new io.millrace.command.Command.SuspendWork(WorkId.parse(thing)), "work item " + thing + " is suspended")
                : new ActOptions.Act(new io.millrace.command.Command.SuspendCase(CaseId.parse(thing)), "case " + thing + " is suspended"));
    }
}
