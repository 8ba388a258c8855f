package io.millrace.logic;

/**
 * The fuel of a run. Whatever may go on for long burns some, and an empty tank calls the machine, which checks the
 * limits and grants the next portion.
 */
final class Meter {
    /** What is left of the portion; decremented in place by the hot loops, which call {@link #empty} below zero. */
    long fuel;

    /** What the step that runs now has spent in one go; its results may not be reachable from any register yet. */
    long burst;

    private final Runnable check;

    Meter(Runnable check) {
        this.check = check;
    }

    void spend(long amount) {
        fuel -= amount;
        burst += amount;
        if (fuel < 0) {
            check.run();
        }
    }

    void empty() {
        check.run();
    }
}
