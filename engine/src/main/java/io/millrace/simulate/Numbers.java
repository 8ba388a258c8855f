package io.millrace.simulate;

import java.util.Arrays;

/** Numbers that are collected one by one. */
final class Numbers {
    private static final int FIRST = 64;

    private double[] values = new double[FIRST];
    private int count;
    private double sum;

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
        sum += value;
    }

    int count() {
        return count;
    }

    double sum() {
        return sum;
    }

    double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The number below which a share of all lies. */
    double quantile(double share) {
        if (count == 0) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(share * count))];
    }

    double[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
