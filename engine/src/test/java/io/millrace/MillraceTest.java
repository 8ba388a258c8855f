package io.millrace;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.journal.MemoryStore;
import io.millrace.kernel.Steps;
import io.millrace.kernel.WorkQuery;
import io.millrace.work.Performers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class MillraceTest {
    @Test
    void a_case_runs_through_people_and_handlers() {
        try (Millrace mill = Millrace.builder()
                .everything()
                .store(new MemoryStore())
                .settings(settings -> settings.checkReplay(true))
                .open()) {
            mill.deploy(Steps.of(
                    "claim", people("review", task -> task.offeredTo(Performers.role("adjuster"))), handler("pay")));
            mill.on("pay", work -> Data.fields("paid", work.in("amount").asLong()));
            mill.participant("anna", "adjuster");
            Case claim = mill.start("claim", Data.fields("amount", 120));
            assertThat(mill.worklist("anna")).hasSize(1);
            assertThat(mill.work(WorkQuery.forRole("adjuster"), null, 10).items()).hasSize(1);
            mill.as("anna").claim(mill.worklist("anna").getFirst().id());
            assertThat(mill.work(WorkQuery.forRole("adjuster"), null, 10).items()).isEmpty();
            mill.as("anna").complete(claim.work().getFirst().id(), Data.fields("ok", true));
            assertThat(claim.result()).isEqualTo(Data.fields("amount", 120, "ok", true, "paid", 120));
        }
    }

    @Test
    void the_bare_core_runs_in_memory() {
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(Steps.of("a", handler("one"), handler("two")));
            mill.on("one", work -> Data.fields("one", 1)).on("two", work -> Data.fields("two", 2));
            assertThat(mill.start("a").result()).isEqualTo(Data.fields("one", 1, "two", 2));
        }
    }
}
