package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Loader;
import io.millrace.kernel.entity.Processes;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Finds the events behind facts: the last at which a number that stands for the fact has changed. Goes back from one kept snapshot to the
 * one before, so what happened lately is found without replaying the whole life of a case.
 */
final class Origins {
    private final Store store;
    private final Keys keys;
    private final PayloadCodec codec;
    private final Loader loader;
    private final Processes processes;
    private final EntityId.OfCase id;
    private final CaseId member;
    private long lastTurn;
    private int lastPlace;

    Origins(Store store, Keys keys, PayloadCodec codec, Loader loader, Processes processes, EntityId.OfCase id, CaseId member) {
        this.store = store;
        this.keys = keys;
        this.codec = codec;
        this.loader = loader;
        this.processes = processes;
        this.id = id;
        this.member = member;
    }

    /** The last change of each number up to a place in a turn; none for one that has never changed. */
    IdentityHashMap<ToLongFunction<Object>, Act> of(List<ToLongFunction<Object>> numbers, long turn, int place) {
        lastTurn = turn;
        lastPlace = place;
        IdentityHashMap<ToLongFunction<Object>, Act> found = new IdentityHashMap<>();
        List<ToLongFunction<Object>> open = new ArrayList<>(numbers);
        for (long end = turn; end > 0 && !open.isEmpty(); ) {
            long start = keptBefore(end);
            search(open, start, end, found);
            open.removeIf(found::containsKey);
            end = start;
        }
        return found;
    }

    /** The turn of the last kept snapshot before a turn, or 0. */
    private long keptBefore(long turn) {
        long[] kept = {0};
        store.scan(Table.SNAPSHOTS, keys.keptSnapshot(id, 0), keys.keptSnapshot(id, turn), Store.Direction.BACKWARDS, (key, value) -> {
            kept[0] = new In(key, key.length - Long.BYTES, key.length).int64();
            return false;
        });
        return kept[0];
    }

    private void search(List<ToLongFunction<Object>> open, long start, long end, IdentityHashMap<ToLongFunction<Object>, Act> found) {
        CaseEntity entity = (CaseEntity) loader.at(id, start, processes);
        long[] values = values(entity, open);
        store.scan(Table.EVENTS, keys.event(id, start + 1), keys.event(id, end + 1), Store.Direction.FORWARDS, (key, value) -> {
            long sequence = new In(key, key.length - Long.BYTES, key.length).int64();
            TurnRecord turn = TurnRecord.read(id, sequence, new In(codec.decode(value)));
            entity.replay(turn, place -> compare(entity, turn, place - 1, open, values, found));
            compare(entity, turn, turn.entries().size(), open, values, found);
            entity.dropEnded();
            return true;
        });
    }

    private void compare(
            CaseEntity entity, TurnRecord turn, int place, List<ToLongFunction<Object>> open, long[] values, IdentityHashMap<ToLongFunction<Object>, Act> found) {
        boolean later = turn.sequence() == lastTurn && place > lastPlace;
        if (place == 0 || later || !member.equals(turn.entries().get(place - 1).caseId())) {
            return;
        }
        long[] now = values(entity, open);
        for (int i = 0; i < now.length; i++) {
            if (now[i] != values[i]) {
                found.put(open.get(i), new Act(id, turn, place));
                values[i] = now[i];
            }
        }
    }

    private long[] values(CaseEntity entity, List<ToLongFunction<Object>> numbers) {
        long[] values = new long[numbers.size()];
        CaseState state = entity.member(member);
        if (state == null || state.process.isEmpty() || !state.status.isOpen()) {
            Arrays.fill(values, Long.MIN_VALUE);
            return values;
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = numbers.get(i).applyAsLong(state.language());
        }
        return values;
    }
}
