package io.millrace.testkit;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers for a language or part what scenarios ask in its terms: goals over the history, terms in place of data, messages
 * sent. Found with {@link java.util.ServiceLoader}. Every answer may be null: "not mine".
 */
public interface Oracle {
    /** The data that a term stands for. */
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
     * What was sent to a destination, as terms.
     *
     * @param since where in the history to begin
     */
    default @Nullable List<String> sent(Millrace mill, String since, String destination) {
        return null;
    }
}
