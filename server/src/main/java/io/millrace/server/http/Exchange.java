package io.millrace.server.http;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request, as its endpoint sees it: parameters and body have the forms that the endpoint says, or the request was refused before. */
public final class Exchange {
    /** How many items a page has at most. */
    public static final int MOST = 1_000;

    /** The header that names a request, so that a repeat does nothing. */
    public static final String REQUEST_ID = "idempotency-key";

    private static final int USUAL = 100;

    private final Endpoint endpoint;
    private final Map<String, List<String>> parameters;
    private final Map<String, String> headers;
    private final byte[] content;
    private final Identity identity;
    private final Cancellation cancellation;
    private @Nullable Data body;

    /**
     * A request.
     *
     * @param parameters those of the path and those behind the question mark, decoded
     * @param headers by their names in small letters
     */
    public Exchange(Endpoint endpoint, Map<String, List<String>> parameters, Map<String, String> headers, byte[] content, Identity identity) {
        this(endpoint, parameters, headers, content, identity, new Cancellation());
    }

    /** A request that its caller may cancel. */
    public Exchange(
            Endpoint endpoint,
            Map<String, List<String>> parameters,
            Map<String, String> headers,
            byte[] content,
            Identity identity,
            Cancellation cancellation) {
        this.cancellation = cancellation;
        this.endpoint = endpoint;
        this.parameters = Map.copyOf(parameters);
        this.headers = Map.copyOf(headers);
        this.content = content;
        this.identity = identity;
        check();
    }

    /** A request that is wrong in itself. */
    public static RefusedException bad(String what) {
        return new RefusedException(Code.BAD_REQUEST.with(what));
    }

    private void check() {
        for (Map.Entry<String, List<String>> given : parameters.entrySet()) {
            Parameter known = endpoint.parameters().stream()
                    .filter(parameter -> parameter.name().equals(given.getKey()))
                    .findFirst()
                    .orElseThrow(() -> bad("parameter '" + Brief.of(given.getKey()) + "' is not known here; known are "
                            + String.join(", ", endpoint.parameters().stream().map(Parameter::name).toList())));
            if (given.getValue().size() > 1 && !known.repeated()) {
                throw bad("parameter '" + known.name() + "' is given " + given.getValue().size() + " times");
            }
            for (String value : given.getValue()) {
                String wrong = known.schema().mismatch(read(known.schema(), value), "");
                if (wrong != null) {
                    throw bad(wrong.replaceFirst("^the body", "parameter '" + known.name() + "'"));
                }
            }
        }
        Schema wanted = endpoint.body();
        if (wanted != null) {
            Data given = json();
            String wrong = wanted.mismatch(given, "");
            if (wrong != null) {
                throw bad(wrong);
            }
            body = given;
        }
    }

    /** Parameters are texts; those of another form are read as JSON. */
    private static Data read(Schema schema, String value) {
        if (schema instanceof Schema.Text || schema instanceof Schema.Any) {
            return Data.of(value);
        }
        try {
            return Data.parse(value);
        } catch (DataException e) {
            return Data.of(value);
        }
    }

    private Data json() {
        if (content.length == 0) {
            return Data.fields();
        }
        try {
            return Data.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString());
        } catch (DataException e) {
            throw bad("the body is not JSON: " + e.getMessage());
        } catch (CharacterCodingException e) {
            throw bad("the body is not UTF-8");
        }
    }

    /** What the request holds; an object without fields if it holds nothing. */
    public Data body() {
        return body == null ? Data.fields() : body;
    }

    /** What the request holds, as it came. */
    public byte[] content() {
        return content.clone();
    }

    /** The same for requests with the same parameters and content, and no others. */
    String fingerprint() {
        return new TreeMap<>(parameters) + " " + Tags.hash(content);
    }

    /** Whether the path names a case or a work item. */
    public boolean isForCase() {
        return endpoint.path().contains("{case}") || endpoint.path().contains("{work}");
    }

    public Identity identity() {
        return identity;
    }

    /** Whether the caller still wants the answer. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** A header, by its name in small letters. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** A parameter of the path. */
    public String path(String name) {
        return text(name).orElseThrow();
    }

    /** A parameter that is a text. */
    public Optional<String> text(String name) {
        return texts(name).stream().findFirst();
    }

    /** A parameter that may be given several times. */
    public List<String> texts(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    /** A parameter that is a whole number. */
    public Optional<Integer> whole(String name) {
        return text(name).map(value -> Data.parse(value).asInt());
    }

    /** Whether a parameter says true. */
    public boolean truth(String name) {
        return text(name).map(value -> Data.parse(value).truth()).orElse(false);
    }

    /** A parameter that is an instant. */
    public Optional<Instant> instant(String name) {
        return text(name).map(value -> instant(name, value));
    }

    /** The case in the path. */
    public CaseId caseId() {
        return CaseId.parse(path("case"));
    }

    /** The work item in the path. */
    public WorkId workId() {
        return WorkId.parse(path("work"));
    }

    /** How many items a page is to have. */
    public int limit() {
        return whole("limit").orElse(USUAL);
    }

    /** Where a page is to begin, or null. */
    public @Nullable String cursor() {
        return text("cursor").orElse(null);
    }

    /** A field of the body that is a duration. */
    public Optional<Duration> duration(String field) {
        Data given = body().at(field);
        if (given.isNothing()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Duration.parse(given.text()));
        } catch (DateTimeParseException e) {
            throw bad("'" + field + "' is '" + Brief.of(given.text()) + "' and must be a duration such as PT30S");
        }
    }

    /** An instant as it is written in JSON. */
    public static Instant instant(String name, String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw bad("'" + name + "' is '" + Brief.of(value) + "' and must be an instant such as 2030-01-31T12:00:00Z");
        }
    }
}
