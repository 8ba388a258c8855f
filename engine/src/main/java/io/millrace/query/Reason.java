package io.millrace.query;

import io.millrace.data.Data;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim about a case, whether it holds, and the reasons for it: a short proof. Immutable.
 *
 * @param claim the claim as a question to the history
 * @param holds whether the question has an answer
 * @param words the fact as a sentence
 * @param event the id of the event behind it, or null if there is none
 * @param because the reasons of this claim
 */
public record Reason(String claim, boolean holds, String words, @Nullable String event, List<Reason> because) {
    public Reason {
        because = List.copyOf(because);
    }

    /** As one JSON object. */
    public Data toData() {
        Data data = Data.fields("claim", claim, "holds", holds, "words", words);
        data = event == null ? data : data.with("event", event);
        return data.with("because", because.stream().map(Reason::toData).toList());
    }
}
