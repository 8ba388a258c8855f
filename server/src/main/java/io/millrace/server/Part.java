package io.millrace.server;

import io.millrace.Millrace;
import io.millrace.server.api.Backend;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A part of a server that reaches beyond the engine: people with mail or forms, services, other engines, monitoring. */
public interface Part extends AutoCloseable {
    /**
     * Where a part is.
     *
     * @param directory the server's own directory, which is next to the journal; it may not be there yet
     * @param identity 32 hexadecimal digits that no other engine has, the same as long as its journal lives
     * @param acts takes what people do at addresses that are no endpoints, before they are answered
     */
    record Place(Millrace mill, Backend backend, Path directory, String identity, Consumer<Listener.Act> acts) {}

    /** Makes a part; its settings are in it. */
    @FunctionalInterface
    interface Maker {
        /** The part, which does nothing until it is started. */
        Part make(Place place);
    }

    /** Under which name the document of the interface lists its endpoints. */
    String name();

    /** What can be asked of it in JSON. */
    default List<Endpoint> endpoints() {
        return List.of();
    }

    /** Its other addresses. */
    default List<Route> routes() {
        return List.of();
    }

    /**
     * Begins, when the server listens.
     *
     * @param address where the server can be reached, such as {@code http://127.0.0.1:8088}
     */
    default void start(String address) {}

    /** Ends, while the engine still runs. */
    @Override
    default void close() {}
}
