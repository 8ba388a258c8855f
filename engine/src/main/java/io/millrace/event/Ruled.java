package io.millrace.event;

import io.millrace.id.CaseId;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process with rules between the significant events of its cases. The kernel asks it before it records such an event, after the
 * {@link Gate} of the engine, and tells it afterwards, so that what the rules know of a case is part of the case's own state.
 *
 * @param <S> as in {@link io.millrace.language.Compiled}
 */
public interface Ruled<S> {
    /** What becomes of an event of a case that has started. Under the same conditions as {@link Gate#verdict}. */
    Gate.Verdict verdict(S state, ReadOnlyCase of, Significant event, Instant now);

    /**
     * What the process records of an event in the turn that records the event: after it, or before the end of the case. It decides
     * nothing else; what follows is decided when the process reacts.
     */
    List<ProcessEvent> noted(S state, ReadOnlyCase of, Significant event);

    /** Something was recorded to which the process does not react, such as automatic work that has begun: what follows for the rules. */
    void settle(S state, Turn turn);

    /**
     * Somebody cancels a case. If the rules demand something before it ends, such as to make good what was done, the process begins
     * with that in this turn, and ends the case with {@link Turn#cancel} when it is done.
     *
     * @return false if the case can end at once; then nothing was recorded
     */
    boolean cancels(S state, String reason, Turn turn);

    /**
     * What an attempt of another case waits for, if these are rules between cases: the rule, and the events that would lift it.
     *
     * @return null if it does not wait for these rules
     */
    default @Nullable String waits(S state, CaseId by, int attempt) {
        return null;
    }
}
