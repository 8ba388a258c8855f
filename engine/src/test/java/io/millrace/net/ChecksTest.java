package io.millrace.net;

import static io.millrace.net.Multiplicity.Creation.STATIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.problem.Code;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything that can be wrong with the structure of a net, and how it is said. */
class ChecksTest {
    /** A net with one task, to which the tests add what is wrong. */
    private static NetBuilder right() {
        return Nets.net("n").input("i").to("a").task("a").to("o").output("o");
    }

    @Test
    void a_net_as_definition_1_wants_it_has_no_faults() {
        assertThat(faults(right())).isEmpty();
    }

    @Test
    void a_net_needs_an_input_and_an_output() {
        assertThat(faults(Nets.net("n").task("a"))).containsExactly(
                "Net 'n' has no input condition. Add the condition at which its cases begin. (MR-3001)",
                "Net 'n' has no output condition. Add the condition at which its cases end. (MR-3003)");
    }

    @Test
    void a_net_has_no_second_input_or_output() {
        assertThat(faults(right().input("j").to("a").output("p").task("b"))).contains(
                "Net 'n' has more than one input condition: 'i', 'j'. Keep one of them. (MR-3002)",
                "Net 'n' has more than one output condition: 'o', 'p'. Keep one of them. (MR-3004)");
    }

    @Test
    void names_are_used_once() {
        assertThat(faults(right().condition("a"))).contains(
                "Net 'n' has more than one 'a'. Give each condition and task, and each variable, a unique name. (MR-3005)");
        assertThat(faults(right().route("").condition(" "))).contains("A part of net 'n' has no name. Give it one. (MR-3019)");
        assertThat(codes(Nets.net("n").input("i").to("a").task("a").to("b").task("b").to("c(a,b)", "o").condition("c(a,b)").to("b").output("o")))
                .containsExactly(Code.NET_SAME_NAME);
    }

    @Test
    void a_flow_leads_from_a_node_to_a_node() {
        assertThat(faults(Nets.net("n").input("i").to("a").task("a").to("b", "o").output("o"))).containsExactly(
                "A flow of net 'n' leads from 'a' to 'b', but there is no 'b'. Add that node, or remove the flow. (MR-3006)");
    }

    @Test
    void conditions_are_not_connected_and_nothing_enters_the_input_or_leaves_the_output() {
        NetBuilder net = Nets.net("n").input("i").to("a", "c").task("a").to("i", "o", "c").condition("c").to("a").output("o").to("a");
        assertThat(faults(net)).extracting(each -> each.substring(0, each.indexOf('.'))).containsExactly(
                "A flow of net 'n' leads from 'i' to 'c': both are conditions",
                "A flow of net 'n' leads from 'a' to 'i': nothing enters the input condition",
                "A flow of net 'n' leads from 'o' to 'a': nothing leaves the output condition");
    }

    @Test
    void a_flow_is_written_once_and_a_task_has_one_default() {
        NetBuilder net = Nets.net("n").input("i").to("a").task("a").to("o", "o").otherwise("b").otherwise("c").task("b").to("o").task("c").to("o").output("o");
        assertThat(codes(net)).containsExactly(Code.NET_SAME_FLOW, Code.NET_DEFAULTS);
    }

    @Test
    void every_node_is_on_a_path_from_input_to_output() {
        assertThat(faults(right().task("lost").to("o").task("end").condition("alone"))).containsExactly(
                "In net 'n' no path leads from the input condition to 'alone'. Connect it, or remove it. (MR-3009)",
                "In net 'n' no path leads from the input condition to 'lost'. Connect it, or remove it. (MR-3009)",
                "In net 'n' no path leads from the input condition to 'end'. Connect it, or remove it. (MR-3009)",
                "In net 'n' no path leads from 'alone' to the output condition. Connect it, or remove it. (MR-3010)",
                "In net 'n' no path leads from 'end' to the output condition. Connect it, or remove it. (MR-3010)");
    }

    @Test
    void a_cancellation_set_names_what_is_there_and_neither_end() {
        NetBuilder net = Nets.net("n").input("i").to("a").task("a").cancels("b", "gone", "i", "o", "c(a,b)").cancelsBetween("b", "a").to("b").task("b").to("o").output("o");
        assertThat(faults(net)).containsExactly(
                "Task 'a' of net 'n' cancels 'gone', which does not exist. Name a task, a condition, or two tasks that are connected. (MR-3011)",
                "Task 'a' of net 'n' cancels 'i', where the net begins or ends. Remove it from the cancellation set. (MR-3012)",
                "Task 'a' of net 'n' cancels 'o', where the net begins or ends. Remove it from the cancellation set. (MR-3012)",
                "Task 'a' of net 'n' cancels 'c(b,a)', which does not exist. Name a task, a condition, or two tasks that are connected. (MR-3011)");
    }

