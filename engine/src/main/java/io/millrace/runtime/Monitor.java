package io.millrace.runtime;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Receives metrics of the engine. The engine never waits for it: a thread of its own makes one call at a time, with the sums since the last
 * call. Exceptions of a monitor are dropped. While it blocks, the engine adds up counters and loses nothing; it keeps some thousand values
 * of each latency, and drops and counts further ones. {@link Counters}, which neither throws nor blocks, is called directly.
 *
 * <table>
 * <caption>The names, which stay the same</caption>
 * <tr><th>counter</th><th>counts</th></tr>
 * <tr><td>{@code turns}</td><td>turns that recorded something</td></tr>
 * <tr><td>{@code cases.started}</td><td>cases that started, without sub-cases</td></tr>
 * <tr><td>{@code cases.ended}</td><td>cases that were completed, cancelled or failed, without sub-cases</td></tr>
 * <tr><td>{@code refusals}</td><td>commands that were refused in a turn</td></tr>
 * <tr><td>{@code turn.failures}</td><td>turns that threw and changed nothing</td></tr>
 * <tr><td>{@code parked}</td><td>timers and messages that wait for the code of a process</td></tr>
 * <tr><td>{@code commits}</td><td>commits that succeeded</td></tr>
 * <tr><td>{@code commit.failures}</td><td>commits that failed</td></tr>
 * <tr><td>{@code calls}</td><td>calls of handlers, programs and bound objects that began</td></tr>
 * <tr><td>{@code failures}</td><td>calls that ended in a failed attempt</td></tr>
 * <tr><td>{@code retries}</td><td>calls that were not the first attempt</td></tr>
 * <tr><td>{@code incidents}</td><td>incidents that were raised</td></tr>
 * <tr><td>{@code timers}</td><td>timers that fired</td></tr>
 * <tr><td>{@code slow.turns}</td><td>turns that took longer than the setting {@code slowTurn}</td></tr>
 * <tr><td>{@code clock.failures}</td><td>wishes to be woken that the clock did not take, and readings that it did not give</td></tr>
 * <tr><td>{@code late.results}</td><td>results that came when nobody wanted them any more</td></tr>
 * <tr><td>{@code listener.failures}</td><td>calls of listeners that threw</td></tr>
 * <tr><td>{@code listener.dropped}</td><td>events that were dropped because a listener was too slow</td></tr>
 * <tr><td>{@code subscription.failures}</td><td>events of the history that a follower did not take at once</td></tr>
 * <tr><td>{@code monitor.dropped}</td><td>latencies that were dropped because the monitor was too slow</td></tr>
 * <tr><th>gauge</th><th>shows</th></tr>
 * <tr><td>{@code waiting}</td><td>commands that have no answer yet</td></tr>
 * <tr><td>{@code waiting.bytes}</td><td>the data of those commands, in bytes</td></tr>
 * <tr><td>{@code calls.waiting}</td><td>calls that wait in memory for a handler</td></tr>
 * <tr><td>{@code calls.running}</td><td>calls that run now</td></tr>
 * <tr><th>latency</th><th>measures</th></tr>
 * <tr><td>{@code command}</td><td>from the asking of a command to its answer</td></tr>
 * <tr><td>{@code commit}</td><td>one commit of the store</td></tr>
 * <tr><td>{@code call}</td><td>one call of a handler, a program or a bound object</td></tr>
 * </table>
 *
 * {@link Counters} keeps all of them in memory, latencies as histograms.
 */
public interface Monitor {
    /** Commits. */
    String COMMITS = "commits";
    /** Cases that started. */
    String CASES_STARTED = "cases.started";
    /** Cases that ended. */
    String CASES_ENDED = "cases.ended";
    /** Turns that took longer than the settings say. */
    String SLOW_TURNS = "slow.turns";
    /** Calls of handlers and programs. */
    String CALLS = "calls";
    /** Attempts of automatic work that failed. */
    String FAILURES = "failures";
    /** Attempts of automatic work after the first. */
    String RETRIES = "retries";
    /** Incidents. */
    String INCIDENTS = "incidents";
    /** Timers that fired. */
    String TIMERS = "timers";
    /** Failures of a clock that was given. */
    String CLOCK_FAILURES = "clock.failures";
    /** Calls of listeners that threw. */
    String LISTENER_FAILURES = "listener.failures";
    /** Effects that were dropped because a listener was too slow. */
    String LISTENER_DROPPED = "listener.dropped";
    /** Values that were dropped because a monitor was too slow. */
    String DROPPED = "monitor.dropped";
    /** Waiting calls. */
    String CALLS_WAITING = "calls.waiting";
    /** Running calls. */
    String CALLS_RUNNING = "calls.running";
    /** The time from a command to its answer. */
    String COMMAND = "command";
    /** The duration of a call. */
    String CALL = "call";

    /** Adds to a counter, such as {@code turns} or {@code refusals}. */
    void count(String counter, long more);

    /** Registers a gauge, whose value is read on demand. */
    void gauge(String gauge, LongSupplier value);

    /** Records a latency, such as that of {@code commit}. */
    void took(String what, long nanos);

    /** Receives nothing. */
    Monitor NONE = new Monitor() {
        @Override
        public void count(String counter, long more) {}

        @Override
        public void gauge(String gauge, LongSupplier value) {}

        @Override
        public void took(String what, long nanos) {}
    };

    /** A wrapper for which the engine never waits: it calls the monitor in tasks of {@code later}, and passes exceptions to {@code failed}. */
    static Monitor detached(Monitor monitor, Executor later, Consumer<Throwable> failed) {
        return monitor.equals(NONE) || monitor instanceof Counters ? monitor : new DetachedMonitor(monitor, later, failed);
    }
}
