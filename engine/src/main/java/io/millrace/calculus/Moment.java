package io.millrace.calculus;

import io.millrace.data.Data;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * When something happened, and where in the history it stands.
 *
 * @param time microseconds since 1970; when it happened outside, if it was told later
 * @param recorded when it was told
 * @param sequence the number of its turn within its entity
 * @param place its place within the turn
 */
record Moment(long time, long recorded, long sequence, int place) {
    /** Later than everything: the end of what still holds. */
    static final long OPEN = Long.MAX_VALUE;

    private static final long MICROS = 1_000_000;
    private static final long NANOS = 1_000;

    /** Instants are compared to the microsecond; those beyond what counts in it are the last that does. */
    static long micros(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (seconds > Long.MAX_VALUE / MICROS - 1) {
            return OPEN - 1;
        }
        if (seconds < Long.MIN_VALUE / MICROS + 1) {
            return Long.MIN_VALUE;
        }
        return seconds * MICROS + instant.getNano() / NANOS;
    }

    /** Seconds since 1970, without a fraction where there is none. */
    static Data data(long micros) {
        return micros % MICROS == 0 ? Data.of(micros / MICROS) : Data.of(new BigDecimal(Double.toString(seconds(micros))));
    }

    static double seconds(long micros) {
        return Math.floorDiv(micros, MICROS) + Math.floorMod(micros, MICROS) / (double) MICROS;
    }

    static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * NANOS);
    }
}
