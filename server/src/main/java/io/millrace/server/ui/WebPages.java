package io.millrace.server.ui;

import io.millrace.data.Data;
import io.millrace.server.http.Gzip;
import io.millrace.server.http.Listener;
import io.millrace.server.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of the web interface. Every path that no endpoint has is a page of the interface, which is one program: all of them answer
 * with {@code index.html}, and the program shows what the path says. The files hold no data, so everybody may read them. Safe for use by
 * several threads.
 */
public final class WebPages implements Listener.Pages {
    private static final String FOLDER = "/io/millrace/server/ui/";
    private static final String INDEX = "index.html";

    /** What a file can be; a path with another ending is a page, such as {@code /cases/62.1} or {@code /processes/claim.pl}. */
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    /** They are compressed already. */
    private static final Set<String> DENSE = Set.of("png", "ico", "woff2");

    /** Nothing but this reaches the class path: no dots at the beginning of a name, no other separators, no escapes. */
    private static final Pattern FILE = Pattern.compile("(?:assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}");

    /** The hash of its content in the name of a file: with a digit or a large letter, or it may be a word. */
    private static final Pattern HASHED = Pattern.compile("assets/.*[-.](?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8,}\\.[a-z0-9]+(?:\\.map)?");

    /** Where paths begin that are never a page: a program that asks there wants no page as an answer. */
    private static final Set<String> OTHERS = Set.of("api", "metrics", "forms", "mcp", "assets");

    /**
     * Only the interface's own program runs, and it reaches only this server. The editor (CodeMirror) and pictures bring style elements of
     * their own, which a hash cannot name beforehand, and a nonce would have to be in a page that is the same for everybody; a style reads and
     * sends nothing here, because images and fonts come from this server only.
     */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
            + "img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; "
            + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

    private static final String ABSENT = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Millrace</title>
            </head>
            <body>
            <h1>Millrace</h1>
            <p>This server was built without the web interface. Everything else works:
            <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> says what can be asked of it,
            and the command <code>mill</code> asks it with <code>--server</code>.</p>
            </body>
            </html>
            """;

    /** Opens a file of the interface by its name; null if there is none. */
    @FunctionalInterface
    public interface Files {
        @Nullable InputStream open(String name) throws IOException;
    }

    private record Content(byte[] plain, byte @Nullable [] zipped, String tag) {}

    private final Files files;
    private final Map<String, Content> known = new ConcurrentHashMap<>();

    /** Pages of files. */
    public WebPages(Files files) {
        this.files = files;
    }

    /** The interface that is part of the server. */
    public static WebPages ofClassPath() {
        return new WebPages(name -> WebPages.class.getResourceAsStream(FOLDER + name));
    }

    /** Whether the interface was part of the build. */
    public boolean isPresent() {
        return content(INDEX) != null;
    }

    @Override
    public @Nullable Reply page(String path, Map<String, String> headers) {
        String name = path.startsWith("/") ? path.substring(1) : path;
        String ending = name.substring(name.lastIndexOf('.') + 1);
        if (FILE.matcher(name).matches() && TYPES.containsKey(ending)) {
            return file(name, headers);
        }
        if (!isPage(name)) {
            return null;
        }
        Reply page = file(INDEX, headers);
        return page == null && name.isEmpty() ? absent() : page;
    }

    /** A path that no browser sends by itself is none; neither is one of a program that looks for other things. */
    private static boolean isPage(String path) {
        if (path.isEmpty()) {
            return true;
        }
        String[] names = path.replaceFirst("/$", "").split("/", -1);
        return !OTHERS.contains(names[0])
                && Arrays.stream(names).noneMatch(name -> name.isEmpty() || name.startsWith("."))
                && path.codePoints().noneMatch(point -> point == '\\' || Character.isISOControl(point));
    }

    private static Reply absent() {
        return new Reply.Bytes(200, type(INDEX), ABSENT.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    private static String type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    }

    private @Nullable Reply file(String name, Map<String, String> asked) {
        Content content = content(name);
        if (content == null) {
            return null;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", HASHED.matcher(name).matches() ? "public, max-age=31536000, immutable" : "no-cache");
        headers.put("ETag", content.tag());
        headers.put("Content-Security-Policy", POLICY);
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Referrer-Policy", "same-origin");
        if (content.zipped() != null) {
            headers.put("Vary", "Accept-Encoding");
        }
        if (has(asked.getOrDefault("if-none-match", ""), content.tag())) {
            // With all headers: they replace those that the browser has kept.
            return new Reply.Json(304, Data.nothing(), headers);
        }
        byte[] zipped = content.zipped();
        if (zipped != null && Gzip.isAccepted(asked)) {
            headers.put("Content-Encoding", Gzip.NAME);
            return new Reply.Bytes(200, type(name), zipped, headers);
        }
        return new Reply.Bytes(200, type(name), content.plain(), headers);
    }

    private static boolean has(String tags, String tag) {
        return Arrays.stream(tags.split(",")).map(String::strip).anyMatch(each -> each.equals("*") || each.equals(tag));
    }

    /** A file, read and compressed when it is asked for the first time. Only what exists is remembered, so nobody can fill the memory. */
    private @Nullable Content content(String name) {
        Content before = known.get(name);
        if (before != null) {
            return before;
        }
        try (InputStream in = files.open(name)) {
            if (in == null) {
                return null;
            }
            byte[] plain = in.readAllBytes();
            byte[] zipped = DENSE.contains(name.substring(name.lastIndexOf('.') + 1)) ? null : Gzip.small(plain);
            Content read = new Content(plain, zipped == null || zipped.length >= plain.length ? null : zipped, tag(plain));
            known.put(name, read);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same for the compressed form, which is why it is a weak one. */
    private static String tag(byte[] content) {
        try {
            return "W/\"" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 12) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
