package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.journal.StoreException;
import io.millrace.problem.Code;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.JournalReport;
import io.millrace.query.Page;
import io.millrace.runtime.PayloadCodec;
import io.millrace.store.rocksdb.RocksProvider;
import io.millrace.store.rocksdb.RocksStore;
import io.millrace.testkit.FilePart;
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
            "Checks a journal that no engine holds: every checksum, every turn replayed, and every snapshot, list, timer, "
                    + "message and file compared with the turns. Each finding names its place.",
            "For the file of a process (a net as facts or YAWL, a program of Workflow Prolog, rules) it reports mistakes before the process runs."
        })
final class CheckCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;

    @Parameters(paramLabel = "DIR|FILE", description = "The journal's directory, or the file of a process.")
    private Path directory = Path.of("journal");

    @Option(names = "--quick", description = "Only verifies checksums and reads every event.")
    private boolean quick;

    @Option(names = "--json", description = "One JSON object; for a file, one for each finding.")
    private boolean json;

    private final Screen screen;

    CheckCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        FilePart named = FilePart.of(Path.of(""), directory.toString());
        if (Files.isRegularFile(named.file())) {
            return new FileCheck(screen, json).check(named);
        }
        try {
            // Only what is a journal is opened, since opening would make one.
            new RocksProvider().lookInto(directory).close();
            try (RocksStore store = RocksStore.open(directory)) {
                store.verify();
                return quick ? quick(store) : whole(store);
            }
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

    private int quick(RocksStore store) {
        long events = readEverything(store);
        screen.println(
                json
                        ? Data.fields("journal", directory.toString(), "intact", true, "events", events).json()
                        : screen.style(Style.GOOD, "Intact") + ": " + directory + " holds " + events + " events.");
        return Mill.FINE;
    }

    private int whole(RocksStore store) {
        JournalReport report = Journal.check(
                store, PayloadCodec.PLAIN, JournalOptions.languages(), JournalOptions.projections(), turns -> {});
        if (json) {
            screen.println(Data.fields(
                            "journal", directory.toString(),
                            "intact", report.isIntact(),
                            "entities", report.entities(),
                            "turns", report.turns(),
                            "events", report.events(),
                            "withoutLanguage", report.withoutLanguage(),
                            "findings", report.findings().stream()
                                    .map(finding -> Data.fields("place", finding.place(), "what", finding.what()))
                                    .toList(),
                            "more", report.more())
                    .json());
            return report.isIntact() ? Mill.FINE : Mill.NO;
        }
        if (report.isIntact()) {
            screen.println(screen.style(Style.GOOD, "Intact") + ": " + directory + " holds " + report.events() + " events in "
                    + report.turns() + " turns.");
            if (report.withoutLanguage() > 0) {
                screen.println(report.withoutLanguage() + " cases are of processes made of Java objects; what the engine keeps of "
                        + "them was checked, the state of their language was not.");
            }
            return Mill.FINE;
        }
        report.findings().forEach(finding -> screen.println(finding.toString()));
        if (report.more() > 0) {
            screen.println("… and " + report.more() + " more.");
        }
        screen.complain(directory + " does not fit together: " + (report.findings().size() + report.more()) + " findings. "
                + "Restore it from a backup, or keep a copy before anything else changes it. (" + Code.DAMAGED.id() + ")");
        return Mill.NO;
    }

    /** Checksums say that bytes are what was written; reading says that they mean something. */
    private static long readEverything(RocksStore store) {
        Journal records = Journal.open(store, PayloadCodec.PLAIN, List.of(), List.of());
        long events = 0;
        String cursor = null;
        do {
            Page<HistoryEvent> page = records.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
            events += page.items().size();
            cursor = page.cursor();
        } while (cursor != null);
        return events;
    }
}
