package io.millrace.kernel.lane;

import io.millrace.command.Answer;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Request;
import io.millrace.kernel.record.Requests;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An input on its way to its entity, and who waits for the answer.
 *
 * @param request who asks and why; null for what the engine itself brings
 * @param key by which a repeat of the request is recognised, if it has an id
 * @param reply takes the answer; null where nobody waits for it
 * @param done is called when everything about it is done
 * @param epoch when it was asked; after a failed commit messages of an earlier epoch are delivered anew
 */
public record Ask(
        Input input,
        @Nullable Request request,
        Requests.@Nullable Key key,
        @Nullable Consumer<Answer> reply,
        Runnable done,
        int epoch) {

    /** What the engine itself brings. */
    static Ask internal(Input input, Runnable done, int epoch) {
        return new Ask(input, null, null, null, done, epoch);
    }

    EntityId entity() {
        return input.to();
    }

    /** The same, asked again later by nobody. */
    Ask again() {
        return internal(input, () -> {}, epoch);
    }

    void answer(Answer answer) {
        if (reply != null) {
            reply.accept(answer);
        }
    }
}
