package io.millrace.simulate;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** When somebody works: spans of each day of the week, in UTC. Work that has begun rests outside of them. */
final class WorkingHours {
    private static final long DAY = Duration.ofDays(1).toSeconds();
    private static final long WEEK = 7L * 86_400 * 1_000_000;
    private static final long MICROS = 1_000_000;
    private static final int DAYS_AHEAD = 8;

    /** Seconds of a day. */
    private record Span(long from, long to) {}

    private final Map<DayOfWeek, List<Span>> days = new EnumMap<>(DayOfWeek.class);

    /** Adds a span to days of the week, the first to the last of them. */
    void add(DayOfWeek first, DayOfWeek last, long from, long to) {
        DayOfWeek day = first;
        while (true) {
            List<Span> spans = days.computeIfAbsent(day, key -> new ArrayList<>());
            spans.add(new Span(from, to));
            spans.sort(Comparator.comparingLong(Span::from));
            if (day == last) {
                return;
            }
            day = day.plus(1);
        }
    }

    /** The first instant at or after another at which work goes on, in microseconds since 1970. */
    long next(long instant) {
        LocalDate date = date(instant);
        for (int ahead = 0; ahead < DAYS_AHEAD; ahead++, date = date.plusDays(1)) {
            long midnight = date.toEpochDay() * DAY * MICROS;
            for (Span span : days.getOrDefault(date.getDayOfWeek(), List.of())) {
                long end = midnight + span.to * MICROS;
                if (instant < end) {
                    return Math.max(instant, midnight + span.from * MICROS);
                }
            }
        }
        throw new IllegalStateException("no hours of work in a week");
    }

    /** When as much work is done that is begun at an instant. */
    long after(long begun, long work) {
        long at = next(begun);
        long left = work;
        if (left > WEEK) {
            // Whole weeks at once: every one has the same hours.
            long weekly = within(at, at + WEEK);
            long weeks = (left - 1) / weekly;
            if (weeks > (Clockwork.NEVER - at) / WEEK - 1) {
                return Clockwork.NEVER;
            }
            at += weeks * WEEK;
            left -= weeks * weekly;
        }
        while (true) {
            long end = end(at);
            if (left <= end - at) {
                return at + left;
            }
            left -= end - at;
            at = next(end);
        }
    }

    /** Where the span ends that an instant lies in. */
    long end(long instant) {
        LocalDate date = date(instant);
        long midnight = date.toEpochDay() * DAY * MICROS;
        for (Span span : days.getOrDefault(date.getDayOfWeek(), List.of())) {
            if (instant < midnight + span.to * MICROS && instant >= midnight + span.from * MICROS) {
                return midnight + span.to * MICROS;
            }
        }
        throw new IllegalStateException("no work at this instant");
    }

    /** How much of a time lies in the hours of work. */
    long within(long from, long to) {
        long sum = 0;
        long at = next(from);
        while (at < to) {
            long end = Math.min(end(at), to);
            sum += end - at;
            at = end == to ? to : next(end);
        }
        return sum;
    }

    private static LocalDate date(long instant) {
        return LocalDate.ofInstant(Instant.ofEpochSecond(Math.floorDiv(instant, MICROS)), ZoneOffset.UTC);
    }
}
