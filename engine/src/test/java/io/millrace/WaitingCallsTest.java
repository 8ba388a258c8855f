package io.millrace;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.parallelEach;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.journal.Table;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls for which there is no room in memory wait in the journal. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WaitingCallsTest {
    private static final int BRANCHES = 200;

    private final AtomicInteger casesRead = new AtomicInteger();
    private final AtomicInteger called = new AtomicInteger();

    private final KeptStore store = new KeptStore() {
        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            casesRead.addAndGet(table == Table.CASES ? 1 : 0);
            return super.get(table, key);
        }
    };

    @Test
    void the_calls_of_one_case_read_its_row_once_a_page() {
        try (Millrace mill = Millrace.builder().everything().store(store).open()) {
            mill.deploy(ActivityProcess.named("each", parallelEach("items", "item", call("check").input("item"))));
            mill.start("each", Data.fields("items", IntStream.range(0, BRANCHES).boxed().toList()));
        }
        try (Millrace mill = Millrace.builder().everything().store(store).open()) {
            mill.deploy(ActivityProcess.named("each", parallelEach("items", "item", call("check").input("item"))));
            casesRead.set(0);
            mill.on("check", work -> called.incrementAndGet());
            mill.whenQuiet().join();
            assertThat(called).hasValue(BRANCHES);
            assertThat(casesRead.get()).isBetween(1, BRANCHES / 10);
        }
    }
}
