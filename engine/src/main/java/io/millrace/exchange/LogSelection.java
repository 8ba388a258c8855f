package io.millrace.exchange;

import io.millrace.id.CaseId;
import io.millrace.problem.Argument;
import io.millrace.query.CaseInfo;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the events of a history for a log. Immutable.
 *
 * @param process only root cases of this process; null for all
 * @param cases only these root cases; empty for all
 * @param from only events at or after this instant; null for the beginning
 * @param until only events before this instant; null for the end
 */
public record LogSelection(@Nullable String process, List<CaseId> cases, @Nullable Instant from, @Nullable Instant until) {
    /** Everything. */
    public static final LogSelection ALL = new LogSelection(null, List.of(), null, null);

    public LogSelection {
        cases = Argument.given(cases, "cases").stream().map(id -> CaseId.root(id.root())).distinct().sorted().toList();
    }

    /** The same, restricted to root cases of a process. */
    public LogSelection ofProcess(String name) {
        return new LogSelection(Argument.named(name, "name"), cases, from, until);
    }

    /** The same, restricted to these root cases. */
    public LogSelection ofCases(List<CaseId> ids) {
        return new LogSelection(process, ids, from, until);
    }

    /** The same, restricted to events at or after an instant. */
    public LogSelection from(Instant instant) {
        return new LogSelection(process, cases, Argument.given(instant, "instant"), until);
    }

    /** The same, restricted to events before an instant. */
    public LogSelection until(Instant instant) {
        return new LogSelection(process, cases, from, Argument.given(instant, "instant"));
    }

    /** Whether a root case can have events that are wanted. */
    boolean admits(CaseInfo info) {
        Instant ended = info.ended();
        return (process == null || process.equals(info.process()))
                && (until == null || info.started().isBefore(until))
                && (from == null || ended == null || !ended.isBefore(from));
    }

    boolean admits(LogEvent event) {
        return !isEarly(event) && (until == null || event.time().isBefore(until));
    }

    boolean isEarly(LogEvent event) {
        return from != null && event.time().isBefore(from);
    }
}
