package io.millrace.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open connections, all and those of each remote address (IPv6: of each /64 network), so that there are never too many, and one
 * address cannot take all places. Safe for use by several threads.
 *
 * <p>Nobody reports the end of a connection here: one that never sends a byte has no request that could end, and Helidon's own count loses a
 * place with every handshake of TLS that fails. So the doorkeeper keeps the sockets and drops those that are closed: of one address when it
 * has reached its limit, of all when all places seem to be taken or twice as many are kept as were open at the last look.
 *
 * <p>It also closes the connections of those who keep a place and do nothing with it: whose handshake and first request do not arrive in time,
 * and who do not read what they are sent. A limit for each read alone is none for who sends a byte now and then, and for writing there is none.
 */
final class Doorkeeper implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("io.millrace.server");
    private static final int FIRST_SWEEP = 1_024;
    /** How often it looks for connections that are late: four times in the time they have, but within these bounds. */
    private static final long SHORTEST_ROUND = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LONGEST_ROUND = TimeUnit.SECONDS.toNanos(5);

    /** An address, or the first half of an IPv6 address. */
    private record Place(String bytes) {
        static Place of(InetAddress address) {
            byte[] bytes = address.getAddress();
            return new Place(Arrays.toString(bytes.length > 4 ? Arrays.copyOf(bytes, 8) : bytes));
        }
    }

    private final int most;
    private final int mostEach;
    private final long slowest;
    private final ScheduledThreadPoolExecutor rounds =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("doorkeeper").factory());
    private final Map<Place, Map<SocketAddress, Stay>> open = new HashMap<>();
    private boolean looking;
    private int kept;
    private int sweepAt = FIRST_SWEEP;

    /** A connection that is open. */
    static final class Stay {
        private final Socket socket;
        /** Until when something must have happened, in the time of {@link System#nanoTime}. */
        private long end;
        /** Whether the first request, or the end of a write, is waited for. */
        private boolean timed = true;

        private Stay(Socket socket, long slowest) {
            this.socket = socket;
            this.end = System.nanoTime() + slowest;
        }

        /** What was waited for has happened. */
        synchronized void isOn() {
            timed = false;
        }

        private synchronized void must(long nanos) {
            end = System.nanoTime() + nanos;
            timed = true;
        }

        private synchronized boolean isLate(long now) {
            return timed && now - end > 0;
        }

        /** Closes the socket at once: TLS would first wait for a write that is stuck, and then tell the caller. */
        private void end() {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                LOG.fine(() -> "A connection that is too slow was closed: " + e.getMessage());
            }
        }
    }

    /**
     * @param most how many connections there may be at once
     * @param mostEach how many of them one address may have
     * @param slowest how long a handshake with the first request may take, and a caller may read nothing
     */
    Doorkeeper(int most, int mostEach, Duration slowest) {
        this.slowest = slowest.toNanos();
        this.most = Math.min(most, descriptors() / 2);
        this.mostEach = mostEach;
        if (this.most < most) {
            LOG.warning("This process may open " + descriptors() + " files (ulimit -n), so there are places for " + this.most + " connections, not for " + most);
        }
    }

    /** How many files the process may open. One that cannot open a file for the next connection stops to listen for good, so half is left to others. */
    private static int descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix && unix.getMaxFileDescriptorCount() > 1
                ? (int) Math.min(unix.getMaxFileDescriptorCount(), Integer.MAX_VALUE)
                : Integer.MAX_VALUE;
    }

    /** Whether a new connection may stay; if so, it is counted until its socket is closed. */
    synchronized boolean admits(Socket socket) {
        if (!(socket.getRemoteSocketAddress() instanceof InetSocketAddress address)) {
            // The caller has gone already.
            return false;
        }
        if (kept >= Math.min(most, sweepAt)) {
            sweep();
            sweepAt = Math.max(FIRST_SWEEP, 2 * kept);
        }
        if (kept >= most) {
            return false;
        }
        Map<SocketAddress, Stay> stays = open.computeIfAbsent(Place.of(address.getAddress()), place -> new HashMap<>());
        if (stays.size() >= mostEach && sweep(stays).size() >= mostEach) {
            return false;
        }
        if (!looking) {
            looking = true;
            long round = Math.clamp(slowest / 4, SHORTEST_ROUND, LONGEST_ROUND);
            rounds.scheduleWithFixedDelay(this::look, round, round, TimeUnit.NANOSECONDS);
        }
        if (stays.put(address, new Stay(socket, slowest)) == null) {
            kept++;
        }
        return true;
    }

    /** The open connection of a caller; null if it is not known. */
    synchronized @Nullable Stay of(SocketAddress caller) {
        Map<SocketAddress, Stay> stays = caller instanceof InetSocketAddress address ? open.get(Place.of(address.getAddress())) : null;
        return stays == null ? null : stays.get(caller);
    }

    /** Something is written now, which must come to an end in time; {@link Stay#isOn} is called then. */
    void writes(Stay stay, long bytes) {
        stay.must(slowest + TimeUnit.SECONDS.toNanos(bytes) / Listener.LEAST_BYTES_PER_SECOND);
    }

    private void sweep() {
        open.values().removeIf(stays -> sweep(stays).isEmpty());
    }

    private Map<SocketAddress, Stay> sweep(Map<SocketAddress, Stay> stays) {
        int before = stays.size();
        stays.values().removeIf(stay -> stay.socket.isClosed());
        kept -= before - stays.size();
        return stays;
    }

    /** Closes those that are late, each on a thread of its own: closing may take a while. */
    private void look() {
        late().forEach(stay -> Thread.startVirtualThread(stay::end));
    }

    private synchronized List<Stay> late() {
        sweep();
        long now = System.nanoTime();
        return open.values().stream().flatMap(stays -> stays.values().stream()).filter(stay -> stay.isLate(now)).toList();
    }

    /** Looks at the connections no more. */
    @Override
    public void close() {
        rounds.shutdownNow();
    }
}
