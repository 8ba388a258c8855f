package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls on real threads, watched by a clock that the test moves. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DispatcherTest {
    private static final Doer PROGRAM = new Doer.Program("slow");

    private final List<String> failures = new ArrayList<>();
    private final List<Runnable> looks = new ArrayList<>();
    private final CompletableFuture<Void> called = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final Phaser present = new Phaser(1);
    private int brokenRead;
    private long nanos;

    private final Dispatcher dispatcher = dispatcher(task -> Thread.ofVirtual().start(() -> {
        task.run();
        over.complete(null);
    }));

    private Dispatcher dispatcher(Executor fork) {
        return new Dispatcher(
                fork,
                (delay, call) -> looks.add(call),
                () -> nanos,
                Duration.ofMinutes(5),
                10,
                new Dispatcher.Results() {
                    @Override
                    public void completed(Dispatcher.Call call, Data output, Runnable settled) {
                        failures.add("it was completed");
                    }

                    @Override
                    public void failed(Dispatcher.Call call, String reason, boolean again, List<String> kinds, Runnable settled) {
                        failures.add(reason);
                        settled.run();
                    }
                },
                (doer, cursor) -> {
                    if (reads.incrementAndGet() == brokenRead) {
                        throw new NoClassDefFoundError("simulated");
                    }
                    return new Dispatcher.Due(List.of(), null);
                },
                new Dispatcher.Presence() {
                    @Override
                    public void begin() {
                        present.register();
                    }

                    @Override
                    public void end() {
                        present.arriveAndDeregister();
                    }
                },
                () -> {
                    throw new AssertionError("there are no files here");
                });
    }

    private static Dispatcher.Call call(int number, @Nullable Duration limit) {
        return call(PROGRAM, number, limit);
    }

    private static Dispatcher.Call call(Doer doer, int number, @Nullable Duration limit) {
        WorkItem item = new WorkItem(
                new WorkId(CaseId.root(1), number), "call", doer, Performers.ANYONE, WorkState.STARTED, null, null, 1, 100,
                Instant.EPOCH, null, Data.nothing(), null, 0, 0, null);
        return new Dispatcher.Call("main", "p", item, limit, null);
    }

    /** Calls a handler with a limit of its own that never ends by itself, for a task with a limit of its own. */
    private void call(@Nullable Duration ofHandler, @Nullable Duration ofTask) {
        Handler endless = new Handler() {
            @Override
            public Object handle(Work work) throws InterruptedException {
                called.complete(null);
                new CountDownLatch(1).await();
                return "never";
            }

            @Override
            public @Nullable Duration timeLimit() {
                return ofHandler;
            }
        };
        dispatcher.call(call(1, ofTask));
        dispatcher.register(PROGRAM, endless, Limits.DEFAULT);
        called.join();
    }

    private void lookAfter(Duration time) {
        nanos = time.toNanos();
        List<Runnable> due = List.copyOf(looks);
        looks.clear();
        due.forEach(Runnable::run);
    }

    private void endsAfter(Duration limit) {
        lookAfter(limit);
        assertThat(failures).isEmpty();
        lookAfter(limit.plusNanos(1));
        assertThat(failures).containsExactly("it took longer than " + limit);
        over.join();
    }

    @Test
    void an_error_while_the_journal_is_read_forgets_no_work() {
        brokenRead = 1;
        dispatcher.register(PROGRAM, work -> "done", Limits.DEFAULT);
        present.arriveAndAwaitAdvance();
        assertThat(reads).hasValue(1);
        lookAfter(Duration.ofSeconds(1));
        present.arriveAndAwaitAdvance();
        assertThat(reads).hasValue(2);
    }

    @Test
    void the_limit_of_the_task_rules() {
        call(Duration.ofSeconds(10), Duration.ofSeconds(20));
        endsAfter(Duration.ofSeconds(20));
    }

    @Test
    void without_one_the_limit_of_the_handler_rules() {
        call(Duration.ofMinutes(10), null);
        endsAfter(Duration.ofMinutes(10));
    }

    @Test
    void without_either_it_is_the_engines() {
        call(null, null);
        endsAfter(Duration.ofMinutes(5));
    }

    @Test
    void calls_that_become_due_together_take_one_fork_of_whoever_says_so() {
        Deque<Runnable> forked = new ArrayDeque<>();
        Set<Integer> handled = new TreeSet<>();
        Dispatcher together = dispatcher(forked::add);
        Doer other = new Doer.Program("other");
        for (Doer doer : List.of(PROGRAM, other)) {
            together.register(doer, work -> handled.add(work.id().number()), Limits.atOnce(2));
            forked.remove().run();
        }

        together.call(List.of(call(1, null), call(other, 2, null), call(3, null), call(4, null)));
        assertThat(forked).hasSize(1);
        while (!forked.isEmpty()) {
            forked.remove().run();
        }
        assertThat(handled).containsExactly(1, 2, 3, 4);
    }

    @Test
    void of_calls_that_were_to_begin_together_none_stays_behind_when_nothing_can_be_forked() {
        AtomicBoolean open = new AtomicBoolean(true);
        Deque<Runnable> forked = new ArrayDeque<>();
        Dispatcher closing = dispatcher(task -> {
            if (!open.get()) {
                throw new RejectedExecutionException();
            }
            forked.add(task);
        });
        closing.register(PROGRAM, work -> null, Limits.atOnce(3));
        forked.remove().run();
        closing.call(List.of(call(1, null), call(2, null), call(3, null)));
        open.set(false);
        forked.remove().run();
        assertThat(closing.running()).isZero();
    }
}
