package io.millrace.server.mcp;

import io.millrace.server.config.Section;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether programs take part by the Model Context Protocol, how many sessions there may be, and how long they last.
 *
 * @param on whether the address is there
 * @param mostSessions of everybody together
 * @param mostSessionsEach of one identity; another one ends the one that was not used for the longest time
 * @param idle after which time without a message a session ends
 * @param address under which clients reach it, if that is another than the server's own, as behind a proxy; or null
 */
public record McpSettings(boolean on, int mostSessions, int mostSessionsEach, Duration idle, @Nullable String address) {
    /** A thousand sessions, 20 of one identity, half an hour. */
    public static final McpSettings USUAL = new McpSettings(true, 1_000, 20, Duration.ofMinutes(30), null);

    private static final int MOST = 1_000_000;

    /** What a section of the server's configuration says. */
    public static McpSettings of(Section section) {
        return new McpSettings(
                section.truth("on", USUAL.on()),
                section.whole("sessions", USUAL.mostSessions(), 1, MOST),
                section.whole("sessionsEach", USUAL.mostSessionsEach(), 1, MOST),
                section.duration("idle", USUAL.idle()),
                section.optional("address").orElse(null));
    }
}
