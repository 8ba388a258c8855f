package io.millrace.server.mcp;

import java.time.Duration;

/**
 * How many sessions there may be, and how long they last.
 *
 * @param mostSessions of everybody together
 * @param mostSessionsEach of one identity; another one ends the one that was not used for the longest time
 * @param idle after which time without a message a session ends
 */
public record McpSettings(int mostSessions, int mostSessionsEach, Duration idle) {
    /** A thousand sessions, 20 of one identity, half an hour. */
    public static final McpSettings USUAL = new McpSettings(1_000, 20, Duration.ofMinutes(30));
}
