package io.millrace.cli;

import io.millrace.problem.RefusedException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "help", description = "Shows all commands, or the options of one.")
final class HelpCommand implements Runnable {
    /** The commands, for completion. */
    static final class Commands implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Overview.whats().keySet().iterator();
        }
    }

    @Parameters(arity = "0..1", paramLabel = "COMMAND", completionCandidates = Commands.class, description = "The command to explain.")
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
            throw new RefusedException(Nearest.problem("There is no command '" + wanted + "'", wanted, spec.parent().subcommands().keySet()));
        }
        Mill.help(screen, command);
    }
}
