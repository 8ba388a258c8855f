package io.millrace.server.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A token bucket for everybody who makes requests. Only the last so many are remembered: whoever is forgotten has a full bucket again, so
 * memory is bounded however many addresses somebody has.
 */
final class Buckets {
    private static final int REMEMBERED = 20_000;
    private static final double NANOS = 1_000_000_000d;

    private static final class Bucket {
        double tokens;
        long filled;
    }

    private final Rate rate;
    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > REMEMBERED;
        }
    };

    Buckets(Rate rate, LongSupplier nanoTime) {
        this.rate = rate;
        this.nanoTime = nanoTime;
    }

    /** Takes a token; returns 0, or after how many seconds there will be one. */
    long take(String who) {
        if (rate.isUnlimited()) {
            return 0;
        }
        synchronized (buckets) {
            long now = nanoTime.getAsLong();
            Bucket bucket = buckets.get(who);
            if (bucket == null) {
                bucket = new Bucket();
                bucket.tokens = rate.burst();
                bucket.filled = now;
                buckets.put(who, bucket);
            }
            bucket.tokens = Math.min(rate.burst(), bucket.tokens + Math.max(0, now - bucket.filled) / NANOS * rate.perSecond());
            bucket.filled = now;
            if (bucket.tokens >= 1) {
                bucket.tokens -= 1;
                return 0;
            }
            return Math.max(1, (long) Math.ceil((1 - bucket.tokens) / rate.perSecond()));
        }
    }

    int remembered() {
        synchronized (buckets) {
            return buckets.size();
        }
    }
}
