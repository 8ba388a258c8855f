package io.millrace.server.http;

import java.util.Map;

/** Finds out who makes a request, or refuses it. */
public interface Guard {
    /**
     * What is known of a request before anything is done with it.
     *
     * @param headers by their names in small letters
     * @param address from which it comes
     */
    record Caller(Map<String, String> headers, String address) {}

    /** Lets a request in before anything else is done with it, or says that there were too many from its address. */
    default void admit(String address) {}

    /** Who it is; refuses with {@link io.millrace.problem.Code#NOT_AUTHENTICATED} what cannot be known. */
    Identity identify(Caller caller);
}
