package io.millrace.cli;

import io.millrace.command.Command.RetryCase;
import io.millrace.command.Command.RetryWork;
import picocli.CommandLine.Command;

@Command(
        name = "retry",
        sortOptions = false,
        description = "Tries again what failed: in cases, or work items that became incidents.")
final class RetryCommand extends ThingsCommand {
    RetryCommand(Screen screen) {
        super(screen, RetryCase::new, RetryWork::new, "is tried again");
    }
}
