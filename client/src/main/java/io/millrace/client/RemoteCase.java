package io.millrace.client;

import io.millrace.id.CaseId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A case of another engine that carries out a case of the engine that was asked.
 *
 * @param caseId the case that it carries out
 * @param engine the other engine
 * @param process its process there
 * @param remote its id there, or null before the other engine has answered
 * @param state its state there, or null if that is not known
 * @param next what comes next there, in words
 * @param problem what keeps the server from looking at it, or why it waits for a person there; null if neither
 */
public record RemoteCase(
        CaseId caseId,
        String engine,
        String process,
        @Nullable String remote,
        @Nullable String state,
        List<String> next,
        @Nullable String problem) {
    public RemoteCase {
        next = List.copyOf(next);
    }
}
