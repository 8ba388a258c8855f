package io.millrace.calculus;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which intervals are looked for.
 *
 * @param name of their fluents, or null for any: others are not even read
 */
record Wanted(@Nullable String name, Predicate<Interval> test) {
    boolean test(Interval interval) {
        return test.test(interval);
    }
}
