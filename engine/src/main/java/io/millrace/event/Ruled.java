package io.millrace.event;

import io.millrace.id.CaseId;
import io.millrace.language.ProcessEvent;
import io.millrace.language.Turn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process with rules between the significant events of its cases. The kernel asks it before it records such an event, after the {@link
 * Gate} of the engine, and informs it afterwards, so that the state of the rules is part of the case's own state.
 *
 * @param <S> as in {@link io.millrace.language.Compiled}
 */
public interface Ruled<S> {
    /** Decides about an event of a case that has started. Under the same conditions as {@link Gate#verdict}. */
    Gate.Verdict verdict(S state, ReadOnlyCase of, Significant event, Instant now);

    /**
     * The events that the process records in the turn that records the event: after it, or before the end of the case. It decides nothing
     * else; the process decides the consequences when it reacts.
     */
    List<ProcessEvent> noted(S state, ReadOnlyCase of, Significant event);

    /** Decides the consequences for the rules of an event to which the process does not react, such as the start of automatic work. */
    void settle(S state, Turn turn);

    /**
     * Cancels a case. If the rules demand something before the end, such as compensation, the process begins with it in this turn, and ends
     * the case with {@link Turn#cancel} when it is done.
     *
     * @return false if the case can end at once; then nothing was recorded
     */
    boolean cancels(S state, String reason, Turn turn);

    /**
     * What an attempt of another case waits for, if these are rules between cases: the rule, and the events that would satisfy it.
     *
     * @return null if it does not wait for these rules
     */
    default @Nullable String waits(S state, CaseId by, int attempt) {
        return null;
    }
}
