package io.millrace.runtime;

import io.millrace.problem.Argument;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Durations in buckets that grow with them: eight to each power of two, so a percentile is at most an eighth too high. Adding is
 * one atomic increment; the size does not grow.
 */
public final class Histogram {
    /** How many bits of a duration tell its bucket beside its magnitude. */
    private static final int BITS = 3;

    private final AtomicLongArray buckets = new AtomicLongArray((Long.SIZE - BITS) << BITS);

    Histogram() {}

    void add(long nanos) {
        buckets.incrementAndGet(bucket(Math.max(0, nanos)));
    }

    private static int bucket(long nanos) {
        int magnitude = Long.SIZE - Long.numberOfLeadingZeros(nanos >>> BITS);
        int shift = Math.max(0, magnitude - 1);
        return magnitude == 0 ? (int) nanos : (magnitude << BITS) + (int) ((nanos >>> shift) & ((1 << BITS) - 1));
    }

    /** The longest duration that falls into a bucket. */
    private static long top(int bucket) {
        int magnitude = bucket >>> BITS;
        if (magnitude == 0) {
            return bucket;
        }
        long lead = (bucket & ((1 << BITS) - 1)) + (1L << BITS) + 1;
        return (lead << magnitude - 1) - 1;
    }

    /** How many durations were added. */
    public long count() {
        long count = 0;
        for (int i = 0; i < buckets.length(); i++) {
            count += buckets.get(i);
        }
        return count;
    }

    /**
     * How many durations were shorter than {@code 2^power} nanoseconds. Powers of two are where buckets end, so the number is exact; it
     * never falls as the power rises, also while durations are added.
     *
     * @param least the least power, at least 3
     * @return the number for each power from the least to the greatest
     */
    public long[] shorterThanPowers(int least, int most) {
        if (least < BITS || most < least || most > Long.SIZE - 2) {
            throw Argument.wrong("least", least, "Give powers from 3 to 62, the lesser one first.");
        }
        long[] counts = new long[most - least + 1];
        long count = 0;
        int next = 0;
        for (int power = least; power <= most; power++) {
            int end = power - BITS + 1 << BITS;
            for (; next < end; next++) {
                count += buckets.get(next);
            }
            counts[power - least] = count;
        }
        return counts;
    }

    /** How many durations each bucket has now, for {@link #percentileSince}. */
    public long[] buckets() {
        long[] counts = new long[buckets.length()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = buckets.get(i);
        }
        return counts;
    }

    /** The nanoseconds that this share of all durations did not exceed; 0 if there is none. */
    public long percentile(double percent) {
        return percentileSince(new long[buckets.length()], percent);
    }

    /**
     * The nanoseconds that this share of the durations since an earlier moment did not exceed; 0 if there is none.
     *
     * @param before what {@link #buckets} returned at that moment
     */
    public long percentileSince(long[] before, double percent) {
        if (!(percent >= 0 && percent <= 100)) {
            throw Argument.wrong("percent", percent, "Give a number from 0 to 100.");
        }
        long[] now = buckets();
        if (before.length != now.length) {
            throw Argument.wrong("before", before.length + " numbers", "Give what buckets() returned.");
        }
        long count = 0;
        for (int i = 0; i < now.length; i++) {
            now[i] -= before[i];
            count += now[i];
        }
        long wanted = Math.max(1, (long) Math.ceil(count * percent / 100));
        long seen = 0;
        for (int i = 0; i < now.length; i++) {
            seen += now[i];
            if (count > 0 && seen >= wanted) {
                return top(i);
            }
        }
        return 0;
    }
}
