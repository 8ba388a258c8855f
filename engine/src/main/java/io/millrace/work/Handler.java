package io.millrace.work;

import io.millrace.problem.Argument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Java code that does automatic work. It may be called again for the same work: the work item's id tells. */
@FunctionalInterface
public interface Handler {
    /**
     * Does the work and gives back its output: data, or anything data can be made of; null for none.
     *
     * @throws WorkFailure to say that it cannot be done and that trying again would not help
     * @throws Exception anything else is tried again as the task's policy says
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
        /** Does the work and gives back its output; see {@link Handler#handle}. */
        @Nullable
        Object handle(I input) throws Exception;
    }

    /**
     * A handler of typed input that looks at the work, too: at its id, which recognises a repeat, or its attempt.
     *
     * @param <I> the type of the input
     */
    @FunctionalInterface
    interface OfWork<I> {
        /** Does the work and gives back its output; see {@link Handler#handle}. */
        @Nullable
        Object handle(I input, Work work) throws Exception;
    }

    /** A handler that is given its input as a Java object; {@link io.millrace.data.Data#as(Class)} lists the conversions. */
    static <I> Handler of(Class<I> input, Of<I> handler) {
        Argument.given(input, "input");
        Argument.given(handler, "handler");
        return work -> handler.handle(work.input().as(input));
    }

    /** A handler that is given its input as a Java object, and the work. */
    static <I> Handler of(Class<I> input, OfWork<I> handler) {
        Argument.given(input, "input");
        Argument.given(handler, "handler");
        return work -> handler.handle(work.input().as(input), work);
    }

    /** How long one call may take unless the task says otherwise, or null for the engine's default. */
    default @Nullable Duration timeLimit() {
        return null;
    }
}
