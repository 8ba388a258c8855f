package io.millrace.server.http;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.verify.Verifier;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Runs what may keep a processor busy for long. Requests are on virtual threads, which give a processor back only when they wait: as many that
 * compute as there are processors would keep the server from answering anybody. So they wait, and a thread of the system computes, which
 * shares its processor with all others.
 */
public final class Computing {
    /** As much as a deep term or net needs. */
    private static final long STACK_BYTES = 16L * 1024 * 1024;

    /** More at once would only take memory; those beyond wait for their turn. */
    static final int AT_ONCE = 2 * Runtime.getRuntime().availableProcessors() + 2;

    private static final Places PLACES = new Places(AT_ONCE);

    /** Who has waited so long for a place is refused. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private Computing() {}

    /** Does a task for somebody who waits for a place as long as anybody does. */
    public static <T> T run(Identity identity, Callable<T> task, Cancellation cancellation) throws Exception {
        return run(identity, System.nanoTime() + LONGEST_WAIT.toNanos(), task, cancellation);
    }

    /**
     * Does a task on a thread of the system and waits for it; what it throws is thrown. If the caller cancels, this ends at once with a refusal.
     * The task keeps its place until it ends, so that those who cancel and ask again do not get more processors than others; a proof
     * ends soon after its caller has cancelled.
     *
     * @param end until when to wait for a place, in the time of {@link System#nanoTime}
     */
    public static <T> T run(Identity identity, long end, Callable<T> task, Cancellation cancellation) throws Exception {
        Runnable release = PLACES.take(identity, end, cancellation, () -> new RefusedException(Code.COMPUTING_BUSY.with(AT_ONCE, AT_ONCE / 2)));
        CompletableFuture<T> result = new CompletableFuture<>();
        start("computing", () -> {
            try {
                result.complete(Verifier.whileWanted(cancellation::demand, task));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            } finally {
                release.run();
            }
        });
        try {
            return cancellation.during(() -> result.completeExceptionally(Cancellation.refusal()), result::get);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    /** Starts a task of which nobody waits for the end. */
    public static void start(String name, Runnable task) {
        Thread.ofPlatform().daemon().name(name).stackSize(STACK_BYTES).start(task);
    }
}
