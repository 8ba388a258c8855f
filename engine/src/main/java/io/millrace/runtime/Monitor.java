package io.millrace.runtime;

import java.util.function.LongSupplier;

/**
 * Where numbers about the engine go. Called on hot paths: an implementation counts and returns.
 */
public interface Monitor {
    /** Adds to a counter, such as {@code turns} or {@code refusals}. */
    void count(String counter, long more);

    /** Registers a gauge that is read when somebody looks. */
    void gauge(String gauge, LongSupplier value);

    /** Takes how long something took, such as {@code commit}. */
    void took(String what, long nanos);

    /** Nobody watches. */
    Monitor NONE = new Monitor() {
        @Override
        public void count(String counter, long more) {}

        @Override
        public void gauge(String gauge, LongSupplier value) {}

        @Override
        public void took(String what, long nanos) {}
    };
}
