package io.millrace.server.channel.hook;

import io.millrace.server.config.Section;
import java.time.Duration;

/**
 * How webhooks are delivered.
 *
 * @param timeout of one attempt
 * @param attempts how often one event is tried before the webhook is paused
 * @param first the wait after the first attempt; each wait is twice the one before
 * @param longest the longest wait
 */
public record HookSettings(Duration timeout, int attempts, Duration first, Duration longest) {
    /** Twelve attempts within about an hour. */
    public static final HookSettings USUAL = new HookSettings(Duration.ofSeconds(10), 12, Duration.ofSeconds(2), Duration.ofMinutes(15));

    /** Reads the section {@code webhooks}. */
    public static HookSettings of(Section section) {
        return new HookSettings(
                section.duration("timeout", USUAL.timeout),
                section.whole("attempts", USUAL.attempts, 1, 1_000),
                section.duration("firstWait", USUAL.first),
                section.duration("longestWait", USUAL.longest));
    }

    Duration waitAfter(int attempt) {
        double millis = first.toMillis() * Math.pow(2, attempt - 1.0);
        return millis >= longest.toMillis() ? longest : Duration.ofMillis((long) millis);
    }
}
