package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A client that knows an address and the OpenAPI document that it finds there, and nothing else. Every request and every answer is held
 * against the document.
 */
final class DocumentClient {
    /** What came back. */
    record Answered(int status, Data body, HttpResponse<String> response) {
        /** The body of an answer that must be good. */
        Data good() {
            assertThat(status).as(body.json()).isBetween(200, 299);
            return body;
        }

        /** The code of a problem. */
        String code() {
            assertThat(status).as(body.json()).isGreaterThanOrEqualTo(400);
            return body.at("code").text();
        }
    }

    private record Operation(String method, String path, Data about) {}

    private final HttpClient http = HttpClient.newHttpClient();
    private final String address;
    private final JsonSchema schemas;
    private final Map<String, Operation> operations = new HashMap<>();
    private final Set<String> used = new TreeSet<>();
    private final Map<String, String> headers;

    DocumentClient(String address, Map<String, String> headers) throws IOException, InterruptedException {
        this.address = address;
        this.headers = headers;
        Data document = Data.parse(http.send(
                        HttpRequest.newBuilder(URI.create(address + "/api/v1/openapi.json")).build(), HttpResponse.BodyHandlers.ofString())
                .body());
        this.schemas = new JsonSchema(document);
        ((Data.Fields) document.at("paths")).asMap().forEach((path, methods) -> ((Data.Fields) methods)
                .asMap()
                .forEach((method, about) ->
                        operations.put(about.at("operationId").text(), new Operation(method.toUpperCase(Locale.ROOT), path, about))));
    }

    private DocumentClient(DocumentClient other, Map<String, String> headers) {
        this.address = other.address;
        this.schemas = other.schemas;
        this.operations.putAll(other.operations);
        this.headers = headers;
    }

    /** The same client with a header. */
    DocumentClient with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new DocumentClient(this, all);
    }

    /** The operations that the document has. */
    Set<String> operations() {
        return new TreeSet<>(operations.keySet());
    }

    /** The operations that were called and answered as the document says. */
    Set<String> used() {
        return used;
    }

    Answered call(String operation, Object... parameters) throws IOException, InterruptedException {
        return call(operation, null, parameters);
    }

    /** Calls an operation; parameters are names and values in turns. */
    Answered call(String operation, @org.jspecify.annotations.Nullable Data body, Object... parameters) throws IOException, InterruptedException {
        Operation called = operations.get(operation);
        assertThat(called).as("operation %s", operation).isNotNull();
        String path = called.path();
        List<String> query = new ArrayList<>();
        Map<String, String> said = new HashMap<>(headers);
        for (int i = 0; i < parameters.length; i += 2) {
            String name = parameters[i].toString();
            String value = URLEncoder.encode(parameters[i + 1].toString(), StandardCharsets.UTF_8).replace("+", "%20");
            Data about = called.about().at("parameters").asList(Data.class).stream()
                    .filter(parameter -> parameter.at("name").text().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(operation + " has no parameter " + name));
            if (about.at("in").text().equals("path")) {
                path = path.replace("{" + name + "}", value);
            } else if (about.at("in").text().equals("header")) {
                said.put(name, parameters[i + 1].toString());
            } else {
                query.add(name + "=" + value);
            }
        }
        if (body != null) {
            Data schema = called.about().at("requestBody").at("content").at("application/json").at("schema");
            assertThat(schemas.faults(schema, body)).as("request of %s", operation).isEmpty();
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path + (query.isEmpty() ? "" : "?" + String.join("&", query))))
                .header("Content-Type", "application/json")
                .method(called.method(), body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body.json()));
        said.forEach(request::header);
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answered(response.statusCode(), held(operation, called, response), response);
    }

    private Data held(String operation, Operation called, HttpResponse<String> response) {
        Data responses = called.about().at("responses");
        Data declared = responses.at(Integer.toString(response.statusCode()));
        boolean bad = response.statusCode() >= 400;
        if (declared.isNothing() && response.statusCode() == 202) {
            declared = responses.at("200");
        }
        Data described = declared.isNothing() && bad ? responses.at("default") : declared;
        assertThat(described.isNothing()).as("%s answers %d, which is not in the document", operation, response.statusCode()).isFalse();
        if (response.statusCode() == 204 || response.statusCode() == 304) {
            used.add(operation);
            return Data.nothing();
        }
        String type = response.headers().firstValue("content-type").orElse("none");
        Data content = ((Data.Fields) described.at("content")).asMap().get(type);
        assertThat(content).as("%s answers with %s", operation, type).isNotNull();
        if (!type.endsWith("json")) {
            used.add(operation);
            return Data.of(response.body());
        }
        Data body = Data.parse(response.body());
        assertThat(schemas.faults(content.at("schema"), body)).as("answer of %s: %s", operation, body).isEmpty();
        if (!bad) {
            used.add(operation);
        }
        return body;
    }
}
