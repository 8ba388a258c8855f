package io.millrace.kernel;

import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.journal.Batch;
import io.millrace.journal.MemoryStore;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.kernel.past.Fork;
import io.millrace.query.AgentInfo;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Journals with pools, as they were at an earlier instant. */
final class PoolForkTest {
    private static final Steps SIGNING = Steps.of("signing", task(Task.people("sign").offeredTo(Performers.pool("clerks"))));
    private static final Pool POOL = Pool.named("clerks")
            .settling()
            .starting()
            .agent(Agent.named("anna").qualified("sign", 2))
            .agent(Agent.named("bert").qualified("sign", 1));

    /** Four cases for two agents; one instant for each command. */
    private static Rig lived() {
        Rig rig = Rig.with(SIGNING);
        rig.done(new Command.DefinePool(POOL));
        for (int i = 0; i < 4; i++) {
            rig.advance(Duration.ofSeconds(1));
            rig.start("signing");
        }
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.SuspendWork(new WorkId(CaseId.root(1), 1)));
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.Complete(new WorkId(CaseId.root(2), 1), Data.fields(), 0));
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.CancelCase(CaseId.root(3), "no"));
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.ResumeWork(new WorkId(CaseId.root(1), 1)));
        rig.advance(Duration.ofSeconds(1));
        return rig;
    }

    private static void goesOn(MemoryStore from, Instant at, String where) {
        MemoryStore copy = new MemoryStore();
        Fork.of(from, copy, PayloadCodec.PLAIN, at, turns -> {});
        assertThat(JournalCheck.of(copy, PayloadCodec.PLAIN, List.of(), turns -> {}).findings()).as(where).isEmpty();
        Rig rig = Rig.on(copy, SIGNING);
        rig.ask(new Command.DefinePool(POOL));
        for (int round = 0; round < 4; round++) {
            for (long root = 1; root <= 4; root++) {
                rig.ask(new Command.ResumeWork(new WorkId(CaseId.root(root), 1)));
                rig.ask(new Command.Complete(new WorkId(CaseId.root(root), 1), Data.fields(), 0));
            }
        }
        assertThat(JournalCheck.of(copy, PayloadCodec.PLAIN, List.of(), turns -> {}).findings()).as(where).isEmpty();
        assertThat(agents(rig)).as(where).allMatch(AgentInfo::isIdle);
    }

    private static List<AgentInfo> agents(Rig rig) {
        CompletableFuture<List<AgentInfo>> answer = CompletableFuture.supplyAsync(
                () -> rig.mill().agents().in("clerks", null, 10).items(), run -> Thread.ofVirtual().start(run));
        while (!answer.isDone()) {
            rig.rest();
            Thread.onSpinWait();
        }
        return answer.join();
    }

    @Test
    void a_copy_goes_on_from_every_instant() {
        Rig rig = lived();
        for (Instant at = Instant.parse("2000-01-01T00:00:00Z"); at.isBefore(rig.now()); at = at.plusSeconds(1)) {
            goesOn((MemoryStore) rig.store(), at, "at " + at);
        }
    }

    @Test
    void what_is_under_way_between_cases_and_pools_is_under_way_in_the_copy() {
        Rig rig = lived();
        List<Batch> commits = new ArrayList<>(rig.commits());
        MemoryStore part = new MemoryStore();
        for (int i = 0; i < commits.size(); i++) {
            part.commit(commits.get(i));
            if (i > 3) {
                goesOn(part, rig.now(), "after commit " + i);
            }
        }
    }
}
