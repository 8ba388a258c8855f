package io.millrace.net.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Mapping;
import io.millrace.net.Net;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.problem.Code;
import io.millrace.problem.RefusedException;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.WorkItem;
import io.millrace.work.WorkState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetLanguageTest {
    private static final String CLAIM = """
            initial_activity(assess).
            xor_split(assess, [(pay, small), (inspect, otherwise)]).
            sequential(inspect, pay).
            xor_join([assess, inspect], pay).
            final_activity(pay).
            gets(pay, half, H^(data(amount, A), H is A // 2)).
            small :- data(amount, A), A =< 1000.
            """;

    private static List<String> offered(Rig rig, CaseId id) {
        return rig.work(id).stream().map(WorkItem::task).toList();
    }

    private static void complete(Rig rig, CaseId id, Data output) {
        rig.done(new Command.Complete(rig.work(id).getFirst().id(), output, 0));
    }

    @Test
    void a_net_of_facts_asks_its_goals_about_the_data() {
        NetLanguage language = new NetLanguage();
        assertThat(language.reads("claim.pl", CLAIM)).isTrue();
        assertThat(language.reads("other.pl", "p :- q.")).isFalse();
        Rig rig = Rig.with(language.compile("claim", CLAIM));
        CaseId small = rig.start("claim", Data.fields("amount", 500));
        complete(rig, small, Data.nothing());
        assertThat(offered(rig, small)).containsExactly("pay");
        assertThat(rig.work(small).getFirst().input()).isEqualTo(Data.fields("half", 250));
        complete(rig, small, Data.nothing());
        assertThat(rig.look(small).info().status()).isEqualTo(CaseStatus.COMPLETED);

        CaseId large = rig.start("claim", Data.fields("amount", 5000));
        complete(rig, large, Data.nothing());
        assertThat(offered(rig, large)).containsExactly("inspect");
    }

    @Test
    void a_goal_that_cannot_be_evaluated_is_an_incident_that_says_why() {
        Rig rig = Rig.with(new NetLanguage().compile("claim", CLAIM));
        CaseId id = rig.start("claim", Data.fields("amount", "much"));
        complete(rig, id, Data.nothing());
        assertThat(rig.look(id).info().incident()).contains("task 'assess' cannot go on").contains("type_error");
        rig.done(new Command.ChangeData(id, "amount", Data.of(10)));
        assertThat(offered(rig, id)).containsExactly("pay");
    }

    private static String yawl(String net, String decompositions) {
        return """
                <specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
                <specification uri="p"><metaData/>
                <decomposition id="N" isRootNet="true" xsi:type="NetFactsType">
                <localVariable><name>v</name><type>int</type></localVariable>
                <processControlElements>
                <inputCondition id="i"><flowsInto><nextElementRef id="a"/></flowsInto></inputCondition>
                """ + net + "\n<outputCondition id=\"o\"/></processControlElements></decomposition>" + decompositions
                + "</specification></specificationSet>";
    }

    private static String task(String more) {
        return "<task id=\"a\"><flowsInto><nextElementRef id=\"o\"/></flowsInto><join code=\"xor\"/><split code=\"and\"/>"
                + more + "<decomposesTo id=\"w\"/></task>";
    }

    @Test
    void a_net_that_is_wrong_is_refused_with_each_line_that_is() {
        String source = yawl(task("") + "\n<task id=\"lost\"><join code=\"xor\"/><split code=\"and\"/></task>", "<decomposition id=\"w\"/>");
        assertThatThrownBy(() -> new NetLanguage().compile("p", "p.yawl", source))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("p.yawl:8:1: In net 'N' no path leads from the input condition to 'lost'. Connect it, or remove it. (MR-3009)\n"
                        + "<task id=\"lost\">")
                .hasMessageContaining("MR-3010");
    }

    @Test
    void whoever_deploys_a_net_is_told_what_is_not_enforced() {
        String resourcing = "<resourcing><offer initiator=\"user\"><familiarParticipant taskID=\"gone\"/></offer>"
                + "<privileges><privilege><name>canSkip</name></privilege></privileges></resourcing><customForm>x</customForm>";
        var process = new NetLanguage().compile("p", yawl(task(resourcing), "<decomposition id=\"w\"/>"));
        assertThat(process.findings()).extracting(finding -> finding.in("p.yawl")).containsExactly(
                "p.yawl:7: Task 'a' of net 'N' requires the participant of the missing task 'gone', which Millrace does not enforce."
                        + " Enforce it in another way, or remove it. (MR-3030)",
                "p.yawl:7: Task 'a' of net 'N' requires the privilege canSkip, which Millrace does not enforce."
                        + " Enforce it in another way, or remove it. (MR-3030)",
                "p.yawl: Task 'a' of net 'N': kept and not used: customForm. If this is intended, no change is needed. (MR-3032)");
    }

    @Test
    void a_task_without_mappings_is_given_none_of_its_parameters() {
        String work = "<decomposition id=\"w\"><inputParam><name>v</name><type>int</type></inputParam></decomposition>";
        Rig rig = Rig.with(new NetLanguage().compile("p", yawl(task(""), work)));
        CaseId id = rig.start("p");
        assertThat(rig.work(id).getFirst().input()).isEqualTo(Data.fields());
        assertThat(rig.work(id).getFirst().incident()).isNull();
    }

    @Test
    void a_loop_that_nothing_holds_up_is_refused_within_the_limit_of_a_turn() {
        Rig rig = Rig.with(settings -> settings.stepsPerTurn(100_000), new NetLanguage().compile("loop", """
                initial_activity(a).
                xor_split(a, [(b, true), (c, otherwise)]).
                sequential(b, a).
                final_activity(c).
                routing(a). routing(b). routing(c).
                """));
        assertThat(rig.refused(new Command.Start("loop", 0, Data.fields(), null)).message())
                .isEqualTo("A case of process 'loop' would never stop: tasks 'b', 'a' repeat without end, and none of them waits."
                        + " Correct the predicate that ends the loop, or let one of its tasks wait. (MR-3034)");
    }

    @Test
    void a_loop_that_changes_data_is_named_when_the_turn_has_used_up_its_steps() {
        Rig rig = Rig.with(settings -> settings.stepsPerTurn(100_000), NetProcess.of(counting(Integer.MAX_VALUE), null));
        assertThat(rig.refused(new Command.Start("count", 0, Data.fields("n", 0), null)).message())
                .startsWith("A case of process 'count' would never stop: tasks 'b', 'a' repeat without end");
    }

    @Test
    void a_loop_that_ends_is_not_taken_for_a_circle() {
        Rig rig = Rig.with(NetProcess.of(counting(2_000), null));
        CaseId id = rig.start("count", Data.fields("n", 0));
        assertThat(rig.look(id).info().status().isOpen()).isFalse();
        assertThat(rig.look(id).data().at("n")).isEqualTo(Data.of(2_000));
    }

    /** 'b' counts, 'a' asks whether it is enough. */
    private static Specification counting(int enough) {
        NetTask a = NetTask.named("a").split(Junction.XOR);
        NetTask b = NetTask.named("b").by(new Decomposition.Routing("b")).outputs(List.of(new Mapping(
                new Expression.Lambda("one more", data -> Data.of(data.at("n").asInt() + 1)), "n")));
        Net net = new Net(
                "count", "count", List.of(Condition.input("i"), Condition.output("o")), List.of(a, b),
                List.of(
                        Flow.of("i", "a"),
                        Flow.of("a", "b").when(new Expression.Lambda("not enough", data -> Data.of(data.at("n").asInt() < enough))),
                        Flow.of("a", "o").otherwise(),
                        Flow.of("b", "a")),
                List.of(), false, null);
        return Specification.of("count", "count", List.of(net));
    }

    @Test
    void the_steps_of_a_goal_are_steps_of_the_turn() {
        String net = """
                initial_activity(a).
                xor_split(a, [(b, count(%d)), (c, otherwise)]).
                final_activity(b).
                final_activity(c).
                count(0).
                count(N) :- N > 0, M is N - 1, count(M).
                """;
        Rig rig = Rig.with(settings -> settings.stepsPerTurn(100_000), new NetLanguage().compile("long", net.formatted(1_000_000)));
        CaseId id = rig.start("long");
        assertThat(rig.refused(new Command.Complete(rig.work(id).getFirst().id(), Data.nothing(), 0)).code()).isEqualTo(Code.OUT_OF_LIMITS);
        Rig other = Rig.with(settings -> settings.stepsPerTurn(20_000_000), new NetLanguage().compile("long", net.formatted(1_000_000)));
        CaseId started = other.start("long");
        other.done(new Command.Complete(other.work(started).getFirst().id(), Data.nothing(), 0));
        assertThat(other.work(started)).extracting(WorkItem::task).containsExactly("b");
    }

    @Test
    void the_system_gives_work_by_turns_to_those_who_may_and_starts_it_for_them() {
        Rig rig = Rig.with(new NetLanguage().compile("p", """
                initial_activity(check).
                sequential(check, approve).
                final_activity(approve).
                role(check, clerk).
                allocate(check, system, 'RoundRobinByTime').
                start(check, system).
                role(approve, manager).
                allocate(approve, system, 'RandomChoice').
                """));
        rig.participant("anna", "clerk").participant("bert", "clerk").participant("carl", "porter");
        List<String> holders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            WorkItem item = rig.work(rig.start("p")).getFirst();
            assertThat(item.state()).isEqualTo(WorkState.STARTED);
            holders.add(String.valueOf(item.holder()));
        }
        assertThat(holders.subList(0, 2)).containsExactlyInAnyOrder("anna", "bert");
        assertThat(holders.subList(2, 4)).isEqualTo(holders.subList(0, 2));
        CaseId last = rig.start("p");
        assertThat(rig.look(last).standing().at("tokens")).isEqualTo(Data.fields("exec(check)", 1));
        WorkItem item = rig.work(last).getFirst();
        rig.doneAs(String.valueOf(item.holder()), new Command.Complete(item.id(), Data.nothing(), 0));
        assertThat(rig.work(last).getFirst().state()).as("nobody is a manager, so it stays an offer").isEqualTo(WorkState.OFFERED);
    }

    @Test
    void what_the_system_is_asked_and_does_not_do_is_told() {
        var process = new NetLanguage().compile("p", """
                initial_activity(a).
                sequential(a, b).
                final_activity(b).
                allocate(a, system, 'ShortestQueue').
                start(b, system).
                """);
        assertThat(process.findings()).extracting(finding -> finding.problem().message()).satisfiesExactly(
                first -> assertThat(first).startsWith("Task 'a' of net 'p' requires the allocator ShortestQueue (it goes by turns instead)"),
                second -> assertThat(second).startsWith("Task 'b' of net 'p' requires a start by the system once a user has claimed it"));
    }
}
