package io.millrace.cli;

import io.millrace.problem.Code;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code mill}, whose subcommands do the work. */
@Command(
        name = "mill",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            PlayCommand.class,
            SimulateCommand.class,
            LogicCommand.class,
            VerifyCommand.class,
            RulesCommand.class,
            ConvertCommand.class,
            DrawCommand.class,
            WorkCommand.class,
            CasesCommand.class,
            ShowCommand.class,
            WhyCommand.class,
            HistoryCommand.class,
            QueryCommand.class,
            ExportCommand.class,
            TimersCommand.class,
            AgentsCommand.class,
            CheckCommand.class,
            IndexCommand.class,
            RetainCommand.class,
            ForkCommand.class,
            BenchCommand.class,
            CodesCommand.class,
            VersionCommand.class,
            HelpCommand.class
        },
        sortOptions = false)
public final class Mill implements Runnable {
    /** Fine. */
    public static final int FINE = 0;
    /** The question was understood and its answer is no. */
    public static final int NO = 1;
    /** The question could not be asked: wrong use, or something cannot be read. */
    public static final int CANNOT_ASK = 2;

    private final Screen screen;

    Mill(Screen screen) {
        this.screen = screen;
    }

    /** Held here, because a logger that nobody refers to forgets its level. */
    private static final Logger ENGINE_LOG = Logger.getLogger("io.millrace");

    public static void main(String[] arguments) {
        // A command reports on its own; what an engine logs beside that would stand between its lines.
        ENGINE_LOG.setLevel(Level.SEVERE);
        int status = run(Screen.ofThisProcess(), arguments);
        System.out.flush();
        System.exit(status);
    }

    /** Runs a command line and returns its exit status. */
    public static int run(Screen screen, String... arguments) {
        try {
            return commandLine(screen).execute(arguments);
        } catch (StackOverflowError | OutOfMemoryError e) {
            return Failures.show(screen, e);
        } finally {
            screen.flush();
        }
    }

    static CommandLine commandLine(Screen screen) {
        return new CommandLine(new Mill(screen), new WithScreen(screen))
                .setOut(new PrintWriter(screen.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(screen.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((wrong, given) -> wrongUse(screen, wrong))
                .setExecutionExceptionHandler((failure, line, parsed) -> Failures.show(screen, failure));
    }

    private static int wrongUse(Screen screen, ParameterException wrong) {
        CommandLine asked = wrong.getCommandLine();
        String problem = wrong instanceof UnmatchedArgumentException unknown && !unknown.isUnknownOption() && asked.getParent() == null
                ? "There is no command '" + unknown.getUnmatched().getFirst() + "'"
                : Failures.sentence(wrong) + ", in '" + asked.getCommandSpec().qualifiedName() + "'";
        screen.complain(Code.BAD_USE.with(problem).message());
        return CANNOT_ASK;
    }

    @Override
    public void run() {
        new Overview(screen).print();
    }
}
