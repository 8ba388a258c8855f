package io.millrace.server.monitor;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Numbers that take a while to be found out, such as that of all cases. Each may be a little old, and the older the longer it takes:
 * finding them out again and again takes a fiftieth of the time at most. Safe for use by several threads.
 */
final class Now {
    private static final int SHARE = 50;

    private record Found(long number, long until) {}

    private final long least;
    private final Map<String, Found> found = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** @param least how old a number may be that is found out at once */
    Now(Duration least) {
        this.least = least.toNanos();
    }

    long of(String what, LongSupplier number) {
        lock.lock();
        try {
            Found known = found.get(what);
            long began = System.nanoTime();
            if (known == null || began - known.until() > 0) {
                long value = number.getAsLong();
                long ended = System.nanoTime();
                known = new Found(value, ended + Math.max(least, (ended - began) * SHARE));
                found.put(what, known);
            }
            return known.number();
        } finally {
            lock.unlock();
        }
    }
}
