package io.millrace.verify;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How much one verification may compute, whatever its net looks like. It is counted in steps, each some nanoseconds long, and not by a
 * clock, which would decide differently on each machine. It belongs to the thread that verifies, since almost everything that is called there
 * has its share in it.
 */
final class Effort {
    private static final ThreadLocal<@Nullable Effort> CURRENT = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable Runnable> DEMAND = new ThreadLocal<>();

    /** How many steps are made between two looks whether the answer is still wanted. */
    private static final long LOOK_EVERY = 1_000_000;

    private final @Nullable Runnable demand;
    private long left;
    private long look;

    private Effort(long most, @Nullable Runnable demand) {
        this.left = most;
        this.demand = demand;
        this.look = most - LOOK_EVERY;
    }

    /** Does some work with no more than so much effort. */
    static <T> T within(long steps, Supplier<T> work) {
        Effort before = CURRENT.get();
        CURRENT.set(new Effort(steps, DEMAND.get()));
        try {
            return work.get();
        } finally {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        }
    }

    /** Does some work as long as it is wanted. */
    static <T> T whileWanted(Runnable demand, Callable<T> work) throws Exception {
        DEMAND.set(demand);
        try {
            return work.call();
        } finally {
            DEMAND.remove();
        }
    }

    /** That of the verification that this thread carries out; without end if it is none. */
    static Effort current() {
        Effort effort = CURRENT.get();
        return effort == null ? new Effort(Long.MAX_VALUE, null) : effort;
    }

    /** Has computed so much. */
    void spend(long steps) {
        left -= steps;
        if (left < 0) {
            throw new SpentException();
        }
        if (left < look) {
            look = left - LOOK_EVERY;
            if (demand != null) {
                demand.run();
            }
        }
    }

    /** There is no effort left. */
    static final class SpentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SpentException() {
            super("The proof was given up, since it takes more steps than are allowed");
        }
    }
}
