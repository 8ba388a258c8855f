package io.millrace.kernel.lane;

import io.millrace.kernel.entity.Ledger;
import io.millrace.kernel.record.EntityId;
import io.millrace.kernel.record.Input;
import io.millrace.kernel.record.Keys;
import io.millrace.kernel.record.Message;
import io.millrace.runtime.Monitor;
import io.millrace.runtime.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lanes of an engine: which entity belongs to which, and what goes to all of them. */
public final class Lanes {
    /** After which time what comes last at an instant no longer waits for what is still under way. */
    private static final Duration RESTS = Duration.ofMillis(1);

    private final Keys keys;
    private final Quiet quiet;
    private final Time time;
    private final Monitor monitor;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Backlog> backlogs = new ArrayList<>();

    public Lanes(Keys keys, Quiet quiet, Time time, Monitor monitor) {
        this.keys = keys;
        this.quiet = quiet;
        this.time = time;
        this.monitor = monitor;
    }

    /** The name of the strand on which a lane runs. */
    public static String name(int index) {
        return "lane-" + index;
    }

    /** The shards that a lane serves, of so many lanes. */
    public int[] shardsOf(int index, int count) {
        return IntStream.range(0, keys.shards()).filter(shard -> shard % count == index).toArray();
    }

    public void add(Lane lane) {
        lanes.add(lane);
        backlogs.add(new Backlog());
    }

    public Lane of(EntityId entity) {
        return lanes.get(index(entity));
    }

    /** The commands without an answer that wait in the lane of an entity. */
    public Backlog backlogOf(EntityId entity) {
        return backlogs.get(index(entity));
    }

    private int index(EntityId entity) {
        return keys.shardOf(entity) % lanes.size();
    }

    public void tick() {
        lanes.forEach(this::tick);
    }

    public void tick(Lane lane) {
        quiet.begin();
        lane.tick(quiet::end);
    }

    /** What was parked for want of code is tried again. */
    public void unpark() {
        lanes.forEach(lane -> {
            quiet.begin();
            lane.unpark(quiet::end);
        });
    }

    /** Brings a message to its receiver. */
    public void deliver(Input.Taken message, int epoch) {
        quiet.begin();
        Runnable delivery = () -> of(message.to()).ask(Ask.internal(message, quiet::end, epoch));
        if (message.message() instanceof Message.Settle && !isOver(message.sent())) {
            last(delivery, message.sent());
        } else {
            delivery.run();
        }
    }

    /** Under a clock that stands still all that happens at an instant comes before it; under a running one the instant is over. */
    private void last(Runnable delivery, Instant instant) {
        try {
            if (time.atEndOfInstant(delivery)) {
                return;
            }
        } catch (RuntimeException e) {
            monitor.count(Monitor.CLOCK_FAILURES, 1);
        }
        if (!quiet.afterAll(delivery, () -> isOver(instant))) {
            // A handler that takes long must not keep a pool from assigning to others.
            try {
                time.wakeAt(instant.plus(RESTS), quiet::stir);
            } catch (RuntimeException e) {
                monitor.count(Monitor.CLOCK_FAILURES, 1);
            }
        }
    }

    /** Whether an instant has passed. Nobody waits for a clock that cannot say it. */
    private boolean isOver(Instant instant) {
        try {
            return time.now().isAfter(instant);
        } catch (RuntimeException e) {
            monitor.count(Monitor.CLOCK_FAILURES, 1);
            return true;
        }
    }

    public long waiting() {
        return backlogs.stream().mapToLong(Backlog::count).sum();
    }

    public long waitingBytes() {
        return backlogs.stream().mapToLong(Backlog::bytes).sum();
    }

    /** The turn that a strand decides now, or null. */
    @Nullable
    public Ledger current(String strand) {
        for (int i = 0; i < lanes.size(); i++) {
            if (name(i).equals(strand)) {
                return lanes.get(i).current();
            }
        }
        return null;
    }
}
