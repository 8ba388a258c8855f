package io.millrace.cli;

import io.millrace.id.WorkId;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "complete",
        sortOptions = false,
        description = "Completes a work item; claims and starts it on the way where that is allowed.")
final class CompleteCommand implements Callable<Integer> {
    @Parameters(paramLabel = "WORK", description = "A work item, such as 62#3.")
    private String item = "";

    @Option(names = "--output", paramLabel = "JSON", description = "What was done: JSON, name=value pairs, or a text.")
    private @Nullable String output;

    @Option(names = "--plan", description = "Say only what would happen, and do nothing.")
    private boolean plan;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    CompleteCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        return acting.carryOut(screen, plan, List.of(item), id -> new ActOptions.Act(
                new io.millrace.command.Command.Complete(WorkId.parse(id), ActOptions.data(output), 0), "work item " + id + " is completed"));
    }
}
