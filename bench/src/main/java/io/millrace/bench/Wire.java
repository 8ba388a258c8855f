package io.millrace.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** As much of HTTP as a client needs: one connection, one request after the other. */
final class Wire implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Wire(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            out = socket.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The socket, for what does not end with an answer. */
    Socket socket() {
        return socket;
    }

    String get(String path) {
        return send("GET", path, "");
    }

    String post(String path, String body) {
        return send("POST", path, body);
    }

    private String send(String method, String path, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + socket.getPort()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + content.length + "\r\n\r\n";
        byte[] all = Arrays.copyOf(head.getBytes(StandardCharsets.US_ASCII), head.length() + content.length);
        System.arraycopy(content, 0, all, head.length(), content.length);
        try {
            out.write(all);
            String status = line();
            int length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(header.substring(15).strip());
                }
            }
            String answer = new String(in.readNBytes(length), StandardCharsets.UTF_8);
            if (!status.startsWith("HTTP/1.1 2")) {
                throw new IllegalStateException(status + ": " + answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("The server has closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
