package io.millrace.query;

/**
 * A listener that follows the history. It skips no event: if the listener throws, it receives the same event again a little later, until it
 * succeeds; if the store cannot be read, the engine reads it again. The engine counts each such failure as {@code subscription.failures}.
 * To skip an event, the listener must catch its exceptions. Safe for use by several threads.
 */
public interface Subscription extends AutoCloseable {
    /**
     * The commit at which reading continues; the listener has received everything before it. The cursor moves after a whole page, so a
     * listener that starts again from it may receive the last events a second time, and misses none.
     */
    String cursor();

    /** Stops the subscription. The listener receives no further event after the current one. */
    @Override
    void close();
}
