package io.millrace.cli;

import io.millrace.server.backup.Backup;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "restore",
        sortOptions = false,
        description = {
            "Puts a backup in the place of a journal: copies it, and what a server keeps next to it, to a directory that is not there, and verifies the copy.",
            "The backup stays as it is. Nothing is ever overwritten: move a damaged journal away first."
        })
final class RestoreCommand implements Runnable {
    @Parameters(index = "0", paramLabel = "FROM", description = "The directory of the backup.")
    private Path backup = Path.of("backup");

    @Parameters(index = "1", paramLabel = "DIR", description = "The directory of the journal.")
    private Path journal = Path.of("journal");

    @Option(names = "--replay", description = "Replays every turn of the copy, too, as 'mill check' does.")
    private boolean replay;

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    private final Screen screen;

    RestoreCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Copied.show(screen, json, backup, Backup.restore(backup, journal, replay, rows -> Copied.progress(screen, rows)));
    }
}
