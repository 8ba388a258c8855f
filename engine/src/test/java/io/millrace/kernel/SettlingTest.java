package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.Significant;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.runtime.Time;
import io.millrace.work.Agent;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A pool that settles assigns its work, whatever the clock does and however long others take. */
final class SettlingTest {
    private static final Steps SIGNING =
            Steps.of("signing", Steps.task(Task.people("sign").offeredTo(Performers.pool("clerks"))));

    /** A clock that stands until it is moved, and that may fail where a pool asks whether an instant is over. */
    private static final class Clock implements Time {
        private final ConcurrentSkipListMap<Instant, Runnable> wishes = new ConcurrentSkipListMap<>();
        private volatile Instant now = Instant.ofEpochSecond(1_000);
        private volatile boolean fails;

        @Override
        public Instant now() {
            fail();
            return now;
        }

        @Override
        public void wakeAt(Instant due, Runnable call) {
            fail();
            wishes.merge(due, call, (first, second) -> () -> {
                first.run();
                second.run();
            });
        }

        private void fail() {
            if (fails && StackWalker.getInstance().walk(frames -> frames.anyMatch(each -> each.getClassName().endsWith(".lane.Lanes")))) {
                throw new IllegalStateException("a clock of no use");
            }
        }

        void move(Duration by) {
            Instant then = now.plus(by);
            now = then;
            wishes.headMap(then, true).values().forEach(Runnable::run);
            wishes.headMap(then, true).clear();
        }
    }

    private final Clock clock = new Clock();

    private Millrace open(Gate gate) {
        Millrace mill = Millrace.builder()
                .everything()
                .store(new MemoryStore())
                .time(clock)
                .gate(gate)
                .settings(settings -> settings.lanes(2))
                .open();
        mill.deploy(SIGNING);
        mill.agents().define(Pool.named("clerks").settling().agent(Agent.named("anna").qualifiedForAll(1)));
        return mill;
    }

    private static @Nullable String holder(Millrace mill, CaseId id) {
        return mill.find(id).details().work().getFirst().holder();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @Test
    void a_clock_that_fails_does_not_keep_work_waiting() throws InterruptedException {
        try (Millrace mill = open((state, event, now) -> Gate.Verdict.ACCEPT)) {
            clock.fails = true;
            CaseId id = mill.start("signing").id();
            await(() -> "anna".equals(holder(mill, id)));
        }
    }

    @Test
    void what_takes_long_elsewhere_keeps_work_waiting_for_an_instant_only() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Gate gate = (state, event, now) -> {
            if (event instanceof Significant.WorkStarted started && "bert".equals(started.by())) {
                begun.countDown();
            }
            if (event instanceof Significant.WorkCompleted) {
                blocked.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return Gate.Verdict.ACCEPT;
        };
        try (Millrace mill = open(gate)) {
            CaseId first = mill.start("signing").id();
            await(() -> {
                clock.move(Duration.ofMillis(1));
                return holder(mill, first) != null;
            });
            mill.agents().define(Pool.named("others").settling().starting().agent(Agent.named("bert").qualifiedForAll(1)));
            mill.deploy(Steps.of("other", Steps.task(Task.people("read").offeredTo(Performers.pool("others")))));
            mill.operator().ask(new Command.Complete(new WorkId(first, 1), Data.nothing(), 0));
            assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();
            try {
                mill.start("other");
                // Nobody asks anything meanwhile: every end of a question would let the pool look again.
                for (int i = 0; begun.getCount() > 0; i++) {
                    assertThat(i).as("tries").isLessThan(2_000);
                    clock.move(Duration.ofMillis(1));
                    begun.await(10, TimeUnit.MILLISECONDS);
                }
            } finally {
                goOn.countDown();
            }
        }
    }
}
