package io.millrace.net.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Net;
import io.millrace.net.NetGraph;
import io.millrace.net.Nets;
import io.millrace.net.Variable;
import io.millrace.net.file.NetFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BranchesTest {
    private static final String NO_PREDICATE = "";

    /** The sets of branches, in order: "ab b" says that a goes with b, and that b goes alone. */
    private static String goals(String... goals) {
        StringBuilder ways = new StringBuilder();
        for (int i = 0; i < goals.length; i++) {
            String to = String.valueOf((char) ('a' + i));
            ways.append(i == 0 ? "" : ", ").append(goals[i].equals(NO_PREDICATE) ? to : "(" + to + ", " + goals[i] + ")");
        }
        String finals = "abcdefgh".substring(0, goals.length).chars().mapToObj(c -> "final_activity(" + (char) c + "). ").collect(Collectors.joining());
        return sets(NetFile.facts("n.pl", "initial_activity(t). or_split(t, [" + ways + "]). " + finals).orRefuse().nets().getFirst());
    }

    private static String queries(String... queries) {
        Net net = Nets.net("n").input("i").to("t").task("t").to("o").output("o").build();
        List<Flow> flows = new ArrayList<>(List.of(Flow.of("i", "t")));
        List<io.millrace.net.Condition> conditions = new ArrayList<>(net.conditions());
        List<io.millrace.net.NetTask> tasks = new ArrayList<>(net.tasks().stream().map(task -> task.split(io.millrace.net.Junction.OR)).toList());
        for (int i = 0; i < queries.length; i++) {
            String to = String.valueOf((char) ('a' + i));
            Flow flow = Flow.of("t", to);
            boolean otherwise = queries[i].endsWith(" otherwise");
            String query = queries[i].replace(" otherwise", "");
            flow = query.equals(NO_PREDICATE) ? flow : flow.when(new Expression.XQuery(query, null));
            flows.add(otherwise ? flow.otherwise() : flow);
            flows.add(Flow.of(to, "o"));
            tasks.add(io.millrace.net.NetTask.named(to));
        }
        List<Variable> variables = List.of(
                new Variable("s", Variable.Use.INPUT, "string", null, null),
                new Variable("k", Variable.Use.INPUT, "decimal", null, null),
                new Variable("list", Variable.Use.INPUT, "anyType", null, null));
        return sets(new Net("n", "n", conditions, tasks, flows, variables, false, null));
    }

    private static String sets(Net net) {
        NetGraph graph = new NetGraph(net);
        return Branches.of(graph, graph.taskNamed("t")).sets().stream()
                .map(set -> set.stream().mapToObj(i -> graph.flow(graph.taskNamed("t"), i).to()).collect(Collectors.joining()))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    @Test
    void branches_without_predicates_are_free() {
        assertThat(goals(NO_PREDICATE, NO_PREDICATE)).isEqualTo("a ab b");
        assertThat(queries("true()", "true() otherwise")).isEqualTo("a ab b");
    }

    @Test
    void a_branch_without_a_predicate_among_others_is_always_taken() {
        assertThat(goals("data(x, 1)", NO_PREDICATE)).isEqualTo("ab b");
    }

    @Test
    void the_default_is_taken_only_when_nothing_else_holds() {
        assertThat(goals("data(x, 1)", "data(y, 1)", "otherwise")).isEqualTo("a ab b c");
        assertThat(goals("data(x, 1)", "data(y, 1), otherwise")).isEqualTo("a ab b");
        assertThat(queries("/n/s='x'", " otherwise")).isEqualTo("a b");
    }

    @Test
    void branches_with_the_same_predicate_go_together() {
        assertThat(goals("p(X)", "p(Y)", "otherwise")).isEqualTo("ab c");
        assertThat(queries("count(/n/list/x) = 3", " count(/n/list/x)  =  3 ", " otherwise")).isEqualTo("ab c");
    }

    @Test
    void complements_exclude_each_other() {
        assertThat(goals("p(X)", "\\+ p(_)")).isEqualTo("a b");
        assertThat(goals("data(x, true)", "data(x, false)", "otherwise")).isEqualTo("a b c");
        assertThat(goals("data(k, K), K > 100", "data(k, N), N =< 100", "otherwise")).isEqualTo("a b c");
        assertThat(goals("data(k, K), K > 100", "data(k, K), 50 < K", "otherwise")).isEqualTo("ab b c");
        assertThat(queries("/n/s/text()='true'", "/n/s='false'", " otherwise")).isEqualTo("a b c");
        assertThat(queries("exists(/n/list/x) and exists(/n/list/y) otherwise", "empty(/n/list/y)", "empty(/n/list/x)")).isEqualTo("a b bc c");
        assertThat(queries("not(/n/list/x = 3)", "/n/list/x = 3")).isEqualTo("a b");
        assertThat(queries("/n/k < 5", "/n/k >= 5", "10 <= /n/k", " otherwise")).isEqualTo("a b bc d");
        assertThat(queries("true()", "false()", "/n/s = 'a' or /n/s = 'b'", "/n/s != 'a'")).isEqualTo("a ac acd ad");
    }

    @Test
    void what_may_have_several_values_or_is_not_understood_is_not_taken_to_exclude() {
        assertThat(queries("/n/list/x = 'a'", "/n/list/x = 'b'")).isEqualTo("a ab b");
        assertThat(queries("some $x in /n/s satisfies $x = 'a'", "/n/s = 'b'")).isEqualTo("a ab b");
        assertThat(goals("data(k, K), odd(K)", "data(k, K), even(K)")).isEqualTo("a ab b");
        // To a term 5 and 5.0 are different.
        assertThat(goals("data(k, K), K = 5", "data(k, K), K =:= 5")).isEqualTo("a ab b");
    }

    @Test
    void forty_independent_branches_are_forty_groups() {
        Net made = Nets.net("n").input("i").to("t").task("t").to("o").output("o").build();
        List<Flow> flows = new ArrayList<>(List.of(Flow.of("i", "t")));
        List<io.millrace.net.NetTask> tasks = new ArrayList<>(made.tasks().stream().map(task -> task.split(io.millrace.net.Junction.OR)).toList());
        for (int i = 0; i < 40; i++) {
            flows.add(Flow.of("t", "x" + i));
            flows.add(Flow.of("x" + i, "o"));
            tasks.add(io.millrace.net.NetTask.named("x" + i));
        }
        NetGraph graph = new NetGraph(new Net("n", "n", made.conditions(), tasks, flows, List.of(), false, null));
        Branches branches = Branches.of(graph, graph.taskNamed("t"));
        assertThat(branches.groups()).hasSize(40);
        assertThat(branches.count()).isEqualTo(java.math.BigInteger.TWO.pow(40));
    }
}
