package io.millrace.cli;

import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.query.Page;
import io.millrace.query.TimerInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "timers", sortOptions = false, description = "Lists the timers that have not fired, the next one first.")
final class TimersCommand implements Runnable {
    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private ListOptions list = new ListOptions();

    private final Screen screen;

    TimersCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Instant now = Instant.now();
        try (Records records = target.records(screen)) {
            Page<TimerInfo> page = list.fetch(records::timers);
            if (list.json()) {
                list.printObjects(screen, page, TimerInfo::toData);
                return;
            }
            Columns table = new Columns("due", "", "case", "timer", "what for");
            page.items()
                    .forEach(timer -> table.row(
                            Cell.of(timer.due().truncatedTo(ChronoUnit.SECONDS).toString()),
                            new Cell(Spans.fromNow(timer.due(), now), timer.due().isBefore(now) ? Style.WARN : null),
                            new Cell(timer.caseId().toString(), Style.STRONG),
                            Cell.of(Integer.toString(timer.timer())),
                            Cell.of(timer.purpose())));
            list.printTable(screen, table, page, "No timers.");
        }
    }
}
