package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.calculus.Times;
import io.millrace.data.Data;
import io.millrace.exchange.LogEvent.Category;
import io.millrace.exchange.LogSelection;
import io.millrace.exchange.LogSummary;
import io.millrace.exchange.LogWriter;
import io.millrace.exchange.OcelWriter;
import io.millrace.exchange.XesWriter;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "export",
        sortOptions = false,
        description = {
            "Writes the history as an event log for process mining: XES (IEEE 1849-2016) or OCEL 2.0.",
            "Works while an engine runs on the journal, and writes everything that was committed when the command began.",
            "  mill export --to xes orders.xes.gz --process order --from 'now - 30d'"
        })
final class ExportCommand implements Runnable {
    /** What a log can be written as. */
    enum Form {
        XES("xes"),
        OCEL_JSON("ocel-json");

        private final String word;

        Form(String word) {
            this.word = word;
        }
    }

    /** Forms by their words. */
    static final class Forms implements ITypeConverter<Form> {
        @Override
        public Form convert(String text) {
            for (Form form : Form.values()) {
                if (form.word.equals(text.toLowerCase(Locale.ROOT))) {
                    return form;
                }
            }
            throw new TypeConversionException("'" + text + "' is not a form of logs: there are xes and ocel-json");
        }
    }

    @Parameters(paramLabel = "FILE|-", description = "The file to write, compressed if its name ends in .gz; - for standard output.")
    private String file = "-";

    @Option(names = "--to", required = true, paramLabel = "FORM", converter = Forms.class, description = "xes or ocel-json.")
    private Form form = Form.XES;

    @Option(names = "--process", paramLabel = "NAME", description = "Only cases of this process, with their sub-cases.")
    private @Nullable String process;

    @Option(names = "--cases", paramLabel = "CASE", split = ",", description = "Only these cases, separated by commas.")
    private List<String> cases = List.of();

    @Option(names = "--from", paramLabel = "TIME", description = "Only events at or after this moment: an ISO instant, 'now - 2h', 'last(friday) + 12h'.")
    private @Nullable String from;

    @Option(names = "--until", paramLabel = "TIME", description = "Only events before this moment.")
    private @Nullable String until;

    @Option(names = "--all-events", description = "All records: also signals, timers, incidents and decisions of languages; in XES also the start and end of cases. The default is work and data.")
    private boolean allEvents;

    @Option(names = "--json", description = "Prints a summary as a JSON object; on standard error, if the log goes to standard output.")
    private boolean json;

    @Mixin
    private JournalOptions journal = new JournalOptions();

    private final Screen screen;

    ExportCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        LogSelection selection = selection();
        try (Journal records = JournalOptions.records(journal.look(), JournalOptions.languages())) {
            demand(records, selection);
            LogSummary summary = file.equals("-") ? toScreen(records, selection) : toFile(records, selection, Path.of(file));
            report(summary);
        } catch (IOException e) {
            throw new RefusedException(Code.UNWRITABLE.with(file, String.valueOf(e.getMessage())), e);
        }
    }

    private LogSelection selection() {
        LogSelection selection = LogSelection.ALL.ofCases(cases.stream().map(String::strip).map(CaseId::parse).toList());
        selection = process == null ? selection : selection.ofProcess(process);
        Instant now = Instant.now();
        selection = from == null ? selection : selection.from(Times.moment(from, now));
        return until == null ? selection : selection.until(Times.moment(until, now));
    }

    private void demand(Journal records, LogSelection selection) {
        for (CaseId id : selection.cases()) {
            if (records.find(journal.tenant(), id) == null) {
                throw new RefusedException(Code.UNKNOWN_CASE.with(id));
            }
        }
        String wanted = selection.process();
        if (wanted != null && !records.processes(journal.tenant()).contains(wanted)) {
            throw new RefusedException(Code.UNKNOWN_PROCESS.with(wanted));
        }
    }

    private LogSummary toScreen(Journal records, LogSelection selection) throws IOException {
        // Standard output stays open, and tells nobody that it could not be written.
        LogSummary summary = write(records, selection, new FilterOutputStream(screen.out()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                if (screen.out().checkError()) {
                    throw new IOException("nobody reads it");
                }
            }
        });
        screen.flush();
        return summary;
    }

    /** The file has its name when the log is complete; until then there is another one beside it. */
    private LogSummary toFile(Journal records, LogSelection selection, Path target) throws IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + ".new");
        try {
            LogSummary summary;
            try (OutputStream plain = new BufferedOutputStream(Files.newOutputStream(unfinished));
                    OutputStream out = file.endsWith(".gz") ? new GZIPOutputStream(plain, 1 << 16) : plain) {
                summary = write(records, selection, out);
            }
            Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
            return summary;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private LogSummary write(Journal records, LogSelection selection, OutputStream out) throws IOException {
        try (LogWriter writer = writer(out);
                Progress progress = new Progress(screen, "Exporting", "events")) {
            // Between the lines of a log there is no place for it.
            LongConsumer told = file.equals("-") ? events -> {} : progress::at;
            return records.export(journal.tenant(), selection, writer, told);
        }
    }

    private LogWriter writer(OutputStream out) throws IOException {
        Set<Category> usual = form == Form.XES ? EnumSet.of(Category.WORK) : EnumSet.of(Category.WORK, Category.CASE);
        Set<Category> wanted = allEvents ? EnumSet.allOf(Category.class) : usual;
        return switch (form) {
            case XES -> XesWriter.begin(out, process == null ? journal.directory().toAbsolutePath().getFileName().toString() : process, wanted);
            case OCEL_JSON -> OcelWriter.begin(out, beside(), wanted);
        };
    }

    /** Where events and objects are kept until a log is complete: on the disk on which the log will be. */
    private Path beside() {
        Path directory = file.equals("-") ? null : Path.of(file).toAbsolutePath().getParent();
        return directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
    }

    private void report(LogSummary summary) {
        String text = json
                ? Data.fields(
                                "file", file,
                                "form", form.word,
                                "cases", summary.cases(),
                                "events", summary.events(),
                                "replacedCharacters", summary.replaced(),
                                "withoutCode", summary.withoutCode(),
                                "watermark", summary.watermark())
                        .json()
                : count(summary.events(), "event") + " of " + count(summary.cases(), "case")
                        + (file.equals("-") ? "." : " written to " + file + ".");
        if (file.equals("-")) {
            screen.err().println(text);
        } else {
            screen.println(text);
        }
        if (!json && summary.replaced() > 0) {
            screen.complain(count(summary.replaced(), "character") + " that XML cannot hold became U+FFFD.");
        }
        if (!json && !summary.withoutCode().isEmpty()) {
            screen.complain(Code.LOG_PARTIAL.with("'" + String.join("', '", summary.withoutCode()) + "'").message());
        }
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }
}
