package io.millrace.cli;

import io.millrace.command.Command.ResumeCase;
import io.millrace.command.Command.ResumeWork;
import picocli.CommandLine.Command;

@Command(
        name = "resume",
        sortOptions = false,
        description = "Lets suspended cases or work items go on.")
final class ResumeCommand extends ThingsCommand {
    ResumeCommand(Screen screen) {
        super(screen, ResumeCase::new, ResumeWork::new, "goes on");
    }
}
