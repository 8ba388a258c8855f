package io.millrace.server.channel.call;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes HTTP requests for the server. It connects to the address that the {@link AllowList} has checked and does not ask for the name a
 * second time, follows no redirect, uses no proxy, and ends at a time limit whatever the other side does. The clients of the JDK look up
 * names by themselves, so this is a small one of our own: HTTP/1.1, one request for a connection. Safe for use by several threads.
 */
public final class Outgoing {
    private static final int LONGEST_LINE = 16_384;
    private static final int MOST_LINES = 200;

    /**
     * A request.
     *
     * @param timeout from the first step to the last byte of the answer
     * @param mostBytes how large the body of the answer may be
     */
    public record Request(String method, URI url, Map<String, String> headers, byte[] body, Duration timeout, int mostBytes) {
        public Request {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * An answer.
     *
     * @param headers by their names in small letters; the last of several
     */
    public record Response(int status, Map<String, String> headers, byte[] body) {
        public Response {
            headers = Map.copyOf(headers);
        }
    }

    /** An answer that is larger than it may be: it will be so again. */
    public static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(int most) {
            super("the answer has more than " + most + " bytes");
        }
    }

    private final AllowList allowed;
    private final SSLSocketFactory tls;

    public Outgoing(AllowList allowed) {
        this(allowed, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    Outgoing(AllowList allowed, SSLSocketFactory tls) {
        this.allowed = allowed;
        this.tls = tls;
    }

    /** What may be called. */
    public AllowList allowed() {
        return allowed;
    }

    /** Makes a request; an address that is not allowed is refused with {@link io.millrace.problem.Code#CALL_NOT_ALLOWED}. */
    public Response send(Request request) throws IOException {
        URI url = allowed.check(request.url().toString());
        long end = System.nanoTime() + request.timeout().toNanos();
        AtomicBoolean late = new AtomicBoolean();
        byte[] head = head(url, request).getBytes(StandardCharsets.ISO_8859_1);
        try (Socket socket = connect(allowed.addresses(url), AllowList.port(url), request.timeout(), end)) {
            Thread watch = Thread.ofVirtual().name("call-timeout").start(() -> end(socket, end, late));
            try {
                return talk(url, socket, head, request);
            } catch (IOException e) {
                if (late.get() && !(e instanceof TooLarge)) {
                    throw new IOException("no answer within " + request.timeout(), e);
                }
                throw e;
            } finally {
                watch.interrupt();
            }
        }
    }

    /** A socket that is closed ends whatever waits for it, also a handshake that goes on a byte at a time. */
    private static void end(Socket socket, long end, AtomicBoolean late) {
        try {
            Thread.sleep(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            late.set(true);
            socket.close();
        } catch (InterruptedException | IOException e) {
            // The request is over.
        }
    }

    private static Socket connect(List<InetAddress> addresses, int port, Duration timeout, long end) throws IOException {
        IOException failure = new IOException("the host has no address");
        for (InetAddress address : addresses) {
            @SuppressWarnings("resource") // It is closed by the one who gets it.
            Socket socket = new Socket(Proxy.NO_PROXY);
            try {
                // All addresses together have the time of one: who waits does not know how many there are.
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                socket.connect(new InetSocketAddress(address, port), Math.clamp(left, 1, 30_000));
                socket.setTcpNoDelay(true);
                return socket;
            } catch (InterruptedIOException e) {
                socket.close();
                failure = new IOException("no connection within " + timeout, e);
                if (System.nanoTime() - end >= 0) {
                    throw failure;
                }
            } catch (IOException e) {
                socket.close();
                failure = e;
            }
        }
        throw failure;
    }

    private Response talk(URI url, Socket plain, byte[] head, Request request) throws IOException {
        if (!url.getScheme().equals("https")) {
            return exchange(plain, head, request);
        }
        String host = url.getHost().startsWith("[") ? url.getHost().substring(1, url.getHost().length() - 1) : url.getHost();
        try (SSLSocket secure = (SSLSocket) tls.createSocket(plain, host, AllowList.port(url), true)) {
            SSLParameters parameters = secure.getSSLParameters();
            // The certificate must be the host's; a socket alone does not look at that.
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return exchange(secure, head, request);
        }
    }

    private static Response exchange(Socket socket, byte[] head, Request request) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(head);
        out.write(request.body());
        out.flush();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        int status = status(in);
        Map<String, String> headers = headers(in);
        while (status >= 100 && status < 200) {
            status = status(in);
            headers = headers(in);
        }
        return new Response(status, headers, body(in, status, headers, request));
    }

    private static String head(URI url, Request request) {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String target = url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
        Map<String, String> all = new LinkedHashMap<>(request.headers());
        all.put("Host", url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort());
        all.put("Connection", "close");
        all.put("Accept-Encoding", "identity");
        if (request.body().length > 0 || !request.method().equals("GET")) {
            all.put("Content-Length", Integer.toString(request.body().length));
        }
        StringBuilder head = new StringBuilder(request.method() + " " + target + " HTTP/1.1\r\n");
        all.forEach((name, value) -> head.append(field(name, value)));
        return head.append("\r\n").toString();
    }

    private static String field(String name, String value) {
        boolean plain = value.chars().allMatch(c -> c >= ' ' && c < 127);
        if (!plain || !name.matches("[A-Za-z0-9-]+")) {
            throw new IllegalArgumentException("the header '" + name + "' has characters that a header cannot have");
        }
        return name + ": " + value + "\r\n";
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended before the answer did");
            }
            line.append((char) c);
            if (line.length() > LONGEST_LINE) {
                throw new IOException("the answer has a line that is too long");
            }
        }
        return line.toString().stripTrailing();
    }

    private static int status(InputStream in) throws IOException {
        String line = line(in);
        if (!line.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
            throw new IOException("the answer is not HTTP");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        int lines = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon <= 0 || ++lines > MOST_LINES) {
                throw new IOException("the answer has headers that are none, or too many");
            }
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        return headers;
    }

    private static byte[] body(InputStream in, int status, Map<String, String> headers, Request request) throws IOException {
        if (status == 204 || status == 304 || request.method().equals("HEAD")) {
            return new byte[0];
        }
        if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
            return chunks(in, request.mostBytes());
        }
        String length = headers.get("content-length");
        if (length == null) {
            byte[] all = in.readNBytes(request.mostBytes() + 1);
            if (all.length > request.mostBytes()) {
                throw new TooLarge(request.mostBytes());
            }
            return all;
        }
        if (!length.matches("\\d{1,18}")) {
            throw new IOException("the length of the answer is not a number");
        }
        if (Long.parseLong(length) > request.mostBytes()) {
            throw new TooLarge(request.mostBytes());
        }
        return exactly(in, Integer.parseInt(length));
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] all = in.readNBytes(length);
        if (all.length < length) {
            throw new EOFException("the connection ended before the answer did");
        }
        return all;
    }

    private static byte[] chunks(InputStream in, int most) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            String size = line(in).replaceFirst(";.*", "").strip();
            if (!size.matches("[0-9a-fA-F]{1,8}")) {
                throw new IOException("the answer has a chunk without a size");
            }
            long length = Long.parseLong(size, 16);
            if (length == 0) {
                headers(in);
                return all.toByteArray();
            }
            if (all.size() + length > most) {
                throw new TooLarge(most);
            }
            all.write(exactly(in, (int) length));
            line(in);
        }
    }
}
