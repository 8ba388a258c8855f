package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes under rules where something unusual happens. */
class RuledTroubleTest {
    private static final String UNDO = """
            event c_book on book:complete flexible;
            event c_buy on buy:complete flexible;
            event s_undo on undo:start triggerable;
            task undo role clerk;
            dep undo: c_book -> c_buy | s_undo;
            dep only_then: ~s_undo | c_book . s_undo & ~c_buy . s_undo;
            """;

    private static final String TRIP = """
            initial_activity(book).
            sequential(book, buy).
            final_activity(buy).
            """;

    private static Compiled<?> net(String source, String rules) {
        return RuledLanguage.with(new NetLanguage().compile("p", source), rules);
    }

    private static List<String> tasks(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).sorted().toList();
    }

    private static WorkItem item(Rig rig, CaseId id, String task) {
        return rig.work(id).stream().filter(each -> each.task().equals(task)).findFirst().orElseThrow();
    }

    private static void finish(Rig rig, CaseId id, String task) {
        rig.doneAs("ann", new Command.StartWork(item(rig, id, task).id()));
        rig.doneAs("ann", new Command.Complete(item(rig, id, task).id(), Data.fields(), 0));
    }

    private static CaseStatus status(Rig rig, CaseId id) {
        return rig.look(id).info().status();
    }

    @Test
    void interventions_on_work_of_the_rules_are_refused_in_words() {
        Rig rig = Rig.with(net(TRIP, UNDO)).participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(id, "no wish"));
        WorkItem undo = item(rig, id, "undo");
        for (Command command : List.of(
                new Command.Skip(undo.id(), Data.fields()),
                new Command.AddInstance(id, "undo", Data.fields()),
                new Command.ChangeData(id, "x", Data.of(1)),
                new Command.Skip(new WorkId(id, 2), Data.fields()))) {
            Answer answer = rig.ask(command);
            if (answer instanceof Answer.Refused refused) {
                assertThat(refused.problem().message()).as(command.toString()).doesNotContain("java.").doesNotContain("MR-1049");
            }
        }
        rig.rest();
        assertThat(status(rig, id)).isEqualTo(CaseStatus.RUNNING);
        assertThat(tasks(rig, id)).containsExactly("undo");
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_case_that_is_cancelled_while_it_is_suspended_makes_good_when_it_is_resumed() {
        Rig rig = Rig.with(net(TRIP, UNDO)).participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "book");
        rig.done(new Command.SuspendCase(id));
        rig.done(new Command.CancelCase(id, "no wish"));
        rig.restart();
        if (status(rig, id) == CaseStatus.SUSPENDED) {
            rig.done(new Command.ResumeCase(id));
        }
        assertThat(tasks(rig, id)).containsExactly("undo");
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_sub_case_that_is_cancelled_makes_good_and_tells_its_parent() {
        Rig rig = Rig.with(
                        net(TRIP, UNDO),
                        new NetLanguage().compile("outer", "initial_activity(call).\nfinal_activity(call).\nwork(call, process(p)).\n"))
                .participant("ann", "clerk");
        CaseId outer = rig.start("outer");
        CaseId id = outer.child(1);
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(id, "no wish"));
        assertThat(tasks(rig, id)).containsExactly("undo");
        rig.restart();
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
        assertThat(rig.events(outer)).contains("WorkFailed");
    }
}
