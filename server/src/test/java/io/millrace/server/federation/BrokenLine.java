package io.millrace.server.federation;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A line to a server that does what lines do: it cuts connections, delays what it carries beyond the patience of whoever waits, loses
 * answers of requests that were done, hangs, and answers by itself.
 */
final class BrokenLine implements AutoCloseable {
    /** What it can do to a piece of a conversation. */
    enum Fault {
        /** It carries it. */
        NONE,
        /** It closes the connection instead of carrying it. */
        CUT,
        /** It carries it much later, also when whoever sent it has gone. */
        LATE,
        /** It carries nothing, and keeps the connection open. */
        HANG,
        /** It answers by itself. */
        NONSENSE
    }

    private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final int target;
    private final Random random = new Random(0);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int percent;
    private volatile boolean down;
    private volatile boolean nonsense;
    private volatile boolean hangs;

    BrokenLine(int target) throws IOException {
        this.target = target;
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** Says which faults come. */
    synchronized void seed(long seed) {
        random.setSeed(seed);
    }

    /** How many of a hundred pieces it does not simply carry. */
    void breaks(int ofHundred) {
        percent = ofHundred;
    }

    /** Answers everything by itself. */
    void talksNonsense(boolean now) {
        nonsense = now;
        cut();
    }

    /** Takes everything and never answers. */
    void hangs(boolean now) {
        hangs = now;
        cut();
    }

    /** Closes all connections. */
    void cut() {
        open.forEach(BrokenLine::shut);
    }

    /** Nothing listens behind it. */
    void down(boolean now) {
        down = now;
        cut();
    }

    private synchronized Fault fault() {
        if (nonsense) {
            return Fault.NONSENSE;
        }
        if (hangs) {
            return Fault.HANG;
        }
        if (random.nextInt(100) >= percent) {
            return Fault.NONE;
        }
        return Fault.values()[1 + random.nextInt(4)];
    }

    private synchronized long delay() {
        return random.nextInt(1_500);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                if (down) {
                    shut(client);
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                Thread.ofVirtual().start(() -> carry(client, server, true));
                Thread.ofVirtual().start(() -> carry(server, client, false));
            } catch (IOException e) {
                // The server behind it is not there, or the line is closed.
            }
        }
    }

    private void carry(Socket from, Socket to, boolean request) {
        byte[] piece = new byte[64 * 1024];
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                switch (fault()) {
                    case NONE -> out.write(piece, 0, length);
                    case CUT -> {
                        return;
                    }
                    case HANG -> {
                        while (in.read(piece) >= 0) {
                            // What comes is thrown away.
                        }
                        return;
                    }
                    case LATE -> {
                        if (request) {
                            // Arrives in a connection of its own, as a request that was forgotten somewhere.
                            late(Arrays.copyOf(piece, length));
                        }
                        LockSupport.parkNanos(Duration.ofMillis(delay()).toNanos());
                        if (!request) {
                            out.write(piece, 0, length);
                        }
                    }
                    case NONSENSE -> {
                        from.getOutputStream().write(NONSENSE[length % NONSENSE.length].getBytes(StandardCharsets.US_ASCII));
                        return;
                    }
                }
                out.flush();
            }
        } catch (IOException e) {
            // One of the two ends has gone.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static final String[] NONSENSE = {
        "HTTP/1.1 200 OK\r\nContent-Length: 15\r\nContent-Type: text/html\r\n\r\n<html>hi</html>",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n[]",
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\nContent-Type: text/plain\r\n\r\nsoon",
        "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nContent-Type: application/json\r\n\r\n{\"items\":17}",
        "BYE\r\n\r\n"
    };

    private void late(byte[] request) {
        Thread.ofVirtual().start(() -> {
            LockSupport.parkNanos(Duration.ofMillis(delay()).toNanos());
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
                server.setSoTimeout(2_000);
                server.getOutputStream().write(request);
                server.getOutputStream().flush();
                server.getInputStream().read();
            } catch (IOException e) {
                // Nobody hears of it.
            }
        });
    }

    private static void shut(Closeable what) {
        try {
            what.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        cut();
    }
}
