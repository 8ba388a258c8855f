package io.millrace.cli;

import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.journal.Store;
import io.millrace.journal.StoreException;
import io.millrace.kernel.Records;
import io.millrace.problem.Code;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import io.millrace.runtime.PayloadCodec;
import io.millrace.store.rocksdb.RocksProvider;
import io.millrace.store.rocksdb.RocksStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        sortOptions = false,
        description = {
            "Reads all of a journal that nobody holds, and says whether it is intact: every checksum, every event.",
            "Of a program of Workflow Prolog it says what can be seen to be wrong with it before it runs."
        })
final class CheckCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;

    @Parameters(paramLabel = "DIR|FILE", description = "The journal's directory, or the file of a program.")
    private Path directory = Path.of("journal");

    @Option(names = "--json", description = "One JSON object; of a program, one for each finding.")
    private boolean json;

    private final Screen screen;

    CheckCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        if (Files.isRegularFile(directory)) {
            return new ProgramCheck(screen, json).check(directory);
        }
        new RocksProvider().lookInto(directory).close();
        try (RocksStore store = RocksStore.open(directory)) {
            store.verify();
            long events = readEverything(store);
            screen.println(
                    json
                            ? Data.fields("journal", directory.toString(), "intact", true, "events", events).json()
                            : screen.style(Style.GOOD, "Intact") + ": " + directory + " holds " + events + " events.");
            return Mill.FINE;
        } catch (StoreException e) {
            if (e.problem().code() != Code.DAMAGED) {
                throw e;
            }
            if (json) {
                screen.println(Data.fields("journal", directory.toString(), "intact", false, "problem", e.problem().message())
                        .json());
            }
            screen.complain(e.problem().message());
            return Mill.NO;
        }
    }

    /** Checksums say that bytes are what was written; reading says that they mean something. */
    private static long readEverything(RocksStore store) {
        Records records = new Records(store, PayloadCodec.PLAIN, List.of());
        long events = 0;
        String cursor = null;
        do {
            Page<HistoryEvent> page = records.history().all(cursor, PAGE, Store.Direction.FORWARDS);
            events += page.items().size();
            cursor = page.cursor();
        } while (cursor != null);
        return events;
    }
}
