package io.millrace.problem;

import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Checks the arguments of public calls. A null or invalid argument is a mistake of the calling program: the call throws an {@link
 * IllegalArgumentException} that names the parameter, before it sends a command to the engine. If the engine cannot carry out a command
 * now, it throws a {@link RefusedException}.
 */
public final class Argument {
    private Argument() {}

    /** Returns the value, which must not be null. */
    public static <T> T given(@Nullable T value, String parameter) {
        if (value == null) {
            throw new IllegalArgumentException("Argument '" + parameter + "' is null. Give a value.");
        }
        return value;
    }

    /** Returns the text, which must be neither null nor blank. */
    public static String named(@Nullable String text, String parameter) {
        if (given(text, parameter).isBlank()) {
            throw new IllegalArgumentException("Argument '" + parameter + "' is blank. Give a name.");
        }
        return given(text, parameter);
    }

    /** Returns the collection, of which no element may be null. */
    public static <T, C extends Collection<T>> C all(@Nullable C values, String parameter) {
        C all = given(values, parameter);
        for (T each : all) {
            given(each, "an element of " + parameter);
        }
        return all;
    }

    /** Returns the collection, of which no element may be null or blank. */
    public static <C extends Collection<String>> C allNamed(@Nullable C values, String parameter) {
        C all = given(values, parameter);
        for (String each : all) {
            named(each, "an element of " + parameter);
        }
        return all;
    }

    /** Returns the number, which must be at least {@code least}. */
    public static long atLeast(long least, long number, String parameter) {
        if (number < least) {
            throw wrong(parameter, number, "Give a number of at least " + least + ".");
        }
        return number;
    }

    /** Returns the duration, which must be longer than zero. */
    public static Duration positive(@Nullable Duration duration, String parameter) {
        if (given(duration, parameter).isNegative() || given(duration, parameter).isZero()) {
            throw wrong(parameter, duration, "Give a duration that is longer than zero.");
        }
        return given(duration, parameter);
    }

    /** Returns the duration, which must be zero or longer. */
    public static Duration notNegative(@Nullable Duration duration, String parameter) {
        if (given(duration, parameter).isNegative()) {
            throw wrong(parameter, duration, "Give a duration of zero or more.");
        }
        return given(duration, parameter);
    }

    /** The exception for an invalid value, with a remedy. */
    public static IllegalArgumentException wrong(String parameter, @Nullable Object value, String remedy) {
        return new IllegalArgumentException("Argument '" + parameter + "' is " + value + ". " + remedy);
    }
}
