package io.millrace.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 for callers that send the head of a request within some time. A limit for each read alone lets somebody hold a connection for
 * days with a byte now and then; this one counts from the first byte of a request to the end of its head. What comes behind an answer
 * counts as the head of the next request.
 */
final class Patience implements ServerConnectionSelector {
    private final long nanos;
    private final ServerConnectionSelector http;

    Patience(Duration longest, Http1Config.Builder config) {
        this.nanos = longest.toNanos();
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
        return http.connection(new Timed(context, nanos));
    }

    private static final class HeadsRead implements Http1ConnectionListener {
        @Override
        public void headers(ConnectionContext context, Headers headers) {
            if (context instanceof Timed timed) {
                timed.inHead = false;
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

    /** A connection that reads against time. One thread reads it at a time. */
    private static final class Timed implements ConnectionContext {
        private final ConnectionContext context;
        private final long nanos;
        private final DataReader reader;
        private volatile boolean inHead = true;
        private volatile long began;

        Timed(ConnectionContext context, long nanos) {
            this.context = context;
            this.nanos = nanos;
            this.reader = new DataReader(this::read);
        }

        private byte @Nullable [] read() {
            DataReader source = context.dataReader();
            try {
                source.ensureAvailable();
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
            return context.dataWriter();
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
