package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.net.Condition;
import io.millrace.net.NetGenerator;
import io.millrace.net.Nets;
import io.millrace.net.Specification;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import io.millrace.sim.PlanCheck;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an intervention would do to a case of a net is shown before it is done. */
class PlanTest {
    private static final int SEEDS = Integer.getInteger("millrace.seeds", 120);

    @Test
    void a_plan_names_the_tokens_that_move_the_work_that_is_withdrawn_and_the_tasks_that_are_offered() {
        Rig rig = Rig.with(NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to("a")
                .task("a").to("c")
                .condition("c").to("b")
                .task("b").to("o")
                .output("o")
                .build()), null)).participant("anna");
        CaseId id = rig.start("p");
        rig.doneAs("anna", new Command.StartWork(rig.work(id).getFirst().id()));
        assertThat(rig.plan(new Command.Move(id, null, "c")).steps()).containsExactly(
                "Work item '1#1' of task 'a' is withdrawn: its token is moved to 'c'. What 'anna' has done on it is lost.",
                "Task 'a' is stopped; what its instances have given back is lost.",
                "A token is put into 'c'.",
                "Task 'b' is offered as work item '1#2'.");
    }

    @Test
    void the_plan_of_what_would_be_refused_says_why() {
        Rig rig = Rig.with(NetProcess.of(Nets.specification("p", Nets.net("n")
                .input("i").to("a").task("a").to("o").output("o").build()), null));
        CaseId id = rig.start("p");
        var plan = rig.plan(new Command.Move(id, null, "nowhere"));
        assertThat(plan.isPossible()).isFalse();
        assertThat(plan.toString()).isEqualTo(rig.refused(new Command.Move(id, null, "nowhere")).message());
        assertThat(rig.plan(new Command.Redo(CaseId.root(99), "a")).refusal()).isEqualTo(Code.UNKNOWN_CASE.with("99"));
    }

    @Test
    void what_happens_is_what_the_plan_said() {
        int possible = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                possible += play(seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(possible).isGreaterThan(SEEDS / 2);
    }

    private static int play(long seed) {
        Random random = new Random(seed);
        Specification specification = new NetGenerator(seed, 8).specification();
        Rig rig = Rig.with(settings -> settings.stepsPerTurn(50_000), NetProcess.of(specification, null));
        if (!(rig.ask(new Command.Start("generated", 0, Data.fields(), null)) instanceof Answer.Done)) {
            // A loop that nothing holds up.
            return 0;
        }
        CaseId id = CaseId.root(1);
        PlanCheck check = new PlanCheck(rig, id);
        List<String> places = new ArrayList<>();
        specification.nets().forEach(net -> {
            net.tasks().forEach(task -> places.add(task.name()));
            net.conditions().stream().map(Condition::name).forEach(places::add);
        });
        for (int step = 0; step < 12 && rig.look(id).info().status() == CaseStatus.RUNNING; step++) {
            List<WorkItem> open = rig.work(id);
            WorkId work = open.isEmpty() ? new WorkId(id, 99) : open.get(random.nextInt(open.size())).id();
            String some = places.get(random.nextInt(places.size()));
            String other = places.get(random.nextInt(places.size()));
            check.hold(switch (open.isEmpty() ? 2 + random.nextInt(4) : random.nextInt(7)) {
                case 0, 6 -> new Command.Complete(work, Data.nothing(), 0);
                case 1 -> new Command.Skip(work, Data.nothing());
                case 2 -> new Command.Move(id, random.nextBoolean() ? null : some, other);
                case 3 -> new Command.Redo(id, some);
                case 4 -> new Command.ChangeData(id, "v" + random.nextInt(3), Data.of(random.nextInt(5)));
                default -> new Command.AddInstance(id, some, Data.nothing());
            });
        }
        return check.possible();
    }
}
