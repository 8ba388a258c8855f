package io.millrace.schedule;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.ProcessEvent;
import java.time.Instant;

/** What a schedule decided. */
sealed interface ScheduleEvent extends ProcessEvent {
    /** The next start is due at an instant; a timer wakes the schedule. */
    record Planned(int timer, Instant due) implements ScheduleEvent {}

    /** The start that was due at an instant has been sent on its way; the next is due at another. */
    record Launched(Instant due, String key, Instant next) implements ScheduleEvent {}

    /** Starts were missed and do not happen: so many, the last of them due at an instant. */
    record Missed(int count, Instant last) implements ScheduleEvent {}

    @Override
    default String kind() {
        return switch (this) {
            case Planned e -> "StartPlanned";
            case Launched e -> "StartLaunched";
            case Missed e -> "StartsMissed";
        };
    }

    @Override
    default Data detail() {
        return switch (this) {
            case Planned e -> Data.fields("due", e.due());
            case Launched e -> Data.fields("due", e.due(), "key", e.key());
            case Missed e -> Data.fields("count", e.count(), "last", e.last());
        };
    }

    @Override
    default void write(Out out) {
        switch (this) {
            case Planned e -> out.u8(1).varint(e.timer()).instant(e.due());
            case Launched e -> out.u8(2).instant(e.due()).text(e.key()).instant(e.next());
            case Missed e -> out.u8(3).varint(e.count()).instant(e.last());
        }
    }

    static ScheduleEvent read(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 1 -> new Planned(in.varint32(), in.instant());
            case 2 -> new Launched(in.instant(), in.text(), in.instant());
            case 3 -> new Missed(in.varint32(), in.instant());
            default -> throw in.damaged("event of a schedule of kind " + tag);
        };
    }
}
