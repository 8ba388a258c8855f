package io.millrace.schedule;

import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.language.EventReader;
import io.millrace.language.Language;
import io.millrace.language.ProcessEvent;
import io.millrace.data.In;
import io.millrace.problem.Argument;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The times of recurring starts: cron fields in a time zone, or an interval. Immutable and safe for use by several threads; each method
 * returns a changed copy.
 *
 * <pre>{@code
 * mill.schedule("nightly", Schedule.cron("30 2 * * *").in("Europe/Berlin"), "report", Data.fields());
 * mill.schedule("poll", Schedule.every(Duration.ofMinutes(10)).catchUp(Schedule.CatchUp.NONE), "poll", Data.fields());
 * }</pre>
 */
public final class Schedule {
    /** What to do about starts that were missed because the engine did not run, or the schedule was suspended. */
    public enum CatchUp {
        /** Make up for all missed starts as soon as the engine runs again, however many they are: a hundred in each step. */
        ALL("all"),
        /** Make up for the last missed start only. */
        LAST("last"),
        /** Make up for none; continue with the next due start. */
        NONE("none");

        /** Stored; it never changes. */
        private final String word;

        CatchUp(String word) {
            this.word = word;
        }

        private static CatchUp of(String word) {
            for (CatchUp each : values()) {
                if (each.word.equals(word)) {
                    return each;
                }
            }
            throw new RefusedException(Code.BAD_SCHEDULE.with(word, "it says nothing about missed starts"));
        }
    }

    /** A century; beyond a few thousand of them there are no dates. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    private final @Nullable String cron;
    private final @Nullable Cron fields;
    private final @Nullable Duration every;
    private final ZoneId zone;
    private final CatchUp catchUp;
    private final boolean overlap;

    private Schedule(@Nullable String cron, @Nullable Duration every, ZoneId zone, CatchUp catchUp, boolean overlap) {
        this.cron = cron;
        this.fields = cron == null ? null : new Cron(cron);
        this.every = every;
        this.zone = zone;
        this.catchUp = catchUp;
        this.overlap = overlap;
    }

    /** At the minutes that five cron fields name: minute, hour, day, month, weekday. In UTC unless a zone is given with {@link #in}. */
    public static Schedule cron(String fields) {
        Schedule schedule = new Schedule(Argument.named(fields, "fields"), null, ZoneOffset.UTC, CatchUp.LAST, true);
        // Refuses days that never come, such as the 31st of February.
        schedule.after(Instant.EPOCH);
        return schedule;
    }

    /** At an interval, counted from the start of the schedule. */
    public static Schedule every(Duration interval) {
        Argument.positive(interval, "interval");
        if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
            throw Argument.wrong("interval", interval, "Give at least a second.");
        }
        if (interval.compareTo(LONGEST) > 0) {
            throw Argument.wrong("interval", interval, "Give at most " + LONGEST.toDays() + " days.");
        }
        return new Schedule(null, interval, ZoneOffset.UTC, CatchUp.LAST, true);
    }

    /** In the time zone with this id, such as {@code Europe/Berlin}; the schedule follows daylight saving time. */
    public Schedule in(String zone) {
        try {
            return new Schedule(cron, every, ZoneId.of(Argument.named(zone, "zone")), catchUp, overlap);
        } catch (DateTimeException e) {
            throw Argument.wrong("zone", zone, "Give the id of a time zone, such as Europe/Berlin.");
        }
    }

    /** What to do about missed starts; the default is {@link CatchUp#LAST}. */
    public Schedule catchUp(CatchUp catchUp) {
        return new Schedule(cron, every, zone, Argument.given(catchUp, "catchUp"), overlap);
    }

    /** Skips a start while the case of an earlier start runs. */
    public Schedule withoutOverlap() {
        return new Schedule(cron, every, zone, catchUp, false);
    }

    CatchUp catchUp() {
        return catchUp;
    }

    boolean overlaps() {
        return overlap;
    }

    /** The first instant after another one; instants of an interval follow each other. */
    Instant after(Instant instant) {
        if (fields != null) {
            return fields.after(instant, zone);
        }
        return instant.plus(Argument.given(every, "every"));
    }

    /**
     * How many starts from the one that is due come before the last one until now, where that can be counted without a look at each: those
     * of an interval; else 1.
     */
    long before(Instant due, Instant now) {
        return every == null ? 1 : Math.max(1, Duration.between(due, now).dividedBy(every));
    }

    /** The start that comes so many later; for cron fields the same or the next. */
    Instant later(Instant due, long count) {
        if (count == 0) {
            return due;
        }
        return every == null ? after(due) : due.plus(every.multipliedBy(count));
    }

    /** Whether another schedule names the same instants. */
    boolean hasTimesOf(Schedule other) {
        return Objects.equals(cron, other.cron) && Objects.equals(every, other.every) && zone.equals(other.zone);
    }

    /**
     * The process that starts cases of another one by this schedule.
     *
     * @param name the name of the schedule, which is a process and has one case
     * @param process the process of which cases are started
     * @param input the input of each of them
     */
    public Compiled<?> starting(String name, String process, Data input) {
        Argument.named(process, "process");
        Argument.given(input, "input");
        return new ScheduleProcess(Argument.named(name, "name"), this, process, input);
    }

    Data toData() {
        return Data.fields(
                "cron", cron, "every", every, "zone", zone.getId(), "catchUp", catchUp.word, "overlap", overlap);
    }

    private static Schedule of(Data data) {
        return new Schedule(
                data.at("cron").maybe(String.class).orElse(null),
                data.at("every").maybe(Duration.class).orElse(null),
                ZoneId.of(data.at("zone").text()),
                CatchUp.of(data.at("catchUp").text()),
                data.at("overlap").truth());
    }

    /** A description for lists and histories. */
    @Override
    public String toString() {
        return (cron == null ? "every " + every : "'" + cron + "' in " + zone) + (overlap ? "" : ", without overlap");
    }

    /** Reads schedules that are stored as text, and their events. The engine finds it on the class path. */
    public static final class Reader implements Language, EventReader {
        @Override
        public String name() {
            return ScheduleProcess.LANGUAGE;
        }

        @Override
        public Compiled<?> compile(String process, String source) {
            Data data = Data.parse(source);
            return of(data).starting(process, data.at("starts").text(), data.at("input"));
        }

        @Override
        public String language() {
            return ScheduleProcess.LANGUAGE;
        }

        @Override
        public ProcessEvent read(In in) {
            return ScheduleEvent.read(in);
        }
    }
}
