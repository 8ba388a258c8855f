package io.millrace.logic.library;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.util.Locale;

/** The directives of {@code format_time/3}: those of C's {@code strftime}, with English names. */
final class TimeFormat {
    private TimeFormat() {}

    /** A directive that is not known stands for itself. */
    static String format(String format, ZonedDateTime at) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%' || i + 1 == format.length()) {
                text.append(c);
                continue;
            }
            char directive = format.charAt(++i);
            int digits = 6;
            if (Character.isDigit(directive) && i + 1 < format.length() && format.charAt(i + 1) == 'f') {
                digits = Math.clamp(Character.digit(directive, 10), 1, 9);
                directive = format.charAt(++i);
            }
            text.append(one(directive, at, digits));
        }
        return text.toString();
    }

    private static String one(char directive, ZonedDateTime at, int digits) {
        int hour12 = at.getHour() % 12 == 0 ? 12 : at.getHour() % 12;
        String half = at.getHour() < 12 ? "AM" : "PM";
        return switch (directive) {
            case 'a' -> pattern("EEE", at);
            case 'A' -> pattern("EEEE", at);
            case 'b', 'h' -> pattern("MMM", at);
            case 'B' -> pattern("MMMM", at);
            case 'c' -> format("%a %b %e %H:%M:%S %Y", at);
            case 'C' -> two(Math.floorDiv(at.getYear(), 100));
            case 'd' -> two(at.getDayOfMonth());
            case 'D', 'x' -> format("%m/%d/%y", at);
            case 'e' -> spaced(at.getDayOfMonth());
            case 'f' -> String.format(Locale.ROOT, "%09d", at.getNano()).substring(0, digits);
            case 'F' -> format("%Y-%m-%d", at);
            case 'g' -> two(Math.floorMod(at.get(IsoFields.WEEK_BASED_YEAR), 100));
            case 'G' -> String.valueOf(at.get(IsoFields.WEEK_BASED_YEAR));
            case 'V' -> two(at.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case 'U' -> two(at.get(WeekFields.SUNDAY_START.weekOfYear()) - (WeekFields.SUNDAY_START.getMinimalDaysInFirstWeek() == 1 && at.withDayOfYear(1).get(ChronoField.DAY_OF_WEEK) != 7 ? 1 : 0));
            case 'H' -> two(at.getHour());
            case 'I' -> two(hour12);
            case 'j' -> String.format(Locale.ROOT, "%03d", at.getDayOfYear());
            case 'k' -> spaced(at.getHour());
            case 'l' -> spaced(hour12);
            case 'm' -> two(at.getMonthValue());
            case 'M' -> two(at.getMinute());
            case 'n' -> "\n";
            case 'p' -> half;
            case 'P' -> half.toLowerCase(Locale.ROOT);
            case 'r' -> format("%I:%M:%S %p", at);
            case 'R' -> format("%H:%M", at);
            case 's' -> String.valueOf(at.toEpochSecond());
            case 'S' -> two(at.getSecond());
            case 't' -> "\t";
            case 'T', 'X' -> format("%H:%M:%S", at);
            case 'u' -> String.valueOf(at.getDayOfWeek().getValue());
            case 'w' -> String.valueOf(at.getDayOfWeek().getValue() % 7);
            case 'y' -> two(Math.floorMod(at.getYear(), 100));
            case 'Y' -> String.valueOf(at.getYear());
            case 'z' -> pattern("xx", at);
            case 'Z' -> at.getOffset().getTotalSeconds() == 0 && at.getZone().getId().equals("Z") ? "UTC" : pattern("zzz", at);
            case '+' -> format("%a %b %e %H:%M:%S %Y", at);
            case '%' -> "%";
            default -> "%" + directive;
        };
    }

    private static String pattern(String pattern, ZonedDateTime at) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at);
    }

    private static String two(int number) {
        return String.format(Locale.ROOT, "%02d", number);
    }

    private static String spaced(int number) {
        return String.format(Locale.ROOT, "%2d", number);
    }
}
