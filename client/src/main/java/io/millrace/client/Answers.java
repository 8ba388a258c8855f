package io.millrace.client;

import io.millrace.data.Data;
import java.util.List;

/**
 * What the history answers to a question.
 *
 * @param values a value for each variable, an object for each answer
 * @param texts the same answers as Prolog writes them
 * @param more whether there are more answers than were asked for
 */
public record Answers(List<Data> values, List<String> texts, boolean more) {
    public Answers {
        values = List.copyOf(values);
        texts = List.copyOf(texts);
    }

    /** Whether there is an answer. */
    public boolean holds() {
        return !values.isEmpty();
    }
}
