package io.millrace.cli;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "help", description = "Shows all commands, or the options of one.")
final class HelpCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command to explain.")
    private @Nullable String wanted;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Screen screen;

    HelpCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        if (wanted == null) {
            new Overview(screen).print();
            return;
        }
        CommandLine command = spec.parent().subcommands().get(wanted);
        if (command == null) {
            throw new RefusedException(Code.BAD_USE.with("There is no command '" + wanted + "'"));
        }
        CommandLine.Help.Ansi ansi = screen.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
        command.usage(screen.out(), ansi);
    }
}
