package io.millrace.kernel;

import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Allocation;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a decision of a pool looks at, counted: it does not grow with what else waits, nor with agents who are busy. */
final class PoolCostTest {
    private static final int TASKS = 10;
    private static final int AGENTS = 1_000;
    private static final int WAITING = 10_000;

    /** Chooses the cheapest, and counts how often it is asked and at whom it looks. */
    private static final class Counting implements Allocation {
        int asked;
        int seen;

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public @Nullable Candidate choose(Waiting work, Iterable<Candidate> free) {
            asked++;
            Iterator<Candidate> each = free.iterator();
            seen++;
            return each.next();
        }
    }

    @Test
    void a_decision_looks_at_one_agent_however_much_waits() {
        Counting counting = new Counting();
        Steps[] processes = new Steps[TASKS];
        for (int task = 0; task < TASKS; task++) {
            processes[task] = Steps.of("p" + task, task(Task.people("t" + task).offeredTo(Performers.pool("all"))));
        }
        Rig rig = Rig.built(builder -> builder.allocation(counting), given -> given.checkReplay(false), processes);
        Pool pool = Pool.named("all").by("counting");
        for (int agent = 0; agent < AGENTS; agent++) {
            pool = pool.agent(Agent.named("a" + agent).qualified("t" + agent % TASKS, agent));
        }
        rig.done(new Command.DefinePool(pool));
        for (int i = 0; i < AGENTS + WAITING; i++) {
            rig.start("p" + i % TASKS);
        }
        assertThat(counting.asked).as("each agent has something").isEqualTo(AGENTS);
        counting.asked = 0;
        counting.seen = 0;
        rig.start("p3");
        assertThat(counting.asked).as("nobody is free, so nobody is asked").isZero();
        WorkId first = new WorkId(CaseId.root(1), 1);
        String agent = Objects.requireNonNull(rig.work(CaseId.root(1), 1).holder());
        rig.done(new Command.Complete(first, Data.fields(), 0));
        assertThat(counting.asked).isEqualTo(1);
        assertThat(counting.seen).isEqualTo(1);
        assertThat(rig.work(CaseId.root(AGENTS + 1L), 1).holder()).as("the longest waiting of its task").isEqualTo(agent);
        rig.done(new Command.CancelCase(CaseId.root(AGENTS + 12L), "no"));
        assertThat(counting.asked).as("what leaves the queue frees nobody").isEqualTo(1);
    }
}
