package io.millrace.kernel.lane;

import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Whether the engine runs, and who waits for it. Everybody who waits is known here, so that all are answered when the
 * engine is closed or stops, whatever was thrown wherever.
 */
public final class Life {
    /** What is told when there is no memory left to say more. */
    private static final Problem NO_WORDS =
            new Problem(Code.STOPPED, "The engine has stopped. Close it and open it again. (" + Code.STOPPED.id() + ")");

    /** Somebody who waits, and how to answer. Each is one of its own: equal is only the same. */
    private static final class Waiting {
        private final Runnable release;

        private Waiting(Runnable release) {
            this.release = release;
        }
    }

    private static final Problem CLOSING = Code.STOPPED.with("The engine is closed");

    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicReference<@Nullable Problem> over = new AtomicReference<>();
    private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();
    private final List<BiConsumer<Problem, @Nullable Throwable>> witnesses = new ArrayList<>();

    /** Calls back once when the engine stops by itself. Set up before the engine runs. */
    public void whenStopped(BiConsumer<Problem, @Nullable Throwable> witness) {
        witnesses.add(witness);
    }

    /** No more commands are taken, and those under way are finished; false when that has been said before. */
    public boolean beginClosing() {
        return closing.compareAndSet(false, true);
    }

    public boolean isClosing() {
        return closing.get() || isOver();
    }

    boolean isOver() {
        return over.get() != null;
    }

    /** Why nothing is answered any more, or null while the engine runs. */
    @Nullable
    public Problem reason() {
        Problem reason = over.get();
        return reason == null && closing.get() ? CLOSING : reason;
    }

    /** A future that completes exceptionally with {@link Code#STOPPED} if nobody completes it before the end. */
    public <T> CompletableFuture<T> waiting() {
        CompletableFuture<T> future = new CompletableFuture<>();
        waiting(future, () -> {
            Problem reason = over.get();
            future.completeExceptionally(new RefusedException(reason == null ? NO_WORDS : reason));
        });
        return future;
    }

    /** Knows somebody who waits until the future is complete; the release must complete it. */
    private void waiting(CompletableFuture<?> future, Runnable release) {
        Runnable gone = waiting(release);
        future.whenComplete((value, failure) -> gone.run());
    }

    /** Knows somebody who waits, until what this returns is called; the release must answer. */
    public Runnable waiting(Runnable release) {
        Waiting one = new Waiting(release);
        waiting.add(one);
        if (isOver()) {
            release.run();
        }
        return () -> waiting.remove(one);
    }

    /** The engine was closed: whoever still waits is told. */
    public void close() {
        end(CLOSING);
    }

    /** The engine cannot go on. It says why and answers everybody; nothing is written any more. */
    void stop(Throwable why) {
        Problem problem = NO_WORDS;
        try {
            problem = Code.STOPPED.with("The engine has stopped because of " + why);
        } catch (Throwable noWords) {
            // Then it is told in the words that were made before.
        }
        Problem told = problem;
        if (end(told)) {
            for (BiConsumer<Problem, @Nullable Throwable> witness : witnesses) {
                quietly(() -> witness.accept(told, why));
            }
        }
    }

    private boolean end(Problem problem) {
        boolean first = over.compareAndSet(null, problem);
        for (Waiting one : waiting) {
            quietly(one.release);
        }
        return first;
    }

    /** What goes wrong with one must not keep the others from being told. */
    private static void quietly(Runnable task) {
        try {
            task.run();
        } catch (Throwable ignored) {
            // The engine has stopped, and said why; there is nothing better to do with this.
        }
    }
}
