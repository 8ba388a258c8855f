package io.millrace.cli;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code mill}, whose subcommands do the work. */
@Command(
        name = "mill",
        subcommands = {
            DemoCommand.class,
            ServeCommand.class,
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
            DeployCommand.class,
            StartCommand.class,
            ClaimCommand.class,
            CompleteCommand.class,
            SignalCommand.class,
            SuspendCommand.class,
            ResumeCommand.class,
            CancelCommand.class,
            RetryCommand.class,
            MigrateCommand.class,
            CheckCommand.class,
            IndexCommand.class,
            RetainCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            ForkCommand.class,
            KeysCommand.class,
            McpCommand.class,
            BenchCommand.class,
            CodesCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            HelpCommand.class
        },
        sortOptions = false)
public final class Mill implements Runnable {
    /** Success. */
    public static final int FINE = 0;
    /** A negative answer. */
    public static final int NO = 1;
    /** An error: wrong usage, or a file or journal cannot be read. */
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
        // A library that would say that it has nowhere to log to.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        if (arguments.length > 0 && arguments[0].equals("serve")) {
            ServeCommand.logToStandardError();
        }
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
        CommandLine line = new CommandLine(new Mill(screen), new WithScreen(screen));
        line.getCommandSpec().addOption(help()).addOption(OptionSpec.builder("-V", "--version").versionHelp(true).description("Shows the version.").build());
        line.getSubcommands().values().forEach(command -> command.getCommandSpec().addOption(help()));
        return line
                .setOut(new PrintWriter(screen.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(screen.err(), true, StandardCharsets.UTF_8))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(parsed -> carryOut(screen, parsed))
                .setParameterExceptionHandler((wrong, given) -> wrongUse(screen, wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> Failures.show(screen, failure));
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this help.").build();
    }

    /** Answers requests for help and for the version; everything else is for the command. */
    private static int carryOut(Screen screen, ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand() && !last.isUsageHelpRequested()) {
            last = last.subcommand();
        }
        if (last.isUsageHelpRequested()) {
            help(screen, last.commandSpec().commandLine());
            return FINE;
        }
        if (parsed.isVersionHelpRequested()) {
            new VersionCommand(screen).run();
            return FINE;
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    /** The options of a command, or all commands. */
    static void help(Screen screen, CommandLine command) {
        if (command.getParent() == null) {
            new Overview(screen).print();
        } else {
            command.usage(screen.out(), screen.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF);
        }
    }

    private static int wrongUse(Screen screen, ParameterException wrong) {
        screen.complain(problem(wrong).message());
        return CANNOT_ASK;
    }

    private static Problem problem(ParameterException wrong) {
        CommandLine asked = wrong.getCommandLine();
        if (wrong instanceof UnmatchedArgumentException unknown) {
            String given = unknown.getUnmatched().getFirst();
            if (!unknown.isUnknownOption() && asked.getParent() == null) {
                return Nearest.problem("There is no command '" + given + "'", given, asked.getSubcommands().keySet());
            }
            String near = unknown.isUnknownOption() ? Nearest.to(given.replaceFirst("=.*", ""), asked.getCommandSpec().optionsMap().keySet()) : null;
            if (near != null) {
                return badUse("'" + asked.getCommandSpec().qualifiedName() + "' has no option '" + given + "'", "Did you mean '" + near + "'?");
            }
        }
        String where = asked.getParent() == null ? "mill help" : asked.getCommandSpec().qualifiedName() + " --help";
        return badUse(Failures.sentence(wrong), "See '" + where + "'.");
    }

    /** Wrong use with a remedy of its own. */
    static Problem badUse(String sentence, String remedy) {
        return new Problem(Code.BAD_USE, sentence + ". " + remedy + " (" + Code.BAD_USE.id() + ")");
    }

    @Override
    public void run() {
        new Overview(screen).print();
    }
}
