package io.millrace.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.server.Server;
import io.millrace.server.ServerSettings;
import io.millrace.server.http.Access;
import io.millrace.server.http.Endpoint;
import io.millrace.server.http.Identity;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Reply;
import io.millrace.server.http.Route;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of an interface on a socket, and what people try in order to get at others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WebPagesTest {
    private static final String INDEX = "<!doctype html><script type=module src=/assets/index-BxQ3_f9a.js></script>" + " ".repeat(500);
    private static final String PROGRAM = "console.log('mill');\n".repeat(1_000);

    @TempDir
    Path directory;

    private Listener listener;

    @BeforeEach
    void open() throws IOException {
        Path ui = directory.resolve("ui");
        Files.createDirectories(ui.resolve("assets"));
        Files.writeString(ui.resolve("index.html"), INDEX);
        Files.writeString(ui.resolve("assets/index-BxQ3_f9a.js"), PROGRAM);
        Files.writeString(ui.resolve("assets/index-BxQ3_f9a.js.map"), "{}");
        Files.writeString(ui.resolve("assets/some-component.css"), "a{}");
        Files.write(ui.resolve("assets/text-12345678.woff2"), new byte[] {1, 2, 3});
        Files.writeString(ui.resolve("mark.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
        Files.writeString(directory.resolve("secret.txt"), "secret");
        Files.writeString(ui.resolve("secret.pem"), "secret");
        Endpoint large = Endpoint.get("/large", "getLarge").access(Access.OPEN).does(exchange -> Reply.ok(Data.of("x".repeat(10_000))));
        Endpoint small = Endpoint.get("/small", "getSmall").access(Access.OPEN).does(exchange -> Reply.ok(Data.of("x".repeat(100))));
        Endpoint made = Endpoint.post("/large", "makeLarge").access(Access.OPEN).does(exchange -> Reply.ok(Data.of("x".repeat(10_000))));
        Route metrics = new Route("GET", "/metrics", Access.OPEN, visit -> new Reply.Bytes("text/plain", new byte[] {65}));
        WebPages pages = new WebPages(name -> Files.exists(ui.resolve(name)) ? Files.newInputStream(ui.resolve(name)) : null);
        this.listener = listen(pages, List.of(large, small, made), List.of(metrics));
    }

    private static Listener listen(WebPages pages, List<Endpoint> endpoints, List<Route> routes) {
        return new Listener(
                new Listener.Settings("127.0.0.1", 0, Set.of("localhost", "127.0.0.1"), null, 100_000, 100, 100, Duration.ofSeconds(10)),
                "/api/v1",
                endpoints,
                routes,
                caller -> new Identity(null, "main", Set.of(), null),
                pages,
                new Listener.Watch() {
                    @Override
                    public void answered(Endpoint endpoint, Identity identity, int status, long nanos) {}

                    @Override
                    public void failed(long number, Throwable failure) {
                        throw new AssertionError(failure);
                    }
                });
    }

    @AfterEach
    void close() {
        listener.close();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static String header(HttpResponse<?> answer, String name) {
        return String.join(", ", answer.headers().allValues(name));
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void every_page_is_the_index_and_other_addresses_stay_what_they_are() throws Exception {
        for (String page : List.of("/", "/cases", "/cases/", "/cases/62.1", "/work/62.1%233", "/processes/claim.pl", "/processes/a%20b", "/x?y=/../z", "/cases/Zo%C3%AB")) {
            HttpResponse<byte[]> answer = get(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(text(answer)).as(page).isEqualTo(INDEX);
            assertThat(header(answer, "content-type")).isEqualTo("text/html; charset=utf-8");
            assertThat(header(answer, "cache-control")).isEqualTo("no-cache");
            assertThat(header(answer, "content-security-policy"))
                    .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'");
            assertThat(header(answer, "x-content-type-options")).isEqualTo("nosniff");
        }
        for (String none : List.of("/api", "/api/v1/nothing", "/forms/x", "/mcp", "/metrics/x", "/favicon.ico", "/robots.txt", "/assets", "/assets/", "/assets/x", "/assets/none-12345678.js", "/.env", "/.git/config")) {
            assertThat(get(none).statusCode()).as(none).isEqualTo(404);
        }
        assertThat(text(get("/metrics"))).isEqualTo("A");
        assertThat(text(get("/api/v1/small"))).startsWith("\"xx");
    }

    @Test
    void files_are_kept_for_ever_if_their_name_has_their_hash_and_asked_for_again_otherwise() throws Exception {
        for (String hashed : List.of("/assets/index-BxQ3_f9a.js", "/assets/index-BxQ3_f9a.js.map", "/assets/text-12345678.woff2")) {
            assertThat(header(get(hashed), "cache-control")).as(hashed).isEqualTo("public, max-age=31536000, immutable");
        }
        for (String plain : List.of("/assets/some-component.css", "/mark.svg", "/index.html")) {
            HttpResponse<byte[]> answer = get(plain);
            assertThat(header(answer, "cache-control")).as(plain).isEqualTo("no-cache");
            String tag = header(answer, "etag");
            for (String known : List.of(tag, "\"x\", " + tag, "*")) {
                HttpResponse<byte[]> again = get(plain, "If-None-Match", known);
                assertThat(again.statusCode()).as(known).isEqualTo(304);
                assertThat(again.body()).isEmpty();
                assertThat(header(again, "content-security-policy")).as("replaces what the browser has kept").contains("script-src 'self'");
            }
            assertThat(get(plain, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
        }
        assertThat(header(get("/assets/index-BxQ3_f9a.js"), "content-type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(header(get("/assets/some-component.css"), "content-type")).isEqualTo("text/css; charset=utf-8");
        assertThat(header(get("/mark.svg"), "content-type")).isEqualTo("image/svg+xml");
        assertThat(header(get("/assets/text-12345678.woff2"), "content-type")).isEqualTo("font/woff2");
    }

    @Test
    void who_can_read_compressed_answers_gets_them() throws Exception {
        for (String accepted : List.of("gzip", "br, gzip;q=0.5", "GZIP", "deflate,gzip ; q=1.0")) {
            HttpResponse<byte[]> answer = get("/assets/index-BxQ3_f9a.js", "Accept-Encoding", accepted);
            assertThat(header(answer, "content-encoding")).as(accepted).isEqualTo("gzip");
            assertThat(header(answer, "vary")).isEqualTo("Accept-Encoding");
            assertThat(answer.body().length).isLessThan(1_000);
            assertThat(new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes()).asString().isEqualTo(PROGRAM);
        }
        for (String refused : List.of("gzip;q=0", "gzip; q=0.000", "br", "identity", "gzipped", ",,;q=", "*;q=0")) {
            HttpResponse<byte[]> answer = get("/assets/index-BxQ3_f9a.js", "Accept-Encoding", refused);
            assertThat(header(answer, "content-encoding")).as(refused).isEmpty();
            assertThat(text(answer)).isEqualTo(PROGRAM);
        }
        assertThat(header(get("/assets/text-12345678.woff2", "Accept-Encoding", "gzip"), "content-encoding")).isEmpty();
        HttpResponse<byte[]> large = get("/api/v1/large", "Accept-Encoding", "gzip");
        assertThat(header(large, "content-encoding")).isEqualTo("gzip");
        assertThat(header(large, "content-type")).isEqualTo("application/json");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(large.body())).readAllBytes()).hasSize(10_002);
        assertThat(get("/api/v1/large", "Accept-Encoding", "gzip", "If-None-Match", header(large, "etag")).statusCode()).isEqualTo(304);
        assertThat(get("/api/v1/large").body()).hasSize(10_002);
        assertThat(header(get("/api/v1/small", "Accept-Encoding", "gzip"), "content-encoding")).isEmpty();
        HttpResponse<byte[]> posted = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + "/api/v1/large"))
                                .header("Accept-Encoding", "gzip")
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(header(posted, "content-encoding")).as("an answer to POST may hold a secret").isEmpty();
    }

    /** What a client would not send: the path goes out as it is. */
    private String raw(String method, String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write((method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            InputStream in = socket.getInputStream();
            while (head.indexOf("\r\n\r\n") < 0) {
                int read = in.read();
                assertThat(read).as("%s after %s", path, head).isNotNegative();
                head.append((char) read);
            }
            Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
            return head + (length.find() && !method.equals("HEAD") ? new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8) : "");
        }
    }

    @Test
    void tricks_with_paths_never_leave_the_folder_and_never_fail() throws Exception {
        List<String> tricks = List.of(
                "/assets/../../secret.txt",
                "/../secret.txt",
                "/assets/..%2f..%2fsecret.txt",
                "/%2e%2e/secret.txt",
                "/assets/%2e%2e/%2e%2e/secret.txt",
                "/assets/%252e%252e/secret.txt",
                "/assets/..%5c..%5csecret.txt",
                "/assets\\..\\..\\secret.txt",
                "/assets/%00",
                "/secret.txt%00.js",
                "/assets/secret.txt%00.js",
                "//secret.txt",
                "///etc/passwd",
                "/assets//../../secret.txt",
                "/assets/./../../secret.txt",
                "/secret.pem",
                "/assets/%c0%ae%c0%ae/secret.txt",
                "/assets/;x=1/../../secret.txt",
                "/assets/%zz",
                "/assets/%",
                "/%ff%fe",
                "/assets/" + "a".repeat(5_000) + ".js",
                "/assets/index-BxQ3_f9a.js/",
                "/assets/index-BxQ3_f9a.js%0d%0aX-Injected:1",
                "/io/millrace/server/ui/../Server.class",
                "/CON.txt",
                "*",
                "http://localhost/assets/../../secret.txt");
        for (String trick : tricks) {
            String answer = raw("GET", trick);
            assertThat(answer).as(trick).matches(given -> given.startsWith("HTTP/1.1 4") || given.contains(INDEX));
            assertThat(answer).as(trick).doesNotContain("\nX-Injected", "\"status\":500");
            if (!trick.equals("/secret.pem")) {
                assertThat(answer).as(trick).doesNotContain("\r\n\r\nsecret");
            }
        }
        assertThat(raw("POST", "/cases")).startsWith("HTTP/1.1 404");
        assertThat(raw("HEAD", "/cases")).startsWith("HTTP/1.1 200").contains("Content-Length: " + INDEX.length()).endsWith("\r\n\r\n");
    }

    @Test
    void a_server_without_the_interface_says_so() throws Exception {
        try (Listener bare = listen(new WebPages(name -> null), List.of(), List.of())) {
            HttpClient http = HttpClient.newHttpClient();
            URI root = URI.create("http://127.0.0.1:" + bare.port() + "/");
            HttpResponse<String> answer = http.send(HttpRequest.newBuilder(root).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("without the web interface", "/api/v1/openapi.json");
            assertThat(http.send(HttpRequest.newBuilder(root.resolve("/cases")).build(), HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_server_shows_its_pages_to_everybody_and_its_data_to_nobody_else_than_before() throws Exception {
        try (Server server = Server.open(ServerSettings.of(directory.resolve("journal")).port(0))) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(server.address() + "/")).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains(Map.of(true, "<script", false, "without the web interface").get(server.pages().isPresent()));
            server.pages().ifPresent(address -> assertThat(address).isEqualTo(server.address() + "/"));
        }
    }
}
