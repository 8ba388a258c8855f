package io.millrace.server.http;

import java.util.List;
import java.util.Map;

/**
 * An address that speaks something else than the interface's JSON: a form for a browser, another protocol. Who may use it, the limits of
 * requests and the server's names are checked as for an {@link Endpoint}; the body is taken as it comes.
 *
 * @param path with parameters in braces, from the root of the server
 * @param access who may use it; an open one makes sure by itself who it is
 */
public record Route(String method, String path, Access access, Action action) {
    /** Does what is asked. A refusal that it throws is answered with problem+json. */
    @FunctionalInterface
    public interface Action {
        Reply answer(Visit visit) throws Exception;
    }

    /**
     * One request.
     *
     * @param parameters those of the path and those behind the question mark, decoded
     * @param headers by their names in small letters
     * @param address from which it comes
     */
    public record Visit(
            Map<String, List<String>> parameters, Map<String, String> headers, byte[] content, Identity identity, String address) {
        public Visit {
            parameters = Map.copyOf(parameters);
            headers = Map.copyOf(headers);
        }

        /** A parameter of the path. */
        public String path(String name) {
            return parameters.getOrDefault(name, List.of("")).getFirst();
        }

        /** The media type that the request announces, without its parameters; empty if it announces none. */
        public String type() {
            return headers.getOrDefault("content-type", "").split(";", 2)[0].strip();
        }
    }
}
