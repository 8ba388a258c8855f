package io.millrace.simulate;

/**
 * Numbers that look like chance and follow from a seed, the same on every machine and in every version: SplitMix64. Each purpose
 * draws from a stream of its own, so that two variants of a process see the same arrivals.
 */
final class Chance {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1.0p-53;

    private long state;
    private double spare = Double.NaN;

    private Chance(long state) {
        this.state = state;
    }

    static Chance of(long seed, String stream) {
        long state = mixed(seed + GOLDEN);
        for (int i = 0; i < stream.length(); i++) {
            state = mixed(state ^ stream.charAt(i) * GOLDEN);
        }
        return new Chance(state);
    }

    private static long mixed(long given) {
        long z = (given ^ (given >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private long next() {
        state += GOLDEN;
        return mixed(state);
    }

    /** A number of the open interval between 0 and 1. */
    double uniform() {
        return ((next() >>> 11) + 0.5) * UNIT;
    }

    /** A number below a bound. */
    int below(int bound) {
        return (int) (uniform() * bound);
    }

    /** A number of the standard normal distribution, by the polar method. */
    double gaussian() {
        if (!Double.isNaN(spare)) {
            double kept = spare;
            spare = Double.NaN;
            return kept;
        }
        while (true) {
            double u = 2 * uniform() - 1;
            double v = 2 * uniform() - 1;
            double square = u * u + v * v;
            if (square > 0 && square < 1) {
                double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
                spare = v * factor;
                return u * factor;
            }
        }
    }
}
