package io.millrace.calculus;

import io.millrace.data.Data;
import io.millrace.exchange.Xes;
import io.millrace.exchange.XesReader;
import io.millrace.exchange.XesTrace;
import io.millrace.id.CaseId;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A log while it is read: which number a trace has, and who is known to do work. */
final class ForeignLog implements XesReader.Listener {
    /** What is known of someone: since when, and in which roles. */
    private record Known(long since, Map<String, Long> roles) {}

    private final String tenant;
    private final Elsewhere rows;
    private final Map<String, Known> people = new LinkedHashMap<>();
    private final LongConsumer progress;
    private String process;
    private long last;
    private long cases;
    private long events;

    /** @param name the process of the traces, if the log does not say */
    ForeignLog(String tenant, String name, Elsewhere rows, LongConsumer progress) {
        this.tenant = tenant;
        this.process = name;
        this.rows = rows;
        this.progress = progress;
    }

    String process() {
        return process;
    }

    long cases() {
        return cases;
    }

    long events() {
        return events;
    }

    @Override
    public void log(XesTrace.Attributes attributes) {
        String name = attributes.text("concept:name");
        process = name == null || name.isBlank() ? process : name;
    }

    @Override
    public void trace(XesTrace trace) {
        Long own = number(trace.attributes().text(Xes.CASE));
        last = own == null || own <= last ? last + 1 : own;
        cases++;
        events += trace.events().size();
        rows.write(ForeignCase.told(this, CaseId.root(last), trace));
        progress.accept(events);
    }

    /** The number that the case had in the journal from which it was exported. */
    private static @Nullable Long number(@Nullable String id) {
        try {
            CaseId read = id == null ? null : CaseId.parse(id);
            return read == null || !read.isRoot() ? null : (Long) read.root();
        } catch (RefusedException e) {
            return null;
        }
    }

    Diary diary(CaseId of) {
        return rows.diary(Subject.of(tenant, of));
    }

    /** Somebody was seen doing work, perhaps in a role. */
    void seen(String who, @Nullable String role, long time) {
        Known known = people.compute(who, (name, before) ->
                before == null || time < before.since() ? new Known(time, before == null ? new LinkedHashMap<>(2) : before.roles()) : before);
        if (role != null) {
            Objects.requireNonNull(known).roles().merge(role, time, Math::min);
        }
    }

    void finish() {
        List<Diary> diaries = new ArrayList<>();
        people.forEach((who, known) -> {
            Diary diary = rows.diary(new Subject(tenant, null, "participant " + who));
            Moment since = new Moment(known.since(), known.since(), 1, 1);
            diary.initiates(since, Said.whole(Fluents.PARTICIPANT, Data.of(who)), 0);
            Set<String> roles = new LinkedHashSet<>(known.roles().keySet());
            roles.forEach(role -> diary.initiates(since, Said.whole(Fluents.ROLE, Data.of(who), Data.of(role)), 0));
            diaries.add(diary);
        });
        rows.write(diaries);
    }
}
