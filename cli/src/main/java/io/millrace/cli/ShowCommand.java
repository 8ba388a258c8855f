package io.millrace.cli;

import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.client.RemoteCase;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.query.CaseDetails;
import io.millrace.query.ListedWork;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", sortOptions = false, description = "Shows one case: state, data, open work, timers, signals, sub-cases; now or at a moment of the past.")
final class ShowCommand implements Runnable {
    private static final int MOST_SUB_CASES = 20;

    @Parameters(paramLabel = "CASE", description = "A case, or a sub-case such as 62.1.")
    private String caseId = "";

    @Mixin
    private AtOption at = new AtOption();

    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    @Mixin
    private TargetOptions target = new TargetOptions();

    private final Screen screen;

    ShowCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Instant now = Instant.now();
        CaseId id = CaseId.parse(caseId);
        try (Records records = target.records(screen)) {
            Instant moment = at.moment(now);
            CaseDetails details = records.look(id, moment);
            if (json) {
                screen.println(form(details, at.isGiven() ? moment : null).json());
            } else {
                print(details, records, moment, at.viewpoint(now));
            }
        }
    }

    private void print(CaseDetails details, Records records, Instant moment, Instant now) {
        CaseInfo info = details.info();
        title(info, now);
        if (at.isGiven()) {
            part("at", List.of(Cell.of(moment.truncatedTo(ChronoUnit.MILLIS) + ", " + Spans.fromNow(moment, Instant.now()))));
        }
        if (info.incident() != null) {
            part("incident", info.incident().lines().map(line -> new Cell(line, Style.BAD)).toList());
        }
        if (!info.attributes().equals(Data.fields())) {
            part("attributes", fields(info.attributes()));
        }
        part(info.status() == CaseStatus.FAILED || info.status() == CaseStatus.CANCELLED ? "reason" : info.status().isOpen() ? "data" : "result", fields(details.data()));
        parts(details.standing()).forEach((name, value) -> {
            // Some languages show where they stand in the data of the case.
            if (!details.data().has(name)) {
                part(name, standing(value));
            }
        });
        part("next", details.next().stream().map(Cell::of).toList());
        work(details.work(), now);
        part("timers", details.alarms().stream().map(alarm -> Cell.of(alarm.due() + ", " + Spans.fromNow(alarm.due(), now) + ": " + alarm.purpose())).toList());
        part("waits for", details.waits().stream().map(wait -> Cell.of("signal '" + wait.signal() + "'" + (wait.key().isEmpty() ? "" : " with key '" + wait.key() + "'"))).toList());
        part("delayed", details.attempts().stream().map(attempt -> Cell.of(delayed(attempt, now))).toList());
        subCases(details, records, moment, now);
        if (!at.isGiven() && info.status().isOpen()) {
            part("elsewhere", records.remote(info.id()).stream().map(ShowCommand::elsewhere).toList());
        }
    }

    private static Cell elsewhere(RemoteCase remote) {
        String what = remote.engine() + ":" + (remote.remote() == null ? remote.process() : remote.remote() + "  " + remote.process());
        String state = remote.state() == null ? "" : "  " + remote.state();
        String next = remote.next().isEmpty() ? "" : ": " + String.join("; ", remote.next());
        return remote.problem() == null ? Cell.of(what + state + next) : new Cell(what + state + ": " + remote.problem(), Style.BAD);
    }

    private void title(CaseInfo info, Instant now) {
        String what = info.process() + " " + info.version();
        String key = info.key() == null ? "" : ", key '" + info.key() + "'";
        Instant ended = info.ended();
        String life = ended == null
                ? "started " + Spans.fromNow(info.started(), now)
                : "started " + info.started() + ", ended " + Spans.fromNow(ended, now) + " after " + Spans.show(Duration.between(info.started(), ended));
        screen.println(screen.style(Style.STRONG, "case " + info.id()) + "  " + screen.style(Style.NAME, what) + "  "
                + state(info) + key + ", " + life);
    }

    private String state(CaseInfo info) {
        String word = info.status().word();
        Style style = CasesCommand.style(info.status());
        return style == null ? word : screen.style(style, word);
    }

    /** A part of the page: its name once, then a line for each thing in it. Nothing if there is none. */
    private void part(String name, List<Cell> lines) {
        String label = name;
        for (Cell line : lines) {
            String text = Columns.cut(line.text(), Math.max(20, screen.width() - 14));
            screen.println("  " + screen.style(Style.FAINT, String.format("%-11s", label)) + " "
                    + (line.style() == null ? text : screen.style(line.style(), text)));
            label = "";
        }
    }

    /** What a language says of where a case stands; nothing once it has ended. */
    private static Map<String, Data> parts(Data standing) {
        return standing instanceof Data.Fields fields ? fields.asMap() : Map.of();
    }

    private static List<Cell> fields(Data data) {
        if (data instanceof Data.Fields fields) {
            return fields.asMap().entrySet().stream()
                    .map(field -> Cell.of(field.getKey() + " = " + field.getValue().json()))
                    .toList();
        }
        return data.isNothing() ? List.of() : List.of(Cell.of(data instanceof Data.Text text ? text.value() : data.json()));
    }

    /** Tokens with their numbers in one line; goals, places and fluents one a line. */
    private static List<Cell> standing(Data value) {
        if (value instanceof Data.Fields fields) {
            return List.of(Cell.of(fields.asMap().entrySet().stream()
                    .map(token -> token.getKey() + (token.getValue().equals(Data.of(1)) ? "" : "*" + token.getValue().json()))
                    .collect(Collectors.joining(", "))));
        }
        return fieldsOrItems(value);
    }

    private static List<Cell> fieldsOrItems(Data value) {
        return value instanceof Data.Items items
                ? items.asList().stream().flatMap(item -> fields(item).stream()).toList()
                : fields(value);
    }

    private void work(List<WorkItem> work, Instant now) {
        List<Cell> lines = new ArrayList<>();
        for (WorkItem item : work) {
            String note = WorkCommand.note(item, now);
            String state = item.incident() != null ? "incident" : item.state().word();
            lines.add(new Cell(
                    item.id() + "  " + item.task() + "  " + state + ", " + WorkCommand.who(item) + ", since "
                            + Spans.show(Duration.between(item.offered(), now))
                            + (item.delayed() == null ? "" : ", delayed: " + item.delayed())
                            + (note.isEmpty() ? "" : ", " + note),
                    item.incident() == null ? null : Style.BAD));
        }
        part("work", lines);
    }

    private static String delayed(CaseDetails.Attempt attempt, Instant now) {
        return "attempt " + attempt.number() + ": " + attempt.event() + (attempt.by() == null ? "" : " by " + attempt.by()) + ", since "
                + Spans.fromNow(attempt.since(), now) + ": " + attempt.reason();
    }

    private void subCases(CaseDetails details, Records records, Instant moment, Instant now) {
        List<CaseId> children = children(details);
        List<Cell> lines = new ArrayList<>();
        for (CaseId child : children.subList(0, Math.min(children.size(), MOST_SUB_CASES))) {
            CaseInfo info = records.look(child, moment).info();
            lines.add(Cell.of(child + "  " + info.process() + " " + info.version() + "  "
                    + (info.incident() == null ? info.status().word() : "incident") + "  started " + Spans.fromNow(info.started(), now)));
        }
        if (children.size() > MOST_SUB_CASES) {
            lines.add(Cell.of("and " + (children.size() - MOST_SUB_CASES) + " more"));
        }
        part("sub-cases", lines);
    }

    private static List<CaseId> children(CaseDetails details) {
        return details.work().stream()
                .filter(item -> item.child() != 0)
                .map(item -> details.info().id().child(item.child()))
                .toList();
    }

    private static Data form(CaseDetails details, @Nullable Instant at) {
        Data data = details.info().toData();
        data = at == null ? data : data.with("at", at.toString());
        data = data.with("data", details.data());
        for (Map.Entry<String, Data> part : parts(details.standing()).entrySet()) {
            data = data.with(part.getKey(), part.getValue());
        }
        return data.with("next", details.next())
                .with("work", details.work().stream().map(item -> new ListedWork(details.info().process(), item).toData()).toList())
                .with("timers", details.timers().stream().map(Instant::toString).toList())
                .with(
                        "alarms",
                        details.alarms().stream()
                                .map(alarm -> Data.fields("timer", alarm.timer(), "due", alarm.due().toString(), "purpose", alarm.purpose()))
                                .toList())
                .with("waits", details.waits().stream().map(wait -> Data.fields("signal", wait.signal(), "key", wait.key())).toList())
                .with(
                        "attempts",
                        details.attempts().stream()
                                .map(attempt -> Data.fields(
                                        "attempt", attempt.number(),
                                        "event", attempt.event(),
                                        "detail", attempt.detail(),
                                        "by", attempt.by(),
                                        "since", attempt.since().toString(),
                                        "reason", attempt.reason()))
                                .toList())
                .with("subCases", children(details).stream().map(CaseId::toString).toList());
    }
}
