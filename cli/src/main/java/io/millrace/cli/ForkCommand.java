package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.journal.Store;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.nio.file.Path;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "fork",
        sortOptions = false,
        description = {
            "Copies a journal as it is, or as it was at a moment, into a new directory, where an engine can continue from there. "
                    + "Only reads the journal itself; an engine may run on it.",
            "The copy has the timers, waiting signals, keys, participants, processes and messages of that moment."
        })
final class ForkCommand implements Runnable {
    @Parameters(index = "0", paramLabel = "DIR", description = "The journal's directory.")
    private Path from = Path.of("journal");

    @Parameters(index = "1", paramLabel = "TO", description = "The directory of the copy; it must not contain a journal.")
    private Path to = Path.of("fork");

    @Mixin
    private AtOption at = new AtOption();

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    private final Screen screen;

    ForkCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Instant moment = at.moment(Instant.now());
        Instant goesOn;
        if (to.toAbsolutePath().normalize().startsWith(from.toAbsolutePath().normalize()) && !to.normalize().equals(from.normalize())) {
            throw new RefusedException(Code.BAD_USE.with("A copy does not go into the directory of the journal itself"));
        }
        try (Journal journal = JournalOptions.records(JournalOptions.look(from));
                Store copy = JournalOptions.open(to)) {
            goesOn = journal.fork(copy, moment, rows -> Copied.progress(screen, rows));
        }
        if (screen.live()) {
            screen.out().print("\r\u001b[K");
        }
        screen.println(
                json
                        ? Data.fields("from", from.toString(), "to", to.toString(), "at", goesOn.toString()).json()
                        : screen.style(Style.GOOD, "Copied") + ": " + to + " is " + from + " as of " + goesOn + ".");
    }
}
