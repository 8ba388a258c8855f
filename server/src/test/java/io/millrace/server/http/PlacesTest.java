package io.millrace.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets a place for what takes much of the server. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PlacesTest {
    private static Identity named(String name) {
        return new Identity(name, "main", Set.of(Role.OPERATOR), null);
    }

    private static Runnable take(Places places, String who, long millis) throws InterruptedException {
        return places.take(
                named(who),
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis),
                new Cancellation(),
                () -> new RefusedException(Code.QUESTIONS_BUSY.with(4)));
    }

    @Test
    void one_identity_has_half_of_the_places_and_others_have_the_rest() throws Exception {
        Places places = new Places(4);
        List<Runnable> taken = new ArrayList<>();
        for (String who : List.of("eve", "eve", "ann", "bob")) {
            taken.add(take(places, who, 10_000));
        }
        taken.removeLast().run();
        assertThatThrownBy(() -> take(places, "eve", 50)).as("a third one").hasMessageContaining("MR-8021");
        taken.removeFirst().run();
        taken.add(take(places, "eve", 10_000));
        taken.add(take(places, "bob", 10_000));
        assertThatThrownBy(() -> take(places, "ann", 50)).as("all are taken").hasMessageContaining("MR-8021");
        taken.forEach(Runnable::run);
        for (int i = 0; i < 2; i++) {
            take(places, "ann", 10_000);
        }
    }

    @Test
    void who_computes_in_half_of_the_places_does_not_keep_others_from_computing() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<String>> running = new ArrayList<>();
        for (int i = 0; i < Computing.AT_ONCE; i++) {
            running.add(CompletableFuture.supplyAsync(() -> computed(named("eve"), end), task -> Thread.ofVirtual().start(task)));
        }
        try {
            assertThat(Computing.run(named("ann"), () -> "done", new Cancellation())).isEqualTo("done");
            long soon = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
            assertThatThrownBy(() -> Computing.run(named("eve"), soon, () -> "done", new Cancellation())).hasMessageContaining("MR-8086");
        } finally {
            end.countDown();
        }
        for (CompletableFuture<String> each : running) {
            assertThat(each.get()).isEqualTo("waited");
        }
    }

    private static String computed(Identity who, CountDownLatch end) {
        try {
            return Computing.run(
                    who,
                    () -> {
                        end.await();
                        return "waited";
                    },
                    new Cancellation());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
