package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A type of activity that a user adds: its part, and after each time a pause that is twice as long as the last. */
class OwnActivityTest {
    record Backoff(Activity body, String until, Duration first) implements Activity {
        @Override
        public String kind() {
            return "backoff";
        }

        @Override
        public List<Activity> children() {
            return List.of(body);
        }

        @Override
        public Data describe() {
            return Data.fields("until", until, "first", first);
        }

        @Override
        public Continuation continuation(Node here, Continuation next) {
            return new Trying(here, 0, true, until, first, next);
        }

        @Override
        public Continuation resume(Node here, int child, Data state, Continuation next) {
            int tries = state.isNothing() ? 0 : state.asInt();
            return new Trying(here, tries, child < 0, until, first, next);
        }
    }

    /** Before a try (at the beginning or after a pause), or after one. */
    record Trying(Node here, int tries, boolean before, String until, Duration first, Continuation next)
            implements Continuation {
        @Override
        public Data state() {
            return Data.of(tries);
        }

        @Override
        public Continuation apply(Enactment enactment) {
            if (before) {
                return here.child(0).continuation(new Trying(here, tries, false, until, first, next));
            }
            if (enactment.isTrue(until)) {
                return next;
            }
            return enactment.awaitInstant(
                    new Trying(here, tries + 1, true, until, first, next),
                    enactment.now().plus(first.multipliedBy(1L << tries)));
        }
    }

    @Test
    void it_works_like_the_ones_that_are_there() {
        Bench bench = Bench.of(sequence(new Backoff(call("ask"), "ok", Duration.ofHours(1)), set("done", true)));
        bench.start();
        bench.complete("ask", "ok", false);
        assertThat(bench.look().next()).containsExactly("1: backoff → then set 'done' at sequence/2");
        bench.restart();
        bench.advance(Duration.ofHours(1));
        bench.complete("ask", "ok", false);
        bench.advance(Duration.ofHours(1));
        assertThat(bench.offered()).isEmpty();
        bench.restart();
        bench.advance(Duration.ofHours(1));
        bench.complete("ask", "ok", true);
        assertThat(bench.result()).isEqualTo(Data.fields("ok", true, "done", true));
    }
}
