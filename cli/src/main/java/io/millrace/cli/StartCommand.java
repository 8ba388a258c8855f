package io.millrace.cli;

import io.millrace.command.Answer;
import io.millrace.data.Data;
import io.millrace.problem.RefusedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "start", sortOptions = false, description = "Starts a case, and says its id.")
final class StartCommand implements Runnable {
    @Parameters(paramLabel = "PROCESS", description = "The process, which is deployed.")
    private String process = "";

    @Option(names = "--input", paramLabel = "JSON", description = "What the case starts with; JSON, name=value pairs, or the goal of a logic program.")
    private @Nullable String input;

    @Option(names = "--key", paramLabel = "KEY", description = "The case's business key.")
    private @Nullable String key;

    @Option(names = "--process-version", paramLabel = "N", description = "The version of the process (default: the newest).")
    private int version;

    @Mixin
    private ActOptions acting = new ActOptions();

    private final Screen screen;

    StartCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        try (Actions actions = acting.open()) {
            Answer answer = actions.ask(new io.millrace.command.Command.Start(process, version, ActOptions.data(input), key));
            switch (answer) {
                case Answer.Done done -> {
                    String id = done.value() instanceof Data.Text text ? text.value() : done.value().json();
                    screen.println(acting.json() ? Data.fields("case", id).json() : "case " + id + " of " + process + " has started");
                }
                case Answer.Refused refused -> throw new RefusedException(refused.problem());
                case Answer.Delayed delayed -> throw new RefusedException(delayed.problem());
            }
        }
    }
}
