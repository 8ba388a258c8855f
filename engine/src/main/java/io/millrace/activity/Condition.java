package io.millrace.activity;

import io.millrace.data.Data;
import java.util.function.Predicate;

/** What a conditional or a loop depends on: a slot, or a function of the environment. */
sealed interface Condition {
    /** A slot, or a path into one, that is true. */
    record At(String path) implements Condition {}

    record Test(Predicate<Environment> predicate) implements Condition {}

    /** @param here the activity that asks */
    default boolean holds(Enactment enactment, Node here) {
        return switch (this) {
            case At at -> enactment.isTrue(at.path());
            case Test test -> enactment.call(here, () -> test.predicate().test(enactment));
        };
    }

    default Data describe() {
        return switch (this) {
            case At at -> Data.of(at.path());
            case Test test -> Data.fields("function", true);
        };
    }

    default String title() {
        return switch (this) {
            case At at -> "'" + at.path() + "'";
            case Test test -> "a condition";
        };
    }
}
