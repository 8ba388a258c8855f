package io.millrace.testkit;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers expectations of scenarios in the terms of a language: goals over the history, terms instead of data, sent messages. Found with
 * {@link java.util.ServiceLoader}. Every method may return null if the expectation belongs to another oracle.
 */
public interface Oracle {
    /** The data of a term. */
    default @Nullable Data term(String term) {
        return null;
    }

    /**
     * Whether a question to the history has an answer.
     *
     * @param current the case that was started last, if there is one
     */
    default @Nullable Boolean holds(Millrace mill, @Nullable CaseId current, String goal) {
        return null;
    }

    /**
     * The messages that were sent to a destination, as terms.
     *
     * @param since where in the history to begin
     */
    default @Nullable List<String> sent(Millrace mill, String since, String destination) {
        return null;
    }
}
