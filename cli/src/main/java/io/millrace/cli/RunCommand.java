package io.millrace.cli;

import io.millrace.ProcessProvider;
import io.millrace.data.Data;
import io.millrace.data.Json;
import io.millrace.testkit.ProcessFinder;
import io.millrace.testkit.TestEngine;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        description = {
            "Runs one case in the terminal: shows the work that it offers and reads the answers.",
            "The journal is a temporary one, and the clock stands still until it is moved."
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|NAME", description = "The file of a process, or the name of a Java process.")
    private String process = "";

    @Option(names = "--input", paramLabel = "JSON", description = "What the case starts with; JSON or name=value pairs.")
    private @Nullable String input;

    @Option(names = "--key", paramLabel = "KEY", description = "The case's business key.")
    private @Nullable String key;

    private final Screen screen;

    RunCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        ProcessProvider provider = ProcessFinder.find(Path.of(""), process, null);
        Data data = input == null ? Data.fields() : AnswerText.looksLikeOne(input) ? AnswerText.read(input) : Json.read(input);
        try (TestEngine engine = TestEngine.open();
                Lines lines = Lines.ofThisProcess()) {
            engine.deploy(provider);
            String name = provider.process().contract().name();
            var started = engine.mill().operator().start(name, data, key);
            screen.println("case " + started.id() + " of " + name + " has started; '?' helps");
            return new Conversation(screen, lines, engine, started.id(), Path.of("")).hold();
        }
    }
}
