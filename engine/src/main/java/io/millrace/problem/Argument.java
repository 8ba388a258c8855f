package io.millrace.problem;

import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Checks the arguments of public calls. One rule holds everywhere: an argument that is null or makes no sense is a mistake of
 * the calling program, so the call throws an {@link IllegalArgumentException} that names the parameter, before anything is
 * asked of the engine. What the engine itself cannot do now is a {@link RefusedException}.
 */
public final class Argument {
    private Argument() {}

    /** The value, which is not null. */
    public static <T> T given(@Nullable T value, String parameter) {
        if (value == null) {
            throw new IllegalArgumentException("Argument '" + parameter + "' is null. Give a value.");
        }
        return value;
    }

    /** The text, which is neither null nor blank. */
    public static String named(@Nullable String text, String parameter) {
        if (given(text, parameter).isBlank()) {
            throw new IllegalArgumentException("Argument '" + parameter + "' is blank. Give a name.");
        }
        return given(text, parameter);
    }

    /** The collection, of which no element is null. */
    public static <T, C extends Collection<T>> C all(@Nullable C values, String parameter) {
        C all = given(values, parameter);
        for (T each : all) {
            given(each, "an element of " + parameter);
        }
        return all;
    }

    /** The collection, of which no element is null or blank. */
    public static <C extends Collection<String>> C allNamed(@Nullable C values, String parameter) {
        C all = given(values, parameter);
        for (String each : all) {
            named(each, "an element of " + parameter);
        }
        return all;
    }

    /** The number, which is not smaller than the least. */
    public static long atLeast(long least, long number, String parameter) {
        if (number < least) {
            throw wrong(parameter, number, "Give a number of at least " + least + ".");
        }
        return number;
    }

    /** The duration, which is longer than nothing. */
    public static Duration positive(@Nullable Duration duration, String parameter) {
        if (given(duration, parameter).isNegative() || given(duration, parameter).isZero()) {
            throw wrong(parameter, duration, "Give a duration that is longer than zero.");
        }
        return given(duration, parameter);
    }

    /** The duration, which may be zero. */
    public static Duration notNegative(@Nullable Duration duration, String parameter) {
        if (given(duration, parameter).isNegative()) {
            throw wrong(parameter, duration, "Give a duration of zero or more.");
        }
        return given(duration, parameter);
    }

    /** What to throw for a value that makes no sense, with what to do about it. */
    public static IllegalArgumentException wrong(String parameter, @Nullable Object value, String remedy) {
        return new IllegalArgumentException("Argument '" + parameter + "' is " + value + ". " + remedy);
    }
}
