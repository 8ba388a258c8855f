package io.millrace.algebra.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Commands;
import io.millrace.Millrace;
import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.query.CaseStatus;
import io.millrace.query.History;
import io.millrace.query.HistoryEvent;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes of other languages under rules. */
class RuledProcessTest {
    private static final String PARALLEL = """
            initial_activity(begin).
            and_split(begin, [a, b]).
            and_join([a, b], finish).
            final_activity(finish).
            """;

    private static final String A_FIRST = """
            event c_a on a:complete flexible;
            event s_b on b:start flexible;
            dep a_first: s_b <= c_a;
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
    void work_that_may_not_start_waits_beside_other_branches() {
        Rig rig = Rig.with(net(PARALLEL, A_FIRST)).participant("ann");
        CaseId id = rig.start("p");
        finish(rig, id, "begin");
        assertThat(tasks(rig, id)).containsExactly("a", "b");
        Answer early = rig.askAs("ann", new Command.StartWork(item(rig, id, "b").id()));
        assertThat(early).isInstanceOf(Answer.Delayed.class);
        assertThat(((Answer.Delayed) early).problem().message()).contains("a_first").contains("after c_a");
        rig.restart();
        finish(rig, id, "a");
        rig.rest();
        assertThat(rig.look(id).attempts()).isEmpty();
        rig.doneAs("ann", new Command.Complete(item(rig, id, "b").id(), Data.fields(), 0));
        finish(rig, id, "finish");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void what_waited_happens_in_the_name_of_the_one_who_tried_it_and_for_the_same_person() {
        try (Millrace mill = Millrace.inMemory()) {
            mill.deploy(net(PARALLEL, A_FIRST));
            mill.participant("robot").participant("ann");
            Case running = mill.start("p");
            Commands robot = mill.as("robot").onBehalfOf("ida");
            robot.complete(open(running, "begin"), Data.fields());
            assertThat(robot.ask(new Command.StartWork(open(running, "b"))).join()).isInstanceOf(Answer.Delayed.class);
            mill.as("ann").complete(open(running, "a"), Data.fields());
            mill.whenQuiet().join();
            List<HistoryEvent> acts = mill.history().ofCase(Millrace.TENANT, running.id(), null, 200, History.Order.OLDEST_FIRST).items().stream()
                    .filter(event -> "robot".equals(event.actor()))
                    .toList();
            assertThat(acts).extracting(HistoryEvent::kind).contains("Attempted", "AttemptDecided", "WorkStarted");
            assertThat(acts).allMatch(event -> "ida".equals(event.onBehalfOf()));
        }
    }

    private static WorkId open(Case running, String task) {
        return running.details().work().stream().filter(item -> item.task().equals(task)).findFirst().orElseThrow().id();
    }

    @Test
    void a_handler_is_called_when_its_task_may_start() {
        Rig rig = Rig.with(net(PARALLEL + "work(b, handler(b)).\n", A_FIRST)).participant("ann");
        int[] calls = {0};
        rig.equip(mill -> mill.on("b", work -> {
            calls[0]++;
            return Data.fields();
        }));
        CaseId id = rig.start("p");
        finish(rig, id, "begin");
        rig.rest();
        assertThat(calls[0]).isZero();
        assertThat(rig.look(id).attempts()).hasSize(1);
        rig.restart();
        assertThat(calls[0]).isZero();
        finish(rig, id, "a");
        rig.rest();
        assertThat(calls[0]).isEqualTo(1);
        finish(rig, id, "finish");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
    }

    /** What the start of held work demands follows at once, although the process does not react to it. */
    @Test
    void what_the_start_of_a_handler_demands_is_triggered_with_it() {
        Rig rig = Rig.with(net(PARALLEL + "work(b, handler(b)).\n", A_FIRST + """
                        event s_log on log:start triggerable;
                        task log role clerk;
                        dep logged: s_b -> s_log;
                        """))
                .participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "begin");
        finish(rig, id, "a");
        rig.rest();
        assertThat(tasks(rig, id)).contains("log");
    }

    private static final String TRIP = """
            initial_activity(book).
            sequential(book, buy).
            final_activity(buy).
            """;

    private static final String UNDO = """
            event c_book on book:complete flexible;
            event c_buy on buy:complete flexible;
            event s_undo on undo:start triggerable;
            task undo role clerk;
            dep undo: c_book -> c_buy | s_undo;
            dep only_then: ~s_undo | c_book . s_undo & ~c_buy . s_undo;
            """;

    @Test
    void a_cancelled_case_makes_good_before_it_ends() {
        Rig rig = Rig.with(net(TRIP, UNDO)).participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(id, "no wish"));
        rig.restart();
        assertThat(status(rig, id)).isEqualTo(CaseStatus.RUNNING);
        assertThat(tasks(rig, id)).containsExactly("undo");
        finish(rig, id, "undo");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
    }

    @Test
    void a_case_that_goes_well_undoes_nothing() {
        Rig rig = Rig.with(net(TRIP, UNDO)).participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "book");
        finish(rig, id, "buy");
        assertThat(status(rig, id)).isEqualTo(CaseStatus.COMPLETED);
        assertThat(rig.events(id)).doesNotContain("Stuck", "Violated");
    }

    @Test
    void a_second_cancel_ends_the_case_at_once() {
        Rig rig = Rig.with(net(TRIP, UNDO)).participant("ann", "clerk");
        CaseId id = rig.start("p");
        finish(rig, id, "book");
        rig.done(new Command.CancelCase(id, "no wish"));
        rig.done(new Command.CancelCase(id, "at once"));
        assertThat(status(rig, id)).isEqualTo(CaseStatus.CANCELLED);
    }
}
