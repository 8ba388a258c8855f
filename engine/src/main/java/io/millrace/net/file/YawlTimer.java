package io.millrace.net.file;

import io.millrace.net.Expression;
import io.millrace.net.Timer;
import io.millrace.net.text.Notes;
import io.millrace.net.text.Xml;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The {@code timer} of a task, both ways. */
final class YawlTimer {
    private YawlTimer() {}

    static @Nullable Timer read(Xml.Element element, Notes notes) {
        Timer.Trigger trigger = "OnExecuting".equals(element.textOf("trigger")) ? Timer.Trigger.ON_STARTED : Timer.Trigger.ON_ENABLED;
        boolean workdays = "true".equals(element.textOf("workdays"));
        try {
            Timer.Until until = until(element, workdays, notes);
            if (until != null) {
                return new Timer(trigger, until);
            }
            notes.wrong(element, "this timer does not say when it is over");
        } catch (DateTimeParseException | NumberFormatException | ArithmeticException e) {
            notes.wrong(element, "the time of this timer cannot be read");
        }
        return null;
    }

    private static Timer.@Nullable Until until(Xml.Element timer, boolean workdays, Notes notes) {
        Xml.Element variable = timer.first("netparam");
        if (variable != null) {
            String text = variable.text().strip();
            return new Timer.Told(
                    variable.attribute("m:language") == null
                            ? Expression.variable(text)
                            : YawlExpressions.of(variable, text, notes));
        }
        String duration = timer.textOf("duration");
        if (duration != null) {
            return after(duration, workdays);
        }
        String expiry = timer.textOf("expiry");
        if (expiry != null) {
            return new Timer.At(Instant.ofEpochMilli(Long.parseLong(expiry)));
        }
        Xml.Element parameters = timer.first("durationparams");
        return parameters == null ? null : ticks(parameters, workdays);
    }

    private static Timer.After ticks(Xml.Element parameters, boolean workdays) {
        long ticks = Long.parseLong(Objects.requireNonNullElse(parameters.textOf("ticks"), ""));
        int calendar = Math.clamp(ticks, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return switch (Objects.requireNonNullElse(parameters.textOf("interval"), "")) {
            case "YEAR" -> new Timer.After(Period.ofYears(calendar), Duration.ZERO, workdays);
            case "MONTH" -> new Timer.After(Period.ofMonths(calendar), Duration.ZERO, workdays);
            case "WEEK" -> new Timer.After(Period.ofWeeks(calendar), Duration.ZERO, workdays);
            case "DAY" -> new Timer.After(Period.ofDays(calendar), Duration.ZERO, workdays);
            case "HOUR" -> new Timer.After(Period.ZERO, Duration.ofHours(ticks), workdays);
            case "MIN" -> new Timer.After(Period.ZERO, Duration.ofMinutes(ticks), workdays);
            case "SEC" -> new Timer.After(Period.ZERO, Duration.ofSeconds(ticks), workdays);
            case "MSEC" -> new Timer.After(Period.ZERO, Duration.ofMillis(ticks), workdays);
            default -> throw new NumberFormatException("no such interval");
        };
    }

    /** XML Schema writes days and hours as one duration, {@code P3DT12H}; Java has a type for each half. */
    static Timer.After after(String text, boolean workdays) {
        int time = text.indexOf('T');
        String days = time < 0 ? text : text.substring(0, time);
        boolean negative = text.startsWith("-");
        Period period = days.endsWith("P") ? Period.ZERO : Period.parse(days);
        Duration duration = time < 0 ? Duration.ZERO : Duration.parse((negative ? "-P" : "P") + text.substring(time));
        return new Timer.After(period, duration, workdays);
    }

    static String text(Timer.After after) {
        String period = after.period().toString();
        if (after.duration().isZero()) {
            return after.period().isZero() ? "PT0S" : period;
        }
        return (after.period().isZero() ? "P" : period) + after.duration().toString().substring(1);
    }

    static Xml.Element write(Timer timer, List<String> unwritable) {
        List<Xml> content = new ArrayList<>();
        String trigger = timer.trigger() == Timer.Trigger.ON_STARTED ? "OnExecuting" : "OnEnabled";
        switch (timer.until()) {
            case Timer.Told told -> {
                // A timer that data tells about says nothing of a trigger in YAWL; ours does when it is not the usual one.
                content.add(
                        told.expression() instanceof Expression.Variable variable
                                ? Xml.Element.of("netparam", variable.path())
                                : YawlExpressions.element("netparam", told.expression(), unwritable)
                                        .with("m:language", language(told.expression())));
                if (timer.trigger() == Timer.Trigger.ON_STARTED) {
                    content.add(Xml.Element.of("trigger", trigger));
                }
            }
            case Timer.At at -> {
                content.add(Xml.Element.of("trigger", trigger));
                content.add(Xml.Element.of("expiry", Long.toString(at.instant().toEpochMilli())));
            }
            case Timer.After after -> {
                content.add(Xml.Element.of("trigger", trigger));
                content.add(Xml.Element.of("duration", text(after)));
                if (after.workdays()) {
                    content.add(Xml.Element.of("workdays", "true"));
                }
            }
        }
        return Xml.Element.of("timer").content(content);
    }

    private static String language(Expression expression) {
        return switch (expression) {
            case Expression.XQuery query -> "xquery";
            case Expression.Goal goal -> "prolog";
            case Expression.Constant constant -> "json";
            case Expression.Variable variable -> "variable";
            case Expression.Lambda lambda -> "xquery";
        };
    }
}
