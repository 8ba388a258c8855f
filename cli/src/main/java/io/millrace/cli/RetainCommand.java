package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.Millrace;
import io.millrace.command.Retention;
import io.millrace.command.Retention;
import io.millrace.language.Language;
import io.millrace.query.CaseInfo;
import io.millrace.query.Page;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "retain",
        sortOptions = false,
        description = "Erases cases that ended some time ago. No engine may hold the journal. With --archive their history and files are kept.")
final class RetainCommand implements Runnable {
    private static final int PAGE = 200;

    @Option(names = "--older-than", required = true, paramLabel = "SPAN", converter = Spans.class, description = "Cases that ended longer ago than this, such as 30d.")
    private Duration olderThan = Duration.ofDays(30);

    @Option(names = "--archive", paramLabel = "DIR", description = "First write the history of each case to DIR/CASE.jsonl, and its files to DIR/CASE-files.")
    private @Nullable Path archive;

    @Option(names = "--dry-run", description = "Only list the cases that would be erased.")
    private boolean dryRun;

    @Option(names = "--no-scrub", description = "Do not rewrite the files of the journal afterwards. Erased data may then stay in them for some time; mill cannot read it.")
    private boolean noScrub;

    @Option(names = "--json", description = "One JSON object for each case.")
    private boolean json;

    @Mixin
    private JournalOptions journal = new JournalOptions();

    private final Screen screen;

    RetainCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Instant before = Instant.now().minus(olderThan);
        long count = 0;
        try (Journal records = JournalOptions.records(dryRun ? journal.look() : journal.hold(), languages())) {
            Retention retention = records.retention();
            String cursor = null;
            do {
                Page<CaseInfo> page = retention.endedBefore(journal.tenant(), before, cursor, PAGE);
                for (CaseInfo info : page.items()) {
                    take(retention, info);
                    count++;
                }
                cursor = page.cursor();
            } while (cursor != null);
            if (count > 0 && !dryRun && !noScrub) {
                retention.scrub();
            }
        }
        if (!json) {
            String done = archive == null ? "erased" : "archived to " + archive;
            screen.println((dryRun ? "Would be " + done : "Were " + done) + ": " + count + (count == 1 ? " case." : " cases."));
        }
    }

    /** Which rows a projection has of a case may depend on the language of its process. */
    private static List<Language> languages() {
        return JournalOptions.projections().isEmpty() ? List.of() : JournalOptions.languages();
    }

    private void take(Retention retention, CaseInfo info) {
        if (json) {
            screen.println(info.toData().json());
        } else if (dryRun) {
            screen.println("case " + info.id() + " (" + info.process() + ", " + info.status().word() + " " + info.ended() + ")");
        }
        if (dryRun) {
            return;
        }
        if (archive != null) {
            CaseArchive.write(retention, journal.tenant(), info, directoryOf(archive));
        }
        retention.erase(journal.tenant(), info.id());
    }

    /** Every tenant counts its cases from 1, so each but the usual one has a directory of its own. */
    private Path directoryOf(Path archive) {
        String tenant = journal.tenant();
        if (tenant.equals(Millrace.TENANT)) {
            return archive;
        }
        boolean plain = tenant.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_');
        String name = plain ? tenant : HexFormat.of().formatHex(tenant.getBytes(StandardCharsets.UTF_8));
        return archive.resolve("tenant-" + name);
    }
}
