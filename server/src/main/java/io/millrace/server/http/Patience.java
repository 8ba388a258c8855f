package io.millrace.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.socket.SocketOptions;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 for callers that send the head of a request within some time. A limit for each read alone lets somebody hold a connection for
 * days with a byte now and then; this one counts from the first byte of a request to the end of its head. What comes behind an answer
 * counts as the head of the next request. The {@link Doorkeeper} sees to what comes before the first request, and to answers that are not read.
 */
final class Patience implements ServerConnectionSelector {
    /** How long a connection may rest between two requests. */
    static final Duration IDLE = Duration.ofMinutes(5);

    private final long nanos;
    private final Doorkeeper doorkeeper;
    private final ServerConnectionSelector http;

    Patience(Duration longest, Doorkeeper doorkeeper, Http1Config.Builder config) {
        this.nanos = longest.toNanos();
        this.doorkeeper = doorkeeper;
        this.http = Http1ConnectionSelector.builder()
                .config(config.addReceiveListener(new HeadsRead()).addSendListener(new Answered()).build())
                .build();
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return http.connection(new Timed(context, nanos, doorkeeper));
    }

    /** Options for sockets whose every read ends in time, also those before there is a request. */
    static SocketOptions options(Duration longest, Doorkeeper doorkeeper) {
        return new Options(SocketOptions.create(), longest, doorkeeper);
    }

    private record Options(SocketOptions usual, Duration readTimeout, Doorkeeper doorkeeper) implements SocketOptions {
        @Override
        public void configureSocket(Socket socket) {
            try {
                if (!doorkeeper.admits(socket)) {
                    // The listener then closes the socket.
                    throw new CloseConnectionException("Too many connections");
                }
                socket.setSoTimeout(Math.toIntExact(readTimeout.toMillis()));
                socket.setTcpNoDelay(true);
            } catch (SocketException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Map<SocketOption<?>, Object> socketOptions() {
            return usual.socketOptions();
        }

        @Override
        public Duration connectTimeout() {
            return usual.connectTimeout();
        }

        @Override
        public Optional<Integer> socketReceiveBufferSize() {
            return usual.socketReceiveBufferSize();
        }

        @Override
        public Optional<Integer> socketSendBufferSize() {
            return usual.socketSendBufferSize();
        }

        @Override
        public boolean socketReuseAddress() {
            return usual.socketReuseAddress();
        }

        @Override
        public boolean socketKeepAlive() {
            return usual.socketKeepAlive();
        }

        @Override
        public boolean tcpNoDelay() {
            return true;
        }
    }

    private static final class HeadsRead implements Http1ConnectionListener {
        @Override
        public void headers(ConnectionContext context, Headers headers) {
            if (context instanceof Timed timed) {
                timed.inHead = false;
                timed.arrived();
            }
        }
    }

    private static final class Answered implements Http1ConnectionListener {
        @Override
        public void status(ConnectionContext context, Status status) {
            if (context instanceof Timed timed) {
                timed.inHead = true;
                timed.began = 0;
            }
        }
    }

    /** Lets the doorkeeper know how long a write takes: a socket has no limit of time for that. */
    private record TimedWriter(DataWriter writer, Doorkeeper doorkeeper, Doorkeeper.Stay stay) implements DataWriter {
        private void timed(long bytes, Runnable write) {
            doorkeeper.writes(stay, bytes);
            try {
                write.run();
            } finally {
                stay.isOn();
            }
        }

        private static long size(BufferData... buffers) {
            long size = 0;
            for (BufferData buffer : buffers) {
                size += buffer.available();
            }
            return size;
        }

        @Override
        public void write(BufferData... buffers) {
            timed(size(buffers), () -> writer.write(buffers));
        }

        @Override
        public void write(BufferData buffer) {
            timed(size(buffer), () -> writer.write(buffer));
        }

        @Override
        public void writeNow(BufferData... buffers) {
            timed(size(buffers), () -> writer.writeNow(buffers));
        }

        @Override
        public void writeNow(BufferData buffer) {
            timed(size(buffer), () -> writer.writeNow(buffer));
        }

        @Override
        public void flush() {
            timed(0, writer::flush);
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    /** A connection that reads against time. One thread reads it at a time. */
    private static final class Timed implements ConnectionContext {
        private final ConnectionContext context;
        private final long nanos;
        private final DataReader reader;
        private final Doorkeeper.@Nullable Stay stay;
        private final DataWriter writer;
        private boolean first = true;
        private volatile boolean inHead = true;
        private volatile long began;

        Timed(ConnectionContext context, long nanos, Doorkeeper doorkeeper) {
            this.stay = doorkeeper.of(context.remotePeer().address());
            this.writer = stay == null ? context.dataWriter() : new TimedWriter(context.dataWriter(), doorkeeper, stay);
            this.context = context;
            this.nanos = nanos;
            this.reader = new DataReader(this::read);
        }

        /** The head of a request is there; the doorkeeper waits for the first one. */
        private void arrived() {
            if (first && stay != null) {
                stay.isOn();
            }
            first = false;
        }

        private byte @Nullable [] read() {
            DataReader source = context.dataReader();
            try {
                await(source);
            } catch (DataReader.InsufficientDataAvailableException e) {
                return null;
            }
            if (inHead) {
                long now = System.nanoTime();
                if (began == 0) {
                    began = now;
                } else if (now - began > nanos) {
                    throw new CloseConnectionException("A request did not arrive in time");
                }
            }
            return source.readBytes(source.available());
        }

        /** Waits for a byte; for the first of a request longer than for the others. */
        private void await(DataReader source) {
            long since = System.nanoTime();
            while (true) {
                try {
                    source.ensureAvailable();
                    return;
                } catch (ServerConnectionException e) {
                    if (!isTimeout(e) || !inHead || began != 0 || System.nanoTime() - since > IDLE.toNanos()) {
                        throw e;
                    }
                }
            }
        }

        private static boolean isTimeout(Throwable failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof SocketTimeoutException) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public DataReader dataReader() {
            return reader;
        }

        @Override
        public ListenerContext listenerContext() {
            return context.listenerContext();
        }

        @Override
        public ExecutorService executor() {
            return context.executor();
        }

        @Override
        public DataWriter dataWriter() {
            return writer;
        }

        @Override
        public Router router() {
            return context.router();
        }

        @Override
        public Optional<ProxyProtocolData> proxyProtocolData() {
            return context.proxyProtocolData();
        }

        @Override
        public HelidonSocket serverSocket() {
            return context.serverSocket();
        }

        @Override
        public PeerInfo remotePeer() {
            return context.remotePeer();
        }

        @Override
        public PeerInfo localPeer() {
            return context.localPeer();
        }

        @Override
        public boolean isSecure() {
            return context.isSecure();
        }

        @Override
        public String socketId() {
            return context.socketId();
        }

        @Override
        public String childSocketId() {
            return context.childSocketId();
        }
    }
}
