package io.millrace.calculus;

import io.millrace.exchange.XesReader;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The history of another system, read from an event log. It answers the same questions as a journal. Traces are cases, numbered in their
 * order; a log that Millrace wrote keeps the numbers of its cases. Immutable and safe for use by several threads.
 */
public final class ImportedHistory {
    private static final String TENANT = "main";
    private static final int MIB = 1 << 20;
    /** What a row takes in the heap, compared with its bytes. */
    private static final int HEAP = 3;

    private final Elsewhere rows;
    private final long cases;
    private final long events;

    private ImportedHistory(Elsewhere rows, long cases, long events) {
        this.rows = rows;
        this.cases = cases;
        this.events = events;
    }

    /**
     * Reads a log in XES, with or without gzip.
     *
     * @param name its name in messages
     * @param in the log, which is read to its end and not closed
     * @param progress receives the number of events read, after each trace
     * @throws RefusedException if it is not a log, or too large; then nothing is imported
     * @throws IOException if it cannot be read
     */
    public static ImportedHistory readXes(String name, InputStream in, LongConsumer progress) throws IOException {
        Argument.given(progress, "progress");
        Elsewhere rows = new Elsewhere();
        long most = Runtime.getRuntime().maxMemory() / 2;
        ForeignLog log = new ForeignLog(TENANT, process(Argument.named(name, "name")), rows, events -> {
            if (rows.bytes() > most / HEAP) {
                throw new RefusedException(Code.LOG_MEMORY.with(name, most / MIB));
            }
            progress.accept(events);
        });
        XesReader.read(name, in, XesReader.Limits.DEFAULT, log);
        log.finish();
        return new ImportedHistory(rows, log.cases(), log.events());
    }

    /** A file's name without its directory and its endings. */
    private static String process(String name) {
        String file = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String stem = file.replaceFirst("(?i)(\\.xes)?(\\.gz)?$", "");
        return stem.isEmpty() ? "log" : stem;
    }

    /**
     * Questions to it.
     *
     * @param now the value of {@code now}
     */
    public Questions questions(Supplier<Instant> now) {
        return Questions.to(rows, TENANT, now);
    }

    /** The number of cases. */
    public long cases() {
        return cases;
    }

    /** The number of events. */
    public long events() {
        return events;
    }
}
