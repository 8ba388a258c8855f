package io.millrace.kernel.entity;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.EventView;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkCodec;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is shown of a case: the row that lists read, and the details of one case at a moment. */
public final class CaseRows {
    /** The form of the row. */
    static final Form<Function<In, CaseInfo>> FORM = Form.first("a row of a case", CaseRows::readFirst);

    private CaseRows() {}

    public static CaseInfo info(CaseState part) {
        return new CaseInfo(
                part.id,
                part.process,
                part.version,
                part.status,
                part.key,
                part.started,
                part.ended,
                part.outcome,
                part.attributes,
                part.incident);
    }

    /** The case as lists show it: with the incident of its first such work item, if it has none of its own. */
    public static CaseInfo row(CaseState part) {
        return info(part).incident(incident(part));
    }

    private static @Nullable String incident(CaseState part) {
        if (part.incident != null || part.incidents.isEmpty() || !part.status.isOpen()) {
            return part.incident;
        }
        int first = part.incidents.keys()[0];
        return "Work item '" + new WorkId(part.id, first) + "': " + part.incidents.get(first);
    }

    public static CaseDetails details(CaseState part) {
        List<WorkItem> work = new ArrayList<>();
        part.works.forEach((number, item) -> work.add(item));
        List<Instant> timers = new ArrayList<>();
        part.timers.forEach((number, timer) -> timers.add(timer.due()));
        timers.sort(null);
        List<CaseDetails.Wait> waits = new ArrayList<>();
        part.waits.forEach((number, wait) -> waits.add(new CaseDetails.Wait(wait.signal(), wait.key())));
        List<CaseDetails.Attempt> attempts = new ArrayList<>();
        part.attempts.forEach((number, attempt) -> attempts.add(new CaseDetails.Attempt(
                number,
                EventView.kind(attempt.event()),
                EventView.detail(attempt.event()),
                attempt.by(),
                attempt.since(),
                attempt.reason())));
        boolean open = part.status.isOpen();
        return new CaseDetails(
                info(part),
                open ? part.code().data(part.language()) : part.outcome,
                work,
                timers,
                waits,
                attempts,
                open ? part.code().standing(part.language()) : Data.nothing(),
                open ? part.code().next(part.language()) : List.of());
    }

    /** All that is left of a case that has ended. */
    public static CaseDetails details(CaseInfo ended) {
        return new CaseDetails(ended, ended.outcome(), List.of(), List.of(), List.of(), List.of(), Data.nothing(), List.of());
    }

    public static void write(Out out, CaseInfo info) {
        FORM.begin(out);
        WorkCodec.write(out, info.id());
        out.text(info.process()).varint(info.version()).u8(info.status().number()).textOrNull(info.key());
        out.instant(info.started()).instantOrNull(info.ended());
        out.data(info.outcome()).data(info.attributes()).textOrNull(info.incident());
    }

    public static CaseInfo read(In in) {
        return FORM.reader(in).apply(in);
    }

    static CaseStatus readStatus(In in) {
        int number = in.u8();
        return CaseStatus.of(number).orElseThrow(() -> in.damaged("case state " + number));
    }

    private static CaseInfo readFirst(In in) {
        CaseId id = WorkCodec.readCaseId(in);
        String process = in.text();
        int version = in.varint32();
        return new CaseInfo(
                id,
                process,
                version,
                readStatus(in),
                in.textOrNull(),
                in.instant(),
                in.instantOrNull(),
                in.data(),
                in.data(),
                in.textOrNull());
    }
}
