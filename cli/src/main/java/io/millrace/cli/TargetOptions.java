package io.millrace.cli;

import io.millrace.client.MillraceClient;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which engine is meant, and whose cases in it: that of a server, or a journal on this machine. */
final class TargetOptions {
    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "A running server instead of a journal, such as http://127.0.0.1:8088 (default: $$MILL_SERVER). Its API key is in $$MILL_KEY.")
    private @Nullable String server;

    @Option(
            names = {"-j", "--journal"},
            paramLabel = "DIR",
            description = "The journal's directory (default: $$MILL_JOURNAL, or 'journal').")
    private @Nullable Path directory;

    @Option(names = "--tenant", paramLabel = "NAME", description = "Whose cases (default: main).")
    private @Nullable String tenant;

    /** What is meant. */
    sealed interface Target {
        record Journal(Path directory) implements Target {}

        record Server(String address, @Nullable String key) implements Target {}
    }

    Target target() {
        return target(server, directory, System.getenv());
    }

    /** What is said in the command counts before what the environment says, and a server before a journal. */
    static Target target(@Nullable String server, @Nullable Path directory, Map<String, String> environment) {
        if (server != null && directory != null) {
            throw new RefusedException(Code.BAD_USE.with("Give --server or --journal, not both"));
        }
        String usual = environment.getOrDefault("MILL_SERVER", "");
        if (server != null || directory == null && !usual.isEmpty()) {
            String key = environment.getOrDefault("MILL_KEY", "");
            return new Target.Server(server == null ? usual : server, key.isEmpty() ? null : key);
        }
        return new Target.Journal(directory == null ? Path.of(environment.getOrDefault("MILL_JOURNAL", "journal")) : directory);
    }

    String tenant() {
        return tenant == null ? "main" : tenant;
    }

    /** Looks into what is meant. */
    Records records(Screen screen) {
        return records(screen, target());
    }

    /** Looks into a directory if one was named otherwise. */
    Records records(Screen screen, @Nullable Path other) {
        return other == null ? records(screen) : records(screen, target(server, other, System.getenv()));
    }

    Records records(Screen screen, Target target) {
        return switch (target) {
            case Target.Journal journal -> new LocalRecords(screen, journal.directory(), tenant());
            case Target.Server at -> new RemoteRecords(screen, client(at));
        };
    }

    /** Opens what is meant, to change it. */
    Actions actions(ActOptions as) {
        return switch (target()) {
            case Target.Journal journal -> new LocalActions(journal.directory(), tenant(), as);
            case Target.Server at -> new RemoteActions(client(at), as);
        };
    }

    MillraceClient client(Target.Server at) {
        MillraceClient client = MillraceClient.at(at.address());
        client = at.key() == null ? client : client.key(at.key());
        return tenant == null ? client : client.tenant(tenant);
    }
}
