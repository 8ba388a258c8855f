package io.millrace.server.http;

import io.millrace.data.Data;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is sent back. */
public sealed interface Reply {
    /** The status of HTTP. */
    int status();

    /** JSON. */
    record Json(int status, Data body, Map<String, String> headers) implements Reply {
        public Json {
            headers = Map.copyOf(headers);
        }

        /** The same with a header. */
        public Json with(String header, String value) {
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put(header, value);
            return new Json(status, body, all);
        }
    }

    /** Something else than JSON, whole. Its headers count before those that every answer has. */
    record Bytes(int status, String type, byte[] content, Map<String, String> headers) implements Reply {
        public Bytes {
            headers = Map.copyOf(headers);
        }

        public Bytes(String type, byte[] content) {
            this(200, type, content, Map.of());
        }
    }

    /**
     * Something that is written while the caller reads it.
     *
     * @param name the name of a file that a browser saves it under, or null
     */
    record Stream(String type, @Nullable String name, Map<String, String> headers, Writer writer) implements Reply {
        public Stream {
            headers = Map.copyOf(headers);
        }

        public Stream(String type, @Nullable String name, Writer writer) {
            this(type, name, Map.of(), writer);
        }

        @Override
        public int status() {
            return 200;
        }
    }

    /** Writes until it is done, or until the caller has gone. */
    @FunctionalInterface
    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    static Json ok(Data body) {
        return new Json(200, body, Map.of());
    }

    static Json created(Data body) {
        return new Json(201, body, Map.of());
    }

    static Json accepted(Data body) {
        return new Json(202, body, Map.of());
    }

    /** Done, and nothing to say. */
    static Json done() {
        return new Json(204, Data.nothing(), Map.of());
    }
}
