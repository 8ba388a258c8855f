package io.millrace.kernel;

import static io.millrace.kernel.Steps.people;
import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.query.CaseQuery;
import io.millrace.query.CaseStatus;
import io.millrace.query.WorkQuery;
import io.millrace.sim.Rig;
import io.millrace.work.BoundObject;
import io.millrace.work.Deadline;
import io.millrace.work.Limits;
import io.millrace.work.Program;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.WorkFailure;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AutomaticWorkTest {
    private static final Task CALL = Task.handler("call")
            .retry(new RetryPolicy(3, Duration.ofSeconds(10), 2, Duration.ofMinutes(5)));
    private static final Steps PROCESS = Steps.of("p", task(CALL), people("after"));

    private final List<String> calls = new ArrayList<>();
    private int failures;

    private Rig failing(int times) {
        failures = times;
        return Rig.with(PROCESS).equip(mill -> mill.on("call", work -> {
            calls.add(work.toString());
            if (failures-- > 0) {
                throw new IllegalStateException("no line");
            }
            return Data.fields("called", true);
        }));
    }

    @Test
    void a_failed_attempt_is_tried_again_after_a_while_and_then_after_a_longer_one() {
        Rig rig = failing(2);
        CaseId id = rig.start("p");
        rig.advance(Duration.ofMillis(9_999));
        assertThat(calls).hasSize(1);
        rig.advance(Duration.ofMillis(1));
        assertThat(calls).hasSize(2);
        rig.advance(Duration.ofMillis(19_999));
        assertThat(calls).hasSize(2);
        rig.advance(Duration.ofMillis(1));
        assertThat(calls).containsExactly("call 1#1 attempt 1", "call 1#1 attempt 2", "call 1#1 attempt 3");
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("called", true));
    }

    @Test
    void when_the_attempts_run_out_a_person_is_needed_who_retries() {
        Rig rig = failing(3);
        CaseId id = rig.start("p");
        rig.advance(Duration.ofHours(1));
        assertThat(rig.work(id, 1).incident()).startsWith("IllegalStateException: no line\n  at ");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.RUNNING);
        rig.done(new Command.RetryWork(new WorkId(id, 1)));
        assertThat(rig.look(id).data()).isEqualTo(Data.fields("called", true));
        assertThat(calls).last().isEqualTo("call 1#1 attempt 4");
    }

    @Test
    void an_incident_is_completed_by_hand_or_cancelled_with_its_case() {
        Rig rig = failing(6);
        CaseId one = rig.start("p");
        CaseId two = rig.start("p");
        rig.advance(Duration.ofHours(1));
        rig.done(new Command.Complete(new WorkId(one, 1), Data.fields("by", "hand"), 0));
        assertThat(rig.work(one, 2).task()).isEqualTo("after");
        rig.done(new Command.CancelCase(two, "enough"));
        assertThat(rig.mill().work(WorkQuery.ALL.onlyIncidents(), null, 10).items()).isEmpty();
        assertThat(rig.refused(new Command.RetryWork(new WorkId(one, 2))).message())
                .isEqualTo("Cannot resolve '1#2': it is not an incident. List the incidents. (MR-1025)");
    }

    @Test
    void a_failure_that_was_said_is_told_the_process_at_once() {
        Rig rig = Rig.with(PROCESS).equip(mill -> mill.on("call", work -> {
            throw new WorkFailure("never");
        }));
        CaseId id = rig.start("p");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.FAILED);
        assertThat(rig.look(id).info().outcome()).isEqualTo(Data.of("never"));
    }

    @Test
    void an_attempt_has_one_result_and_late_ones_are_refused() {
        Rig rig = Rig.with(PROCESS);
        WorkId work = new WorkId(rig.start("p"), 1);
        rig.done(new Command.Fail(work, "broken line", 1, true));
        assertThat(rig.refused(new Command.Fail(work, "said twice", 1, true)).message())
                .isEqualTo("Cannot accept the result of attempt 1 of work item '1#1': it is over. Discard the old result. (MR-1024)");
        assertThat(rig.refused(new Command.Complete(work, Data.nothing(), 1)).code()).isEqualTo(Code.OLD_ATTEMPT);
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.refused(new Command.Complete(work, Data.nothing(), 1)).message())
                .isEqualTo("Cannot accept the result of attempt 1 of work item '1#1': attempt 2 is the last. Discard the old result. (MR-1024)");
        rig.done(new Command.Complete(work, Data.nothing(), 2));
    }

    @Test
    void suspended_automatic_work_is_not_woken_by_its_retry() {
        Rig rig = Rig.with(PROCESS);
        WorkId work = new WorkId(rig.start("p"), 1);
        rig.done(new Command.Fail(work, "broken line", 1, true));
        rig.done(new Command.SuspendWork(work));
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.work(work.caseId(), 1).state()).isEqualTo(WorkState.SUSPENDED);
        rig.done(new Command.ResumeWork(work));
        assertThat(rig.work(work.caseId(), 1).attempt()).isEqualTo(2);
        assertThat(rig.work(work.caseId(), 1).state()).isEqualTo(WorkState.STARTED);
    }

    @Test
    void work_that_was_due_when_the_engine_stopped_is_called_when_it_begins_again() {
        Rig rig = Rig.with(PROCESS);
        CaseId id = rig.start("p");
        rig.restart(PROCESS);
        rig.equip(mill -> mill.on("call", work -> {
            calls.add(work.toString());
            return null;
        }));
        assertThat(calls).containsExactly("call 1#1 attempt 1");
        assertThat(rig.work(id, 2).task()).isEqualTo("after");
    }

    @Test
    void more_work_than_the_queue_holds_is_called_all_the_same() {
        Rig rig = Rig.with(settings -> settings.queue(3), PROCESS);
        for (int i = 0; i < 20; i++) {
            rig.start("p");
        }
        rig.equip(mill -> mill.on("call", Limits.atOnce(1), work -> {
            calls.add(work.toString());
            return null;
        }));
        assertThat(calls).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void no_more_calls_start_in_a_second_than_the_limit_says() {
        Rig rig = Rig.with(PROCESS).equip(mill -> mill.on("call", Limits.atOnce(10).perSecond(2), work -> {
            calls.add(work.toString());
            return null;
        }));
        for (int i = 0; i < 5; i++) {
            rig.start("p");
        }
        assertThat(calls).hasSize(1);
        rig.advance(Duration.ofMillis(500));
        assertThat(calls).hasSize(2);
        rig.advance(Duration.ofMillis(1_500));
        assertThat(calls).hasSize(5);
    }

    @Test
    void a_deadline_that_would_give_automatic_work_to_somebody_tells_a_person_instead() {
        Task slow = CALL.deadline(Deadline.reassign(Duration.ofHours(1), "anna"));
        Rig rig = Rig.with(Steps.of("p", task(slow), people("after")));
        CaseId id = rig.start("p");
        rig.advance(Duration.ofHours(1));
        assertThat(rig.work(id, 1).incident()).isEqualTo("its deadline has passed");
        assertThat(rig.work(id, 1).holder()).isNull();
        rig.equip(mill -> mill.on("call", work -> null));
        rig.rest();
        assertThat(rig.work(id, 2).task()).as("what comes late is better than nothing").isEqualTo("after");
    }

    @Test
    void a_participant_touches_automatic_work_only_when_it_is_an_incident() {
        Rig rig = failing(3);
        CaseId id = rig.start("p");
        Command byHand = new Command.Complete(new WorkId(id, 1), Data.nothing(), 0);
        assertThat(rig.refusedAs("anna", byHand).message())
                .isEqualTo("Cannot complete work item '1#1': it is not work for people."
                        + " Look at the work item before you try again. (MR-1020)");
        assertThat(rig.refusedAs("anna", new Command.Withdraw(new WorkId(id, 1), "no")).code())
                .isEqualTo(Code.WORK_STATE);
        rig.advance(Duration.ofHours(1));
        rig.doneAs("anna", byHand);
        assertThat(rig.work(id, 2).task()).isEqualTo("after");
    }

    @Test
    void after_a_restart_due_work_is_found_in_every_tenant() {
        Rig rig = Rig.with(PROCESS);
        rig.start("p");
        for (String tenant : List.of("aa", "zz")) {
            rig.ask(operator -> rig.mill().tenant(tenant).operator().ask(new Command.Deploy(PROCESS)));
            rig.ask(operator -> rig.mill().tenant(tenant).operator().ask(new Command.Start("p", 0, Data.fields(), null)));
            rig.ask(operator -> rig.mill().tenant(tenant).operator().ask(new Command.Start("p", 0, Data.fields(), null)));
        }
        List<String> tenants = new ArrayList<>();
        rig.equip(mill -> mill.on("call", work -> tenants.add(work.tenant())));
        rig.rest();
        assertThat(tenants).containsExactlyInAnyOrder("aa", "aa", "main", "zz", "zz");
    }

    /** What a process may send a message to. */
    public static final class Box {
        int taken;

        public void take() {
            taken++;
        }
    }

    @Test
    void programs_and_bound_objects_have_limits_too() {
        Box box = new Box();
        Limits slowly = Limits.atOnce(10).perSecond(1);
        Rig rig = Rig.with(
                        Steps.of("sending", task(Task.handler(BoundObject.handlerOf("box")))),
                        Steps.of("running", task(Task.program("run", "true"))))
                .equip(mill -> mill.bind("box", box, slowly).program("true", Program.of("true"), slowly));
        for (int i = 0; i < 3; i++) {
            rig.start("sending", BoundObject.message("take", List.of()));
            rig.start("running");
        }
        for (int second = 1; second <= 3; second++) {
            assertThat(box.taken).isEqualTo(second);
            assertThat(rig.mill().cases(CaseQuery.ALL.inState(CaseStatus.COMPLETED), null, 10).items()).hasSize(2 * second);
            rig.advance(Duration.ofSeconds(1));
        }
    }

    /** One attempt, which is an incident when it takes longer than this. */
    private static Steps within(Duration limit) {
        return Steps.of("p", task(Task.handler("call").retry(RetryPolicy.NONE).timeLimit(limit)), people("after"));
    }

    private static void equipSlow(Rig rig) {
        rig.equip(mill -> mill.on("call", work -> {
            rig.advance(Duration.ofSeconds(30));
            return null;
        }));
    }

    @Test
    void the_time_limit_is_that_of_the_version_under_which_the_case_runs() {
        Steps first = within(Duration.ofSeconds(5));
        Steps second = within(Duration.ofHours(1));
        Rig rig = Rig.with(first);
        CaseId old = rig.start("p");
        rig.done(new Command.Deploy(second));
        CaseId fresh = rig.start("p");
        // Both wait in memory until there is a handler.
        equipSlow(rig);
        assertThat(rig.work(old, 1).incident()).isEqualTo("it took longer than PT5S");
        assertThat(rig.work(fresh, 2).task()).isEqualTo("after");
        rig.done(new Command.RetryWork(new WorkId(old, 1)));
        assertThat(rig.work(old, 1).incident()).isEqualTo("it took longer than PT5S");
    }

    @Test
    void work_that_waited_in_the_journal_has_the_time_limit_of_its_own_version() {
        Steps first = within(Duration.ofSeconds(5));
        Steps second = within(Duration.ofHours(1));
        Rig rig = Rig.with(first);
        CaseId old = rig.start("p");
        rig.done(new Command.Deploy(second));
        CaseId fresh = rig.start("p");
        rig.restart(first, second);
        equipSlow(rig);
        assertThat(rig.work(old, 1).incident()).isEqualTo("it took longer than PT5S");
        assertThat(rig.work(fresh, 2).task()).isEqualTo("after");
    }

    @Test
    void a_call_carries_the_trace_context_of_the_request_behind_it() {
        List<String> traces = new ArrayList<>();
        Rig rig = Rig.with(PROCESS).equip(mill -> mill.on("call", work -> {
            traces.add(work.trace().orElse("none"));
            return null;
        }));
        rig.ask(operator -> operator.trace("00-4bf9-01").ask(new Command.Start("p", 0, Data.fields(), null)));
        rig.start("p");
        assertThat(traces).containsExactly("00-4bf9-01", "none");
    }
}
