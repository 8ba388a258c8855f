package io.millrace;

import static io.millrace.activity.Activities.bind;
import static io.millrace.activity.Activities.later;
import static io.millrace.activity.Activities.send;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.work.WorkFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values that are not there yet, seen from application code. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class FuturesTest {
    /** What the laboratory finds. */
    public interface Finding {
        boolean positive();

        String strain();
    }

    /** Application objects. */
    public static final class Laboratory {
        final CountDownLatch ready = new CountDownLatch(1);

        public Data analyse(String sample) throws InterruptedException, WorkFailure {
            ready.await();
            if (sample.isEmpty()) {
                throw new WorkFailure("the glass is empty");
            }
            return Data.fields("positive", true, "strain", "A of " + sample);
        }

        /** Reads the finding only when it needs it. */
        public String report(Finding finding) {
            return "strain " + finding.strain() + ", positive: " + finding.positive();
        }
    }

    private final Laboratory laboratory = new Laboratory();
    private final Millrace mill =
            Millrace.builder().everything().store(new MemoryStore()).open().bind("laboratory", laboratory);

    @AfterEach
    void close() {
        mill.close();
    }

    private Case start(String sample) {
        mill.deploy(ActivityProcess.named(
                "test",
                sequence(
                        bind("lab", "laboratory"),
                        send("lab", "analyse", "sample").result("finding"),
                        send("lab", "report", later("finding")).result("report"),
                        work("read"))));
        return mill.start("test", Data.fields("sample", sample));
    }

    @Test
    void code_that_works_through_an_interface_waits_for_the_value_without_knowing() throws Exception {
        Case test = start("blood");
        Finding finding = test.slot("finding", Finding.class);
        assertThat(finding).hasToString("slot 'finding' of case 1");
        CompletableFuture<String> reader = CompletableFuture.supplyAsync(finding::strain);
        assertThat(test.data().at("finding")).isEqualTo(Data.fields("future", "analyse"));
        assertThat(reader).isNotDone();
        laboratory.ready.countDown();
        assertThat(reader.get()).isEqualTo("A of blood");
        assertThat(finding.positive()).isTrue();
    }

    @Test
    void a_message_may_carry_a_value_that_is_not_there_yet() {
        Case test = start("blood");
        laboratory.ready.countDown();
        assertThat(test.value("report").join()).isEqualTo(Data.of("strain A of blood, positive: true"));
    }

    @Test
    void a_value_that_looks_like_a_future_is_a_value() {
        laboratory.ready.countDown();
        mill.deploy(ActivityProcess.named("echo", sequence(send("echo", "of", "what").result("answer"))));
        mill.bind("echo", new Echo());
        Data odd = Data.fields("what", Data.fields("later", "what"));
        assertThat(mill.start("echo", odd).result().at("answer")).isEqualTo(Data.of("{\"later\":\"what\"}"));
    }

    @Test
    void messages_wait_until_their_receiver_is_bound() throws Exception {
        mill.deploy(ActivityProcess.named("late", sequence(send("scribe", "of", "what").result("answer"))));
        Case late = mill.start("late", Data.fields("what", "a letter"));
        mill.whenQuiet().get();
        assertThat(late.work()).singleElement().satisfies(item -> {
            assertThat(item.attempt()).isEqualTo(1);
            assertThat(item.incident()).isNull();
        });
        mill.bind("scribe", new Echo());
        assertThat(late.result().at("answer")).isEqualTo(Data.of("\"a letter\""));
    }

    /** Gives back what it got. */
    public static final class Echo {
        public String of(Data what) {
            return what.json();
        }
    }

    @Test
    void whoever_waits_for_a_value_that_will_never_come_is_told() {
        laboratory.ready.countDown();
        Case test = start("");
        assertThatThrownBy(() -> test.slot("finding", Finding.class).strain())
                .hasStackTraceContaining("the glass is empty");
    }
}
