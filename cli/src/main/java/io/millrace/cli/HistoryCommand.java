package io.millrace.cli;

import io.millrace.Journal;
import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.journal.Onlooker;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "history", sortOptions = false, description = "Shows the events of one case or of all cases.")
final class HistoryCommand implements Runnable {
    private static final long LOOK_EVERY_MILLIS = 250;

    @Parameters(arity = "0..1", paramLabel = "CASE", description = "A case; also shows its sub-cases.")
    private @Nullable String caseId;

    @Option(names = "--backwards", description = "The last event first.")
    private boolean backwards;

    @Option(names = {"-f", "--follow"}, description = "Continue with new events until interrupted.")
    private boolean follow;

    @Mixin
    private JournalOptions journal = new JournalOptions();

    @Mixin
    private ListOptions list = new ListOptions();

    private final Screen screen;

    HistoryCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        if (follow && backwards) {
            throw new RefusedException(Code.BAD_USE.with("--follow goes forwards; leave out --backwards"));
        }
        CaseId wanted = caseId == null ? null : CaseId.parse(caseId);
        Onlooker store = journal.look();
        try (Journal records = JournalOptions.records(store)) {
            if (wanted != null && records.find(journal.tenant(), wanted) == null) {
                throw new RefusedException(Code.UNKNOWN_CASE.with(wanted));
            }
            if (follow) {
                follow(store, records, wanted);
            } else {
                Page<HistoryEvent> page = list.fetch((cursor, limit) -> page(records, wanted, cursor, limit));
                print(page);
            }
        }
    }

    private Page<HistoryEvent> page(Journal records, @Nullable CaseId wanted, @Nullable String cursor, int limit) {
        History.Order order = backwards ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        return wanted == null
                ? records.history().all(cursor, limit, order)
                : records.history().ofCase(journal.tenant(), wanted, cursor, limit, order);
    }

    private void print(Page<HistoryEvent> page) {
        if (list.json()) {
            list.printObjects(screen, page, HistoryEvent::toData);
            return;
        }
        print(page.items());
        if (page.items().isEmpty()) {
            screen.println("Nothing happened.");
        }
        list.printMore(screen, page);
    }

    private void print(List<HistoryEvent> events) {
        Columns lines = new Columns("when", "where", "what", "who", "detail");
        events.forEach(event -> lines.row(row(event)));
        if (!events.isEmpty()) {
            lines.print(screen);
        }
    }

    private static Cell[] row(HistoryEvent event) {
        String detail = event.detail().equals(Data.fields()) ? "" : event.detail().json();
        return new Cell[] {
            new Cell(event.recorded().toString(), Style.FAINT),
            new Cell(event.caseId() == null ? event.entity() : event.caseId().toString(), Style.STRONG),
            new Cell(event.kind(), Style.NAME),
            Cell.of(event.actor() == null ? "" : event.actor()),
            Cell.of(event.reason() == null ? detail : "because " + event.reason() + " " + detail)
        };
    }

    /** Looks again and again: a journal of another process has no bell to ring. Ends when the process is interrupted. */
    private void follow(Onlooker store, Journal records, @Nullable CaseId wanted) {
        String next = records.history().end();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                store.catchUp();
                Page<HistoryEvent> page = records.history().all(next, 1_000, History.Order.OLDEST_FIRST);
                page.items().stream()
                        .filter(event -> wanted == null
                                || event.caseId() != null && event.caseId().isWithin(wanted))
                        .forEach(event -> screen.println(list.json() ? event.toData().json() : line(event)));
                screen.flush();
                next = page.cursor() == null ? records.history().end() : page.cursor();
                if (page.cursor() == null) {
                    Thread.sleep(LOOK_EVERY_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String line(HistoryEvent event) {
        Cell[] cells = row(event);
        String where = String.format("%-8s", cells[1].text());
        String what = String.format("%-16s", cells[2].text());
        String rest = cells[3].text().isEmpty() ? cells[4].text() : cells[3].text() + "  " + cells[4].text();
        int room = Math.max(8, screen.width() - cells[0].text().length() - where.length() - what.length() - 6);
        return screen.style(Style.FAINT, cells[0].text()) + "  " + screen.style(Style.STRONG, where) + "  "
                + screen.style(Style.NAME, what) + "  " + Columns.cut(rest, room);
    }
}
