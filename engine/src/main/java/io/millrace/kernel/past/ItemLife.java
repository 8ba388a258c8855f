package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a work item, from its offer on.
 *
 * @param work its number
 * @param acts its events, the offer first
 * @param tasks the tasks of the work items that the search has met, by number
 */
record ItemLife(int work, List<Act> acts, Map<Integer, String> tasks) {
    /** The life of the last work item whose offer is wanted. Searches backwards from a turn; null if there was no such offer. */
    static @Nullable ItemLife of(
            Store store, Keys keys, PayloadCodec codec, EntityId.OfCase id, CaseId caseId, Predicate<Event.WorkOffered> wanted, long turn) {
        Map<Integer, List<Act>> acts = new HashMap<>();
        Map<Integer, String> tasks = new HashMap<>();
        ItemLife[] found = {null};
        store.scan(Table.EVENTS, keys.event(id, 1), keys.event(id, turn + 1), Store.Direction.BACKWARDS, (key, value) -> {
            long sequence = new In(key, key.length - Long.BYTES, key.length).int64();
            TurnRecord record = TurnRecord.read(id, sequence, new In(codec.decode(value)));
            for (int place = record.entries().size(); place > 0; place--) {
                TurnRecord.Entry entry = record.entries().get(place - 1);
                int work = caseId.equals(entry.caseId()) ? workOf(entry.event()) : 0;
                if (work == 0) {
                    continue;
                }
                Act act = new Act(id, record, place);
                acts.computeIfAbsent(work, number -> new ArrayList<>()).addFirst(act);
                if (entry.event() instanceof Event.WorkOffered offered) {
                    tasks.put(work, offered.task());
                    if (found[0] == null && wanted.test(offered)) {
                        found[0] = new ItemLife(work, acts.getOrDefault(work, List.of()), tasks);
                    }
                }
            }
            return found[0] == null || !found[0].isNamed();
        });
        return found[0];
    }

    /** Whether the tasks that its turns speak of are known. */
    private boolean isNamed() {
        for (Act act : acts) {
            for (TurnRecord.Entry entry : act.turn().entries()) {
                int work = workOf(entry.event());
                if (work != 0 && act.caseId() != null && act.caseId().equals(entry.caseId()) && !tasks.containsKey(work)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The last of its events of a kind, or null. */
    @Nullable
    Act last(Class<? extends Event> kind) {
        return acts.stream().filter(act -> kind.isInstance(act.event())).reduce((first, second) -> second).orElse(null);
    }

    Act offered() {
        return acts.getFirst();
    }

    /** The event that ended it, or null while it is open. */
    @Nullable
    Act ended() {
        Act last = acts.getLast();
        return last.event() instanceof Event.WorkCompleted
                        || last.event() instanceof Event.WorkFailed
                        || last.event() instanceof Event.WorkWithdrawn
                ? last
                : null;
    }

    private static int workOf(Event event) {
        return event instanceof Event.OfCase ofCase ? EventView.lived(ofCase) : 0;
    }
}
