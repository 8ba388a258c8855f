package io.millrace.server.http;

import io.millrace.problem.RefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places for what takes much of the server. One identity may have half of them, so that it cannot keep all others waiting. Those who have waited
 * longest come first. Safe for use by several threads.
 */
public final class Places {
    /** How often one that waits looks whether it is still wanted. */
    private static final long LOOK_EVERY_MILLIS = 100;

    private record Owner(@Nullable String name, String tenant) {}

    /** What one identity has, for as long as somebody uses or waits for it. */
    private static final class Share {
        final Semaphore places;
        int users;

        Share(int most) {
            this.places = new Semaphore(most, true);
        }
    }

    private final Semaphore all;
    private final int mostEach;
    private final Map<Owner, Share> shares = new HashMap<>();

    /** So many places. */
    public Places(int most) {
        this.all = new Semaphore(most, true);
        this.mostEach = Math.max(1, most / 2);
    }

    /**
     * Waits for a place.
     *
     * @param end until when, in the time of {@link System#nanoTime}
     * @param none what is thrown if there is none until then
     * @return gives the place back
     */
    public Runnable take(Identity identity, long end, Cancellation cancellation, Supplier<RefusedException> none) throws InterruptedException {
        Owner owner = new Owner(identity.name(), identity.tenant());
        Share share = join(owner);
        boolean own = false;
        boolean taken = false;
        try {
            await(share.places, end, cancellation, none);
            own = true;
            await(all, end, cancellation, none);
            taken = true;
        } finally {
            if (!taken) {
                leave(owner, share, own);
            }
        }
        return () -> {
            all.release();
            leave(owner, share, true);
        };
    }

    private static void await(Semaphore places, long end, Cancellation cancellation, Supplier<RefusedException> none) throws InterruptedException {
        while (!places.tryAcquire(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            cancellation.demand();
            if (System.nanoTime() - end > 0) {
                throw none.get();
            }
        }
    }

    private synchronized Share join(Owner owner) {
        Share share = shares.computeIfAbsent(owner, any -> new Share(mostEach));
        share.users++;
        return share;
    }

    private synchronized void leave(Owner owner, Share share, boolean own) {
        if (own) {
            share.places.release();
        }
        share.users--;
        if (share.users == 0) {
            shares.remove(owner);
        }
    }
}
