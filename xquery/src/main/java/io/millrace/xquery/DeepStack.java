package io.millrace.xquery;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Runs what may nest deeply on a thread whose stack is large enough for every depth that {@link Limits} allows, wherever it is
 * called. The caller waits; nothing happens at the same time, and no clock takes part.
 */
final class DeepStack {
    private static final long BYTES = 128L << 20;

    private DeepStack() {}

    static <T> T call(Callable<T> work) throws Exception {
        Run<T> run = new Run<>(work);
        Thread thread = new Thread(null, run, "millrace-xquery", BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                // The work is bounded by its steps, and it belongs to a turn: it ends first.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return run.result();
    }

    private static final class Run<T> implements Runnable {
        private final Callable<T> work;
        private @Nullable T value;
        private @Nullable Throwable thrown;

        Run(Callable<T> work) {
            this.work = work;
        }

        @Override
        @SuppressWarnings("CatchAndPrintStackTrace")
        public void run() {
            try {
                value = work.call();
            } catch (Throwable e) {
                thrown = e;
            }
        }

        T result() throws Exception {
            switch (thrown) {
                case null -> {}
                case Error error -> throw error;
                case Exception exception -> throw exception;
                case Throwable other -> throw new IllegalStateException(other);
            }
            if (value == null) {
                throw new IllegalStateException("An evaluation gave no value");
            }
            return value;
        }
    }
}
