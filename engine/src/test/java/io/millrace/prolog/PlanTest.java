package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.sim.PlanCheck;
import io.millrace.sim.Rig;
import org.junit.jupiter.api.Test;

/** What an intervention would do to a case of Workflow Prolog is shown before it is done. */
class PlanTest {
    @Test
    void a_skipped_message_runs_a_phase_as_its_plan_says() {
        Rig rig = Rig.with(PrologProcess.compile("p", """
                :- rpc(a, 1, A), rpc(b, 2, B), first(A, B).
                first(A, _) :- replycontent(A, _) : rpc(c, 3, C), last(C).
                first(_, B) :- replycontent(B, _) : true.
                last(C) :- replycontent(C, _) : true.
                """));
        CaseId id = rig.start("p");
        PlanCheck check = new PlanCheck(rig, id);
        check.hold(new Command.Redo(id, "go"));
        check.hold(new Command.Move(id, null, "go"));
        assertThat(rig.plan(new Command.ChangeData(id, "x", Data.of(1))).toString()).contains(Code.INTERVENTION.id());
        check.hold(new Command.Skip(new WorkId(id, 1), Data.of("ok")));
        assertThat(check.possible()).isEqualTo(1);
    }
}
