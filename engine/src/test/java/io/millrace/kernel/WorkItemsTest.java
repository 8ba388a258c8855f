package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.query.CaseInfo;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.sim.Rig;
import io.millrace.work.Deadline;
import io.millrace.work.Performers;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkItemsTest {
    private final Rig rig = Rig.with(Steps.of(
                    "claim", people("review", task -> task.offeredTo(Performers.role("clerk"))), people("file")))
            .participant("anna", "clerk")
            .participant("ben", "clerk")
            .participant("carl");
    private final CaseId id = rig.start("claim");
    private final WorkId review = new WorkId(id, 1);

    private record Answered(boolean ok) {}

    private WorkItem item() {
        return rig.work(id, 1);
    }

    private List<WorkItem> listOf(String who) {
        return rig.mill().worklist(who);
    }

    @Test
    void claimed_work_leaves_the_lists_of_the_others() {
        assertThat(listOf("anna")).hasSize(1);
        assertThat(listOf("ben")).hasSize(1);
        assertThat(listOf("carl")).isEmpty();
        rig.doneAs("anna", new Command.Claim(review));
        assertThat(item().state()).isEqualTo(WorkState.ALLOCATED);
        assertThat(item().holder()).isEqualTo("anna");
        assertThat(listOf("anna")).hasSize(1);
        assertThat(listOf("ben")).isEmpty();
    }

    @Test
    void whoever_is_not_qualified_may_not_claim_start_complete_or_suspend() {
        for (Command command : List.of(
                new Command.Claim(review),
                new Command.StartWork(review),
                new Command.Complete(review, Data.nothing(), 0),
                new Command.SuspendWork(review),
                new Command.Delegate(review, "carl"))) {
            assertThat(rig.refusedAs("carl", command).code()).isEqualTo(Code.NOT_QUALIFIED);
        }
        assertThat(rig.refusedAs("carl", new Command.Claim(review)).message())
                .isEqualTo("Cannot claim work item '1#1': it is not offered to 'carl'. "
                        + "Delegate it, or give the participant the role or capability. (MR-1023)");
        assertThat(item().state()).isEqualTo(WorkState.OFFERED);
    }

    @Test
    void what_one_holds_another_may_not_touch() {
        rig.doneAs("anna", new Command.Claim(review));
        for (Command command : List.of(
                new Command.Claim(review),
                new Command.Release(review),
                new Command.StartWork(review),
                new Command.Complete(review, Data.nothing(), 0),
                new Command.Fail(review, "no", 0, false),
                new Command.SuspendWork(review))) {
            assertThat(rig.refusedAs("ben", command).code()).isEqualTo(Code.WORK_HELD);
        }
        assertThat(rig.refusedAs("ben", new Command.Complete(review, Data.nothing(), 0)).message())
                .isEqualTo("Cannot complete work item '1#1': 'anna' has it. Ask them to release or delegate it. (MR-1022)");
    }

    @Test
    void work_is_claimed_once() {
        rig.doneAs("anna", new Command.Claim(review));
        assertThat(rig.refusedAs("anna", new Command.Claim(review)).message())
                .isEqualTo("Cannot claim work item '1#1': it is allocated. Look at the work item before you try again. (MR-1020)");
    }

    @Test
    void released_work_is_offered_again() {
        rig.doneAs("anna", new Command.Claim(review));
        rig.doneAs("anna", new Command.Release(review));
        assertThat(item().state()).isEqualTo(WorkState.OFFERED);
        assertThat(item().holder()).isNull();
        assertThat(listOf("ben")).hasSize(1);
        assertThat(rig.refusedAs("anna", new Command.Release(review)).code()).isEqualTo(Code.WORK_STATE);
    }

    @Test
    void delegated_work_is_the_others_even_without_the_role() {
        rig.doneAs("anna", new Command.Delegate(review, "carl"));
        assertThat(item().holder()).isEqualTo("carl");
        rig.doneAs("carl", new Command.Complete(review, Data.nothing(), 0));
        assertThat(rig.work(id)).extracting(WorkItem::task).containsExactly("file");
    }

    @Test
    void started_work_is_not_started_again() {
        rig.doneAs("anna", new Command.StartWork(review));
        assertThat(item().state()).isEqualTo(WorkState.STARTED);
        assertThat(rig.refusedAs("anna", new Command.StartWork(review)).code()).isEqualTo(Code.WORK_STATE);
    }

    @Test
    void completing_claims_and_starts_on_the_way() {
        rig.doneAs("ben", new Command.Complete(review, Data.fields("ok", true), 0));
        assertThat(rig.events(id)).containsSubsequence("WorkOffered", "WorkStarted", "WorkCompleted", "WorkOffered");
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("ok", true));
    }

    @Test
    void completed_work_is_not_there_any_more() {
        rig.done(new Command.Complete(review, Data.nothing(), 0));
        assertThat(rig.refused(new Command.Complete(review, Data.nothing(), 0)).message())
                .isEqualTo("There is no open work item '1#1'. List the open work of its case. (MR-1004)");
    }

    @Test
    void suspended_work_waits_and_returns_to_where_it_was() {
        rig.doneAs("anna", new Command.StartWork(review));
        rig.doneAs("anna", new Command.SuspendWork(review));
        assertThat(rig.refusedAs("anna", new Command.Complete(review, Data.nothing(), 0)).message())
                .isEqualTo("Cannot complete work item '1#1': it is suspended. Resume it first. (MR-1021)");
        assertThat(rig.refusedAs("anna", new Command.SuspendWork(review)).code()).isEqualTo(Code.WORK_SUSPENDED);
        rig.doneAs("anna", new Command.ResumeWork(review));
        assertThat(item().state()).isEqualTo(WorkState.STARTED);
        assertThat(item().holder()).isEqualTo("anna");
        assertThat(rig.refusedAs("anna", new Command.ResumeWork(review)).code()).isEqualTo(Code.WORK_STATE);
    }

    @Test
    void failed_work_is_told_the_process() {
        rig.doneAs("anna", new Command.Fail(review, "no papers", 0, false));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.FAILED);
        assertThat(rig.look(id).info().outcome()).isEqualTo(Data.of("no papers"));
        assertThat(rig.refused(new Command.Claim(review)).message())
                .isEqualTo("Cannot claim work of case '1': it is failed. Start a new case. (MR-1010)");
    }

    @Test
    void withdrawn_work_is_recalled_from_whoever_has_it() {
        rig.doneAs("anna", new Command.Claim(review));
        rig.effects().clear();
        rig.done(new Command.Withdraw(review, "not needed"));
        assertThat(rig.effects()).anySatisfy(effect ->
                assertThat(effect).isInstanceOfSatisfying(Effect.RecallWork.class, recall -> {
                    assertThat(recall.work().holder()).isEqualTo("anna");
                    assertThat(recall.reason()).isEqualTo("not needed");
                }));
    }

    @Test
    void an_output_of_another_type_or_size_is_refused() {
        Rig typed = Rig.with(
                settings -> settings.dataBytes(100),
                Steps.of("p", task(Task.people("t").output(Shape.of(Answered.class)))));
        WorkId work = new WorkId(typed.start("p"), 1);
        assertThat(typed.refused(new Command.Complete(work, Data.fields("ok", "yes"), 0)).code()).isEqualTo(Code.DATA_TYPE);
        assertThat(typed.refused(new Command.Complete(work, Data.fields("ok", true, "x", "y".repeat(200)), 0)).code())
                .isEqualTo(Code.TOO_LARGE);
        typed.done(new Command.Complete(work, Data.fields("ok", true), 0));
    }

    @Test
    void nothing_is_known_of_work_that_never_was() {
        assertThat(rig.refused(new Command.Claim(new WorkId(id, 7))).code()).isEqualTo(Code.UNKNOWN_WORK);
        assertThat(rig.refused(new Command.Claim(new WorkId(CaseId.root(99), 1))).message())
                .isEqualTo("There is no case '99'. List the cases to find its id. (MR-1003)");
    }

    // Deadlines.

    @Test
    void a_missed_deadline_offers_the_work_to_another_role_with_higher_priority() {
        Rig late = Rig.with(Steps.of("p", task(Task.people("t")
                        .offeredTo(Performers.role("clerk"))
                        .deadline(Deadline.escalate(Duration.ofHours(1), "boss")))))
                .participant("dora", "boss");
        CaseId waiting = late.start("p");
        assertThat(late.mill().worklist("dora")).isEmpty();
        late.advance(Duration.ofHours(1));
        assertThat(late.mill().worklist("dora")).singleElement().satisfies(item ->
                assertThat(item.priority()).isEqualTo(Task.NORMAL_PRIORITY + 50));
        assertThat(late.events(waiting)).contains("TimerFired", "WorkEscalated");
    }

    @Test
    void a_missed_deadline_takes_the_work_to_someone_else() {
        Rig late = Rig.with(Steps.of("p", task(Task.people("t").deadline(Deadline.reassign(Duration.ofHours(1), "dora")))));
        WorkId work = new WorkId(late.start("p"), 1);
        late.doneAs("anna", new Command.Claim(work));
        late.advance(Duration.ofHours(1));
        assertThat(late.work(work.caseId(), 1).holder()).isEqualTo("dora");
        assertThat(late.refusedAs("anna", new Command.Complete(work, Data.nothing(), 0)).code()).isEqualTo(Code.WORK_HELD);
    }

    @Test
    void a_missed_deadline_fails_the_work_and_one_that_is_met_does_not() {
        Rig late = Rig.with(Steps.of("p", task(Task.people("t").deadline(Deadline.fail(Duration.ofHours(1), "too late")))));
        CaseId missed = late.start("p");
        CaseId met = late.start("p");
        late.done(new Command.Complete(new WorkId(met, 1), Data.nothing(), 0));
        late.advance(Duration.ofHours(1));
        assertThat(late.look(missed).info().status()).isEqualTo(CaseStatus.FAILED);
        assertThat(late.look(missed).info().outcome()).isEqualTo(Data.of("too late"));
        assertThat(late.look(met).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(late.mill().timers(null, 10).items()).isEmpty();
    }

    @Test
    void a_missed_deadline_of_a_sub_case_takes_the_sub_case_with_it() {
        Rig late = Rig.with(
                Steps.of("child", people("sign")),
                Steps.of("p", task(Task.process("t", "child").deadline(Deadline.fail(Duration.ofHours(1), "too late")))));
        CaseId parent = late.start("p");
        late.advance(Duration.ofHours(1));
        assertThat(late.look(parent).info().status()).isEqualTo(CaseStatus.FAILED);
        assertThat(late.mill().cases(CaseQuery.ofProcess("child").withSubCases(), null, 10).items())
                .extracting(CaseInfo::status)
                .containsExactly(CaseStatus.CANCELLED);
        assertThat(late.mill().work(WorkQuery.ALL, null, 10).items()).isEmpty();
    }
}
