package io.millrace.runtime;

import io.millrace.problem.Problem;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the platform's logger {@code io.millrace}: a line for each event that an operator should know, and nothing for ordinary work.
 * Ids and codes are parameters of the log record, so that a log collector can search them.
 *
 * <p>A logger is code of the application: it may be slow, block or throw. So a forked task writes the records in order; at most {@value
 * #WAITING} records wait, and further ones are dropped and counted.
 */
public final class Log {
    /** The name of the logger. */
    public static final String NAME = "io.millrace";

    private static final int WAITING = 1_000;

    private final System.Logger logger = System.getLogger(NAME);
    private final Serial serial;
    private final AtomicLong dropped = new AtomicLong();

    /** @param fork runs a task outside the engine's strands */
    public Log(Executor fork) {
        this.serial = new Serial(fork, WAITING);
    }

    /** How many records were dropped because the logger was too slow. */
    public long dropped() {
        return dropped.get();
    }

    /** The engine takes commands. */
    public void started(int lanes, int processes, @Nullable Object store) {
        write(Level.INFO, "Engine started: {0} lanes, {1} process versions, store {2}.", lanes, processes, String.valueOf(store));
    }

    /** What the engine found in its store. */
    public void recovered(long messages, Collection<String> waitingFor) {
        write(Level.INFO, "Engine recovered: {0} messages to deliver, automatic work waits for {1}.", messages, waitingFor);
    }

    /** Writes what waits, on the caller's thread unless another one is at it. */
    public void flush() {
        serial.flush();
    }

    /** The engine is closed. Written at once: nothing is forked afterwards. */
    public void stopped() {
        serial.flush();
        emit(Level.INFO, "Engine stopped.");
    }

    /** The engine stopped by itself. */
    public void halted(Problem why, @Nullable Throwable failure) {
        write(Level.ERROR, why.message(), failure);
    }

    /** A case, or one of its work items, waits for a person. */
    public void incident(Object caseId, @Nullable Object work, String reason) {
        if (work == null) {
            write(Level.WARNING, "Incident in case {0}: {1}", caseId, reason);
        } else {
            write(Level.WARNING, "Incident in case {0}, work item {1}: {2}", caseId, work, reason);
        }
    }

    /** The last attempt at automatic work failed, and no other follows. */
    public void retriesUsedUp(Object caseId, Object work, int attempts, String reason) {
        write(Level.WARNING, "Retries exhausted in case {0}, work item {1}, after {2} attempts: {3}", caseId, work, attempts, reason);
    }

    /** An attempt at automatic work failed; this has the whole stack trace. */
    public void attemptFailed(Object work, String task, int attempt, Throwable failure) {
        write(Level.WARNING, "Attempt " + attempt + " of task '" + task + "', work item " + work + " failed.", failure);
    }

    /** The engine closes and waits for handlers. */
    public void closing(int calls, String which, Duration left) {
        write(Level.INFO, "Engine is closing. It waits up to " + left.toSeconds() + " s for " + calls(calls) + ": " + which + ".", (Throwable) null);
    }

    /** The engine closes, and handlers have used up their grace time. */
    public void interrupted(int calls, String which) {
        write(Level.WARNING, "Engine is closing. It interrupts " + calls(calls) + ": " + which + ". It makes the same attempts again when it is opened.", (Throwable) null);
    }

    private static String calls(int calls) {
        return calls == 1 ? "1 handler" : calls + " handlers";
    }

    /** A turn took long. */
    public void slowTurn(Object entity, String cause, Duration took) {
        write(Level.WARNING, "Slow turn of {0}: {1} took {2}.", entity, cause, took);
    }

    /** The store does not do what it should. */
    public void storage(Problem problem) {
        write(Level.ERROR, "Storage failure {0}: {1}", problem.code().id(), problem.message());
    }

    /** The store works again. */
    public void storageRecovered() {
        write(Level.INFO, "Storage works again.");
    }

    /** A problem with a code that needs an operator: missing code, a missing handler. */
    public void problem(Problem problem) {
        write(Level.WARNING, "{1}", problem.code().id(), problem.message());
    }

    /** A callback of the application threw, or was too slow. */
    public void callback(String what, @Nullable Throwable failure) {
        write(Level.WARNING, what, failure);
    }

    /** A deployment warning. */
    public void warning(String warning) {
        write(Level.WARNING, warning, (Throwable) null);
    }

    private void write(Level level, String format, Object... details) {
        enqueue(() -> emit(level, format, details));
    }

    private void write(Level level, String text, @Nullable Throwable failure) {
        enqueue(() -> {
            try {
                logger.log(level, text, failure);
            } catch (RuntimeException | Error e) {
                dropped.incrementAndGet();
            }
        });
    }

    private void enqueue(Runnable record) {
        if (!serial.offer(record)) {
            dropped.incrementAndGet();
        }
    }

    private void emit(Level level, String format, Object... details) {
        try {
            logger.log(level, format, details);
        } catch (RuntimeException | Error e) {
            dropped.incrementAndGet();
        }
    }
}
