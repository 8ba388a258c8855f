package io.millrace.simulate;

/**
 * The estimate of a figure over several runs: its average, with a confidence interval of 95 %. Immutable.
 *
 * @param margin half the width of the confidence interval; 0 for a single run
 */
public record Estimate(double mean, double margin, int runs) {
    /** Student's t for 95 %, by degrees of freedom from 1. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101,
        2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double T_MANY = 1.960;

    static Estimate of(double[] values) {
        int n = values.length;
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = n == 0 ? 0 : sum / n;
        if (n < 2) {
            return new Estimate(mean, 0, n);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double t = n - 2 < T.length ? T[n - 2] : T_MANY;
        return new Estimate(mean, t * Math.sqrt(squares / (n - 1) / n), n);
    }

    /** The lower end of the confidence interval. */
    public double low() {
        return mean - margin;
    }

    /** The upper end of the confidence interval. */
    public double high() {
        return mean + margin;
    }
}
