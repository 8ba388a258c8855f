package io.millrace.server.channel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** Opens pages and sends forms as a browser does. */
final class Browser {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String BOUNDARY = "----Boundary7MA4YWxkTrZu0gW";

    private Browser() {}

    static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    static HttpResponse<String> post(String url, String type, byte[] content, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofByteArray(content));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static HttpResponse<String> post(String url, Map<String, String> fields) throws IOException, InterruptedException {
        String body = fields.entrySet().stream().map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue())).collect(Collectors.joining("&"));
        return post(url, "application/x-www-form-urlencoded", body.getBytes(StandardCharsets.UTF_8));
    }

    /** The status of a form that a proxy passes on. */
    static int proxied(int port, String path, String host, String origin, String form) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("POST " + path + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin
                                    + "\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\nContent-Length: " + form.length() + "\r\n\r\n" + form)
                            .getBytes(StandardCharsets.UTF_8));
            return Integer.parseInt(new String(socket.getInputStream().readNBytes(12), StandardCharsets.UTF_8).substring(9));
        }
    }

    /** A field whose name is {@code field|filename} is a file. */
    static HttpResponse<String> upload(String url, Map<String, byte[]> fields) throws IOException, InterruptedException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Map.Entry<String, byte[]> field : fields.entrySet()) {
            String[] name = field.getKey().split("\\|", 2);
            String file = name.length == 1 ? "" : "; filename=\"" + name[1] + "\"\r\nContent-Type: application/octet-stream";
            all.write(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name[0] + "\"" + file + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            all.write(field.getValue());
            all.write("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        all.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return post(url, "multipart/form-data; boundary=" + BOUNDARY, all.toByteArray());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
