package io.millrace.query;

import io.millrace.id.CaseId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cases of a tenant as they stood at an instant: after every turn that was recorded at or before it, and before every later
 * one. Looking back changes nothing and takes no part in what runs.
 *
 * <p>A case whose process has no code here (it is made of Java objects that were not deployed) is shown without what only its
 * language knows: its data, its standing and what comes next are empty.
 */
public interface Moment {
    /** The instant. */
    Instant instant();

    /** A case as it stood. Of a case that had ended by then there is its outcome. */
    CaseDetails look(CaseId id);

    /** A case and those of its sub-cases that were open, the case itself first. */
    List<CaseDetails> family(CaseId id);

    /**
     * Why a task of a case was offered, started, completed or withdrawn by then, or was not enabled: a short proof, with the events behind
     * it.
     */
    Reason why(CaseId id, String task);

    /** The cases that had started by then, in the order of their ids, in the state in which they were. */
    Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit);
}
