package io.millrace.kernel.lane;

import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages that could not be taken because the store could not be read. Those that come for the same receiver meanwhile
 * wait behind them: a receiver takes the messages of a sender in the order in which they were sent.
 */
final class PutOff {
    private final Map<EntityId, List<Ask>> waiting = new HashMap<>(2);

    /** Whether a message must wait because one that came earlier does. */
    boolean holdsUp(Ask ask) {
        return !waiting.isEmpty() && ask.input() instanceof Input.Taken && waiting.containsKey(ask.entity());
    }

    /** Lets a message wait; says whether it is the first for its receiver. */
    boolean add(Ask ask) {
        List<Ask> others = waiting.computeIfAbsent(ask.entity(), entity -> new ArrayList<>());
        others.add(ask);
        return others.size() == 1;
    }

    /** Takes out what waits for a receiver, in order. */
    List<Ask> take(EntityId receiver) {
        List<Ask> taken = waiting.remove(receiver);
        return taken == null ? List.of() : taken;
    }

    void clear() {
        waiting.clear();
    }
}
