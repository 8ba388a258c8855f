package io.millrace.cli;

import io.millrace.calculus.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The moment that is looked at. */
final class AtOption {
    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "As it was then: an instant, a date, seconds since 1970, 'now - 2h' or -2h.")
    private @Nullable String at;

    boolean isGiven() {
        return at != null;
    }

    /** The moment, or the end of time if none is given: everything that has been recorded. */
    Instant moment(Instant now) {
        return at == null ? Instant.MAX : Times.moment(at, now);
    }

    /** From where ages are counted: the moment that is looked at. */
    Instant viewpoint(Instant now) {
        return at == null ? now : Times.moment(at, now);
    }
}
