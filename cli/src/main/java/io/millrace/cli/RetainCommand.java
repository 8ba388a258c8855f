package io.millrace.cli;

import io.millrace.kernel.CaseInfo;
import io.millrace.kernel.Page;
import io.millrace.kernel.Records;
import io.millrace.kernel.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "retain",
        sortOptions = false,
        description = "Takes cases that ended some time ago out of a journal that nobody holds. With --archive their history is kept as files.")
final class RetainCommand implements Runnable {
    private static final int PAGE = 200;

    @Option(names = "--older-than", required = true, paramLabel = "SPAN", converter = Spans.class, description = "Ended longer ago than this, such as 30d.")
    private Duration olderThan = Duration.ofDays(30);

    @Option(names = "--archive", paramLabel = "DIR", description = "Write the history of each case to DIR/CASE.jsonl first.")
    private @Nullable Path archive;

    @Option(names = "--dry-run", description = "Only say which cases it would take.")
    private boolean dryRun;

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
        try (Records records = JournalOptions.records(dryRun ? journal.look() : journal.hold())) {
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
        }
        if (!json) {
            String done = archive == null ? "erased" : "archived to " + archive;
            screen.println((dryRun ? "Would be " + done : "Were " + done) + ": " + count + (count == 1 ? " case." : " cases."));
        }
    }

    private void take(Retention retention, CaseInfo info) {
        if (json) {
            screen.println(CasesCommand.form(info).json());
        } else if (dryRun) {
            screen.println("case " + info.id() + " (" + info.process() + ", " + info.status().word() + " " + info.ended() + ")");
        }
        if (dryRun) {
            return;
        }
        if (archive != null) {
            write(retention, info, archive);
        }
        retention.erase(journal.tenant(), info.id());
    }

    /** The archive is on the disk under its own name before the case is erased. */
    private void write(Retention retention, CaseInfo info, Path directory) {
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve(info.id() + ".jsonl");
            Path unfinished = directory.resolve(info.id() + ".jsonl.new");
            try (FileChannel channel = FileChannel.open(
                            unfinished,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE);
                    Writer writer = Channels.newWriter(channel, StandardCharsets.UTF_8)) {
                writer.write(CasesCommand.form(info).json() + "\n");
                retention.archive(journal.tenant(), info.id(), writer);
                writer.flush();
                channel.force(true);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                names.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
