package io.millrace.kernel.lane;

import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Messages that were taken in turns whose commits are on their way: the store still holds them. */
final class Receipts {
    private record Receipt(EntityId from, long number) {}

    private final Set<Receipt> all = ConcurrentHashMap.newKeySet();

    boolean has(Input.Taken message) {
        return all.contains(of(message));
    }

    void add(Input input) {
        if (input instanceof Input.Taken message) {
            all.add(of(message));
        }
    }

    void remove(Input input) {
        if (input instanceof Input.Taken message) {
            all.remove(of(message));
        }
    }

    void clear() {
        all.clear();
    }

    private static Receipt of(Input.Taken message) {
        return new Receipt(message.from(), message.number());
    }
}
