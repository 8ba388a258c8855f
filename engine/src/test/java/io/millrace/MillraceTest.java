package io.millrace;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.journal.Store;
import io.millrace.journal.Table;
import io.millrace.kernel.Steps;
import io.millrace.query.WorkQuery;
import io.millrace.work.Performers;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
        try (Millrace mill = Millrace.builder().open()) {
            mill.deploy(Steps.of("a", handler("one"), handler("two")));
            mill.on("one", work -> Data.fields("one", 1)).on("two", work -> Data.fields("two", 2));
            assertThat(mill.start("a").result()).isEqualTo(Data.fields("one", 1, "two", 2));
        }
    }

    /** What outlives an engine that is closed. */
    private record Kept(MemoryStore memory) implements Store {
        @Override
        public void commit(Batch batch) {
            memory.commit(batch);
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key) {
            return memory.get(table, key);
        }

        @Override
        public void scan(Table table, byte[] from, byte @Nullable [] to, Direction direction, Visitor visitor) {
            memory.scan(table, from, to, direction, visitor);
        }

        @Override
        public void close() {}
    }

    @Test
    void the_result_of_a_case_that_ended_in_an_earlier_life_is_there_at_once() {
        Kept store = new Kept(new MemoryStore());
        Steps process = Steps.of("a", handler("one"));
        Data result = Data.fields("one", 1);
        for (int life = 1; life <= 2; life++) {
            try (Millrace mill = Millrace.builder().everything().store(store).open()) {
                mill.deploy(process);
                mill.on("one", work -> Data.fields("one", 1));
                Case repeated = mill.operator().request("r1").start("a", Data.fields());
                assertThat(repeated.id().toString()).isEqualTo("1");
                assertThat(repeated.result()).isEqualTo(result);
                assertThat(mill.find("1").result()).isEqualTo(result);
            }
        }
    }

    @Test
    void an_engine_in_memory_runs_the_program_of_the_readme() {
        var claim = ActivityProcess.named("claim", sequence(
                work("review").role("adjuster").input("amount").result("review"),
                call("pay").input("amount").result("payment")));
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(claim);
            mill.on("pay", work -> Data.fields("paid", work.in("amount"))).participant("anna", "adjuster");
            Case first = mill.start("claim", Data.fields("amount", 120));
            mill.as("anna").complete(mill.worklist("anna").getFirst().id(), Data.fields("approved", true));
            assertThat(first.result())
                    .isEqualTo(Data.parse("{\"amount\":120,\"review\":{\"approved\":true},\"payment\":{\"paid\":120}}"));
        }
    }
}
