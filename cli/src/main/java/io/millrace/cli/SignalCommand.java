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
        name = "signal",
        sortOptions = false,
        description = "Sends a signal to the cases that wait for it, or to one case. It is kept if no case waits for it yet.")
final class SignalCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "The signal.")
    private String name = "";

    @Option(names = "--key", paramLabel = "KEY", description = "Its correlation key.")
    private String key = "";

    @Option(names = "--case", paramLabel = "CASE", description = "Only to this case.")
    private @Nullable String caseId;

    @Option(names = "--content", paramLabel = "JSON", description = "What it says: JSON, name=value pairs, or a text.")
    private @Nullable String content;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    SignalCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        String only = caseId;
        return acting.carryOut(screen, false, List.of(name), signal -> only == null
                ? new ActOptions.Act(new io.millrace.command.Command.Signal(signal, key, ActOptions.data(content)), "signal " + signal + " is sent")
                : new ActOptions.Act(
                        new io.millrace.command.Command.SignalCase(CaseId.parse(only), signal, ActOptions.data(content)),
                        "signal " + signal + " is sent to case " + only));
    }
}
