package io.millrace.kernel;

import static io.millrace.kernel.Steps.handler;
import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Answer;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.language.Contract;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.sim.Rig;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static Command.Start start(String process, Data input, String key) {
        return new Command.Start(process, 0, input, key);
    }

    private static Command.Complete complete(CaseId id, int work) {
        return new Command.Complete(new WorkId(id, work), Data.nothing(), 0);
    }

    // Starting.

    @Test
    void a_process_that_is_not_deployed_is_not_started() {
        Rig rig = Rig.with();
        assertThat(rig.refused(start("nothing", Data.fields(), "k")).message())
                .isEqualTo("There is no process 'nothing'. Deploy it first. (MR-1001)");
        Rig other = Rig.with(Steps.of("p", people("t")));
        assertThat(other.refused(new Command.Start("p", 7, Data.fields(), null)).message())
                .isEqualTo("Process 'p' has no version 7. Use one of its deployed versions. (MR-1002)");
    }

    @Test
    void an_input_of_another_type_or_size_is_refused_and_uses_no_number() {
        Rig rig = Rig.with(
                settings -> settings.dataBytes(50),
                Steps.of(new Contract("p", Shape.fields(Shape.field("n", Shape.integer())), false, List.of()), people("t")));
        assertThat(rig.refused(start("p", Data.fields("n", "one"), "k")).code()).isEqualTo(Code.DATA_TYPE);
        assertThat(rig.refused(start("p", Data.fields("n", 10).with("m", "x".repeat(100)), "k")).code())
                .isIn(Code.TOO_LARGE, Code.DATA_TYPE);
        assertThat(rig.start("p", Data.fields("n", 1))).isEqualTo(CaseId.root(1));
    }

    @Test
    void a_business_key_may_be_used_again_unless_it_is_unique() {
        Rig rig = Rig.with(Steps.of("p", people("t")));
        rig.done(start("p", Data.fields(), "order-7"));
        rig.done(start("p", Data.fields(), "order-7"));
        assertThat(rig.mill().cases(CaseQuery.ofProcess("p").withKey("order-7"), null, 10).items()).hasSize(2);
    }

    @Test
    void a_unique_key_has_one_running_case_and_is_free_again_when_it_ends() {
        Rig rig = Rig.with(Steps.of(new Contract("p", Shape.any(), true, List.of()), people("t")));
        CaseId first = CaseId.root(rig.done(start("p", Data.fields(), "k")).asLong());
        assertThat(rig.refused(start("p", Data.fields(), "k")).message())
                .isEqualTo("Cannot start 'p' with key 'k': case '1' already runs with this key. Use that case, or another key. (MR-1013)");
        rig.done(complete(first, 1));
        CaseId second = CaseId.root(rig.done(start("p", Data.fields(), "k")).asLong());
        assertThat(second).isEqualTo(CaseId.root(2));
        assertThat(rig.look(second).info().key()).isEqualTo("k");
    }

    @Test
    void a_number_that_a_key_has_promised_is_not_given_to_another_case_after_a_crash() {
        Steps keyed = Steps.of(new Contract("keyed", Shape.any(), true, List.of()), people("t"));
        Steps plain = Steps.of("plain", people("t"));
        Rig rig = Rig.with(keyed, plain);
        // The commit in which the case itself begins is lost; the one that promised its number is not.
        rig.failCommitsAfter(1);
        long promised = rig.done(start("keyed", Data.fields(), "k")).asLong();
        rig.restart();
        rig.done(new Command.Deploy(plain));
        long other = rig.done(start("plain", Data.fields(), "x")).asLong();
        assertThat(other).isNotEqualTo(promised);
        rig.done(new Command.Deploy(keyed));
        assertThat(rig.look(CaseId.root(promised)).info().process()).isEqualTo("keyed");
    }

    // Suspending, resuming, cancelling.

    @Test
    void a_suspended_case_refuses_commands_and_holds_what_happens_until_it_is_resumed() {
        Rig rig = Rig.with(Steps.of("p", people("a"), new Steps.Step.Wait(Duration.ofHours(1)), people("b")));
        CaseId id = rig.start("p");
        rig.done(complete(id, 1));
        rig.done(new Command.SuspendCase(id));
        assertThat(rig.refused(new Command.SuspendCase(id)).message())
                .isEqualTo("Cannot suspend case '1': it is suspended already. Nothing needs to be done. (MR-1014)");
        rig.advance(Duration.ofHours(2));
        assertThat(rig.work(id)).isEmpty();
        rig.done(new Command.ResumeCase(id));
        rig.rest();
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("b");
        assertThat(rig.refused(new Command.ResumeCase(id)).message())
                .isEqualTo("Cannot resume case '1': it is not suspended. Nothing needs to be done. (MR-1012)");
    }

    @Test
    void work_in_a_suspended_case_waits_but_a_result_that_comes_is_kept() {
        Rig rig = Rig.with(Steps.of("p", handler("call"), people("after")));
        CaseId id = rig.start("p");
        rig.done(new Command.SuspendCase(id));
        assertThat(rig.refused(complete(id, 1)).message())
                .isEqualTo("Cannot complete work of case '1': the case is suspended. Resume the case first. (MR-1011)");
        rig.equip(mill -> mill.on("call", work -> Data.fields("called", true)));
        assertThat(rig.events(id)).contains("WorkCompleted", "StimulusHeld").doesNotContain("CaseResumed");
        rig.done(new Command.ResumeCase(id));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("after");
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("called", true));
    }

    @Test
    void a_cancelled_case_withdraws_everything_below_it() {
        Rig rig = Rig.with(
                Steps.of("child", new Steps.Step.Together(List.of(Task.people("x"), Task.people("y")))),
                Steps.of("p", new Steps.Step.Together(List.of(Task.process("c", "child"), Task.people("z")))));
        CaseId id = rig.start("p");
        assertThat(rig.mill().work(WorkQuery.ALL, null, 10).items()).hasSize(4);
        rig.done(new Command.CancelCase(id, "no longer wanted"));
        assertThat(rig.mill().work(WorkQuery.ALL, null, 10).items()).isEmpty();
        assertThat(rig.mill().cases(CaseQuery.ALL.withSubCases(), null, 10).items())
                .extracting(CaseInfo::status)
                .containsOnly(CaseStatus.CANCELLED);
        assertThat(rig.refused(new Command.CancelCase(id, "again")).message())
                .isEqualTo("Cannot cancel case '1': it is cancelled. Start a new case. (MR-1010)");
    }

    // Sub-cases.

    @Test
    void numbers_of_sub_cases_are_never_used_again() {
        Rig rig = Rig.with(Steps.of("child", people("x")), Steps.of("p", process("a", "child"), process("b", "child")));
        CaseId id = rig.start("p");
        rig.done(complete(id.child(1), 1));
        assertThat(rig.work(id, 2).child()).isEqualTo(2);
        rig.done(new Command.Redo(id, "again"));
        assertThat(rig.work(id)).extracting(WorkItem::child).containsExactly(2, 3);
    }

    @Test
    void a_failing_sub_case_fails_the_work_item_that_it_carries_out() {
        Rig rig = Rig.with(Steps.of("child", people("x")), Steps.of("p", process("a", "child")));
        CaseId id = rig.start("p");
        rig.done(new Command.Fail(new WorkId(id.child(1), 1), "no", 0, false));
        assertThat(rig.events(id)).containsSubsequence("CaseFailed", "WorkFailed", "CaseFailed");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.FAILED);
    }

    @Test
    void the_work_of_a_sub_case_is_not_ended_by_hand() {
        Rig rig = Rig.with(Steps.of("child", people("x")), Steps.of("p", process("a", "child")));
        CaseId id = rig.start("p");
        for (int attempt : List.of(0, 1)) {
            Problem problem = rig.refused(new Command.Complete(new WorkId(id, 1), Data.nothing(), attempt));
            assertThat(problem.message())
                    .isEqualTo("Cannot complete work item '1#1': it is carried out by case '1.1'. "
                            + "Look at the work item before you try again. (MR-1020)");
        }
    }

    @Test
    void a_sub_process_that_is_not_there_is_an_incident_until_it_is() {
        Rig rig = Rig.with(Steps.of("p", process("a", "child")));
        CaseId id = rig.start("p");
        assertThat(rig.work(id, 1).incident()).isEqualTo("There is no process 'child'. Deploy it first. (MR-1001)");
        assertThat(rig.mill().work(WorkQuery.ALL.onlyIncidents(), null, 10).items()).hasSize(1);
        rig.done(new Command.Deploy(Steps.of("child", people("x"))));
        rig.done(new Command.RetryWork(new WorkId(id, 1)));
        assertThat(rig.work(id, 1).incident()).isNull();
        rig.done(complete(id.child(1), 1));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void what_a_parent_makes_up_for_on_resuming_may_end_its_sub_cases_for_good() {
        Rig rig = Rig.with(
                Steps.of("child", handler("call"), people("x")),
                Steps.of("p", new Steps.Step.Together(List.of(Task.process("c", "child"), Task.people("z").by(new Doer.Handler("bad"))))));
        CaseId id = rig.start("p");
        rig.done(new Command.SuspendCase(id));
        rig.equip(mill -> mill.on("call", work -> null).on("bad", work -> {
            throw new io.millrace.work.WorkFailure("no");
        }));
        rig.done(new Command.ResumeCase(id));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.FAILED);
        assertThat(rig.mill().cases(CaseQuery.ofProcess("child").withSubCases(), null, 10).items())
                .extracting(CaseInfo::status)
                .containsExactly(CaseStatus.CANCELLED);
    }

    // Versions.

    @Test
    void the_same_definition_is_the_same_version_and_running_cases_stay_on_theirs() {
        Steps one = Steps.of("p", people("a"), people("b"));
        Steps two = Steps.of("p", people("a"), people("c"));
        Rig rig = Rig.with(one);
        CaseId old = rig.start("p");
        assertThat(rig.done(new Command.Deploy(Steps.of("p", people("a"), people("b")))).asInt()).isEqualTo(1);
        assertThat(rig.done(new Command.Deploy(two)).asInt()).isEqualTo(2);
        CaseId young = rig.start("p");
        rig.done(complete(old, 1));
        rig.done(complete(young, 1));
        assertThat(rig.work(old)).extracting(WorkItem::task).containsExactly("b");
        assertThat(rig.work(young)).extracting(WorkItem::task).containsExactly("c");
    }

    @Test
    void a_migrated_case_goes_on_under_the_new_version() {
        Rig rig = Rig.with(Steps.of("p", people("a"), people("b")));
        CaseId id = rig.start("p");
        rig.done(new Command.Deploy(Steps.of("p", people("a"), people("c"))));
        rig.done(new Command.Migrate(id, 0, Data.fields()));
        rig.done(complete(id, 1));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("c");
        assertThat(rig.look(id).info().version()).isEqualTo(2);
        assertThat(rig.events(id)).contains("Intervened", "CaseMigrated");
        rig.done(new Command.Deploy(Steps.of("p", people("a"))));
        assertThat(rig.refused(new Command.Migrate(id, 3, Data.fields())).message())
                .isEqualTo("Cannot move case '1' to version 3: the new version has no step 2. "
                        + "Give a mapping, or let the case end under its version. (MR-1041)");
        assertThat(rig.refused(new Command.Migrate(id, 9, Data.fields())).code()).isEqualTo(Code.UNKNOWN_VERSION);
    }

    @Test
    void a_case_whose_code_is_missing_waits_for_it() {
        Steps process = Steps.of("p", new Steps.Step.Wait(Duration.ofHours(1)), people("a"));
        Rig rig = Rig.with(process);
        CaseId id = rig.start("p");
        rig.restart();
        rig.advance(Duration.ofHours(2));
        assertThat(rig.refused(new Command.CancelCase(id, "x")).message())
                .isEqualTo("The code of process 'p' version 1 is missing. Deploy that version again. (MR-1046)");
        rig.done(new Command.Deploy(process));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("a");
    }

    // Intervening.

    @Test
    void interventions_are_events_with_who_and_why() {
        Rig rig = Rig.with(Steps.of("p", people("a"), people("b"), people("c")));
        CaseId id = rig.start("p");
        rig.ask(operator -> operator.as("dora").because("customer called").ask(new Command.Skip(new WorkId(id, 1), Data.fields("x", 1))));
        rig.done(new Command.Move(id, null, "3"));
        rig.done(new Command.ChangeData(id, "y", Data.of(2)));
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("x", 1, "y", 2));
        assertThat(rig.history(id)).filteredOn(event -> event.kind().equals("Intervened")).satisfiesExactly(
                skip -> {
                    assertThat(skip.actor()).isEqualTo("dora");
                    assertThat(skip.reason()).isEqualTo("customer called");
                },
                move -> assertThat(move.detail().at("kind")).isEqualTo(Data.of("move")),
                change -> assertThat(change.detail().at("kind")).isEqualTo(Data.of("change data")));
        assertThat(rig.refused(new Command.Move(id, null, "9")).message())
                .isEqualTo("Cannot move: there is no step '9'. Look at the case's state and choose another intervention. (MR-1040)");
        assertThat(rig.refused(new Command.AddInstance(id, "c", Data.fields())).code()).isEqualTo(Code.NO_INSTANCES);
    }

    @Test
    void a_timer_that_is_due_fires_before_a_command_of_the_same_instant() {
        Rig rig = Rig.with(Steps.of("p", new Steps.Step.Wait(Duration.ofHours(1)), people("a")));
        CaseId id = rig.start("p");
        rig.hold(true);
        rig.advance(Duration.ofHours(1));
        var answer = rig.mill().operator().ask(complete(id, 1));
        rig.hold(false);
        assertThat(answer.join()).isEqualTo(Answer.DONE);
        assertThat(rig.events(id)).containsSubsequence("TimerFired", "WorkCompleted");
    }
}
