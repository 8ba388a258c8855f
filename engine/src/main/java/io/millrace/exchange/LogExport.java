package io.millrace.exchange;

import io.millrace.data.Data;
import io.millrace.event.Projection;
import io.millrace.id.CaseId;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.query.Page;
import io.millrace.work.Participant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Writes selected events of a history into a log. It holds only the current turn in memory. */
public final class LogExport {
    private static final int PAGE = 200;

    private final Past past;
    private final LogSelection selection;
    private final LogWriter writer;
    private final LongConsumer progress;
    private final Set<String> withoutCode = new TreeSet<>();
    private long cases;
    private long events;

    /** The history of one tenant, by root cases. */
    public interface Past {
        /** A root case, or null if there is none. */
        @Nullable CaseInfo find(CaseId root);

        /** All root cases by their numbers, page by page. */
        Page<CaseInfo> roots(@Nullable String cursor, int limit);

        /**
         * Shows all turns of a root case, with the cases below it, to a projection.
         *
         * @return the processes whose code is not here, so that less of them was seen
         */
        Set<String> replay(CaseId root, Projection watcher);

        /** Those who do work. */
        List<Participant> participants();

        /** Where it ends now. */
        String end();
    }

    private LogExport(Past past, LogSelection selection, LogWriter writer, LongConsumer progress) {
        this.past = past;
        this.selection = selection;
        this.writer = writer;
        this.progress = progress;
    }

    /**
     * Writes a log.
     *
     * @param progress receives the number of events written, after each root case
     * @throws IOException if the writer cannot write
     */
    public static LogSummary write(Past past, LogSelection selection, LogWriter writer, LongConsumer progress) throws IOException {
        String watermark = past.end();
        LogExport export = new LogExport(past, selection, writer, progress);
        writer.participants(past.participants());
        try {
            export.all();
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e.getCause());
        }
        writer.finish();
        return new LogSummary(export.cases, export.events, writer.replaced(), List.copyOf(export.withoutCode), watermark);
    }

    private void all() {
        for (CaseId id : selection.cases()) {
            CaseInfo info = past.find(id);
            if (info != null) {
                take(info);
            }
        }
        String cursor = null;
        while (selection.cases().isEmpty()) {
            Page<CaseInfo> page = past.roots(cursor, PAGE);
            page.items().forEach(this::take);
            cursor = page.cursor();
            if (cursor == null) {
                return;
            }
        }
    }

    private void take(CaseInfo info) {
        if (!selection.admits(info)) {
            return;
        }
        OneCase one = new OneCase(info);
        Teller teller = new Teller(writer::wants, one::told);
        withoutCode.addAll(past.replay(info.id(), teller));
        teller.finish();
        one.end();
        progress.accept(events);
    }

    /** One root case; it is begun in the log with its first event that is wanted. */
    private final class OneCase {
        private final CaseInfo info;
        private final Map<String, Data> data = new LinkedHashMap<>();
        private boolean begun;

        OneCase(CaseInfo info) {
            this.info = info;
        }

        void told(LogEvent event) {
            boolean first = event.caseId().isRoot() && event.event().equals("begin");
            if (first || selection.isEarly(event) && event.caseId().isRoot()) {
                data.putAll(event.data());
            }
            if (!selection.admits(event)) {
                return;
            }
            try {
                if (!begun) {
                    writer.begin(header());
                    begun = true;
                    cases++;
                }
                if (!first || writer.wants(event.category())) {
                    writer.event(event);
                    events++;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private LogCase header() {
            Instant ended = info.ended();
            boolean later = ended != null && selection.until() != null && !ended.isBefore(selection.until());
            return new LogCase(
                    info.id(),
                    info.process(),
                    info.version(),
                    later ? CaseStatus.RUNNING : info.status(),
                    info.key(),
                    info.started(),
                    later ? null : ended,
                    later || info.status() == CaseStatus.COMPLETED ? Data.nothing() : info.outcome(),
                    info.attributes(),
                    data);
        }

        void end() {
            try {
                if (begun) {
                    writer.end();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
