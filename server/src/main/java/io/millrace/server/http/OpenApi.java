package io.millrace.server.http;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The OpenAPI 3.1 document of some endpoints. */
public final class OpenApi {
    /** The rules that stand in the way of something. */
    public static final Schema.Field RULES = Schema.may("rules", Schema.list("the rules that do not permit it", Schema.text("a rule")));

    /** What would lift that. */
    public static final Schema.Field LIFTED_BY =
            Schema.may("liftedBy", Schema.list("the events of which one would let it happen", Schema.text("an event")));

    /** What every endpoint answers when it cannot do what is asked. */
    static final Schema.Fields PROBLEM = Schema.object(
            "Problem",
            "why something could not be done (RFC 9457)",
            Schema.must("type", Schema.text("always about:blank; the code says which problem it is")),
            Schema.must("title", Schema.text("the status in words")),
            Schema.must("status", Schema.whole("the status of the answer")),
            Schema.must("code", Schema.text("the code of the problem, which never changes its meaning, such as MR-1003")),
            Schema.must("detail", Schema.text("what was asked, what was found, and what can be done")),
            Schema.must("reason", Schema.text("what was asked and what was found")),
            Schema.must("remedy", Schema.text("what can be done")),
            RULES,
            LIFTED_BY);

    private OpenApi() {}

    /** Describes endpoints that lie under a prefix. */
    public static Data document(String prefix, String version, List<Endpoint> endpoints) {
        Map<String, Data> named = new LinkedHashMap<>();
        PROBLEM.describe(named);
        Map<String, Data> paths = new LinkedHashMap<>();
        Set<String> groups = new LinkedHashSet<>();
        for (Endpoint endpoint : endpoints) {
            groups.add(endpoint.group());
            paths.merge(
                    prefix + endpoint.path(),
                    Data.fields(endpoint.method().toLowerCase(Locale.ROOT), operation(endpoint, named)),
                    (one, other) -> one.with(endpoint.method().toLowerCase(Locale.ROOT), operation(endpoint, named)));
        }
        return Data.fields(
                "openapi", "3.1.0",
                "info",
                        Data.fields(
                                "title", "Millrace",
                                "version", version,
                                "description", "Processes, cases, work and their history over HTTP.",
                                "license", Data.fields("name", "Apache-2.0", "identifier", "Apache-2.0")),
                "servers", List.of(Data.fields("url", "/")),
                "tags", groups.stream().map(group -> Data.fields("name", group)).toList(),
                "security", List.of(Data.fields("bearer", List.of()), Data.fields()),
                "paths", Data.Fields.of(paths),
                "components",
                        Data.fields(
                                "schemas", Data.Fields.of(named),
                                "securitySchemes",
                                        Data.fields(
                                                "bearer",
                                                Data.fields(
                                                        "type", "http",
                                                        "scheme", "bearer",
                                                        "description", "an API key of the server, or a token of its issuer"))));
    }

    private static Data operation(Endpoint endpoint, Map<String, Data> named) {
        Data operation = Data.fields(
                "operationId", endpoint.id(),
                "tags", List.of(endpoint.group()),
                "summary", endpoint.summary(),
                "description", "For: " + (endpoint.access() == Access.OPEN ? "everybody" : roles(endpoint.access())) + ".");
        List<Data> parameters = new ArrayList<>();
        endpoint.parameters().forEach(parameter -> parameters.add(parameter(parameter, named)));
        headers(endpoint).forEach((name, about) -> parameters.add(Data.fields(
                "name", name, "in", "header", "required", false, "description", about, "schema", Data.fields("type", "string"))));
        if (!parameters.isEmpty()) {
            operation = operation.with("parameters", parameters);
        }
        Schema body = endpoint.body();
        if (body != null) {
            operation = operation.with(
                    "requestBody",
                    Data.fields("required", true, "content", Data.fields(Endpoint.JSON, Data.fields("schema", body.describe(named)))));
        }
        if (endpoint.takesFiles()) {
            operation = operation.with("requestBody", Data.fields("required", true, "content", Data.fields(endpoint.consumes(), Data.fields())));
        }
        Schema answer = endpoint.answer();
        Data content = answer != null
                ? Data.fields(endpoint.type(), Data.fields("schema", answer.describe(named)))
                : Data.fields(endpoint.type(), Data.fields());
        Data good = Data.fields("description", endpoint.status() == 204 ? "done" : "the answer");
        Data problem = Data.fields(
                "description", "why it was not done",
                "content", Data.fields(HttpProblem.TYPE, Data.fields("schema", PROBLEM.describe(named))));
        Data responses = Data.fields(
                Integer.toString(endpoint.status()), endpoint.status() == 204 ? good : good.with("content", content), "default", problem);
        return operation.with("responses", isTagged(endpoint) ? responses.with("304", Data.fields("description", "the answer that the caller has")) : responses);
    }

    private static boolean isTagged(Endpoint endpoint) {
        return !endpoint.changes() && !endpoint.type().equals("text/event-stream") && !endpoint.type().equals("application/octet-stream");
    }

    /** What a caller can say besides what the endpoint takes. */
    private static Map<String, String> headers(Endpoint endpoint) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (endpoint.access() == Access.OPEN) {
            return headers;
        }
        if (endpoint.changes()) {
            headers.put("Idempotency-Key", "names the request: a repeat is answered as the first was, and does nothing");
            headers.put("Millrace-Reason", "why, for the history");
            headers.put("Millrace-On-Behalf-Of", "the person for whom a program acts");
            if (endpoint.path().contains("{case}") || endpoint.path().contains("{work}")) {
                headers.put("If-Match", "the ETag of the case: refused with 412 if the case has changed since");
            }
        } else if (isTagged(endpoint)) {
            headers.put("If-None-Match", "the ETag of an answer that the caller has: 304 as long as it is the same");
        }
        return headers;
    }

    private static String roles(Access access) {
        List<String> words = new ArrayList<>();
        access.roles().forEach(role -> words.add(role.word()));
        return String.join(", ", words);
    }

    private static Data parameter(Parameter parameter, Map<String, Data> named) {
        Data schema = parameter.schema().describe(named);
        return Data.fields(
                "name", parameter.name(),
                "in", parameter.inPath() ? "path" : "query",
                "required", parameter.inPath(),
                "description", parameter.schema().about(),
                "schema", parameter.repeated() ? Data.fields("type", "array", "items", schema) : schema);
    }
}
