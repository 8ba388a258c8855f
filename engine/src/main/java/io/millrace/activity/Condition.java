package io.millrace.activity;

import io.millrace.data.Data;
import java.util.function.Predicate;

/** What a conditional or a loop depends on: a slot, or a function of the environment. */
sealed interface Condition {
    /** A slot, or a path into one, that is true. */
    record At(String path) implements Condition {}

    record Test(Predicate<Environment> predicate) implements Condition {}

    default boolean holds(Environment environment) {
        return switch (this) {
            case At at -> environment.isTrue(at.path());
            case Test test -> test.predicate().test(environment);
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
