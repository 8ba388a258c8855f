package io.millrace.client;

import io.millrace.data.Data;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.HistoryEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows what happens in an engine, by server-sent events. When the connection breaks it connects again and goes on behind the last
 * event that it saw, so that no event is missed and none is told twice. The listener is called by one thread, in order.
 */
public final class Following implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    /** How many characters an event may have. */
    private static final int LONGEST = 64 << 20;
    /** A server that has nothing to tell says so every few seconds, older ones every 15; one that is silent for longer than this is gone. */
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private final String server;
    private final Duration patience;
    private final Function<@Nullable String, InputStream> connect;
    private final Consumer<HistoryEvent> listener;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable String last;
    private volatile @Nullable InputStream stream;
    private volatile long heard;

    /**
     * Connects; when this returns, everything that is recorded from now on will be told.
     *
     * @param patience how long to wait for the beginning of a stream
     */
    Following(
            String server,
            @Nullable String from,
            Duration patience,
            Function<@Nullable String, InputStream> connect,
            Consumer<HistoryEvent> listener) {
        this.server = server;
        this.last = from;
        this.patience = patience;
        this.connect = connect;
        this.listener = listener;
        Thread.ofVirtual().name("millrace-following-watch").start(this::watch);
        BufferedReader first;
        try {
            first = open();
        } catch (RuntimeException e) {
            closed.countDown();
            throw e;
        }
        Thread.ofVirtual().name("millrace-following").start(() -> follow(first));
    }

    /** Breaks a connection from which nothing comes: the other end may be gone without a word. */
    private void watch() {
        try {
            while (!closed.await(SILENCE.toMillis() / 5, TimeUnit.MILLISECONDS)) {
                InputStream open = stream;
                if (open != null && System.nanoTime() - heard > SILENCE.toNanos()) {
                    shut(open);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void shut(InputStream open) {
        try {
            open.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    private BufferedReader open() {
        InputStream opened = connect.apply(last);
        heard = System.nanoTime();
        stream = opened;
        BufferedReader lines = new BufferedReader(new InputStreamReader(opened, StandardCharsets.UTF_8));
        CountDownLatch begun = new CountDownLatch(1);
        Thread.ofVirtual().name("millrace-following-begin").start(() -> limit(opened, begun));
        try {
            // The server begins with the place from which it watches. Without it, what happens before the next connection would be missed.
            String place = null;
            for (String line = line(lines); line != null; line = line(lines)) {
                if (line.startsWith("id: ")) {
                    place = line.substring(4);
                } else if (line.isEmpty()) {
                    if (place == null) {
                        break;
                    }
                    last = place;
                    return lines;
                }
            }
            shut(opened);
            throw new RefusedException(Code.SERVER_ABSENT.with(server, "the connection broke before the server had said from where it tells"));
        } catch (IOException e) {
            shut(opened);
            throw new RefusedException(Code.SERVER_ABSENT.with(server, "the connection broke"), e);
        } finally {
            begun.countDown();
        }
    }

    /** Breaks a connection on which a stream does not begin in time: whoever connects waits for that. */
    private void limit(InputStream opened, CountDownLatch begun) {
        try {
            if (!begun.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                shut(opened);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(BufferedReader first) {
        BufferedReader lines = first;
        Duration pause = FIRST_PAUSE;
        try {
            while (isOpen()) {
                if (lines != null && read(lines)) {
                    pause = FIRST_PAUSE;
                }
                if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    break;
                }
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                lines = again();
            }
            end.complete(null);
        } catch (RuntimeException | Error e) {
            end.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end.complete(null);
        }
    }

    /** Connects again; null if nobody is there at present. A refusal of another kind ends the following. */
    private @Nullable BufferedReader again() {
        try {
            return open();
        } catch (RefusedException e) {
            if (e.code() == Code.SERVER_ABSENT || e.code() == Code.STOPPED || e.code() == Code.SERVER_STOPS || e.code() == Code.TOO_MANY_REQUESTS) {
                return null;
            }
            throw new RefusedException(Code.FOLLOWING_BROKEN.with(server, String.valueOf(e.getMessage())), e);
        }
    }

    /** Reads until the connection breaks; says whether anything came. */
    private boolean read(BufferedReader lines) {
        boolean any = false;
        String id = null;
        StringBuilder data = new StringBuilder();
        try {
            for (String line = line(lines); line != null; line = line(lines)) {
                any = true;
                heard = System.nanoTime();
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    data.append(line, 6, line.length());
                    if (data.length() > LONGEST) {
                        throw new IOException("an event without an end");
                    }
                } else if (line.isEmpty()) {
                    if (!data.isEmpty() && isOpen()) {
                        listener.accept(Wire.event(Data.parse(data.toString())));
                    }
                    last = id == null ? last : id;
                    id = null;
                    data.setLength(0);
                }
            }
        } catch (IOException e) {
            // The connection broke, or was closed here: the loop sees which.
            InputStream open = stream;
            if (open != null) {
                shut(open);
            }
        }
        return any;
    }

    /** A line, or null at the end, also within a line: half a place is another place. One that does not end must not fill this program's memory. */
    private static @Nullable String line(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = lines.read(); c != '\n'; c = lines.read()) {
            if (c < 0) {
                return null;
            }
            if (line.length() >= LONGEST) {
                throw new IOException("a line without an end");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private boolean isOpen() {
        return closed.getCount() > 0;
    }

    /** Behind which event a later following can go on, as {@link MillraceClient#follow} takes it; null before the first connection. */
    public @Nullable String place() {
        return last;
    }

    /** Completes when this was closed; fails if the server refuses to go on, or if the listener failed. */
    public CompletableFuture<Void> ended() {
        return end.copy();
    }

    /** Ends the following. The listener may be called once more, if it is being called. */
    @Override
    public void close() {
        closed.countDown();
        InputStream open = stream;
        if (open != null) {
            shut(open);
        }
    }
}
