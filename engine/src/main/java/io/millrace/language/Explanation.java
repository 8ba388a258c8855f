package io.millrace.language;

import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A claim about a case, whether it holds, and what it rests on: a short proof. A language explains by it why a task can happen now or
 * cannot; the kernel adds the events behind it.
 *
 * @param fluents what is claimed, as terms that questions to the history understand, such as {@code token(c1, 62)}; of several, one is
 *     enough
 * @param holds whether that is so
 * @param words the fact as a sentence, whether the claim holds or not
 * @param trace a number that changes when the fact does: the event at which it changed last is the one behind the fact; null where no
 *     event is
 * @param because what it rests on
 * @param <S> the language's state of a case
 */
public record Explanation<S>(
        List<String> fluents, boolean holds, String words, @Nullable ToLongFunction<S> trace, List<Explanation<S>> because) {

    /** A fact that rests on nothing but an event. */
    public static <S> Explanation<S> fact(String fluent, boolean holds, String words, ToLongFunction<S> trace) {
        return new Explanation<>(List.of(fluent), holds, words, trace, List.of());
    }

    /** A conclusion. */
    public static <S> Explanation<S> of(String fluent, boolean holds, String words, List<Explanation<S>> because) {
        return new Explanation<>(List.of(fluent), holds, words, null, List.copyOf(because));
    }
}
