package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.calculus.HistoryIndex;
import io.millrace.data.Data;
import io.millrace.problem.Code;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "index",
        sortOptions = false,
        description = {
            "Builds the index that answers questions about the history quickly. No engine may hold the journal.",
            "An engine that is opened with HistoryIndex keeps the index up to date; any other engine removes it."
        })
final class IndexCommand implements Runnable {
    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Mixin
    private JournalOptions journal = new JournalOptions();

    private final Screen screen;

    IndexCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        long[] entities = {0};
        Set<String> without;
        try (Journal records = JournalOptions.records(journal.hold(), JournalOptions.languages());
                Progress progress = new Progress(screen, "Indexing", "cases")) {
            without = records.build(HistoryIndex.INSTANCE, done -> {
                entities[0] = done;
                progress.at(done);
            });
        }
        if (!without.isEmpty()) {
            screen.complain(Code.INDEX_PARTIAL.with(String.join(", ", without)).message());
        }
        screen.println(
                json
                        ? Data.fields("journal", journal.directory().toString(), "entities", entities[0], "withoutCode", without).json()
                        : "The history of " + journal.directory() + " is indexed: " + entities[0] + " cases, people and other entities.");
    }
}
