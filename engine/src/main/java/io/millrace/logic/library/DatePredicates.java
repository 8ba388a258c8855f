package io.millrace.logic.library;

import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.term.Arguments;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Errors;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Numbers;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times: stamps, which are numbers of seconds since 1970, and the terms {@code date(Y,M,D,H,Mn,S,Off,TZ,DST)}. Nothing here
 * looks at a clock or at the zone of the machine.
 */
final class DatePredicates {
    private static final int PARTS = 9;
    private static final int NANO_DIGITS = 9;
    private static final long MOST_SECONDS = 31_556_889_864_403_199L;
    private static final int STEPS = 20;

    private DatePredicates() {}

    static void register(Library.Builder library) {
        library.det("$stamp_date", 3, (machine, args) -> {
            machine.spend(STEPS);
            ZoneId zone = zone(args[1]);
            return machine.unify(args[2], date(instant(args[0]).atZone(zone), zone));
        });
        library.det("$date_stamp", 2, (machine, args) -> {
            machine.spend(STEPS);
            return machine.unify(args[1], stamp(moment(args[0]).toInstant()));
        });
        library.det("$date_add", 4, (machine, args) -> {
            machine.spend(STEPS);
            return machine.unify(args[3], stamp(later(instant(args[0]).atZone(zone(args[2])), args[1].deref()).toInstant()));
        });
        library.det("$format_time", 3, (machine, args) -> {
            String format = Text.of(args[0], "text", machine.meter());
            machine.meter().text(format.length());
            machine.spend(STEPS + (long) format.length());
            Term at = args[1].deref();
            ZonedDateTime moment = at instanceof Struct ? moment(at) : instant(at).atZone(ZoneOffset.UTC);
            return machine.unify(args[2], Str.of(TimeFormat.format(format, moment)));
        });
        library.det("$parse_time", 3, DatePredicates::parse);
    }

    // Stamps.

