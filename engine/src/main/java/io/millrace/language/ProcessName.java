package io.millrace.language;

import org.jspecify.annotations.Nullable;

/**
 * The name of a process, or of a process inside another one (a sub-net in its specification), written {@code whole/inner}.
 * An inner process is deployed with its whole and always runs in the version of the whole; only the whole starts it.
 *
 * @param whole the name under which it is deployed
 * @param inner the name inside the whole, or null for the whole itself
 */
public record ProcessName(String whole, @Nullable String inner) {
    private static final char SEPARATOR = '/';

    /** Parses a written name. */
    public static ProcessName parse(String name) {
        int separator = name.indexOf(SEPARATOR);
        return separator < 0
                ? new ProcessName(name, null)
                : new ProcessName(name.substring(0, separator), name.substring(separator + 1));
    }

    /** Whether two names are of the same whole. */
    public static boolean sameWhole(String one, String other) {
        return parse(one).whole.equals(parse(other).whole);
    }

    /** The stored form of the name, which {@link #parse} reads. */
    public String written() {
        return inner == null ? whole : whole + SEPARATOR + inner;
    }

    @Override
    public String toString() {
        return written();
    }
}
