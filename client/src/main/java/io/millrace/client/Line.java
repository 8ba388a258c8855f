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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The connection to a server: sends requests, and turns what goes wrong into refusals. */
final class Line {
    /** The header by which the server knows a repeat. */
    static final String REQUEST_ID = "Idempotency-Key";

    private static final String PREFIX = "/api/v1";
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** No page of a server is larger. */
    private static final long MOST_BYTES = 64L << 20;

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

    /**
     * Asks for JSON; nothing if the answer is empty. A request that the server does only once however often it comes is sent again where the line breaks before
     * the answer: a connection that was kept may belong to a server that has stopped since.
     */
    Data ask(String method, String path, @Nullable Data body, Map<String, String> headers, Duration timeout) {
        HttpRequest.Builder request = request(path, headers).timeout(timeout);
        if (method.equals("GET")) {
            request.GET();
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString((body == null ? Data.fields() : body).json()));
        }
        HttpRequest asked = request.build();
        boolean harmless = method.equals("GET") || headers.containsKey(REQUEST_ID);
        HttpResponse<String> response;
        try {
            response = send(asked, info -> new Limited(MOST_BYTES), timeout);
        } catch (RefusedException e) {
            if (!harmless || !isBroken(e.getCause())) {
                throw e;
            }
            response = send(asked, info -> new Limited(MOST_BYTES), timeout);
        }
        if (response.statusCode() >= 300) {
            throw new RefusedException(problem(response.statusCode(), type(response), response.body()));
        }
        return response.body().isEmpty() ? Data.nothing() : read(response.body());
    }

    /** Opens a stream that goes on until one of the two closes it. */
    InputStream stream(String path, Map<String, String> headers, Duration timeout) {
        HttpResponse<InputStream> response = send(request(path, headers).GET().timeout(timeout).build(), HttpResponse.BodyHandlers.ofInputStream(), timeout);
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

    /** Waits for the whole answer: one that begins and does not go on is none. */
    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration timeout) {
        CompletableFuture<HttpResponse<T>> answer = http.sendAsync(request, handler);
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw broken(e.getCause() instanceof Exception failure ? failure : e, timeout);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw broken(new HttpTimeoutException("the answer did not end"), timeout);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw absent("the caller was interrupted", e);
        }
    }

    /** Whether a line broke that was there; one that was never there, or on which nothing came in time, breaks again. */
    private static boolean isBroken(@Nullable Throwable failure) {
        return failure instanceof IOException && !(failure instanceof ConnectException) && !(failure instanceof HttpTimeoutException);
    }

    private RefusedException broken(Exception failure, Duration timeout) {
        return switch (failure) {
            case ConnectException e -> absent("nothing listens there", e);
            case HttpConnectTimeoutException e -> absent("no connection within " + CONNECT.toSeconds() + " s", e);
            case HttpTimeoutException e -> absent("no answer within " + (timeout.toSeconds() > 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms"), e);
            default -> absent("the connection broke" + (failure.getMessage() == null ? "" : ", " + failure.getMessage()), failure);
        };
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
