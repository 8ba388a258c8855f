package io.millrace.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.ListedWork;
import io.millrace.query.WorkQuery;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LivingExamplesTest {
    @Test
    void what_somebody_claims_by_hand_under_a_name_stays_in_that_hand() throws Exception {
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open();
                LivingExamples examples = new LivingExamples(mill, Duration.ofMillis(600))) {
            Case mine = mill.operator("visitor").start("claim", Data.fields("amount", 10), "MINE");
            ListedWork check = mill.work(WorkQuery.ALL.ofCase(mine.id())).findFirst().orElseThrow();
            mill.as("clara").claim(check.item().id());
            while (mill.count(CaseQuery.ofProcess("claim").inState(CaseStatus.COMPLETED)) < 3) {
                Thread.sleep(20);
            }
            assertThat(mill.work(WorkQuery.ALL.ofCase(mine.id())).toList()).singleElement().satisfies(work -> {
                assertThat(work.item().holder()).isEqualTo("clara");
                assertThat(work.item().state()).isEqualTo(WorkState.ALLOCATED);
            });
            mill.as("clara").complete(check.item().id(), Data.fields("fine", true));
            assertThat(mine.whenEnded().get(60, TimeUnit.SECONDS).at("paid")).isEqualTo(Data.of(true));
            assertThat(examples).isNotNull();
        }
    }
}
