package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.journal.Onlooker;
import io.millrace.journal.Store;
import io.millrace.journal.StoreProvider;
import io.millrace.event.Projection;
import io.millrace.language.Language;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.runtime.PayloadCodec;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine.Option;

/** Which journal is meant, and whose cases in it. */
final class JournalOptions {
    @Option(
            names = {"-j", "--journal"},
            paramLabel = "DIR",
            defaultValue = "${env:MILL_JOURNAL:-journal}",
            description = "The journal's directory (default: $MILL_JOURNAL, or 'journal').")
    private Path directory = Path.of("journal");

    @Option(names = "--tenant", paramLabel = "NAME", description = "Whose cases (default: main).")
    private String tenant = "main";

    Path directory() {
        return directory;
    }

    String tenant() {
        return tenant;
    }

    /** Looks into the journal, whether or not an engine runs on it. */
    Onlooker look() {
        return look(directory);
    }

    static Onlooker look(Path directory) {
        return provider().lookInto(directory);
    }

    /** Opens a journal, or makes one. */
    static Store open(Path directory) {
        return provider().open(directory);
    }

    /** Holds an existing journal, to change it. */
    Store hold() {
        // Looking first refuses what is no journal; opening would make one of it.
        look().close();
        return open(directory);
    }

    static Journal records(Store store) {
        return records(store, List.of());
    }

    /** The same for those who want to know how cases stand, which takes the languages of their processes. */
    static Journal records(Store store, List<Language> languages) {
        return Journal.open(store, PayloadCodec.PLAIN, languages, projections());
    }

    /** The projections on the class path. */
    static List<Projection> projections() {
        return ServiceLoader.load(Projection.class).stream().map(ServiceLoader.Provider::get).toList();
    }

    static List<Language> languages() {
        return ServiceLoader.load(Language.class).stream().map(ServiceLoader.Provider::get).toList();
    }

    private static StoreProvider provider() {
        return ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new RefusedException(Code.PART_MISSING.with("embedded store")));
    }
}
