package io.millrace.simulate;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats durations for people. */
public final class Units {
    private static final String[] NAMES = {"s", "m", "h", "d"};
    private static final double[] SECONDS = {1, 60, 3_600, 86_400};
    /** So much of a unit is shown in it before the next larger one is used. */
    private static final double MOST = 120;

    private Units() {}

    /** A duration with three digits in a suitable unit: 42 s, 2.35 h. */
    public static String time(double seconds) {
        int unit = unit(seconds);
        return digits(seconds / SECONDS[unit]) + " " + NAMES[unit];
    }

    /** A duration and its margin in one unit: 27.2 ± 1.85 h. */
    public static String time(double seconds, double margin) {
        int unit = unit(seconds);
        return digits(seconds / SECONDS[unit]) + " ± " + digits(margin / SECONDS[unit]) + " " + NAMES[unit];
    }

    private static int unit(double seconds) {
        int unit = 0;
        while (unit < SECONDS.length - 1 && Math.abs(seconds) >= MOST * SECONDS[unit]) {
            unit++;
        }
        return unit;
    }

    /** A number with three digits. */
    public static String digits(double value) {
        if (value == 0 || Math.abs(value) >= 1_000) {
            return Long.toString(Math.round(value));
        }
        return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }

    /** The distance of marks on an axis of so many seconds, so that there are at most so many. */
    static double step(double seconds, int most) {
        double[] round = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400};
        for (double each : round) {
            if (seconds / each <= most) {
                return each;
            }
        }
        double days = 86_400;
        while (seconds / days > most) {
            days *= 2;
        }
        return days;
    }
}
