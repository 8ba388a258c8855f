package io.millrace.cli;

import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.client.FederatedHistory;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "history", sortOptions = false, description = "Shows the events of one case or of all cases.")
final class HistoryCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "CASE", description = "A case; also shows its sub-cases.")
    private @Nullable String caseId;

    @Option(names = "--backwards", description = "The last event first.")
    private boolean backwards;

    @Option(names = {"-f", "--follow"}, description = "Continue with new events until interrupted.")
    private boolean follow;

    @Option(names = "--remote", description = "Also the events of the cases at other engines that carry out this one; needs CASE and --server.")
    private boolean remote;

    @Mixin
    private TargetOptions target = new TargetOptions();

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
        if (remote && (follow || caseId == null)) {
            throw new RefusedException(Code.BAD_USE.with("--remote shows the history of one case; give a CASE, and leave out --follow"));
        }
        CaseId wanted = caseId == null ? null : CaseId.parse(caseId);
        History.Order order = backwards ? History.Order.NEWEST_FIRST : History.Order.OLDEST_FIRST;
        try (Records records = target.records(screen)) {
            if (remote && wanted != null) {
                federated(records, wanted, order);
            } else if (follow) {
                records.follow(wanted, event -> {
                    screen.println(list.json() ? event.toData().json() : line(event));
                    screen.flush();
                });
            } else {
                print(list.fetch((cursor, limit) -> records.history(wanted, cursor, limit, order)));
            }
        }
    }

    private void federated(Records records, CaseId wanted, History.Order order) {
        List<String> missing = new ArrayList<>();
        Page<FederatedHistory.Event> page = list.fetch((cursor, limit) -> {
            FederatedHistory some = records.federated(wanted, cursor, limit, order);
            missing.addAll(some.missing());
            return some.page();
        });
        if (list.json()) {
            list.printObjects(screen, page, each -> each.engine() == null ? each.event().toData() : each.event().toData().with("engine", each.engine()));
        } else {
            Columns lines = new Columns("when", "where", "what", "who", "detail");
            page.items().forEach(each -> lines.row(row(each.engine(), each.event())));
            lines.print(screen);
            list.printMore(screen, page);
        }
        missing.forEach(screen::complain);
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
        return row(null, event);
    }

    private static Cell[] row(@Nullable String engine, HistoryEvent event) {
        String where = event.caseId() == null ? event.entity() : event.caseId().toString();
        String detail = event.detail().equals(Data.fields()) ? "" : event.detail().json();
        return new Cell[] {
            new Cell(event.recorded().toString(), Style.FAINT),
            new Cell(engine == null ? where : engine + ":" + where, Style.STRONG),
            new Cell(event.kind(), Style.NAME),
            Cell.of(event.actor() == null ? "" : event.actor()),
            Cell.of(event.reason() == null ? detail : "because " + event.reason() + " " + detail)
        };
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
