package io.millrace.examples;

import static io.millrace.activity.Activities.call;
import static io.millrace.activity.Activities.sequence;
import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.journal.MemoryStore;
import io.millrace.query.AgentInfo;
import io.millrace.query.PoolInfo;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Pool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of the page on agents. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AgentsTest {
    @Test
    void claims_go_to_the_cheapest_clerk_who_is_idle() {
        try (Millrace mill = Millrace.builder().everything().store(new MemoryStore()).open()) {
            mill.agents().define(Pool.named("clerks")
                    .agent(Agent.named("anna").qualified("review", 2).qualified("pay", 1))
                    .agent(Agent.named("bert").qualified("review", 1)));
            mill.deploy(ActivityProcess.named("claim", sequence(
                    work("review").pool("clerks").result("review"),
                    call("pay").pool("clerks").result("paid"))));
            mill.on("pay", work -> "by " + work.by().orElseThrow());

            Case first = mill.start("claim");
            Case second = mill.start("claim");
            mill.whenQuiet().join();
            assertThat(mill.worklist("bert").getFirst().id()).isEqualTo(new WorkId(first.id(), 1));
            assertThat(mill.worklist("anna").getFirst().id()).isEqualTo(new WorkId(second.id(), 1));

            mill.as("bert").complete(new WorkId(first.id(), 1), Data.of("fine"));
            mill.whenQuiet().join();
            PoolInfo clerks = mill.agents().pool("clerks");
            assertThat(clerks.waiting()).containsEntry("pay", 1);

            mill.as("anna").complete(new WorkId(second.id(), 1), Data.of("fine"));
            assertThat(first.result()).isEqualTo(Data.fields("review", "fine", "paid", "by anna"));
            assertThat(second.result().at("paid")).isEqualTo(Data.of("by anna"));
            mill.whenQuiet().join();
            assertThat(mill.agents().in("clerks", null, 100).items()).allMatch(AgentInfo::isIdle);
        }
    }

    /** Gives work to whoever has had the fewest assignments so far, as far as their last one tells. */
    static final class FairShare implements Allocation {
        @Override
        public String name() {
            return "fair_share";
        }

        @Override
        public @Nullable Candidate choose(Waiting work, Iterable<Candidate> free) {
            Candidate chosen = null;
            for (Candidate each : free) {
                chosen = chosen == null || each.given() < chosen.given() ? each : chosen;
            }
            return chosen;
        }
    }

    @Test
    void an_application_brings_a_rule_of_its_own() {
        Millrace mill = Millrace.builder().allocation(new FairShare()).open();
        try (mill) {
            mill.agents().define(Pool.named("drivers")
                    .by("fair_share")
                    .starting()
                    .agent(Agent.named("carl").qualifiedForAll(1))
                    .agent(Agent.named("dora").qualifiedForAll(1)));
            mill.deploy(ActivityProcess.named("trip", work("drive").pool("drivers")));
            Case first = mill.start("trip");
            mill.whenQuiet().join();
            mill.operator().complete(new WorkId(first.id(), 1), Data.fields());
            mill.whenQuiet().join();
            Case second = mill.start("trip");
            mill.whenQuiet().join();
            assertThat(second.work().getFirst().holder()).isEqualTo("dora");
        }
    }
}
