package io.millrace.kernel.record;

import io.millrace.command.Command;
import io.millrace.work.Participant;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command with everything that is known about the asking. It is the input of a turn together with the entity's state
 * and the instant, so what was looked up elsewhere (the actor's roles) travels inside it.
 *
 * @param actor who asks, or null when the engine itself does; the engine may do everything
 * @param onBehalfOf for whom the actor asks
 * @param reason why, in the asker's words
 * @param requestId by which a repeat of the same request is recognised
 * @param occurred when it happened outside, if that was earlier than it was told
 * @param trace trace context to be carried along
 * @param operates whether the actor may do everything, as the engine may, and is only named in the history
 * @param turn the last turn of the case that the asker knows; after a later one the command is refused. Null if it does not matter
 */
public record Request(
        String tenant,
        Command command,
        @Nullable Participant actor,
        @Nullable String onBehalfOf,
        @Nullable String reason,
        @Nullable String requestId,
        @Nullable Instant occurred,
        @Nullable String trace,
        boolean operates,
        @Nullable Long turn) {

    /** A request of somebody who may do what is theirs. */
    public Request(
            String tenant,
            Command command,
            @Nullable Participant actor,
            @Nullable String onBehalfOf,
            @Nullable String reason,
            @Nullable String requestId,
            @Nullable Instant occurred,
            @Nullable String trace) {
        this(tenant, command, actor, onBehalfOf, reason, requestId, occurred, trace, false, null);
    }

    /** A request of the engine itself. */
    public static Request internal(String tenant, Command command) {
        return new Request(tenant, command, null, null, null, null, null, null);
    }

    @Nullable
    public String actorName() {
        return actor == null ? null : actor.name();
    }
}
