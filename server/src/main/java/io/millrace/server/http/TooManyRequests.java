package io.millrace.server.http;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;

/** There were more requests than somebody may make. */
public final class TooManyRequests extends RuntimeException {
    private final transient Problem problem;
    private final long seconds;

    /**
     * A refusal.
     *
     * @param who an identity or an address
     * @param seconds after which another request has a chance
     */
    public TooManyRequests(String who, long seconds) {
        super(null, null, false, false);
        this.problem = Code.TOO_MANY_REQUESTS.with(Brief.of(who), seconds);
        this.seconds = seconds;
    }

    Problem problem() {
        return problem;
    }

    long seconds() {
        return seconds;
    }
}
