package io.millrace.query;

/**
 * A cursor on the history that moves by itself. Events are never skipped: when the listener throws, it is given the same
 * event again a little later, and so until it takes it; when the store cannot be read, it is read again. Each such
 * failure counts as {@code subscription.failures}. Whoever would rather go on past an event must not throw.
 */
public interface Subscription extends AutoCloseable {
    /**
     * The commit at which reading goes on; everything before it was seen. It moves when the listener has taken a whole
     * page, so one that begins again from here may see the last events a second time, and misses none.
     */
    String cursor();

    /** No event is told after the one that is being told now, if there is one. */
    @Override
    void close();
}
