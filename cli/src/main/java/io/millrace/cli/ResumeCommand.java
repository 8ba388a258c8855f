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
        name = "resume",
        sortOptions = false,
        description = "Lets suspended cases or work items go on.")
final class ResumeCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "CASE|WORK", description = "Cases such as 62, or work items such as 62#3.")
    private List<String> things = List.of();

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    ResumeCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        return acting.carryOut(screen, plan, things, thing -> thing.contains("#")
                ? new ActOptions.Act(new io.millrace.command.Command.ResumeWork(WorkId.parse(thing)), "work item " + thing + " goes on")
                : new ActOptions.Act(new io.millrace.command.Command.ResumeCase(CaseId.parse(thing)), "case " + thing + " goes on"));
    }
}
