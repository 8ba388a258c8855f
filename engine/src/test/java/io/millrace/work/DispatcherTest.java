package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private long nanos;

    private final Dispatcher dispatcher = new Dispatcher(
            task -> Thread.ofVirtual().start(() -> {
                task.run();
                over.complete(null);
            }),
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
                public void failed(Dispatcher.Call call, String reason, boolean again, Runnable settled) {
                    failures.add(reason);
                    settled.run();
                }
            },
            (doer, cursor) -> new Dispatcher.Due(List.of(), null),
            new Dispatcher.Presence() {
                @Override
                public void begin() {}

                @Override
                public void end() {}
            },
            () -> {
                throw new AssertionError("there are no files here");
            });

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
        WorkItem item = new WorkItem(
                new WorkId(CaseId.root(1), 1), "call", PROGRAM, Performers.ANYONE, WorkState.STARTED, null, null, 1, 100,
                Instant.EPOCH, null, Data.nothing(), null, 0, 0, null);
        dispatcher.call(new Dispatcher.Call("main", "p", item, ofTask, null));
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
}
