package io.millrace.query;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A deployed version of a process. Immutable.
 *
 * @param process the name of the process
 * @param number the version's number: what {@code deploy} returned
 * @param language the language that it is written in
 * @param fingerprint a hash that identifies its definition
 * @param hasCode whether the engine has its code, so that its cases can continue
 * @param deployed when it was deployed, or null if the journal does not say it
 * @param deployedBy who deployed it, or null if the request named nobody
 */
public record ProcessVersion(
        String process,
        int number,
        String language,
        String fingerprint,
        boolean hasCode,
        @Nullable Instant deployed,
        @Nullable String deployedBy) {}
