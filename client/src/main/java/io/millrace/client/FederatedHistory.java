package io.millrace.client;

import io.millrace.query.HistoryEvent;
import io.millrace.query.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a case, here and at the engines that carry out parts of it.
 *
 * @param page the events; those of a case at another engine stand behind the event that accepted it
 * @param missing which histories of other engines could not be read, one sentence each
 */
public record FederatedHistory(Page<Event> page, List<String> missing) {
    public FederatedHistory {
        missing = List.copyOf(missing);
    }

    /**
     * One event.
     *
     * @param engine where it happened, or null for the engine that was asked; {@code bank/ledger} is the engine that bank calls ledger
     */
    public record Event(@Nullable String engine, HistoryEvent event) {}
}
