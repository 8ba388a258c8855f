package io.millrace.kernel.entity;

import io.millrace.data.Data;
import io.millrace.data.Form;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.TimerWords;
import io.millrace.query.CaseDetails;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseStatus;
import io.millrace.work.WorkCodec;
import io.millrace.work.WorkItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is shown of a case: the row that lists read, and the details of one case at a moment. */
public final class CaseRows {
    /** The form of the row. */
    static final Form<Function<In, CaseInfo>> FORM = Form.first("a row of a case", CaseRows::readFirst);

    private CaseRows() {}

    public static CaseInfo info(CaseState member) {
        return new CaseInfo(
                member.id,
                member.process,
                member.version,
                member.status,
                member.key,
                member.started,
                member.ended,
                member.outcome,
                member.attributes,
                member.incident);
    }

    /** The case as lists show it: with the incident of its first such work item, if it has none of its own. */
    public static CaseInfo row(CaseState member) {
        return info(member).incident(incident(member));
    }

    private static @Nullable String incident(CaseState member) {
        if (member.incident != null || member.incidents.isEmpty() || !member.status.isOpen()) {
            return member.incident;
        }
        int first = member.incidents.keys()[0];
        return "Work item '" + new WorkId(member.id, first) + "': " + member.incidents.get(first);
    }

    public static CaseDetails details(CaseState member) {
        List<WorkItem> work = new ArrayList<>();
        member.works.forEach((number, item) -> work.add(item));
        List<Instant> timers = new ArrayList<>();
        member.timers.forEach((number, timer) -> timers.add(timer.due()));
        timers.sort(null);
        List<CaseDetails.Wait> waits = new ArrayList<>();
        member.waits.forEach((number, wait) -> waits.add(new CaseDetails.Wait(wait.signal(), wait.key())));
        List<CaseDetails.Attempt> attempts = new ArrayList<>();
        member.attempts.forEach((number, attempt) -> attempts.add(new CaseDetails.Attempt(
                number,
                EventView.kind(attempt.event()),
                EventView.detail(attempt.event()),
                attempt.by(),
                attempt.since(),
                attempt.reason())));
        boolean open = member.status.isOpen();
        Map<Integer, String> tasks = new HashMap<>();
        work.forEach(item -> tasks.put(item.id().number(), item.task()));
        List<CaseDetails.Alarm> alarms = new ArrayList<>();
        member.timers.forEach((number, timer) -> alarms.add(new CaseDetails.Alarm(
                number,
                timer.due(),
                TimerWords.of(timer.purpose(), open ? member.code().awaits(member.language(), number) : null, member.id, tasks))));
        alarms.sort(Comparator.comparing(CaseDetails.Alarm::due).thenComparingInt(CaseDetails.Alarm::timer));
        return new CaseDetails(
                info(member),
                open ? member.code().data(member.language()) : member.outcome,
                work,
                timers,
                waits,
                attempts,
                open ? member.code().standing(member.language()) : Data.nothing(),
                open ? member.code().next(member.language()) : List.of(),
                alarms);
    }

    /** All that is left of a case that has ended. */
    public static CaseDetails details(CaseInfo ended) {
        return new CaseDetails(ended, ended.outcome(), List.of(), List.of(), List.of(), List.of(), Data.nothing(), List.of(), List.of());
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
