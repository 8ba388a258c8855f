package io.millrace.query;

import io.millrace.data.Data;
import io.millrace.problem.Argument;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which cases are wanted. A business key or an attribute is found by an index if the process is named, too.
 *
 * @param newestFirst whether the list begins with the youngest
 * @param subCases whether sub-cases are wanted, too
 */
public record CaseQuery(
        @Nullable String process,
        @Nullable CaseStatus status,
        @Nullable String key,
        @Nullable String attribute,
        @Nullable Data value,
        @Nullable Instant startedBefore,
        @Nullable Instant endedBefore,
        boolean incidents,
        boolean newestFirst,
        boolean subCases) {

    public static final CaseQuery ALL = new CaseQuery(null, null, null, null, null, null, null, false, false, false);

    public static CaseQuery ofProcess(String process) {
        Argument.named(process, "process");
        return new CaseQuery(process, null, null, null, null, null, null, false, false, false);
    }

    public CaseQuery inState(CaseStatus status) {
        Argument.given(status, "status");
        return new CaseQuery(process, status, key, attribute, value, startedBefore, endedBefore, incidents, newestFirst, subCases);
    }

    public CaseQuery withKey(String key) {
        Argument.given(key, "key");
        return new CaseQuery(process, status, key, attribute, value, startedBefore, endedBefore, incidents, newestFirst, subCases);
    }

    public CaseQuery where(String attribute, Object value) {
        Argument.named(attribute, "attribute");
        Argument.given(value, "value");
        return new CaseQuery(process, status, key, attribute, Data.of(value), startedBefore, endedBefore, incidents, newestFirst, subCases);
    }

    public CaseQuery startedBefore(Instant instant) {
        Argument.given(instant, "instant");
        return new CaseQuery(process, status, key, attribute, value, instant, endedBefore, incidents, newestFirst, subCases);
    }

    public CaseQuery endedBefore(Instant instant) {
        Argument.given(instant, "instant");
        return new CaseQuery(process, status, key, attribute, value, startedBefore, instant, incidents, newestFirst, subCases);
    }

    /** Cases, and sub-cases, that wait for a person: with an incident of their own or of their work, or without code. */
    public CaseQuery onlyIncidents() {
        return new CaseQuery(process, status, key, attribute, value, startedBefore, endedBefore, true, newestFirst, subCases);
    }

    public CaseQuery newestFirst(boolean newestFirst) {
        return new CaseQuery(process, status, key, attribute, value, startedBefore, endedBefore, incidents, newestFirst, subCases);
    }

    public CaseQuery withSubCases() {
        return new CaseQuery(process, status, key, attribute, value, startedBefore, endedBefore, incidents, newestFirst, true);
    }

    /** Whether this query wants it. */
    public boolean admits(CaseInfo info) {
        Instant ended = info.ended();
        return (process == null || info.process().equals(process))
                && (status == null || info.status() == status)
                && (key == null || key.equals(info.key()))
                && (attribute == null || info.attributes().at(attribute).equals(value))
                && (startedBefore == null || info.started().isBefore(startedBefore))
                && (endedBefore == null || ended != null && ended.isBefore(endedBefore))
                && (!incidents || info.incident() != null)
                && (subCases || incidents || info.id().isRoot());
    }
}
