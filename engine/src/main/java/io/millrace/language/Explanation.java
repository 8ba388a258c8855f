package io.millrace.language;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A claim about a case, whether it holds, and the reasons for it: a short proof. A language explains with it why a task can or cannot
 * happen now; the kernel adds the events behind it. Immutable.
 *
 * @param fluents what is claimed, as terms that questions to the history understand, such as {@code token(c1, 62)}; of several, one is
 *     enough
 * @param holds whether the claim holds
 * @param words the fact as a sentence, whether the claim holds or not
 * @param trace a number that changes when the fact does: the event at which it changed last is the one behind the fact; null where no
 *     event is
 * @param because the reasons
 * @param <S> the language's state of a case
 */
public record Explanation<S>(
        List<String> fluents, boolean holds, String words, @Nullable ToLongFunction<S> trace, List<Explanation<S>> because) {

    /** A fact whose only reason is an event. */
    public static <S> Explanation<S> fact(String fluent, boolean holds, String words, ToLongFunction<S> trace) {
        return new Explanation<>(List.of(fluent), holds, words, trace, List.of());
    }

    /** A conclusion. */
    public static <S> Explanation<S> of(String fluent, boolean holds, String words, List<Explanation<S>> because) {
        return new Explanation<>(List.of(fluent), holds, words, null, List.copyOf(because));
    }
}
