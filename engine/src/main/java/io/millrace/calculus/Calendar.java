package io.millrace.calculus;

import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Big;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Str;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Times as goals see them: seconds since an origin (1970, or the beginning of a simulation), an integer where there is no fraction, else
 * a float.
 *
 * @param now the moment of the question, in microseconds
 * @param origin the moment that is 0, in microseconds
 */
record Calendar(long now, long origin) {
    static final Atom FOREVER = Atom.of("inf");

    private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);
    private static final long LARGE = 1_000_000_000_000L;
    private static final int MOST_PARTS = 1_000_000;
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE - 1);

    /** A moment as a term. */
    Term term(long micros) {
        if (micros == Moment.OPEN) {
            return FOREVER;
        }
        long since = micros - origin;
        return since % 1_000_000 == 0 ? Int.of(since / 1_000_000) : Real.of(Moment.seconds(since));
    }

    /** The moment that a term stands for. */
    long moment(Term given) {
        Term term = given.deref();
        if (term.equals(FOREVER)) {
            return Moment.OPEN - 1;
        }
        if (term instanceof Int number && number.value() > -LARGE && number.value() < LARGE) {
            return number.value() * 1_000_000 + origin;
        }
        BigDecimal micros = value(term).add(BigDecimal.valueOf(origin));
        // A float that stands for microseconds is a little beside them.
        BigDecimal rounded = micros.setScale(0, RoundingMode.HALF_UP);
        return rounded.max(MOST.negate()).min(MOST).longValueExact();
    }

    /** Microseconds since the origin. A sum is added up part by part: it may be deep, and a cyclic one has no end. */
    private BigDecimal value(Term whole) {
        record Part(Term term, boolean negative) {}
        BigDecimal sum = BigDecimal.ZERO;
        Deque<Part> parts = new ArrayDeque<>(List.of(new Part(whole, false)));
        for (int count = 0; !parts.isEmpty(); count++) {
            if (count > MOST_PARTS) {
                throw Trouble.domain("time", whole);
            }
            Part part = parts.pop();
            Term term = part.term().deref();
            if (term instanceof Struct struct && (struct.is("+", 2) || struct.is("-", 2))) {
                parts.push(new Part(struct.arg(1), part.negative() != struct.is("-", 2)));
                parts.push(new Part(struct.arg(0), part.negative()));
            } else {
                BigDecimal value = single(term, whole);
                sum = part.negative() ? sum.subtract(value) : sum.add(value);
            }
        }
        return sum;
    }

    private BigDecimal single(Term term, Term whole) {
        return switch (term) {
            case Var variable -> throw Trouble.open();
            case Int number -> BigDecimal.valueOf(number.value()).multiply(MICROS);
            case Big number -> new BigDecimal(number.value()).multiply(MICROS);
            case Real number when Double.isFinite(number.value()) -> BigDecimal.valueOf(number.value()).multiply(MICROS);
            case Atom atom -> named(atom.name(), whole);
            case Str text -> named(text.value(), whole);
            case Struct last when last.is("last", 1) && last.arg(0).deref() instanceof Atom day -> lastDay(day.name(), whole);
            default -> throw Trouble.domain("time", whole);
        };
    }

    private BigDecimal named(String name, Term whole) {
        return switch (name) {
            case "now" -> BigDecimal.valueOf(now - origin);
            case "today" -> since(date(now).atStartOfDay());
            case "yesterday" -> since(date(now).minusDays(1).atStartOfDay());
            default -> since(parsed(name, whole));
        };
    }

    /** The beginning of the last such day before today. */
    private BigDecimal lastDay(String name, Term whole) {
        try {
            DayOfWeek day = DayOfWeek.valueOf(name.toUpperCase(Locale.ROOT));
            return since(date(now).with(TemporalAdjusters.previous(day)).atStartOfDay());
        } catch (IllegalArgumentException e) {
            throw Trouble.domain("time", whole);
        }
    }

    private static LocalDate date(long micros) {
        return LocalDate.ofInstant(Moment.instant(micros), ZoneOffset.UTC);
    }

    private BigDecimal since(LocalDateTime time) {
        return since(time.toInstant(ZoneOffset.UTC));
    }

    private BigDecimal since(Instant instant) {
        return BigDecimal.valueOf(Moment.micros(instant) - origin);
    }

    private static Instant parsed(String text, Term whole) {
        try {
            if (text.length() == "2000-01-01".length()) {
                return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            boolean zoned = text.endsWith("Z") || text.matches(".*[+-]\\d{2}:\\d{2}");
            return zoned ? OffsetDateTime.parse(text).toInstant() : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw Trouble.domain("time", whole);
        }
    }
}
