package io.millrace.schedule;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Five fields as cron has them: minute, hour, day of the month, month, day of the week. Lists, ranges, steps, names of months and
 * weekdays; 0 and 7 are Sunday. As in cron, if both days are restricted, either of them is enough.
 *
 * <p>Instants are found by local time: one that a change to summer time leaves out comes as much later as the clock is put forward,
 * and one that comes twice counts once. Only fields that name every hour mean an interval rather than times of the day: they go on while
 * the hour comes a second time.
 */
final class Cron {
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    /** A day that exists at all comes within so many years: the 29th of February, on a given weekday, within 40. */
    private static final int YEARS = 41;

    private final String text;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean anyDay;
    private final boolean anyWeekday;

    Cron(String text) {
        this.text = text.strip();
        String[] fields = this.text.split("\\s+");
        if (fields.length != 5) {
            throw wrong("it has " + (this.text.isEmpty() ? 0 : fields.length) + " fields instead of 5");
        }
        this.minutes = field(fields[0], 0, 59, List.of());
        this.hours = field(fields[1], 0, 23, List.of());
        this.days = field(fields[2], 1, 31, List.of());
        this.months = field(fields[3], 1, 12, MONTHS);
        this.weekdays = field(fields[4], 0, 7, DAYS);
        if (weekdays.get(7)) {
            weekdays.set(0);
        }
        this.anyDay = fields[2].startsWith("*");
        this.anyWeekday = fields[4].startsWith("*");
    }

    private RefusedException wrong(String why) {
        return new RefusedException(Code.BAD_SCHEDULE.with(text, why));
    }

    private BitSet field(String field, int least, int most, List<String> names) {
        BitSet set = new BitSet(most + 1);
        for (String part : field.split(",", -1)) {
            String[] stepped = part.split("/", -1);
            String[] range = stepped[0].equals("*") ? new String[] {"" + least, "" + most} : stepped[0].split("-", -1);
            int from = number(range[0], least, most, names);
            int to = range.length > 1
                    ? number(range[1], least, most, names)
                    : stepped.length > 1 ? most : from;
            int step = stepped.length > 1 ? number(stepped[1], 1, most, List.of()) : 1;
            if (range.length > 2 || stepped.length > 2 || from > to) {
                throw wrong("'" + part + "' is not a range");
            }
            for (int value = from; value <= to; value += step) {
                set.set(value);
            }
        }
        return set;
    }

    private int number(String word, int least, int most, List<String> names) {
        int named = names.indexOf(word.toLowerCase(Locale.ROOT));
        if (named >= 0) {
            // The names of months count from 1, those of weekdays from 0.
            return named + (names.size() == 12 ? 1 : 0);
        }
        try {
            int number = Integer.parseInt(word);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below.
        }
        throw wrong("'" + word + "' is not a number from " + least + " to " + most);
    }

    /** The first instant after another one. */
    Instant after(Instant instant, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        LocalDateTime from = instant.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        ZoneOffsetTransition forward = rules.previousTransition(instant.plusNanos(1));
        if (forward != null && forward.isGap() && instant.isBefore(forward.getInstant().plus(forward.getDuration()))) {
            // Of the times that were left out some may still come.
            from = forward.getDateTimeBefore().truncatedTo(ChronoUnit.MINUTES);
        }
        Instant found = first(from, instant, rules);
        return hours.cardinality() < 24 ? found : again(instant, found, rules);
    }

    /** The first instant after another one among those of local times. */
    private Instant first(LocalDateTime from, Instant instant, ZoneRules rules) {
        Instant leftOut = Instant.MAX;
        LocalDateTime at = from;
        LocalDateTime end = at.plusYears(YEARS);
        while (at.isBefore(end)) {
            if (!months.get(at.getMonthValue())) {
                at = at.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS).plusMonths(1);
            } else if (!isDay(at)) {
                at = at.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            } else if (!hours.get(at.getHour())) {
                at = at.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!minutes.get(at.getMinute())) {
                at = at.plusMinutes(1);
            } else {
                // Both times if it comes twice, of which the first counts; none if the clock leaves it out.
                List<ZoneOffset> offsets = rules.getValidOffsets(at);
                Instant found = at.toInstant(offsets.isEmpty() ? rules.getTransition(at).getOffsetBefore() : offsets.getFirst());
                if (found.isAfter(instant)) {
                    if (!offsets.isEmpty()) {
                        return found.isBefore(leftOut) ? found : leftOut;
                    }
                    // One that exists may come before one that was put off.
                    leftOut = found.isBefore(leftOut) ? found : leftOut;
                }
                at = at.plusMinutes(1);
            }
        }
        if (leftOut.isBefore(Instant.MAX)) {
            return leftOut;
        }
        throw wrong("there is no such day");
    }

    /** The first instant after another one and before the one that was found, if an hour comes a second time between them. */
    private Instant again(Instant instant, Instant found, ZoneRules rules) {
        ZoneOffsetTransition back = rules.previousTransition(found.plusNanos(1));
        if (back == null || !back.isOverlap() || !instant.isBefore(back.getInstant().minus(back.getDuration()))) {
            return found;
        }
        for (LocalDateTime at = back.getDateTimeAfter(); at.isBefore(back.getDateTimeBefore()); at = at.plusMinutes(1)) {
            Instant second = at.toInstant(back.getOffsetAfter());
            if (second.isAfter(instant) && second.isBefore(found) && names(at)) {
                return second;
            }
        }
        return found;
    }

    private boolean names(LocalDateTime at) {
        return months.get(at.getMonthValue()) && isDay(at) && hours.get(at.getHour()) && minutes.get(at.getMinute());
    }

    private boolean isDay(LocalDateTime at) {
        boolean day = days.get(at.getDayOfMonth());
        boolean weekday = weekdays.get(at.getDayOfWeek().getValue() % 7);
        return anyDay || anyWeekday ? day && weekday : day || weekday;
    }
}
