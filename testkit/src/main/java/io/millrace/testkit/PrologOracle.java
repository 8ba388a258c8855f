package io.millrace.testkit;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.Store;
import io.millrace.prolog.PhaseReports;
import io.millrace.prolog.WorkflowProlog;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers expectations about Workflow Prolog: terms as data, and messages sent in phases. */
public final class PrologOracle implements Oracle {
    private static final int PAGE = 1_000;

    @Override
    public @Nullable Data term(String term) {
        return WorkflowProlog.data(term);
    }

    @Override
    public List<String> sent(Millrace mill, String since, String destination) {
        List<String> sent = new ArrayList<>();
        String end = mill.history().end();
        String cursor = since.equals(end) ? null : since;
        while (cursor != null) {
            Page<HistoryEvent> page = mill.history().all(cursor, PAGE, History.Order.OLDEST_FIRST);
            page.items().stream()
                    .filter(event -> event.kind().equals(PhaseReports.EVENT))
                    .flatMap(event -> event.detail().at("sent").asList().stream())
                    .filter(message -> isTo(message.at("to").text(), destination))
                    .forEach(message -> sent.add(message.at("content").text()));
            cursor = page.cursor();
        }
        return sent;
    }

    /** A destination may be written with its quotes or, as names are in scenarios, without. */
    private static boolean isTo(String destination, String name) {
        return destination.equals(name) || destination.equals("'" + name.replace("'", "''") + "'");
    }
}
