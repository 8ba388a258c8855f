package io.millrace.testkit;

import io.millrace.net.End;
import org.jspecify.annotations.Nullable;

/**
 * Options for playing scenarios. Immutable.
 *
 * @param allowUnsound whether every {@code deploy} is one with {@code allowUnsound}
 * @param end when the deployed nets end, regardless of their files; null to use their files
 */
public record Staging(boolean allowUnsound, @Nullable End end) {
    /** Plays scenarios as they are written. */
    public static final Staging AS_WRITTEN = new Staging(false, null);
}
