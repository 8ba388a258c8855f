package io.millrace.cli;

import io.millrace.logic.machine.Limits;
import io.millrace.problem.Code;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "logic",
        description = {
            "Prolog: a top level that reads queries and shows their answers.",
            "A query ends with a full stop; ';' asks for the next answer, 'halt.' or the end of the input leaves."
        })
final class LogicCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Programs to load.")
    private List<Path> files = List.of();

    @Option(names = {"-g", "--goal"}, paramLabel = "GOAL", description = "Prints the answers of this goal, one a line, and ends.")
    private @Nullable String goal;

    @Option(names = {"-n", "--answers"}, paramLabel = "N", description = "With --goal: at most N answers.")
    private int answers = Integer.MAX_VALUE;

    @Option(
            names = "--batch",
            description = "Reads lines id<TAB>query and prints id<TAB>true, false or error(Formal) for each.")
    private boolean batch;

    @Option(names = "--inferences", paramLabel = "N", description = "How many inferences a query may make.")
    private long inferences = Long.MAX_VALUE;

    private final Screen screen;

    LogicCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (batch && goal != null) {
            screen.complain(Code.BAD_USE.with("--goal and --batch exclude each other, in 'mill logic'").message());
            return Mill.CANNOT_ASK;
        }
        if (inferences <= 0 || answers <= 0) {
            screen.complain(Code.BAD_USE.with("A limit is a positive number, in 'mill logic'").message());
            return Mill.CANNOT_ASK;
        }
        LogicSession session = new LogicSession(screen, Limits.GENEROUS.withInferences(inferences));
        if (!session.load(files)) {
            return Mill.CANNOT_ASK;
        }
        if (goal != null) {
            return session.directives() ? new LogicGoal(screen, session).run(goal, answers) : Mill.CANNOT_ASK;
        }
        try (Lines lines = batch ? Lines.ofThisProcess() : Lines.ofThisProcess(Path.of(System.getProperty("user.home"), ".mill_logic_history"))) {
            return batch ? new LogicBatch(screen, session.program()).run(lines) : topLevel(session, lines);
        }
    }

    private int topLevel(LogicSession session, Lines lines) {
        // A directive that fails is said, and whoever sits there goes on with what was loaded.
        session.directives();
        return new TopLevel(screen, lines, session).run();
    }
}
