package io.millrace.server.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be asked over HTTP. The routes, the OpenAPI document, the table of who may do what and the checks of requests all
 * come from these.
 *
 * @param id its name in the document, such as {@code startCase}
 * @param path with parameters in braces, without the prefix of the interface
 * @param body what the request must hold, or null if it has no body
 * @param answer what comes back in JSON, or null if that is nothing or something else than JSON
 * @param type the media type of what comes back
 */
public record Endpoint(
        String id,
        String method,
        String path,
        String group,
        String summary,
        Access access,
        List<Parameter> parameters,
        @Nullable Schema body,
        @Nullable Schema answer,
        String type,
        int status,
        Action action) {
    /** JSON, which most endpoints answer with. */
    public static final String JSON = "application/json";

    public Endpoint {
        parameters = List.copyOf(parameters);
    }

    /** Does what is asked. */
    @FunctionalInterface
    public interface Action {
        Reply answer(Exchange exchange) throws Exception;
    }

    /** Whether a call changes anything, so that it is recorded with its actor and may be repeated under a request id. */
    public boolean changes() {
        return !method.equals("GET");
    }

    /** The media type that a request must announce; JSON also where it has no body, since a page of another site cannot announce that. */
    public String consumes() {
        return takesFiles() ? "application/octet-stream" : JSON;
    }

    /** Whether the request is the content of a file. */
    public boolean takesFiles() {
        return body == null && method.equals("PUT");
    }

    /** An endpoint that reads. */
    public static Draft get(String path, String id) {
        return new Draft("GET", path, id);
    }

    /** An endpoint that does something. */
    public static Draft post(String path, String id) {
        return new Draft("POST", path, id);
    }

    /** An endpoint that makes something be as the request says. */
    public static Draft put(String path, String id) {
        return new Draft("PUT", path, id);
    }

    /** An endpoint that removes something. */
    public static Draft delete(String path, String id) {
        return new Draft("DELETE", path, id);
    }

    /** An endpoint that is being described; the last word is {@link #does}. */
    public static final class Draft {
        private final String method;
        private final String path;
        private final String id;
        private final List<Parameter> parameters = new ArrayList<>();
        private String summary = "";
        private Access access = Access.NOBODY;
        private @Nullable Schema body;
        private @Nullable Schema answer;
        private String type = JSON;
        private int status = 200;
        private boolean computes;
        private boolean once;

        private Draft(String method, String path, String id) {
            this.method = method;
            this.path = path;
            this.id = id;
        }

        /** In one line, what it does. */
        public Draft summary(String summary) {
            this.summary = summary;
            return this;
        }

        /** Who may call it. */
        public Draft access(Access access) {
            this.access = access;
            return this;
        }

        /** A parameter in the path. */
        public Draft path(String name, String about) {
            parameters.add(new Parameter(name, true, false, Schema.text(about)));
            return this;
        }

        /** A parameter behind the question mark. */
        public Draft query(String name, Schema schema) {
            parameters.add(new Parameter(name, false, false, schema));
            return this;
        }

        /** A parameter behind the question mark that may be given several times. */
        public Draft queries(String name, Schema schema) {
            parameters.add(new Parameter(name, false, true, schema));
            return this;
        }

        /** The parameters of a list that is given page by page. */
        public Draft paged() {
            return query("cursor", Schema.text("where the page begins: the cursor of the page before"))
                    .query("limit", Schema.whole("how many items a page has at most", 1, Exchange.MOST))
                    .query("count", Schema.truth("whether to say how many items there are on all pages"));
        }

        /** A list that is given page by page, all items or those in which a text stands. */
        public Draft lists(String page, Schema each) {
            return query("contains", Schema.text("only items in which this text stands, in large or small letters"))
                    .paged()
                    .answers(200, Schema.page(page, each));
        }

        /** What the request must hold. */
        public Draft body(Schema schema) {
            this.body = schema;
            return this;
        }

        /** What comes back. */
        public Draft answers(int status, @Nullable Schema schema) {
            this.status = status;
            this.answer = schema;
            return this;
        }

        /** What comes back is not JSON. */
        public Draft answers(String mediaType) {
            this.type = mediaType;
            return this;
        }

        /** It may keep a processor busy for long; see {@link Computing}. */
        public Draft computes() {
            this.computes = true;
            return this;
        }

        /** A repeat under the same request id does nothing, which the engine does not see to; see {@link Repeats}. */
        public Draft once() {
            this.once = true;
            return this;
        }

        /** The endpoint. */
        public Endpoint does(Action action) {
            Action each = once ? repeated(action) : action;
            Action done = computes ? exchange -> Computing.run(exchange.identity(), () -> each.answer(exchange), exchange.cancellation()) : each;
            return new Endpoint(id, method, path, "", summary, access, parameters, body, answer, type, status, done);
        }

        private static Action repeated(Action action) {
            Repeats repeats = new Repeats();
            return exchange -> repeats.once(exchange, action);
        }
    }

    /** The same as a member of a group of the document. */
    public Endpoint in(String name) {
        return new Endpoint(id, method, path, name, summary, access, parameters, body, answer, type, status, action);
    }
}
