package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes requests with a secret, or without. */
public final class Caller {
    /** What came back. */
    public record Answered(int status, Data body, String text, HttpHeaders headers) {
        /** The body of an answer that must be good. */
        public Data good() {
            assertThat(status).as(body.json()).isBetween(200, 299);
            return body;
        }

        /** The code of a problem. */
        public String code() {
            assertThat(status).as(body.json()).isGreaterThanOrEqualTo(400);
            return body.at("code").text();
        }

        /** A header of the answer. */
        public String header(String name) {
            return headers.firstValue(name).orElse("none");
        }
    }

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final HttpClient http;
    private final String address;
    private final Map<String, String> headers;

    private Caller(HttpClient http, String address, Map<String, String> headers) {
        this.http = http;
        this.address = address;
        this.headers = headers;
    }

    /** Somebody without a secret. */
    public static Caller of(Server server) {
        return new Caller(HTTP, server.address() + "/api/v1", Map.of("Content-Type", "application/json"));
    }

    /** The same with another client. */
    public Caller over(HttpClient other) {
        return new Caller(other, address, headers);
    }

    /** The same with a secret. */
    public Caller as(String secret) {
        return with("Authorization", "Bearer " + secret);
    }

    /** The same with a header; null for without it. */
    public Caller with(String header, @Nullable String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        if (value == null) {
            all.remove(header);
        } else {
            all.put(header, value);
        }
        return new Caller(http, address, all);
    }

    public Answered get(String path) throws IOException, InterruptedException {
        return send("GET", path, "");
    }

    public Answered post(String path, Data body) throws IOException, InterruptedException {
        return send("POST", path, body.json());
    }

    public Answered put(String path, Data body) throws IOException, InterruptedException {
        return send("PUT", path, body.json());
    }

    public Answered delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, "");
    }

    private HttpRequest request(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }

    public Answered send(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request(method, path, body), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        boolean json = response.headers().firstValue("content-type").orElse("").endsWith("json");
        Data content = json && !response.body().isEmpty() ? Data.parse(response.body()) : Data.of(response.body());
        return new Answered(response.statusCode(), content, response.body(), response.headers());
    }

    /** The beginning of an answer that may never end. */
    public Answered begin(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = http.send(request(method, path, body), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            boolean json = response.headers().firstValue("content-type").orElse("").endsWith("json");
            String text = json ? new String(in.readAllBytes(), StandardCharsets.UTF_8) : "";
            return new Answered(response.statusCode(), text.isEmpty() ? Data.nothing() : Data.parse(text), text, response.headers());
        }
    }
}
