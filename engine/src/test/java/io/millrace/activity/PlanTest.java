package io.millrace.activity;

import static io.millrace.activity.Activities.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.query.CaseStatus;
import io.millrace.sim.PlanCheck;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an intervention would do to a case made of activities is shown before it is done. */
class PlanTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 40);

    @Test
    void a_plan_names_the_flow_that_moves_and_the_work_that_is_withdrawn_and_offered() {
        Rig rig = Rig.with(ActivityProcess.named("p", sequence(work("a"), work("b"))));
        CaseId id = rig.start("p");
        assertThat(rig.plan(new Command.Move(id, null, "b")).steps()).containsExactly(
                "Work item '1#1' of task 'a' is withdrawn: the flow was moved by hand.",
                "Flow 1 goes to sequence/2 (work 'b').",
                "Task 'b' is offered as work item '1#2'.",
                "Flow 1 goes to sequence/2 (work 'b').");
    }

    @Test
    void what_happens_is_what_the_plan_said() {
        int possible = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                possible += play(seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + new Generator(seed, 20).tree(), e);
            }
        }
        assertThat(possible).isGreaterThan(SEEDS);
    }

    private static int play(long seed) {
        Random random = new Random(seed);
        ActivityProcess process = ActivityProcess.named("p", new Generator(seed, 20).tree().activity());
        Rig rig = Rig.with(process);
        CaseId id = rig.start("p");
        PlanCheck check = new PlanCheck(rig, id);
        Definition definition = process.definition();
        for (int step = 0; step < 12 && rig.look(id).info().status() == CaseStatus.RUNNING; step++) {
            List<WorkItem> open = rig.work(id);
            WorkId work = open.isEmpty() ? new WorkId(id, 99) : open.get(random.nextInt(open.size())).id();
            // The whole has an empty path, which no command takes.
            String path = definition.node(random.nextInt(definition.size())).path();
            String some = path.isEmpty() ? "nowhere" : path;
            check.hold(switch (open.isEmpty() ? 2 + random.nextInt(3) : random.nextInt(6)) {
                case 0, 5 -> new Command.Complete(work, Data.of(random.nextInt(9)), 0);
                case 1 -> new Command.Skip(work, Data.of(random.nextInt(9)));
                case 2 -> new Command.Move(id, random.nextBoolean() ? null : "1", some);
                case 3 -> new Command.Redo(id, some);
                default -> new Command.ChangeData(id, "s" + random.nextInt(5), Data.of(random.nextInt(9)));
            });
        }
        return check.possible();
    }
}
