package io.millrace.kernel;

import static io.millrace.kernel.Steps.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.event.Gate;
import io.millrace.event.Significant;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.kernel.check.JournalCheck;
import io.millrace.problem.Code;
import io.millrace.query.AgentInfo;
import io.millrace.query.CaseStatus;
import io.millrace.query.PoolInfo;
import io.millrace.runtime.PayloadCodec;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Deadline;
import io.millrace.work.Performers;
import io.millrace.work.Pool;
import io.millrace.work.RetryPolicy;
import io.millrace.work.Task;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What happens to work that a pool assigns. */
final class PoolTest {
    private static final Performers CLERKS = Performers.pool("clerks");
    private static final Task SIGN = Task.people("sign").offeredTo(CLERKS);
    private static final Steps SIGNING = Steps.of("signing", task(SIGN));
    /** Bert is cheaper. */
    private static final Pool POOL = Pool.named("clerks")
            .agent(Agent.named("anna").qualified("sign", 2).qualified("call", 2))
            .agent(Agent.named("bert").qualified("sign", 1));

    private static Rig rig(Pool pool, Steps... processes) {
        Rig rig = Rig.with(processes);
        rig.done(new Command.DefinePool(pool));
        return rig;
    }

    private static WorkItem only(Rig rig, CaseId id) {
        List<WorkItem> work = rig.work(id);
        assertThat(work).hasSize(1);
        return work.getFirst();
    }

    private static void complete(Rig rig, CaseId id) {
        rig.done(new Command.Complete(only(rig, id).id(), Data.fields(), 0));
    }

    private static <T> T asked(Rig rig, Supplier<T> question) {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(question, task -> Thread.ofVirtual().start(task));
        while (!answer.isDone()) {
            rig.rest();
            Thread.onSpinWait();
        }
        return answer.join();
    }

    private static List<AgentInfo> agents(Rig rig) {
        return asked(rig, () -> rig.mill().agents().in("clerks", null, 100).items());
    }

    private static PoolInfo info(Rig rig) {
        return asked(rig, () -> rig.mill().agents().pool("clerks"));
    }

    private static List<String> busy(Rig rig) {
        return agents(rig).stream().filter(agent -> !agent.has().isEmpty()).map(AgentInfo::name).toList();
    }

    private static void check(Rig rig) {
        rig.rest();
        assertThat(JournalCheck.of(rig.store(), PayloadCodec.PLAIN, List.of(), turns -> {}).findings()).isEmpty();
    }

    @Test
    void work_goes_to_the_cheapest_agent_who_is_idle_and_waits_for_the_next() {
        Rig rig = rig(POOL, SIGNING);
        CaseId first = rig.start("signing");
        CaseId second = rig.start("signing");
        CaseId third = rig.start("signing");
        assertThat(only(rig, first).holder()).isEqualTo("bert");
        assertThat(only(rig, first).state()).isEqualTo(WorkState.ALLOCATED);
        assertThat(only(rig, second).holder()).isEqualTo("anna");
        assertThat(only(rig, third).holder()).isNull();
        assertThat(info(rig).waiting()).containsExactly(Map.entry("sign", 1));
        check(rig);
        rig.doneAs("anna", new Command.Complete(only(rig, second).id(), Data.fields(), 0));
        assertThat(only(rig, third).holder()).isEqualTo("anna");
        complete(rig, first);
        complete(rig, third);
        assertThat(info(rig).idle()).isEqualTo(2);
        check(rig);
    }

    @Test
    void the_longest_waiting_work_comes_first_unless_another_is_more_urgent() {
        Rig rig = rig(
                Pool.named("clerks").agent(Agent.named("anna").qualifiedForAll(1)),
                SIGNING,
                Steps.of("urgent", task(SIGN.priority(200))));
        CaseId now = rig.start("signing");
        CaseId old = rig.start("signing");
        CaseId young = rig.start("signing");
        CaseId urgent = rig.start("urgent");
        for (CaseId next : List.of(now, urgent, old, young)) {
            assertThat(only(rig, next).holder()).isEqualTo("anna");
            complete(rig, next);
        }
    }

