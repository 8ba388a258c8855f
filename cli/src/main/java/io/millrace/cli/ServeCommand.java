package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.cli.serve.DeployOnChange;
import io.millrace.cli.serve.LivingExamples;
import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import io.millrace.server.Server;
import io.millrace.server.ServerFile;
import io.millrace.server.ServerSettings;
import io.millrace.server.monitor.JsonLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "serve",
        sortOptions = false,
        description = {
            "Runs an engine on a journal and serves it over HTTP, until it is interrupted (Ctrl-C, SIGTERM).",
            "The other commands reach it with --server; the document of all requests is at /api/v1/openapi.json."
        })
final class ServeCommand implements Callable<Integer> {
    /** Where a journal says at which address it is served. */
    private static final String ADDRESS = "server.url";

    private static final Duration GRACE = Duration.ofSeconds(30);

    /** Loggers are held here, because one that nobody refers to forgets its level. */
    private static final List<Logger> LOGS = List.of(Logger.getLogger("io.millrace"), Logger.getLogger(""));

    private static final Logger HTTP_LOG = Logger.getLogger("io.helidon");

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "The journal's directory, which is made if it is not there (default: $$MILL_JOURNAL, or 'journal').")
    private @Nullable Path directory;

    @Option(names = "--config", paramLabel = "FILE", description = "A JSON file with everything else: TLS, tokens, limits, mail, services, other engines, monitoring.")
    private @Nullable Path config;

    @Option(names = "--port", paramLabel = "N", description = "The port to listen on; 0 for any that is free (default: 8088).")
    private @Nullable Integer port;

    @Option(names = "--host", paramLabel = "HOST", description = "The address to listen on (default: 127.0.0.1). Others than loopback need security.")
    private @Nullable String host;

    @Option(
            names = "--demo",
            description = "Deploys a claim, a journey and a review, with people who work on them until the server stops; without DIR in a temporary journal.")
    private boolean demo;

    @Option(
            names = "--dev",
            arity = "1..*",
            paramLabel = "FILE|DIR",
            description = "Deploys the processes in these files and directories, and again whenever one changes.")
    private List<Path> dev = List.of();

    @Option(names = "--log", paramLabel = "FORMAT", description = "Writes the log as text or as json, one object each line (default: text).")
    private LogFormat log = LogFormat.TEXT;

    @Option(names = "--log-level", paramLabel = "LEVEL", description = "Logs from error, warning, info or debug on (default: warning).")
    private LogLevel logLevel = LogLevel.WARNING;

    private final Screen screen;

    /** How the log is written. */
    enum LogFormat {
        TEXT,
        JSON
    }

    /** From which level on the log is written. */
    enum LogLevel {
        ERROR,
        WARNING,
        INFO,
        DEBUG;

        Level level() {
            return switch (this) {
                case ERROR -> Level.SEVERE;
                case WARNING -> Level.WARNING;
                case INFO -> Level.INFO;
                case DEBUG -> Level.FINE;
            };
        }
    }

    ServeCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port != null && (port < 0 || port > 65_535)) {
            throw new RefusedException(Code.BAD_USE.with("--port is from 0 to 65535, not " + port));
        }
        for (Path watched : dev) {
            if (!Files.exists(watched)) {
                throw new RefusedException(Code.NO_SUCH_FILE.with(watched));
            }
        }
        logToStandardError(log, logLevel);
        boolean temporary = demo && directory == null;
        Path journal = directory != null
                ? directory
                : temporary ? Files.createTempDirectory("millrace-serve").resolve("journal") : Path.of(System.getenv().getOrDefault("MILL_JOURNAL", "journal"));
        Server server = open(journal);
        LivingExamples examples = demo ? LivingExamples.in(server.mill()) : null;
        Files.writeString(journal.resolve(ADDRESS), server.address() + "\n");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, examples, journal, temporary), "millrace-stop"));
        screen.println(screen.style(Style.STRONG, "Millrace listens on " + server.address()) + ", journal '" + journal + "'. Ctrl-C stops it.");
        server.pages().ifPresent(pages -> screen.println("Open " + pages + " in a browser."));
        if (demo) {
            screen.println("Nine people work on claims, journeys and reviews. Look with: mill cases --server " + server.address());
        }
        screen.flush();
        if (!dev.isEmpty()) {
            watch(server);
        }
        new CountDownLatch(1).await();
        return Mill.FINE;
    }

    @SuppressWarnings("resource")
    private void watch(Server server) {
        // Ends with the process: it only reads files, and what it deploys is refused by an engine that has stopped.
        new DeployOnChange(server.mill(), screen, dev);
    }

    private Server open(Path journal) {
        try {
            return Server.open(settings(journal));
        } catch (StoreException e) {
            if (e.problem().code() == Code.DIRECTORY_IN_USE) {
                throw new RefusedException(inUse(journal, e.problem()), e);
            }
            throw e;
        }
    }

    /** What stands in the command counts before what stands in the file. */
    private ServerSettings settings(Path journal) {
        ServerSettings settings = ServerSettings.of(journal).demo(demo);
        settings = config == null ? settings : ServerFile.read(config, settings);
        settings = host == null ? settings : settings.host(host);
        return port == null ? settings : settings.port(port);
    }

    /** Who has the journal, and how to reach it if it is served. */
    private static Problem inUse(Path journal, Problem problem) {
        Path address = journal.resolve(ADDRESS);
        try {
            String at = Files.exists(address) ? Files.readString(address).strip() : "";
            return at.isEmpty()
                    ? problem
                    : new Problem(problem.code(), problem.message().replaceFirst(" Stop that process", " It is served at " + at + ": use --server with that, or stop that process"));
        } catch (IOException e) {
            return problem;
        }
    }

    private void stop(Server server, @Nullable LivingExamples examples, Path journal, boolean temporary) {
        screen.println();
        screen.println("Stopping.");
        screen.flush();
        if (examples != null) {
            examples.close();
        }
        server.stop(GRACE, what -> {
            screen.println("Waiting for " + what + " to end.");
            screen.flush();
        });
        remove(temporary ? journal.getParent() : journal.resolve(ADDRESS));
        screen.println("Stopped; everything that was acknowledged is in the journal.");
        screen.flush();
        // It did what the signal asked for: that is no failure.
        Runtime.getRuntime().halt(Mill.FINE);
    }

    private static void remove(@Nullable Path path) {
        if (path == null || !Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException | UncheckedIOException e) {
            // What is left in a temporary directory goes with it.
        }
    }

    /** Warnings and worse, one line each. */
    static void logToStandardError() {
        logToStandardError(LogFormat.TEXT, LogLevel.WARNING);
    }

    private static void logToStandardError(LogFormat format, LogLevel from) {
        LogManager.getLogManager().reset();
        ConsoleHandler console = new ConsoleHandler();
        console.setLevel(from.level());
        console.setFormatter(format == LogFormat.JSON ? new JsonLines() : new OneLine());
        LOGS.forEach(log -> log.setLevel(from.level()));
        // What it has to say comes as a refusal, too.
        HTTP_LOG.setLevel(Level.OFF);
        Logger.getLogger("").addHandler(console);
    }

    private static final class OneLine extends Formatter {
        @Override
        public String format(LogRecord record) {
            Throwable thrown = record.getThrown();
            Instant when = record.getInstant().truncatedTo(ChronoUnit.MILLIS);
            return when + " " + record.getLevel() + " " + formatMessage(record) + (thrown == null ? "" : ": " + thrown) + System.lineSeparator();
        }
    }
}
