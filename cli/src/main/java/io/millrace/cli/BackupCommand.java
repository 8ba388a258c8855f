package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.client.MillraceClient;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.server.backup.Backup;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "backup",
        sortOptions = false,
        description = {
            "Copies a journal, and what its server keeps next to it, while an engine runs on it, and verifies the copy.",
            "The copy holds every command that was acknowledged before. With --server the server makes it, in the directory of backups next to its journal."
        })
final class BackupCommand implements Runnable {
    /** A large journal takes its time. */
    private static final Duration PATIENCE = Duration.ofHours(12);

    @Parameters(arity = "0..1", paramLabel = "TO", description = "The directory of the copy, which is not there yet; not with --server.")
    private @Nullable Path to;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(names = "--replay", description = "Replays every turn of the copy, too, as 'mill check' does.")
    private boolean replay;

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    private final Screen screen;

    BackupCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        switch (target.target()) {
            case TargetOptions.Target.Journal journal -> local(journal.directory());
            case TargetOptions.Target.Server server -> remote(target.client(server));
        }
    }

    private void local(Path journal) {
        if (to == null) {
            throw new RefusedException(Code.BAD_USE.with("Name the directory of the copy: mill backup TO"));
        }
        Copied.show(screen, json, journal, Backup.make(journal, to, replay, rows -> Copied.progress(screen, rows)));
    }

    private void remote(MillraceClient client) {
        if (to != null) {
            throw new RefusedException(Code.BAD_USE.with("A server chooses the place of a backup itself; leave out '" + to + "'"));
        }
        Data made = client.timeout(PATIENCE).send("POST", "/backups", Data.fields("replay", replay));
        screen.println(
                json
                        ? made.json()
                        : screen.style(Style.GOOD, "Backed up") + ": " + made.at("backup").text() + " on the server holds " + made.at("rows").json()
                                + " rows until " + made.at("until").text() + ".");
    }
}
