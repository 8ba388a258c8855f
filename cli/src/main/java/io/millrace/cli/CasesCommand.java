package io.millrace.cli;

import io.millrace.cli.Columns.Cell;
import io.millrace.cli.Screen.Style;
import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "cases", sortOptions = false, description = "Lists cases in the order in which they were started, now or at a moment of the past.")
final class CasesCommand implements Runnable {
    @Option(names = "--process", paramLabel = "NAME", description = "Only cases of this process.")
    private @Nullable String process;

    @Option(names = "--version", paramLabel = "N", description = "Only cases that run this version now; needs --process.")
    private int version;

    @Option(names = "--state", paramLabel = "STATE", description = "Only cases in this state: running, suspended, completed, failed or cancelled.")
    private @Nullable CaseStatus state;

    @Option(names = "--key", paramLabel = "KEY", description = "Only cases with this business key.")
    private @Nullable String key;

    @Option(names = "--where", paramLabel = "NAME=VALUE", description = "Only cases with this value of a searchable attribute.")
    private @Nullable String where;

    @Option(names = "--older-than", paramLabel = "SPAN", converter = Spans.class, description = "Only cases that started longer ago than this, such as 2d or 1h30m.")
    private @Nullable Duration olderThan;

    @Option(names = "--incidents", description = "Only cases with an incident, which wait for a person.")
    private boolean incidents;

    @Option(names = "--sub-cases", description = "Also lists sub-cases.")
    private boolean subCases;

    @Option(names = "--newest-first", description = "The newest first.")
    private boolean newestFirst;

    @Mixin
    private AtOption at = new AtOption();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private ListOptions list = new ListOptions();

    private final Screen screen;

    CasesCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        Instant now = at.viewpoint(Instant.now());
        CaseQuery query = query(now);
        try (Records records = target.records(screen)) {
            Page<CaseInfo> page = list.fetch((cursor, limit) -> records.cases(query, at.moment(now), cursor, limit));
            if (list.json()) {
                list.printObjects(screen, page, CaseInfo::toData);
            } else {
                Columns table = new Columns("case", "process", "state", "key", "started", "took", "note");
                page.items().forEach(info -> table.row(row(info, now)));
                list.printTable(screen, table, page, "No cases.");
            }
        }
    }

    private CaseQuery query(Instant now) {
        List<CaseQuery.Where> wanted = List.of();
        if (where != null) {
            int equals = where.indexOf('=');
            if (equals < 1) {
                throw new RefusedException(Code.BAD_USE.with("--where takes NAME=VALUE, not '" + where + "'"));
            }
            Data value = value(where.substring(equals + 1));
            wanted = List.of(new CaseQuery.Where(where.substring(0, equals), value, value));
        }
        Instant before = olderThan == null ? null : now.minus(olderThan);
        if (version > 0 && process == null) {
            throw new RefusedException(Code.BAD_USE.with("--version " + version + " needs a process, since versions belong to one"));
        }
        CaseQuery query = new CaseQuery(process, state, key, wanted, null, before, null, incidents, newestFirst, subCases, null);
        return version > 0 ? query.ofVersion(version) : query;
    }

    /** JSON if it is some, otherwise a text: {@code --where amount=120} and {@code --where city=Bonn} both do what they seem to. */
    private static Data value(String text) {
        try {
            return Data.parse(text);
        } catch (DataException e) {
            return Data.of(text);
        }
    }

    private static Cell[] row(CaseInfo info, Instant now) {
        Instant ended = info.ended();
        boolean incident = info.incident() != null;
        return new Cell[] {
            new Cell(info.id().toString(), Style.STRONG),
            Cell.of(info.process() + " " + info.version()),
            new Cell(incident ? "incident" : info.status().word(), incident ? Style.BAD : style(info.status())),
            Cell.of(info.key() == null ? "" : info.key()),
            Cell.of(Spans.fromNow(info.started(), now)),
            Cell.of(ended == null ? "" : Spans.show(Duration.between(info.started(), ended))),
            new Cell(note(info), incident ? Style.BAD : Style.FAINT)
        };
    }

    static @Nullable Style style(CaseStatus status) {
        return switch (status) {
            case RUNNING -> null;
            case SUSPENDED -> Style.WARN;
            case COMPLETED -> Style.GOOD;
            case FAILED, CANCELLED -> Style.BAD;
        };
    }

    private static String note(CaseInfo info) {
        if (info.incident() != null) {
            // The rest is for --json, and for the history.
            return info.incident().lines().findFirst().orElse("");
        }
        if (!info.attributes().equals(Data.fields())) {
            return info.attributes().asMap().entrySet().stream()
                    .map(attribute -> attribute.getKey() + "=" + plain(attribute.getValue()))
                    .collect(Collectors.joining(", "));
        }
        return info.outcome().isNothing() ? "" : plain(info.outcome());
    }

    private static String plain(Data value) {
        return value instanceof Data.Text text ? text.value() : value.json();
    }
}
