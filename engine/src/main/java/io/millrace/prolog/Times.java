package io.millrace.prolog;

import io.millrace.logic.term.Big;
import io.millrace.logic.term.Int;
import io.millrace.logic.term.Real;
import io.millrace.logic.term.Term;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Times as programs see them: seconds since 1970, an integer where the instant has no fraction, else a float. Comparisons
 * are made between such numbers, so that a program that fetches a time and compares it sees what the engine sees.
 */
final class Times {
    /** Nothing is due beyond these; a program may name any number. */
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final int MICROS = 6;
    private static final long NANOS_PER_MICRO = 1_000;

    private Times() {}

    static Term number(Instant instant) {
        return instant.getNano() == 0
                ? Int.of(instant.getEpochSecond())
                : Real.of(instant.getEpochSecond() + instant.getNano() / 1e9);
    }

    /** The exact value of a number, or null if the term is none. */
    static @Nullable BigDecimal value(Term term) {
        return switch (term) {
            case Int number -> BigDecimal.valueOf(number.value());
            case Big number -> new BigDecimal(number.value());
            case Real number -> Double.isFinite(number.value()) ? new BigDecimal(number.value()) : null;
            case Term other -> null;
        };
    }

    static BigDecimal value(Instant instant) {
        BigDecimal value = value(number(instant));
        if (value == null) {
            throw new IllegalStateException("an instant is a finite number");
        }
        return value;
    }

    /** The first instant of the engine's clock that is not before this time. */
    static Instant instant(BigDecimal time) {
        if (time.compareTo(BigDecimal.valueOf(EARLIEST.getEpochSecond())) < 0) {
            return EARLIEST;
        }
        if (time.compareTo(BigDecimal.valueOf(LATEST.getEpochSecond())) > 0) {
            return LATEST;
        }
        long micros = time.setScale(MICROS, RoundingMode.CEILING).unscaledValue().longValueExact();
        long perSecond = 1_000_000;
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, perSecond), Math.floorMod(micros, perSecond) * NANOS_PER_MICRO);
    }
}
