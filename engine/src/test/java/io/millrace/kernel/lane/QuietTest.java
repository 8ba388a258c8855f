package io.millrace.kernel.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What comes last at an instant comes when nothing else is under way, or when the instant is over. */
final class QuietTest {
    private final Quiet quiet = new Quiet();
    private final List<String> done = new ArrayList<>();

    private static void aside(Runnable task) {
        Thread.ofPlatform().daemon().start(task);
    }

    @Test
    void it_comes_when_the_last_of_the_others_ends() {
        quiet.begin();
        quiet.begin();
        assertThat(quiet.afterAll(() -> done.add("last"), () -> false)).isFalse();
        assertThat(done).isEmpty();
        quiet.end();
        assertThat(done).containsExactly("last");
    }

    @Test
    void it_comes_at_once_when_nothing_else_is_under_way() {
        quiet.begin();
        assertThat(quiet.afterAll(() -> done.add("last"), () -> false)).isTrue();
        assertThat(done).containsExactly("last");
    }

    @Test
    void it_comes_when_its_instant_is_over_though_something_takes_long() {
        AtomicBoolean over = new AtomicBoolean();
        quiet.begin();
        quiet.begin();
        assertThat(quiet.afterAll(() -> done.add("last"), over::get)).isFalse();
        quiet.stir();
        assertThat(done).isEmpty();
        over.set(true);
        quiet.stir();
        quiet.stir();
        assertThat(done).containsExactly("last");
    }

    @Test
    void a_clock_that_blocks_keeps_nobody_else_from_ending() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        quiet.begin();
        quiet.begin();
        quiet.begin();
        CompletableFuture<Boolean> waits = CompletableFuture.supplyAsync(() -> quiet.afterAll(() -> done.add("last"), () -> {
            if (times.incrementAndGet() == 1) {
                asked.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return false;
        }), QuietTest::aside);
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> ends = CompletableFuture.runAsync(quiet::end, QuietTest::aside);
        assertThat(ends).succeedsWithin(10, TimeUnit.SECONDS);
        goOn.countDown();
        assertThat(waits).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(false);
        quiet.end();
        assertThat(done).containsExactly("last");
    }
}
