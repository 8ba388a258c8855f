package io.millrace.kernel.past;

import io.millrace.data.In;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Event;
import io.millrace.kernel.record.EventView;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.TurnRecord;
import io.millrace.query.History.Timeline;
import io.millrace.query.History.Timeline.Kind;
import io.millrace.runtime.PayloadCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the turns of a case in one scan. What languages recorded is not decoded, so that long cases are read fast. */
final class Timelines {
    private final CaseId caseId;
    private final EntityId.OfCase entity;
    private final List<Timeline.Turn> turns = new ArrayList<>();
    /** The tasks of work items that were offered in the turns that were read. */
    private final Map<WorkId, String> tasks = new HashMap<>();
    private final int most;
    private boolean complete = true;

    private Timelines(EntityId.OfCase entity, CaseId caseId, int most) {
        this.entity = entity;
        this.caseId = caseId;
        this.most = most;
    }

    static Timeline read(Store store, Keys keys, PayloadCodec codec, EntityId.OfCase entity, CaseId caseId, long from, int most) {
        Timelines reading = new Timelines(entity, caseId, most);
        int prefix = keys.entity(entity).length();
        store.scan(Table.EVENTS, keys.event(entity, Math.max(1, from)), keys.event(entity, Long.MAX_VALUE), Store.Direction.FORWARDS, (key, value) ->
                reading.turn(new In(key, prefix, key.length).int64(), new In(codec.decode(value))));
        return new Timeline(reading.turns, reading.complete);
    }

    /** Reads a turn; returns whether to go on. */
    private boolean turn(long sequence, In in) {
        TurnRecord turn = TurnRecord.read(entity, sequence, in);
        int events = 0;
        int weight = -1;
        Kind kind = Kind.OTHER;
        String task = null;
        for (TurnRecord.Entry entry : turn.entries()) {
            CaseId of = entry.caseId();
            if (of == null || !of.isWithin(caseId)) {
                continue;
            }
            events++;
            if (entry.event() instanceof Event.WorkOffered offered) {
                tasks.put(new WorkId(of, offered.work()), offered.task());
            }
            boolean own = of.equals(caseId);
            Kind found = kind(entry.event(), own);
            int notable = weight(found, entry.event(), own);
            if (notable > weight) {
                weight = notable;
                kind = found;
                task = task(of, entry.event());
            }
        }
        if (events == 0) {
            return true;
        }
        if (turns.size() == most) {
            complete = false;
            return false;
        }
        turns.add(new Timeline.Turn(sequence, turn.recorded(), events, kind, task));
        return true;
    }

    private @Nullable String task(CaseId of, Event event) {
        int work = event instanceof Event.OfCase ofCase ? EventView.work(ofCase) : 0;
        return work == 0 ? null : tasks.get(new WorkId(of, work));
    }

    private static Kind kind(Event event, boolean own) {
        return switch (event) {
            case Event.CaseStarted e -> Kind.STARTED;
            case Event.CaseCompleted e -> own ? Kind.ENDED : Kind.OTHER;
            case Event.CaseFailed e -> Kind.FAILED;
            case Event.CaseCancelled e -> Kind.CANCELLED;
            case Event.CaseMigrated e -> Kind.MIGRATED;
            case Event.CaseSuspended e -> Kind.SUSPENDED;
            case Event.CaseResumed e -> Kind.RESUMED;
            case Event.Intervened e -> e.kind().equals("change data") ? Kind.DATA_CHANGED : Kind.INTERVENTION;
            case Event.IncidentRaised e -> Kind.INCIDENT;
            case Event.Attempted e -> Kind.DELAYED;
            case Event.AttemptDecided e -> e.accepted() ? Kind.OTHER : Kind.REFUSED;
            case Event.WorkOffered e -> Kind.OFFERED;
            case Event.WorkAllocated e -> Kind.CLAIMED;
            case Event.WorkStarted e -> Kind.WORK_STARTED;
            case Event.WorkCompleted e -> Kind.COMPLETED;
            case Event.WorkFailed e -> Kind.FAILED;
            case Event.WorkAttemptFailed e -> Kind.FAILED;
            case Event.WorkWithdrawn e -> Kind.CANCELLED;
            case Event.WorkSuspended e -> Kind.SUSPENDED;
            case Event.WorkResumed e -> Kind.RESUMED;
            case Event.SignalReceived e -> Kind.SIGNAL;
            case Event.TimerFired e -> Kind.TIMER;
            case Event other -> Kind.OTHER;
        };
    }

    /** The greater the more notable. What people do by hand and what goes wrong count more than the course of things; the end counts most. */
    private static int weight(Kind kind, Event event, boolean own) {
        boolean ends = own && event instanceof Event.Ending;
        return ends ? 100 : switch (kind) {
            case ENDED -> 100;
            case INCIDENT -> 95;
            case MIGRATED -> 90;
            case DATA_CHANGED, INTERVENTION -> 85;
            case FAILED -> 80;
            case REFUSED -> 75;
            case DELAYED -> 70;
            case STARTED -> own ? 65 : 25;
            case SIGNAL -> 60;
            case DECISION, COMPLETED -> 55;
            case SUSPENDED, RESUMED -> 50;
            case WORK_STARTED -> 45;
            case CLAIMED -> 40;
            case TIMER -> 35;
            case CANCELLED -> 30;
            case OFFERED -> 20;
            case OTHER -> 0;
        };
    }
}
