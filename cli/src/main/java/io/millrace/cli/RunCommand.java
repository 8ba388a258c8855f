package io.millrace.cli;

import io.millrace.DeployOption;
import io.millrace.ProcessProvider;
import io.millrace.data.Data;
import io.millrace.data.Json;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.prolog.WorkflowProlog;
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
            "Runs one case in the terminal: shows its offered work and reads the answers.",
            "The journal is temporary, and the clock moves only by commands."
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE|NAME", description = "The file of a process, or the name of a Java process.")
    private String process = "";

    @Option(names = "--input", paramLabel = "JSON", description = "The input of the case: JSON, name=value pairs, or the goal of a logic program.")
    private @Nullable String input;

    @Option(names = "--key", paramLabel = "KEY", description = "The case's business key.")
    private @Nullable String key;

    @Option(
            names = "--script",
            paramLabel = "FILE",
            description = "Plays a script of replies and clock moves to a program of Workflow Prolog, and prints each phase.")
    private @Nullable Path script;

    @Option(names = "--rules", paramLabel = "FILE", description = "Rules between events under which the process runs; a '*.deps' file.")
    private @Nullable String rules;

    @Option(names = "--allow-unsound", description = "Run a net although its cases can get stuck.")
    private boolean allowUnsound;

    @Option(names = "--json", description = "With a script: one JSON object a line for each phase.")
    private boolean json;

    private final Screen screen;

    RunCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (json && script == null) {
            throw new RefusedException(Code.BAD_USE.with("'--json' goes with '--script'"));
        }
        ProcessProvider provider = ProcessFinder.find(Path.of(""), process, null);
        provider = rules == null ? provider : ProcessFinder.under(provider, Path.of(""), rules);
        boolean terms = provider.process().language().equals(WorkflowProlog.NAME);
        Data data = input == null ? Data.fields() : read(input, terms);
        if (script != null) {
            return new ScriptedRun(screen, json).play(provider, data, script);
        }
        try (TestEngine engine = TestEngine.open();
                Lines lines = Lines.ofThisProcess()) {
            engine.deploy(provider, allowUnsound ? new DeployOption[] {DeployOption.ALLOW_UNSOUND} : new DeployOption[0]);
            engine.warnings().forEach(screen::complain);
            String name = provider.process().contract().name();
            var started = engine.mill().operator().start(name, data, key);
            screen.println("case " + started.id() + " of " + name + " has started; '?' helps");
            return new Conversation(screen, lines, engine, started.id(), Path.of(""), terms).hold();
        }
    }

    private static Data read(String input, boolean terms) {
        if (AnswerText.looksLikeOne(input)) {
            return AnswerText.read(input);
        }
        return terms ? Data.of(input) : Json.read(input);
    }
}
