package io.millrace.server.federation;

import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.work.Work;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a piece of work that another engine has part in.
 *
 * @param task one of the tasks of {@link RemoteProcess}
 * @param token by which the engine here takes the result of the attempt
 */
record Errand(String tenant, WorkId work, int attempt, String token, String task, Data input, @Nullable String trace) {
    static Errand of(String task, Work work) {
        return new Errand(work.tenant(), work.id(), work.attempt(), work.token(), task, work.input(), work.trace().orElse(null));
    }

    String text(String field) {
        return input.at(field).text();
    }

    String engine() {
        return text("engine");
    }

    String process() {
        return text("process");
    }

    /** The case there, or null if it is not known. */
    @Nullable String remote() {
        return input.at("case").isNothing() ? null : text("case");
    }
}
