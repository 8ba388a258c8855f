package io.millrace.kernel.entity;

import io.millrace.event.Projection;
import io.millrace.id.CaseId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What projections remember of an entity while it is in the heap: of itself, or of each of its cases. Whatever is not here is
 * recalled from rows, so it is made new with the entity and goes with it.
 */
public final class Memories {
    /** What all projections of the engine remember of one owner, in their order. */
    static final class Of {
        final Projection.@Nullable Memory[] each;
        private final State[] states;

        private Of(int projections) {
            this.each = new Projection.Memory[projections];
            this.states = new State[projections];
            Arrays.fill(states, State.UNASKED);
        }

        boolean isRecalled(int projection) {
            return states[projection] != State.UNASKED;
        }

        /** Whether the rows of a projection must still be built before it sees events of this owner. */
        boolean isLeftAlone(int projection) {
            return states[projection] == State.LEFT_ALONE;
        }

        void recalled(int projection, Projection.@Nullable Memory memory) {
            each[projection] = memory;
            states[projection] = State.KNOWN;
        }

        void leaveAlone(int projection) {
            each[projection] = null;
            states[projection] = State.LEFT_ALONE;
        }
    }

    /** Whether it is known what a projection remembers. */
    private enum State {
        UNASKED,
        KNOWN,
        LEFT_ALONE
    }

    private final Map<Object, Of> owners = new HashMap<>(2);
    private final Set<Of> touched = new LinkedHashSet<>(2);

    /** The memories of an owner that the present turn touches. */
    Of touch(@Nullable CaseId caseId, int projections) {
        Of memories = owners.computeIfAbsent(key(caseId), owner -> new Of(projections));
        touched.add(memories);
        return memories;
    }

    private static Object key(@Nullable CaseId caseId) {
        return caseId == null ? Memories.class : caseId;
    }

    /** Those that were touched since the last time. */
    Set<Of> takeTouched() {
        Set<Of> taken = Set.copyOf(touched);
        touched.clear();
        return taken;
    }

    void forget(CaseId caseId) {
        owners.remove(caseId);
    }

    /** Takes over what another engine of one projection has found out about the same entity by replaying its turns. */
    void adopt(Memories other, int projection, int projections) {
        owners.values().forEach(memories -> memories.recalled(projection, null));
        other.owners.forEach((owner, found) ->
                owners.computeIfAbsent(owner, each -> new Of(projections)).recalled(projection, found.each[0]));
    }
}
