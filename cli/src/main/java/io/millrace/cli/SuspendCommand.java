package io.millrace.cli;

import io.millrace.command.Command.SuspendCase;
import io.millrace.command.Command.SuspendWork;
import picocli.CommandLine.Command;

@Command(
        name = "suspend",
        sortOptions = false,
        description = "Suspends cases or work items: nothing in them goes on until they are resumed.")
final class SuspendCommand extends ThingsCommand {
    SuspendCommand(Screen screen) {
        super(screen, SuspendCase::new, SuspendWork::new, "is suspended");
    }
}
