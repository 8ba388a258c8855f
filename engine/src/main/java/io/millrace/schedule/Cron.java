package io.millrace.schedule;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * Five fields as cron has them: minute, hour, day of the month, month, day of the week. Lists, ranges, steps, names of months and
 * weekdays; 0 and 7 are Sunday. As in cron, if both days are restricted, either of them is enough.
 *
 * <p>Instants are found by local time: one that a change to summer time leaves out comes as much later as the clock is put forward,
 * and one that comes twice counts once.
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
        LocalDateTime at = instant.atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
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
                Instant found = at.atZone(zone).toInstant();
                if (found.isAfter(instant)) {
                    return found;
                }
                // The same local time comes a second time when the clock is put back.
                at = at.plusMinutes(1);
            }
        }
        throw wrong("there is no such day");
    }

    private boolean isDay(LocalDateTime at) {
        boolean day = days.get(at.getDayOfMonth());
        boolean weekday = weekdays.get(at.getDayOfWeek().getValue() % 7);
        return anyDay || anyWeekday ? day && weekday : day || weekday;
    }
}
