package io.millrace.cli;

import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.id.CaseId;
import io.millrace.query.ListedWork;
import io.millrace.query.Page;
import io.millrace.query.WorkQuery;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "work", sortOptions = false, description = "Lists open work items: by priority, then the oldest first.")
final class WorkCommand implements Runnable {
    @Option(names = "--participant", paramLabel = "WHO", description = "Only work that this participant has or may take.")
    private @Nullable String participant;

    @Option(names = "--role", paramLabel = "ROLE", description = "Only work that is offered to this role.")
    private @Nullable String role;

    @Option(names = "--case", paramLabel = "CASE", description = "Only work of this case and its sub-cases.")
    private @Nullable String caseId;

    @Option(names = "--process", paramLabel = "NAME", description = "Only work of this process.")
    private @Nullable String process;

    @Option(names = "--task", paramLabel = "NAME", description = "Only work of this task.")
    private @Nullable String task;

    @Option(names = "--state", paramLabel = "STATE", description = "Only work in this state: offered, allocated, started or suspended.")
    private @Nullable WorkState state;

    @Option(names = "--older-than", paramLabel = "SPAN", converter = Spans.class, description = "Only work that was offered longer ago than this, such as 2d or 1h30m.")
    private @Nullable Duration olderThan;

    @Option(names = "--incidents", description = "Only incidents, which wait for a person.")
    private boolean incidents;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private ListOptions list = new ListOptions();

    private final Screen screen;

    WorkCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Instant now = Instant.now();
        WorkQuery query = query(now);
        try (Records records = target.records(screen)) {
            Page<ListedWork> page = list.fetch((cursor, limit) -> records.work(query, cursor, limit));
            if (list.json()) {
                list.printObjects(screen, page, ListedWork::toData);
            } else {
                Columns table = new Columns("work", "process", "task", "state", "who", "age", "note");
                page.items().forEach(listed -> table.row(row(listed, now)));
                list.printTable(screen, table, page, "No open work.");
            }
        }
    }

    private WorkQuery query(Instant now) {
        return new WorkQuery(
                participant,
                role,
                state,
                task,
                process,
                caseId == null ? null : CaseId.parse(caseId),
                olderThan == null ? null : now.minus(olderThan),
                incidents);
    }

    private static Cell[] row(ListedWork listed, Instant now) {
        WorkItem item = listed.item();
        boolean incident = item.incident() != null;
        return new Cell[] {
            new Cell(item.id().toString(), Style.STRONG),
            Cell.of(listed.process()),
            new Cell(item.task(), Style.NAME),
            new Cell(incident ? "incident" : item.state().word(), incident ? Style.BAD : null),
            Cell.of(who(item)),
            Cell.of(Spans.show(Duration.between(item.offered(), now))),
            new Cell(note(item, now), incident ? Style.BAD : Style.FAINT)
        };
    }

    static String who(WorkItem item) {
        return switch (item.doer()) {
            case Doer.People people -> item.holder() != null ? item.holder() : offeredTo(item.performers());
            case Doer.Handler handler -> "handler " + handler.name();
            case Doer.Program program -> "program " + program.name();
            case Doer.Process process -> "process " + process.name();
        };
    }

    private static String offeredTo(Performers performers) {
        List<String> names = new ArrayList<>(performers.roles());
        names.addAll(performers.participants());
        if (performers.pool() != null) {
            return "pool " + performers.pool();
        }
        return names.isEmpty() ? "anyone" : "for " + String.join(", ", names);
    }

    static String note(WorkItem item, Instant now) {
        if (item.incident() != null) {
            // The rest is for --json, and for the history.
            return item.incident().lines().findFirst().orElse("");
        }
        List<String> notes = new ArrayList<>();
        if (item.due() != null) {
            notes.add("due " + Spans.fromNow(item.due(), now));
        }
        if (item.attempt() > 1) {
            notes.add("attempt " + item.attempt());
        }
        return String.join(", ", notes);
    }
}
