package io.millrace.query;

import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cases of a tenant as they were at an instant: after every turn that was recorded at or before it, and before every later one. Reading
 * the past changes nothing and does not affect running cases. Safe for use by several threads.
 *
 * <p>If the code of a process is missing (it is made of Java objects that are not deployed), its cases have no data, no standing and no
 * next steps.
 */
public interface Moment {
    /** The instant. */
    Instant instant();

    /** A case as it was. A case that had ended by then has only its outcome. */
    CaseDetails look(CaseId id);

    /** A case and those of its sub-cases that were open, the case itself first. */
    default List<CaseDetails> family(CaseId id) {
        return family(id, Integer.MAX_VALUE);
    }

    /** The same, but not more than so many: the case itself, then its sub-cases, then theirs. */
    List<CaseDetails> family(CaseId id, int most);

    /**
     * Why a task of a case was offered, started, completed or withdrawn by then, or was not enabled: a short proof, with the events behind
     * it.
     */
    Reason why(CaseId id, String task);

    /**
     * Why a work item was offered, started, completed, withdrawn or delayed by then, from its own events. For a participant who may see this
     * item and no other: the proof says nothing of other work, of the data of the case, or of other cases.
     */
    Reason why(WorkId work);

    /** The cases that had started by then, in the order of their ids, in the state in which they were. */
    Page<CaseInfo> cases(CaseQuery query, @Nullable String cursor, int limit);
}
