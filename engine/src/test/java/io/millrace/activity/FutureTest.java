package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Application objects that work with results which are not there yet, and do not know it. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class FutureTest {
    /** What the application works with. */
    public interface Report {
        String text();
    }

    /** Finishes only when the printer has begun: so the printer certainly got a report that was not there. */
    public record Lab(CountDownLatch printing) {
        public Data analyse(String sample) throws InterruptedException {
            printing.await();
            return Data.fields("text", sample + " is fine");
        }
    }

    public record Printer(CountDownLatch printing) {
        public String print(Report report) {
            printing.countDown();
            return "page: " + report.text();
        }
    }

    @Test
    void an_object_that_looks_into_a_future_waits_for_it() {
        CountDownLatch printing = new CountDownLatch(1);
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            mill.deploy(ActivityProcess.named(
                    "analysis",
                    sequence(
                            bind("laboratory", "lab"),
                            send("laboratory", "analyse", "sample").result("report"),
                            send("printer", "print", later("report")).result("page"))));
            mill.bind("lab", new Lab(printing)).bind("printer", new Printer(printing));
            Data result = mill.start("analysis", Data.fields("sample", "water")).result();
            assertThat(result.at("page").text()).isEqualTo("page: water is fine");
            assertThat(result.at("laboratory").text()).isEqualTo("lab");
        }
    }
}
