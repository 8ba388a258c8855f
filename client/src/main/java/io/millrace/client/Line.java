package io.millrace.client;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connection to a server: sends requests, and turns what goes wrong into refusals. */
final class Line {
    private static final String PREFIX = "/api/v1";
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final HttpClient http;
    private final URI server;

    Line(URI server) {
        String scheme = server.getScheme();
        if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme) || server.getHost() == null) {
            throw new RefusedException(Code.SERVER_ABSENT.with(server, "the address must be of the form http://HOST:PORT"));
        }
        this.server = server;
        // One connection serves one exchange at a time, as the server expects it.
        this.http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
    }

    URI server() {
        return server;
    }

    /** Asks for JSON; nothing if the answer is empty. */
    Data ask(String method, String path, @Nullable Data body, Map<String, String> headers, Duration timeout) {
        HttpRequest.Builder request = request(path, headers).timeout(timeout);
        if (method.equals("GET")) {
            request.GET();
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString((body == null ? Data.fields() : body).json()));
        }
        HttpResponse<String> response = send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8), timeout);
        if (response.statusCode() >= 300) {
            throw new RefusedException(problem(response.statusCode(), type(response), response.body()));
        }
        return response.body().isEmpty() ? Data.nothing() : read(response.body());
    }

    /** Opens a stream that goes on until one of the two closes it. */
    InputStream stream(String path, Map<String, String> headers, Duration timeout) {
        HttpResponse<InputStream> response = send(request(path, headers).GET().build(), HttpResponse.BodyHandlers.ofInputStream(), timeout);
        if (response.statusCode() >= 300) {
            try (InputStream body = response.body()) {
                String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                throw new RefusedException(problem(response.statusCode(), type(response), text));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return response.body();
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers) {
        String base = server.toString().replaceFirst("/+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + PREFIX + path));
        headers.forEach(request::header);
        return request;
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration timeout) {
        try {
            return http.send(request, handler);
        } catch (ConnectException e) {
            throw absent("nothing listens there", e);
        } catch (HttpConnectTimeoutException e) {
            throw absent("no connection within " + CONNECT.toSeconds() + " s", e);
        } catch (HttpTimeoutException e) {
            throw absent("no answer within " + timeout.toSeconds() + " s", e);
        } catch (IOException e) {
            throw absent("the connection broke" + (e.getMessage() == null ? "" : ", " + e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw absent("the caller was interrupted", e);
        }
    }

    private RefusedException absent(String why, Exception cause) {
        return new RefusedException(Code.SERVER_ABSENT.with(server, why), cause);
    }

    private static String type(HttpResponse<?> response) {
        return response.headers().firstValue("content-type").orElse("");
    }

    private Problem problem(int status, String type, String body) {
        if (!type.startsWith("application/problem+json")) {
            return Code.SERVER_STRANGE.with(server, "it answers with status " + status + " and no problem of Millrace");
        }
        return Wire.problem(read(body));
    }

    private Data read(String body) {
        try {
            return Data.parse(body);
        } catch (DataException e) {
            throw new RefusedException(Code.SERVER_STRANGE.with(server, "its answer is not JSON"), e);
        }
    }
}
