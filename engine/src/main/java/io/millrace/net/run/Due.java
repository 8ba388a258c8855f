package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.net.EvaluationException;
import io.millrace.net.Expression;
import io.millrace.net.Timer;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.function.Function;

/** When a timer is over. Calendars are read in UTC, so that a replay on another machine finds the same instant. */
final class Due {
    private Due() {}

    static Instant of(Timer.Until until, Instant now, Function<Expression, Data> value) {
        return switch (until) {
            case Timer.At at -> at.instant();
            case Timer.After after -> after(now, after.period(), after.duration(), after.workdays());
            case Timer.Told told -> told(value.apply(told.expression()), now);
        };
    }

    private static Instant after(Instant now, Period period, Duration duration, boolean workdays) {
        ZonedDateTime start = now.atZone(ZoneOffset.UTC);
        if (!workdays) {
            return start.plus(period).plus(duration).toInstant();
        }
        ZonedDateTime day = start.plusYears(period.getYears()).plusMonths(period.getMonths());
        for (long left = period.getDays() + duration.toDays(); left > 0; left--) {
            day = working(day.plusDays(1));
        }
        return working(day.plus(duration.minusDays(duration.toDays()))).toInstant();
    }

    private static ZonedDateTime working(ZonedDateTime day) {
        ZonedDateTime working = day;
        while (working.getDayOfWeek() == DayOfWeek.SATURDAY || working.getDayOfWeek() == DayOfWeek.SUNDAY) {
            working = working.plusDays(1);
        }
        return working;
    }

    /** An ISO duration counts from now; an ISO instant or date is itself; fields may hold it under {@code expiry}; a number is seconds. */
    private static Instant told(Data value, Instant now) {
        if (value instanceof Data.Fields fields) {
            return told(fields.at("expiry"), now);
        }
        try {
            if (value instanceof Data.Num number) {
                return now.plusMillis(number.decimal().movePointRight(3).longValue());
            }
            if (value instanceof Data.Text text) {
                return told(text.value().strip(), now);
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw new EvaluationException("its timer is no time: " + value, e);
        }
        throw new EvaluationException("its timer is no time: " + value);
    }

    private static Instant told(String text, Instant now) {
        if (text.startsWith("P")) {
            int time = text.indexOf('T');
            Period period = time == 1 ? Period.ZERO : Period.parse(time < 0 ? text : text.substring(0, time));
            Duration duration = time < 0 ? Duration.ZERO : Duration.parse("P" + text.substring(time));
            return after(now, period, duration, false);
        }
        if (text.indexOf('T') < 0) {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        boolean zoned = text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > text.indexOf('T');
        return zoned ? ZonedDateTime.parse(text).toInstant() : Instant.parse(text + "Z");
    }
}
