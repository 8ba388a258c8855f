package io.millrace.testkit;

import io.millrace.net.End;
import org.jspecify.annotations.Nullable;

/**
 * How scenarios are played that say less than they mean.
 *
 * @param allowUnsound whether every {@code deploy} is one with {@code allowUnsound}
 * @param end when the nets that they deploy are over, whatever their files say; null for what these say
 */
public record Staging(boolean allowUnsound, @Nullable End end) {
    /** As they are written. */
    public static final Staging AS_WRITTEN = new Staging(false, null);
}