    @Test
    void bounds_make_sense() {
        assertThat(bounds(2, 1, Bound.INFINITY)).containsExactly(
                "Task 'a' of net 'n' cannot have these instances: the minimum of 2 is above the maximum of 1. Correct minimum, maximum and threshold. (MR-3013)");
        assertThat(bounds(-1, 1, 1)).hasSize(1);
        assertThat(bounds(0, 0, 1)).hasSize(1);
        assertThat(bounds(1, 1, 0)).hasSize(1);
        assertThat(bounds(Bound.INFINITY, Bound.INFINITY, 1)).hasSize(1);
        assertThat(bounds(0, Bound.INFINITY, 3)).singleElement().asString().contains("the minimum is 0");
        assertThat(bounds(1, 3, 4)).singleElement().asString().contains("the threshold of 4 is above the maximum of 3");
        assertThat(bounds(1, Bound.INFINITY, 3)).isEmpty();
        assertThat(bounds(1, 3, Bound.INFINITY)).isEmpty();
    }

    private static List<String> bounds(int min, int max, int threshold) {
        return faults(Nets.net("n").input("i").to("a").task("a").instances(min, max, threshold, STATIC).to("o").output("o"));
    }

    @Test
    void decompositions_roots_and_the_tasks_that_are_spoken_of_are_there() {
        Net net = Nets.net("n").input("i").to("a")
                .composite("a", "sub").to("b")
                .task("b").resourcing(Resourcing.BY_USER.separateFrom("nobody").familiarWith("a")).to("o")
                .output("o").build();
        assertThat(texts(Specification.of("s", "main", List.of(net, net)))).startsWith(
                "Specification 's' has no net 'main' to begin with. Add that net, or name another. (MR-3015)",
                "Task 'a' of net 'n' is carried out by net 'sub', which does not exist. Add that net, or name another. (MR-3014)",
                "Task 'b' of net 'n' refers to task 'nobody', which does not exist. Name a task of the specification. (MR-3018)",
                "Specification 's' has more than one net 'n'. Give each net a unique name. (MR-3016)");
    }

    @Test
    void nets_may_be_shared_and_may_recurse() {
        Net net = Nets.net("n").input("i").to("a").composite("a", "n").to("b").composite("b", "n").to("o").output("o").build();
        assertThat(Checks.faults(Specification.of("s", "n", List.of(net)))).isEmpty();
    }

    @Test
    void a_fault_knows_its_node_and_its_place() {
        Net net = new Net("n", "n", List.of(Condition.input("i"), Condition.output("o")),
                List.of(NetTask.named("a"), NetTask.named("b").at(new Place("trip.yawl", 12, 5))),
                List.of(Flow.of("i", "a"), Flow.of("a", "o"), Flow.of("b", "o")), List.of(), false, null);
        Fault fault = Checks.faults(Specification.of("s", "n", List.of(net))).getFirst();
        assertThat(fault.node()).isEqualTo("b");
        assertThat(fault).hasToString("trip.yawl:12:5: In net 'n' no path leads from the input condition to 'b'. Connect it, or remove it. (MR-3009)");
    }

    @Test
    void a_specification_built_in_java_is_refused_with_all_faults_at_once() {
        assertThatThrownBy(() -> Nets.specification("s", Nets.net("n").task("a").build()))
                .isInstanceOfSatisfying(BadNetException.class, bad -> assertThat(bad.faults()).hasSize(2))
                .hasMessageContaining("MR-3001").hasMessageContaining("MR-3003");
    }

    private static List<String> faults(NetBuilder net) {
        return texts(Specification.of("s", "n", List.of(net.build())));
    }

    private static List<Code> codes(NetBuilder net) {
        return Checks.faults(Specification.of("s", "n", List.of(net.build()))).stream().map(fault -> fault.problem().code()).toList();
    }

    private static List<String> texts(Specification specification) {
        return Checks.faults(specification).stream().map(Fault::toString).toList();
    }
}
