package io.millrace.data;

import java.util.function.LongConsumer;

/** Runs a test for many seeds; a failure says which seed it was. */
public final class Seeds {
    private Seeds() {}

    public static void each(int count, LongConsumer test) {
        for (long seed = 1; seed <= count; seed++) {
            try {
                test.accept(seed);
            } catch (RuntimeException | AssertionError | StackOverflowError failed) {
                throw new AssertionError("seed " + seed + ": " + failed.getMessage(), failed);
            }
        }
    }
}
