package io.millrace.work;

import io.millrace.problem.Argument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Java code that does automatic work (a worker). The engine may call it again for the same work: use the id of the work item as an
 * idempotency key. The engine calls a handler from several threads at the same time, within its {@link Limits}.
 */
@FunctionalInterface
public interface Handler {
    /**
     * Does the work and returns its output: data, or any object that {@link io.millrace.data.Data#of} can convert; null for none.
     *
     * @throws WorkFailure if the work cannot be done and a retry would not help
     * @throws Exception any other failure; the engine retries according to the task's policy
     */
    @Nullable
    Object handle(Work work) throws Exception;

    /**
     * A handler of typed input.
     *
     * @param <I> the type of the input: a record, usually
     */
    @FunctionalInterface
    interface Of<I> {
        /** Does the work and returns its output; see {@link Handler#handle}. */
        @Nullable
        Object handle(I input) throws Exception;
    }

    /**
     * A handler of typed input that also takes the work, for its id (the idempotency key) or its attempt.
     *
     * @param <I> the type of the input
     */
    @FunctionalInterface
    interface OfWork<I> {
        /** Does the work and returns its output; see {@link Handler#handle}. */
        @Nullable
        Object handle(I input, Work work) throws Exception;
    }

    /** A handler that takes its input as a Java object; {@link io.millrace.data.Data#as(Class)} lists the conversions. */
    static <I> Handler of(Class<I> input, Of<I> handler) {
        Argument.given(input, "input");
        Argument.given(handler, "handler");
        return work -> handler.handle(work.input().as(input));
    }

    /** A handler that takes its input as a Java object, and the work. */
    static <I> Handler of(Class<I> input, OfWork<I> handler) {
        Argument.given(input, "input");
        Argument.given(handler, "handler");
        return work -> handler.handle(work.input().as(input), work);
    }

    /** The timeout of one call, if the task has none; null for the engine's default. */
    default @Nullable Duration timeLimit() {
        return null;
    }

    /**
     * Whether the engine calls the handler again, once after it is registered, for work whose result is to come later ({@link Work#LATER}).
     * A handler wants that which keeps in memory what it has to do for the result: after a restart the calls give it back.
     */
    default boolean resumes() {
        return false;
    }
}
