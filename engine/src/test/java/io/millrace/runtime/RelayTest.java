package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RelayTest {
    private final AtomicInteger threads = new AtomicInteger();
    private final Relay relay = new Relay(task -> {
        threads.incrementAndGet();
        Thread.ofVirtual().start(task);
    });

    @Test
    void short_tasks_share_a_thread_and_keep_their_order() throws Exception {
        List<Integer> done = new CopyOnWriteArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(1_000);
        IntStream.range(0, 1_000).forEach(i -> relay.add(() -> {
            if (i == 0) {
                awaited(first);
            }
            done.add(i);
            all.countDown();
        }));
        first.countDown();
        all.await();
        assertThat(done).hasSize(1_000);
        assertThat(threads.get()).isLessThan(20);
    }

    @Test
    void a_task_may_wait_for_those_that_come_after_it() throws Exception {
        CompletableFuture<String> later = new CompletableFuture<>();
        CompletableFuture<String> seen = new CompletableFuture<>();
        for (int i = 0; i < 50; i++) {
            relay.add(later::join);
        }
        relay.add(() -> later.thenAccept(seen::complete));
        relay.add(() -> later.complete("done"));
        assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo("done");
    }

    @Test
    void one_that_never_comes_back_holds_up_nobody() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ConcurrentLinkedQueue<Integer> done = new ConcurrentLinkedQueue<>();
        CountDownLatch all = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            int number = i;
            if (i % 10 == 0) {
                relay.add(() -> awaited(never));
            }
            relay.add(() -> {
                done.add(number);
                all.countDown();
            });
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(done).containsExactlyInAnyOrderElementsOf(IntStream.range(0, 100).boxed().toList());
        never.countDown();
    }

    @Test
    void a_task_that_throws_and_a_thread_that_cannot_be_made_silence_nobody() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        Relay poor = new Relay(task -> {
            if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("simulated");
            }
            Thread.ofVirtual().start(task);
        });
        CountDownLatch all = new CountDownLatch(3);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> poor.add(all::countDown)).isInstanceOf(OutOfMemoryError.class);
        }
        poor.add(() -> {
            all.countDown();
            throw new AssertionError("simulated");
        });
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<String> later = new CompletableFuture<>();
        poor.add(() -> later.complete("done"));
        assertThat(later.get(30, TimeUnit.SECONDS)).isEqualTo("done");
    }

    @Test
    void a_thread_that_cannot_take_over_is_followed_by_one_that_can() throws Exception {
        AtomicInteger made = new AtomicInteger();
        CountDownLatch failed = new CountDownLatch(1);
        Relay poor = new Relay(task -> {
            if (made.incrementAndGet() == 3) {
                failed.countDown();
                throw new OutOfMemoryError("simulated");
            }
            Thread.ofVirtual().uncaughtExceptionHandler((thread, e) -> {}).start(task);
        });
        CountDownLatch never = new CountDownLatch(1);
        CompletableFuture<String> second = new CompletableFuture<>();
        poor.add(() -> awaited(never));
        poor.add(() -> second.complete("done"));
        failed.await();
        // The thread that failed may still be on its way out when the next task comes.
        while (!second.isDone()) {
            poor.add(() -> {});
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertThat(second.join()).isEqualTo("done");
        never.countDown();
    }

    @Test
    void an_interrupt_of_one_task_does_not_reach_the_next() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CountDownLatch go = new CountDownLatch(1);
        relay.add(() -> {
            awaited(go);
            Thread.currentThread().interrupt();
        });
        relay.add(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
        go.countDown();
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isFalse();
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
