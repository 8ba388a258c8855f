package io.millrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.language.Compiled;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.NetProcess;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools of agents: who gets which work. */
final class PoolTest {
    private static final Task SIGN = Task.people("sign").offeredTo(Performers.pool("clerks"));
    private static final Pool CLERKS = Pool.named("clerks")
            .agent(Agent.named("anna").qualified("sign", 2))
            .agent(Agent.named("bert").qualified("sign", 1).qualified("file", 1));

    private static Rig rig(Pool pool) {
        Rig rig = Rig.with(Steps.of("signing", Steps.task(SIGN)));
        rig.done(new Command.DefinePool(pool));
        return rig;
    }

    private static WorkItem only(Rig rig, CaseId id) {
        List<WorkItem> work = rig.work(id);
        assertThat(work).hasSize(1);
        return work.getFirst();
    }

    @Test
    void work_goes_to_the_cheapest_agent_who_is_idle() {
        Rig rig = rig(CLERKS);
        CaseId first = rig.start("signing");
        CaseId second = rig.start("signing");
        CaseId third = rig.start("signing");
        assertThat(only(rig, first).holder()).isEqualTo("bert");
        assertThat(only(rig, first).state()).isEqualTo(WorkState.ALLOCATED);
        assertThat(only(rig, second).holder()).isEqualTo("anna");
        assertThat(only(rig, third).holder()).isNull();
        rig.doneAs("anna", new Command.Complete(only(rig, second).id(), Data.fields(), 0));
        assertThat(only(rig, third).holder()).isEqualTo("anna");
    }

    @Test
    void the_agents_that_a_net_names_start_its_work() {
        String text = """
                process(orders).
                initial_activity(collect).
                sequential(collect, ship).
                final_activity(ship).
                agent(a1). agent(a2).
                qualified(a1, collect, 1). qualified(a2, collect, 3). qualified(a2, ship, 1).
                """;
        NetProcess net = NetProcess.of(NetFile.read("orders.pl", text).checked("orders.pl", text), text);
        assertThat(net.agents()).isNotNull();
        Rig rig = Rig.with((Compiled<?>) net);
        CaseId first = rig.start("orders");
        CaseId second = rig.start("orders");
        assertThat(only(rig, first).holder()).isEqualTo("a1");
        assertThat(only(rig, first).state()).isEqualTo(WorkState.STARTED);
        assertThat(only(rig, second).holder()).isEqualTo("a2");
        rig.advance(Duration.ofSeconds(1));
        rig.done(new Command.Complete(only(rig, first).id(), Data.fields(), 0));
        assertThat(only(rig, first).task()).isEqualTo("ship");
        assertThat(only(rig, first).holder()).isNull();
        rig.restart();
        rig.done(new Command.Complete(only(rig, second).id(), Data.fields(), 0));
        assertThat(only(rig, first).holder()).isEqualTo("a2");
    }
}
