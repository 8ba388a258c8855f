package io.millrace.kernel.lane;

import io.millrace.id.CaseId;
import io.millrace.journal.StoreException;
import io.millrace.kernel.entity.CaseEntity;
import io.millrace.kernel.entity.CaseState;
import io.millrace.kernel.entity.Entity;
import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.index.Alarms;
import io.millrace.kernel.record.EntityId;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timers of a lane and the clock that calls it when they are due. Confined to the lane's strand. */
final class LaneClock {
    /** After which time timers that could not be read are looked for again. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final Time time;
    private final Monitor monitor;
    private final Alarms alarms;
    private final Runnable tick;
    private @Nullable Instant wakeAt;

    /** @param tick what the clock calls */
    LaneClock(Time time, Monitor monitor, Alarms alarms, Runnable tick) {
        this.time = time;
        this.monitor = monitor;
        this.alarms = alarms;
        this.tick = tick;
    }

    Alarms.@Nullable Alarm pollDue(Instant now) {
        return alarms.pollDue(now);
    }

    Alarms.@Nullable Alarm pollDue(EntityId.OfCase entity, Instant now) {
        return alarms.pollDue(entity, now);
    }

    boolean isDue(Instant now) {
        return alarms.isDue(now);
    }

    /** The clock has called. */
    void called() {
        wakeAt = null;
    }

    /** Asks the clock to call when the next timer is due, or soon if that cannot be found out. */
    void wakeInTime() {
        Instant next;
        try {
            next = alarms.next();
        } catch (StoreException e) {
            next = time.now().plus(AGAIN);
        }
        if (next != null && (wakeAt == null || next.isBefore(wakeAt))) {
            wake(next);
        }
    }

    /** A clock that fails is asked again with the next turn. */
    void wake(Instant at) {
        try {
            time.wakeAt(at, tick);
            wakeAt = at;
        } catch (RuntimeException e) {
            monitor.count(Monitor.CLOCK_FAILURES, 1);
        }
    }

    /** Takes over the timers that a turn has set and cancelled. */
    void arm(Entity<?> entity, Ledger ledger) {
        String tenant = entity.id.tenant();
        for (Ledger.TimerChange change : ledger.timers) {
            Alarms.Alarm alarm = new Alarms.Alarm(change.entry().due(), tenant, change.member().id, change.timer());
            if (change.set()) {
                alarms.set(alarm);
            } else {
                alarms.cancel(alarm);
            }
        }
        for (CaseId within : ledger.rearmed) {
            CaseEntity cases = (CaseEntity) entity;
            for (CaseState member : cases.loaded()) {
                if (member.id.isWithin(within)) {
                    member.timers.forEach(
                            (number, timer) -> alarms.set(new Alarms.Alarm(timer.due(), tenant, member.id, number)));
                }
            }
        }
    }

    /** Timers that are remembered only because their commit may be on its way, if there are many. */
    List<Alarms.Alarm> recent() {
        return alarms.uncertain();
    }

    /** These are durable by now. */
    void certain(List<Alarms.Alarm> durable) {
        alarms.certain(durable);
    }

    /** Forgets everything; the store knows. */
    void reset() {
        alarms.reset();
    }
}
