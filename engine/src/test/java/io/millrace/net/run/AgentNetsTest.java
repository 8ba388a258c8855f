package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.net.Specification;
import io.millrace.net.file.NetFile;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Nets that name their agents, as the event calculus paper does. */
final class AgentNetsTest {
    private static final String ORDERS = """
            process(orders).
            initial_activity(collect).
            sequential(collect, ship).
            final_activity(ship).
            agent(a1). agent(a2).
            qualified(a1, collect, 1). qualified(a2, collect, 3). qualified(a2, ship, 1.5).
            role(a2, packer).
            """;

    private static NetProcess net(String text) {
        return NetProcess.of(NetFile.read("net.pl", text).checked("net.pl", text), text);
    }

    private static WorkItem only(Rig rig, CaseId id) {
        List<WorkItem> work = rig.work(id);
        assertThat(work).hasSize(1);
        return work.getFirst();
    }

    @Test
    void agents_and_their_qualifications_are_a_pool_named_as_the_process() {
        Pool pool = Objects.requireNonNull(net(ORDERS).agents());
        assertThat(pool.name()).isEqualTo("orders");
        assertThat(pool.starts()).isTrue();
        assertThat(pool.agents()).extracting(Agent::name).containsExactly("a1", "a2");
        assertThat(pool.agents().get(1).cost("orders", "ship")).isEqualTo(new BigDecimal("1.5"));
        assertThat(pool.agents().get(1).roles()).containsExactly("packer");
        Specification specification = NetFile.read("net.pl", ORDERS).checked("net.pl", ORDERS);
        assertThat(NetProcess.named("other", specification, ORDERS).task("ship").performers().pool()).isEqualTo("other");
    }

    @Test
    void the_agents_of_a_net_start_its_work_as_soon_as_they_are_idle() {
        Rig rig = Rig.with(net(ORDERS));
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

    @Test
    void what_was_read_can_be_written_and_read_again() {
        String more = ORDERS + "allocation(collect, clerks).\n";
        Specification read = NetFile.read("net.pl", more).checked("net.pl", more);
        String written = NetFile.toFacts(read);
        Specification again = NetFile.read("net.pl", written).checked("net.pl", written);
        assertThat(again.agents()).isEqualTo(read.agents());
        assertThat(NetProcess.of(again, null).task("collect").performers().pool()).isEqualTo("clerks");
        assertThat(NetProcess.of(again, null).task("ship").performers().pool()).isEqualTo("orders");
    }

    @Test
    void options_say_by_which_rule_and_who_starts() {
        Pool pool = Objects.requireNonNull(net(ORDERS + "option(allocation, round_robin).\noption(start, user).\n").agents());
        assertThat(pool.strategy()).isEqualTo("round_robin");
        assertThat(pool.limit()).isZero();
        assertThat(pool.starts()).isFalse();
    }

    @Test
    void qualifications_without_agents_name_people_as_before() {
        NetProcess net = net("""
                initial_activity(a). final_activity(a). qualified(anna, a, 3).
                """);
        assertThat(net.agents()).isNull();
        assertThat(net.task("a").performers().participants()).containsExactly("anna");
        assertThat(net.task("a").performers().pool()).isNull();
    }

    @Test
    void whoever_is_named_beside_the_agents_does_what_they_are_named_for() {
        NetProcess net = net(ORDERS.replace("final_activity(ship).", "") + """
                sequential(ship, pay). sequential(pay, bill). sequential(bill, wait). sequential(wait, tell). final_activity(tell).
                role(pay, cashier). work(bill, handler(bill)). timer(wait, after('PT1S')). participant(tell, zoe).
                """);
        assertThat(List.of("pay", "bill", "wait", "tell")).allMatch(task -> net.task(task).performers().pool() == null);
        assertThat(net.proof().objection()).isNull();
    }

    @Test
    void a_task_that_no_agent_can_do_speaks_against_the_process() {
        Problem objection = net(ORDERS.replace("qualified(a2, ship, 1.5).", "qualified(a2, shop, 1.5).")).proof().objection();
        assertThat(objection).isNotNull();
        assertThat(Objects.requireNonNull(objection).code()).isEqualTo(Code.NOBODY_QUALIFIED);
        assertThat(objection.message()).contains("no qualified agent for ship");
    }

    @Test
    void whoever_is_qualified_must_be_an_agent() {
        assertThat(NetFile.read("net.pl", ORDERS + "qualified(a9, ship, 1).\n").problems().toString()).contains("no agent a9");
        assertThat(NetFile.read("net.pl", ORDERS + "qualified(a1, ship, soon).\n").problems().toString()).contains("a cost is a number");
    }

    @Test
    void a_new_version_brings_its_own_agents() {
        Rig rig = Rig.with(net(ORDERS));
        CaseId first = rig.start("orders");
        rig.done(new Command.Deploy(net(ORDERS.replace("agent(a1)", "agent(a3)").replace("a1,", "a3,"))));
        CaseId second = rig.start("orders");
        CaseId third = rig.start("orders");
        assertThat(only(rig, second).holder()).isEqualTo("a3");
        assertThat(only(rig, third).holder()).isEqualTo("a2");
        rig.done(new Command.Complete(only(rig, first).id(), Data.fields(), 0));
        assertThat(only(rig, first).task()).isEqualTo("ship");
    }

    @Test
    void duties_are_separated_and_work_returns_to_who_knows_it() {
        Rig rig = Rig.with(net("""
                process(p).
                initial_activity(write). sequential(write, review). sequential(review, amend). final_activity(amend).
                agent(anna). agent(bert).
                qualified(anna, write, 1). qualified(anna, review, 1). qualified(anna, amend, 2). qualified(bert, write, 5).
                qualified(bert, review, 9). qualified(bert, amend, 1).
                separate(review, write). familiar(amend, write).
                """));
        CaseId id = rig.start("p");
        assertThat(only(rig, id).holder()).isEqualTo("anna");
        rig.done(new Command.Complete(only(rig, id).id(), Data.fields(), 0));
        assertThat(only(rig, id).holder()).isEqualTo("bert");
        rig.done(new Command.Complete(only(rig, id).id(), Data.fields(), 0));
        assertThat(only(rig, id).holder()).isEqualTo("anna");
        rig.done(new Command.Complete(only(rig, id).id(), Data.fields(), 0));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_deferred_choice_is_made_by_the_agent_who_is_free_first() {
        Rig rig = Rig.with(net("""
                process(p).
                initial_activity(begin). condition(c). flow(begin, c). flow(c, left). flow(c, right).
                final_activity(left). final_activity(right).
                agent(a). agent(b).
                qualified(a, begin, 1). qualified(a, left, 1). qualified(b, right, 1).
                """));
        CaseId first = rig.start("p");
        CaseId second = rig.start("p");
        rig.done(new Command.Complete(only(rig, first).id(), Data.fields(), 0));
        assertThat(rig.work(first)).hasSize(1);
        assertThat(List.of("left", "right")).contains(only(rig, first).task());
        assertThat(only(rig, first).state()).isEqualTo(WorkState.STARTED);
        rig.done(new Command.Complete(only(rig, first).id(), Data.fields(), 0));
        assertThat(only(rig, second).holder()).isEqualTo("a");
    }
}