    @Test
    void work_of_an_unknown_pool_waits_until_it_is_defined() {
        Rig rig = Rig.with(SIGNING);
        CaseId id = rig.start("signing");
        assertThat(only(rig, id).holder()).isNull();
        assertThat(rig.refused(new Command.AddAgent("clerks", Agent.named("x"))).code()).isEqualTo(Code.UNKNOWN_POOL);
        rig.restart(SIGNING);
        rig.done(new Command.DefinePool(POOL));
        assertThat(only(rig, id).holder()).isEqualTo("bert");
    }

    @Test
    void a_case_that_is_cancelled_frees_the_agent_and_its_place_in_the_queue() {
        Rig rig = rig(POOL, SIGNING);
        List<CaseId> cases = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            cases.add(rig.start("signing"));
        }
        rig.done(new Command.CancelCase(cases.get(2), "no"));
        rig.done(new Command.CancelCase(cases.getFirst(), "no"));
        assertThat(only(rig, cases.get(3)).holder()).isEqualTo("bert");
        assertThat(info(rig).queue()).isZero();
        check(rig);
    }

    @Test
    void whoever_gives_work_back_is_not_given_it_again() {
        Rig rig = rig(POOL, SIGNING);
        CaseId id = rig.start("signing");
        rig.doneAs("bert", new Command.Release(only(rig, id).id()));
        assertThat(only(rig, id).holder()).isEqualTo("anna");
        rig.doneAs("anna", new Command.Release(only(rig, id).id()));
        assertThat(only(rig, id).holder()).as("bert gave it back before, and another offer begins").isEqualTo("bert");
        rig.done(new Command.SetPresence("clerks", "anna", false));
        rig.doneAs("bert", new Command.Release(only(rig, id).id()));
        assertThat(only(rig, id).holder()).isNull();
        assertThat(rig.mill().worklist("bert")).hasSize(1);
        rig.doneAs("bert", new Command.Claim(only(rig, id).id()));
        assertThat(busy(rig)).containsExactly("bert");
        check(rig);
    }

    @Test
    void only_qualified_agents_find_and_claim_what_waits() {
        Rig rig = rig(Pool.named("clerks").by("offer").agents(POOL.agents()).agent(Agent.named("carl").qualified("call", 1)), SIGNING);
        rig.participant("dora", "clerk");
        CaseId id = rig.start("signing");
        assertThat(only(rig, id).holder()).isNull();
        assertThat(rig.mill().worklist("anna")).hasSize(1);
        assertThat(rig.mill().worklist("bert")).hasSize(1);
        assertThat(rig.mill().worklist("carl")).isEmpty();
        assertThat(rig.mill().worklist("dora")).isEmpty();
        assertThat(rig.refusedAs("carl", new Command.Claim(only(rig, id).id())).code()).isEqualTo(Code.NOT_QUALIFIED);
        assertThat(rig.refusedAs("dora", new Command.Claim(only(rig, id).id())).code()).isEqualTo(Code.NOT_QUALIFIED);
        rig.doneAs("anna", new Command.StartWork(only(rig, id).id()));
        assertThat(busy(rig)).containsExactly("anna");
        assertThat(rig.mill().worklist("bert")).isEmpty();
        check(rig);
        rig.doneAs("anna", new Command.Complete(only(rig, id).id(), Data.fields(), 0));
        assertThat(busy(rig)).isEmpty();
    }

    @Test
    void agents_who_are_qualified_for_everything_find_everything_that_waits() {
        Rig rig = rig(
                Pool.named("clerks").by("offer").agent(Agent.named("anna").qualifiedForAll(1)),
                SIGNING,
                Steps.of("calling", task(Task.people("call").offeredTo(CLERKS))));
        rig.start("signing");
        rig.start("calling");
        assertThat(rig.mill().worklist("anna")).extracting(WorkItem::task).containsExactly("sign", "call");
    }

    @Test
    void work_that_is_delegated_goes_with_its_new_holder() {
        Rig rig = rig(POOL, SIGNING);
        CaseId id = rig.start("signing");
        rig.doneAs("bert", new Command.Delegate(only(rig, id).id(), "anna"));
        assertThat(busy(rig)).containsExactly("anna");
        rig.doneAs("anna", new Command.Delegate(only(rig, id).id(), "zoe"));
        assertThat(busy(rig)).isEmpty();
        check(rig);
        complete(rig, id);
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        check(rig);
    }

    @Test
    void duties_that_are_separated_stay_separated() {
        Rig rig = rig(POOL, Steps.of("signing", task(SIGN.offeredTo(CLERKS.without(List.of("bert"))))));
        CaseId first = rig.start("signing");
        CaseId second = rig.start("signing");
        assertThat(only(rig, first).holder()).isEqualTo("anna");
        assertThat(only(rig, second).holder()).isNull();
        assertThat(rig.mill().worklist("bert")).isEmpty();
        assertThat(rig.refusedAs("bert", new Command.Claim(only(rig, second).id())).code()).isEqualTo(Code.EXCLUDED);
        complete(rig, first);
        assertThat(only(rig, second).holder()).isEqualTo("anna");
    }

    @Test
    void roles_narrow_who_of_a_pool_may_do_it() {
        Rig rig = rig(
                Pool.named("clerks")
                        .agent(Agent.named("anna").qualified("sign", 1))
                        .agent(Agent.named("bert").qualified("sign", 2).roles("senior"))
                        .agent(Agent.named("carl").qualified("sign", 3)),
                Steps.of("signing", task(SIGN.offeredTo(Performers.role("senior").in("clerks")))));
        rig.participant("carl", "senior");
        CaseId first = rig.start("signing");
        CaseId second = rig.start("signing");
        CaseId third = rig.start("signing");
        assertThat(only(rig, first).holder()).isEqualTo("bert");
        assertThat(only(rig, second).holder()).isEqualTo("carl");
        assertThat(only(rig, third).holder()).isNull();
    }

    @Test
    void a_suspended_case_is_assigned_nobody_until_it_is_resumed() {
        Rig rig = rig(POOL.agents(POOL.agents().subList(0, 1)), SIGNING);
        CaseId busy = rig.start("signing");
        CaseId suspended = rig.start("signing");
        CaseId other = rig.start("signing");
        rig.done(new Command.SuspendCase(suspended));
        complete(rig, busy);
        assertThat(only(rig, suspended).holder()).isNull();
        assertThat(only(rig, other).holder()).isEqualTo("anna");
        rig.done(new Command.ResumeCase(suspended));
        check(rig);
        complete(rig, other);
        assertThat(only(rig, suspended).holder()).isEqualTo("anna");
    }

    @Test
    void suspended_work_leaves_its_agent_free_and_returns_to_it() {
        Rig rig = rig(POOL.agents(POOL.agents().subList(0, 1)), SIGNING);
        CaseId first = rig.start("signing");
        CaseId second = rig.start("signing");
        rig.doneAs("anna", new Command.SuspendWork(only(rig, first).id()));
        assertThat(only(rig, second).holder()).isEqualTo("anna");
        check(rig);
        rig.doneAs("anna", new Command.ResumeWork(only(rig, first).id()));
        assertThat(only(rig, first).holder()).isEqualTo("anna");
        assertThat(agents(rig).getFirst().has()).hasSize(2);
        check(rig);
        CaseId third = rig.start("signing");
        complete(rig, first);
        assertThat(only(rig, third).holder()).as("anna still has something").isNull();
        complete(rig, second);
        assertThat(only(rig, third).holder()).isEqualTo("anna");
    }

    @Test
    void work_that_waits_is_not_assigned_while_it_is_suspended() {
        Rig rig = rig(POOL.agents(List.of()), SIGNING);
        CaseId id = rig.start("signing");
        rig.done(new Command.SuspendWork(only(rig, id).id()));
        rig.done(new Command.AddAgent("clerks", POOL.agents().getFirst()));
        assertThat(only(rig, id).holder()).isNull();
        rig.done(new Command.ResumeWork(only(rig, id).id()));
        assertThat(only(rig, id).holder()).isEqualTo("anna");
    }

    @Test
    void an_agent_who_is_taken_out_finishes_first() {
        Rig rig = rig(POOL, SIGNING);
        CaseId first = rig.start("signing");
        rig.done(new Command.RemoveAgent("clerks", "bert"));
        assertThat(rig.refused(new Command.RemoveAgent("clerks", "bert")).code()).isEqualTo(Code.UNKNOWN_AGENT);
        assertThat(agents(rig)).extracting(AgentInfo::name, AgentInfo::leaving).contains(tuple("bert", true));
        rig.start("signing");
        CaseId third = rig.start("signing");
        rig.restart(SIGNING);
        complete(rig, first);
        assertThat(only(rig, third).holder()).isNull();
        assertThat(agents(rig)).extracting(AgentInfo::name).containsExactly("anna");
        check(rig);
    }

    @Test
    void an_agent_who_is_away_keeps_what_it_has_and_gets_nothing() {
        Rig rig = rig(POOL, SIGNING);
        CaseId first = rig.start("signing");
        rig.done(new Command.SetPresence("clerks", "bert", false));
        complete(rig, first);
        CaseId second = rig.start("signing");
        assertThat(only(rig, second).holder()).isEqualTo("anna");
        CaseId third = rig.start("signing");
        rig.done(new Command.SetPresence("clerks", "bert", true));
        assertThat(only(rig, third).holder()).isEqualTo("bert");
    }

    @Test
    void assignments_survive_a_new_definition() {
        Rig rig = rig(POOL, SIGNING);
        CaseId first = rig.start("signing");
        rig.start("signing");
        CaseId third = rig.start("signing");
        rig.done(new Command.DefinePool(
                Pool.named("clerks").agent(Agent.named("carl").qualified("sign", 1)).agent(Agent.named("anna").qualified("sign", 1))));
        assertThat(only(rig, third).holder()).isEqualTo("carl");
        assertThat(busy(rig)).containsExactlyInAnyOrder("carl", "anna", "bert");
        complete(rig, first);
        assertThat(agents(rig)).extracting(AgentInfo::name).containsExactly("carl", "anna");
        check(rig);
    }

    @Test
    void a_handler_is_called_when_an_agent_is_assigned_and_in_its_name() {
        Task call = Task.handler("call").offeredTo(CLERKS).retry(RetryPolicy.attempts(2));
        Rig rig = rig(POOL, Steps.of("calling", task(call)));
        List<String> calls = new ArrayList<>();
        AtomicBoolean broken = new AtomicBoolean(true);
        rig.done(new Command.SetPresence("clerks", "anna", false));
        rig.equip(mill -> mill.on("call", work -> {
            calls.add(work.by().orElse("nobody") + " " + work.attempt());
            if (broken.get()) {
                throw new IllegalStateException("no line");
            }
            return Data.fields();
        }));
        CaseId id = rig.start("calling");
        assertThat(calls).isEmpty();
        rig.restart(Steps.of("calling", task(call)));
        assertThat(calls).as("nobody was assigned before the crash").isEmpty();
        rig.done(new Command.SetPresence("clerks", "anna", true));
        assertThat(calls).containsExactly("anna 1");
        assertThat(busy(rig)).as("between two attempts").isEmpty();
        broken.set(false);
        rig.advance(Duration.ofMinutes(10));
        assertThat(calls).containsExactly("anna 1", "anna 2");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(busy(rig)).isEmpty();
        check(rig);
    }

    @Test
    void a_call_under_way_is_repeated_after_a_crash_with_its_agent() {
        Task call = Task.handler("call").offeredTo(CLERKS);
        Steps calling = Steps.of("calling", task(call));
        Rig rig = rig(POOL, calling);
        CaseId id = rig.start("calling");
        assertThat(only(rig, id).holder()).isEqualTo("anna");
        assertThat(only(rig, id).state()).isEqualTo(WorkState.STARTED);
        rig.restart(calling);
        List<String> calls = new ArrayList<>();
        rig.equip(mill -> mill.on("call", work -> {
            calls.add(work.by().orElse("nobody") + " " + work.attempt());
            return Data.fields();
        }));
        assertThat(calls).containsExactly("anna 1");
        assertThat(busy(rig)).isEmpty();
    }

    @Test
    void a_sub_case_begins_when_an_agent_is_assigned() {
        Task whole = Task.process("sign", "inner").offeredTo(CLERKS);
        Rig rig = rig(POOL.agents(List.of()), Steps.of("outer", task(whole)), Steps.of("inner", Steps.people("x")));
        CaseId id = rig.start("outer");
        assertThat(only(rig, id).child()).isZero();
        rig.done(new Command.AddAgent("clerks", POOL.agents().getFirst()));
        assertThat(only(rig, id).holder()).isEqualTo("anna");
        CaseId inner = id.child(only(rig, id).child());
        complete(rig, inner);
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(busy(rig)).isEmpty();
        check(rig);
    }

    @Test
    void a_pool_starts_what_it_assigns_if_it_says_so() {
        Rig rig = rig(POOL.starting(), SIGNING);
        CaseId id = rig.start("signing");
        assertThat(only(rig, id).state()).isEqualTo(WorkState.STARTED);
        assertThat(only(rig, id).holder()).isEqualTo("bert");
        assertThat(rig.events(id)).containsSubsequence("WorkOffered", "WorkPooled", "WorkAllocated", "WorkStarted");
    }

    @Test
    void an_escalation_takes_work_that_waits_out_of_the_pool() {
        Steps watched = Steps.of("watched", task(SIGN.deadline(Deadline.escalate(Duration.ofHours(1), "boss"))));
        Rig rig = rig(POOL.agents(POOL.agents().subList(0, 1)), watched);
        rig.participant("zoe", "boss");
        CaseId held = rig.start("watched");
        CaseId waits = rig.start("watched");
        rig.advance(Duration.ofHours(2));
        assertThat(only(rig, held).holder()).isEqualTo("anna");
        assertThat(busy(rig)).containsExactly("anna");
        assertThat(info(rig).queue()).isZero();
        assertThat(rig.mill().worklist("zoe")).extracting(WorkItem::id).containsExactly(only(rig, waits).id());
        check(rig);
        rig.doneAs("anna", new Command.Release(only(rig, held).id()));
        assertThat(busy(rig)).isEmpty();
        assertThat(rig.mill().worklist("zoe")).hasSize(2);
        check(rig);
    }

    @Test
    void a_deadline_can_hand_work_over_to_another_pool() {
        Steps watched = Steps.of("watched", task(SIGN.deadline(Deadline.handOver(Duration.ofHours(1), "bosses"))));
        Rig rig = rig(POOL.agents(POOL.agents().subList(0, 1)), watched);
        rig.done(new Command.DefinePool(Pool.named("bosses").starting().agent(Agent.named("zoe").qualifiedForAll(9))));
        CaseId held = rig.start("watched");
        CaseId waits = rig.start("watched");
        rig.advance(Duration.ofHours(2));
        assertThat(busy(rig)).isEmpty();
        assertThat(List.of(String.valueOf(only(rig, held).holder()), String.valueOf(only(rig, waits).holder())))
                .containsExactlyInAnyOrder("zoe", "null");
        check(rig);
    }

    @Test
    void a_deadline_can_take_work_from_an_agent() {
        Rig rig = rig(
                POOL,
                Steps.of("given", task(SIGN.deadline(Deadline.reassign(Duration.ofHours(1), "anna")))),
                Steps.of("failed", task(SIGN.deadline(Deadline.fail(Duration.ofHours(3), "late")))));
        CaseId given = rig.start("given");
        assertThat(only(rig, given).holder()).isEqualTo("bert");
        rig.advance(Duration.ofHours(2));
        assertThat(only(rig, given).holder()).isEqualTo("anna");
        assertThat(busy(rig)).containsExactly("anna");
        rig.start("failed");
        assertThat(busy(rig)).containsExactly("anna", "bert");
        rig.advance(Duration.ofHours(4));
        assertThat(busy(rig)).containsExactly("anna");
        check(rig);
    }

    @Test
    void interventions_free_the_agent() {
        Steps two = Steps.of("two", task(SIGN), Steps.people("after"));
        Rig rig = rig(POOL, two);
        CaseId skipped = rig.start("two");
        rig.done(new Command.Skip(only(rig, skipped).id(), Data.fields()));
        assertThat(busy(rig)).isEmpty();
        CaseId failed = rig.start("two");
        rig.done(new Command.Fail(only(rig, failed).id(), "no", 0, false));
        CaseId withdrawn = rig.start("two");
        rig.done(new Command.Withdraw(only(rig, withdrawn).id(), "no"));
        assertThat(busy(rig)).isEmpty();
        assertThat(rig.plan(new Command.Withdraw(only(rig, rig.start("two")).id(), "no")).refusal()).isNull();
        check(rig);
    }

    @Test
    void a_migrated_case_keeps_its_place() {
        Rig rig = rig(POOL.agents(POOL.agents().subList(0, 1)), SIGNING);
        CaseId held = rig.start("signing");
        CaseId waits = rig.start("signing");
        rig.done(new Command.Deploy(Steps.of("signing", task(SIGN), Steps.people("after"))));
        rig.done(new Command.Migrate(held, 0, Data.fields()));
        rig.done(new Command.Migrate(waits, 0, Data.fields()));
        complete(rig, held);
        assertThat(only(rig, held).task()).isEqualTo("after");
        assertThat(only(rig, waits).holder()).isEqualTo("anna");
        check(rig);
    }

    @Test
    void a_gate_that_delays_the_start_leaves_the_work_with_its_agent() {
        AtomicBoolean closed = new AtomicBoolean(true);
        Gate gate = (state, event, now) -> closed.get() && event instanceof Significant.WorkStarted
                ? new Gate.Delay("not yet", now.plusSeconds(60))
                : Gate.Verdict.ACCEPT;
        Rig rig = Rig.built(builder -> builder.gate(gate), SIGNING);
        rig.done(new Command.DefinePool(POOL.starting()));
        CaseId id = rig.start("signing");
        assertThat(only(rig, id).holder()).isEqualTo("bert");
        assertThat(only(rig, id).state()).isEqualTo(WorkState.ALLOCATED);
        assertThat(rig.look(id).attempts()).hasSize(1);
        closed.set(false);
        rig.advance(Duration.ofMinutes(2));
        assertThat(only(rig, id).state()).isEqualTo(WorkState.STARTED);
        assertThat(only(rig, id).holder()).isEqualTo("bert");
        check(rig);
    }

    @Test
    void a_gate_that_refuses_the_start_makes_an_incident() {
        Gate gate = (state, event, now) -> event instanceof Significant.WorkStarted
                ? new Gate.Refuse(Code.INTERVENTION.with("start", "a rule forbids it"))
                : Gate.Verdict.ACCEPT;
        Rig rig = Rig.built(builder -> builder.gate(gate), SIGNING);
        rig.done(new Command.DefinePool(POOL.starting()));
        CaseId id = rig.start("signing");
        assertThat(only(rig, id).holder()).isEqualTo("bert");
        assertThat(only(rig, id).incident()).contains("a rule forbids it");
        rig.done(new Command.CancelCase(id, "then not"));
        assertThat(busy(rig)).isEmpty();
        check(rig);
    }

    @Test
    void no_agent_is_lost_wherever_the_machine_stops() {
        for (int commits = 0; commits < 40; commits++) {
            Rig rig = rig(POOL.settling().starting(), SIGNING);
            rig.failCommitsAfter(commits);
            for (int i = 1; i <= 4; i++) {
                rig.mill().operator().ask(new Command.Start("signing", 0, Data.fields(), null));
                rig.rest();
            }
            rig.mill().operator().ask(new Command.Complete(new WorkId(CaseId.root(1), 1), Data.fields(), 0));
            rig.mill().operator().ask(new Command.CancelCase(CaseId.root(2), "no"));
            rig.rest();
            rig.restart(SIGNING);
            check(rig);
            for (int round = 0; round < 5; round++) {
                for (long root = 1; root <= 4; root++) {
                    rig.ask(new Command.Complete(new WorkId(CaseId.root(root), 1), Data.fields(), 0));
                }
            }
            assertThat(busy(rig)).as("after %s commits", commits).isEmpty();
            assertThat(info(rig).queue()).isZero();
            check(rig);
        }
    }
}