    private static Instant instant(Term term) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        BigDecimal seconds = switch (at) {
            case Int i -> BigDecimal.valueOf(i.value());
            case Real r when Double.isFinite(r.value()) -> new BigDecimal(r.value());
            case Term other -> throw Errors.type("float", at);
        };
        if (seconds.abs().compareTo(BigDecimal.valueOf(MOST_SECONDS)) > 0) {
            throw Errors.representation("date");
        }
        BigDecimal nanos = seconds.setScale(NANO_DIGITS, RoundingMode.HALF_EVEN);
        BigDecimal whole = nanos.setScale(0, RoundingMode.FLOOR);
        try {
            return Instant.ofEpochSecond(whole.longValueExact(), nanos.subtract(whole).movePointRight(NANO_DIGITS).longValueExact());
        } catch (DateTimeException e) {
            throw Errors.representation("date");
        }
    }

    private static Term stamp(Instant instant) {
        return instant.getNano() == 0
                ? Int.of(instant.getEpochSecond())
                : Real.of(BigDecimal.valueOf(instant.getEpochSecond()).add(BigDecimal.valueOf(instant.getNano(), NANO_DIGITS)).doubleValue());
    }

    /** {@code 'UTC'}, the name of a zone, or an offset in seconds west of Greenwich. */
    private static ZoneId zone(Term term) {
        Term at = term.deref();
        try {
            return switch (at) {
                case Var v -> throw Errors.instantiation();
                case Int west -> offset(west.value());
                case Atom atom when atom.name().equals("local") || atom.name().equals("UTC") -> ZoneOffset.UTC;
                case Atom atom -> ZoneId.of(atom.name());
                case Str string -> ZoneId.of(string.value());
                case Term other -> throw Errors.type("time_zone", at);
            };
        } catch (DateTimeException e) {
            throw Errors.domain("time_zone", at);
        }
    }

    private static ZoneOffset offset(long west) {
        if (Math.abs(west) > ZoneOffset.MAX.getTotalSeconds()) {
            throw Errors.domain("time_zone", Int.of(west));
        }
        return ZoneOffset.ofTotalSeconds((int) -west);
    }

    // Dates.

    private static Term date(ZonedDateTime moment, ZoneId zone) {
        double seconds = BigDecimal.valueOf(moment.getSecond()).add(BigDecimal.valueOf(moment.getNano(), NANO_DIGITS)).doubleValue();
        Atom none = Atom.of("-");
        boolean named = !(zone instanceof ZoneOffset);
        boolean summer = zone.getRules().isDaylightSavings(moment.toInstant());
        return Struct.of(
                "date",
                Int.of(moment.getYear()),
                Int.of(moment.getMonthValue()),
                Int.of(moment.getDayOfMonth()),
                Int.of(moment.getHour()),
                Int.of(moment.getMinute()),
                Real.of(seconds),
                Int.of(-moment.getOffset().getTotalSeconds()),
                named ? Atom.of(zone.getId()) : zone.equals(ZoneOffset.UTC) ? Atom.of("UTC") : none,
                named ? Atom.of(Boolean.toString(summer)) : none);
    }

    /** The moment that a date means. Parts beyond their range carry over, so that dates can be counted with. */
    private static ZonedDateTime moment(Term term) {
        Term at = term.deref();
        if (at instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(at instanceof Struct date) || !date.name().name().equals("date") || date.arity() != PARTS && date.arity() != 3) {
            throw Errors.type("date", at);
        }
        try {
            LocalDate day = LocalDate.of(Math.toIntExact(whole(date.arg(0), 0)), 1, 1)
                    .plusMonths(Math.subtractExact(whole(date.arg(1), 1), 1))
                    .plusDays(Math.subtractExact(whole(date.arg(2), 1), 1));
            if (date.arity() == 3) {
                return day.atStartOfDay(ZoneOffset.UTC);
            }
            Instant seconds = instant(date.arg(5).deref() instanceof Var ? Int.of(0) : date.arg(5));
            LocalDateTime local = day.atStartOfDay()
                    .plusHours(whole(date.arg(3), 0))
                    .plusMinutes(whole(date.arg(4), 0))
                    .plusSeconds(seconds.getEpochSecond())
                    .plusNanos(seconds.getNano());
            return date.arg(6).deref() instanceof Int west
                    ? local.atOffset(offset(west.value())).toZonedDateTime()
                    : local.atZone(date.arg(7).deref() instanceof Atom zone && !zone.name().equals("-") ? zone(zone) : ZoneOffset.UTC);
        } catch (DateTimeException | ArithmeticException e) {
            throw Errors.representation("date");
        }
    }

    private static long whole(Term term, long otherwise) {
        Term at = term.deref();
        return at instanceof Var ? otherwise : Arguments.integer(at) instanceof Int i ? i.value() : Numbers.big(at).longValueExact();
    }

    private static ZonedDateTime later(ZonedDateTime moment, Term period) {
        if (period instanceof Var) {
            throw Errors.instantiation();
        }
        if (!(period instanceof Struct struct) || struct.arity() != 1) {
            throw Errors.type("period", period);
        }
        ChronoUnit unit = switch (struct.name().name()) {
            case "years" -> ChronoUnit.YEARS;
            case "months" -> ChronoUnit.MONTHS;
            case "weeks" -> ChronoUnit.WEEKS;
            case "days" -> ChronoUnit.DAYS;
            case "hours" -> ChronoUnit.HOURS;
            case "minutes" -> ChronoUnit.MINUTES;
            case "seconds" -> ChronoUnit.SECONDS;
            default -> throw Errors.domain("period", period);
        };
        if (!(Arguments.integer(struct.arg(0)) instanceof Int count)) {
            throw Errors.representation("date");
        }
        try {
            return moment.plus(count.value(), unit);
        } catch (DateTimeException | ArithmeticException e) {
            throw Errors.representation("date");
        }
    }

    // Texts.

    private static boolean parse(Machine machine, Term[] args) {
        String text = Text.of(args[0], "text", machine.meter()).strip();
        machine.spend(STEPS + (long) text.length());
        Term wanted = args[1].deref();
        for (String format : new String[] {"iso_8601", "rfc_1123"}) {
            if (!(wanted instanceof Var) && !wanted.equals(Atom.of(format))) {
                continue;
            }
            Instant found = format.equals("iso_8601") ? iso(text) : read(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            if (found != null) {
                return machine.unify(args[1], Atom.of(format)) && machine.unify(args[2], stamp(found));
            }
        }
        return false;
    }

    /** A date, or a date with a time; without a zone it is UTC. */
    private static @Nullable Instant iso(String text) {
        String plain = text.replace(' ', 'T');
        Instant zoned = read(plain, DateTimeFormatter.ISO_DATE_TIME);
        if (zoned != null) {
            return zoned;
        }
        try {
            return LocalDate.parse(plain, DateTimeFormatter.ISO_LOCAL_DATE).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            return read(plain, DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXX", java.util.Locale.ROOT));
        }
    }

    private static @Nullable Instant read(String text, DateTimeFormatter format) {
        try {
            Temporal found = (Temporal) format.parseBest(text, ZonedDateTime::from, OffsetDateTime::from, LocalDateTime::from);
            return found instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(found);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
