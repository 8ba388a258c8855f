package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.algebra.RuleState.Verdict;
import io.millrace.data.In;
import io.millrace.data.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules with variables, for the constants that occur. */
class InstancesTest {
    private static final String MUTEX = """
            dep M12: b2[y] . b1[x] | ~b1[x] | ~b2[y] | e1[x] . b2[y];
            dep M21: b1[x] . b2[y] | ~b2[y] | ~b1[x] | e2[y] . b1[x];
            assume A1: ~e1[x] | b1[x] . e1[x];
            assume A2: ~e2[y] | b2[y] . e2[y];
            """;

    private static Instances instances(String text) {
        return new Instances(EdgeCasesTest.rules(text));
    }

    @Test
    void equation_9_leaves_the_other_instances_and_the_rest_of_this_one() {
        Instances order = instances("dep d: e[v] < f[v];");
        order.record("e[C]");
        assertThat(order.verdict("f[C]")).isEqualTo(Verdict.ACCEPT);
        order.record("f[C]");
        assertThat(order.verdict("f[D]")).isEqualTo(Verdict.ACCEPT);
        assertThat(order.record("f[D]")).containsExactly("~e[D]");
        assertThat(order.verdict("e[D]")).isEqualTo(Verdict.REFUSE);
        assertThat(order.verdict("e[C2]")).isEqualTo(Verdict.ACCEPT);
    }

    @Test
    void two_tasks_exclude_each_other_entry_by_entry() {
        Instances mutex = instances(MUTEX);
        assertThat(mutex.verdict("b1[1]")).isEqualTo(Verdict.ACCEPT);
        mutex.record("b1[1]");
        assertThat(mutex.verdict("b2[1]")).isEqualTo(Verdict.DELAY);
        assertThat(mutex.verdict("b2[2]")).isEqualTo(Verdict.DELAY);
        mutex.record("e1[1]");
        assertThat(mutex.verdict("b2[1]")).isEqualTo(Verdict.ACCEPT);
        mutex.record("b2[1]");
        assertThat(mutex.verdict("b1[2]")).isEqualTo(Verdict.DELAY);
        assertThat(mutex.against("b1[2]")).contains("M21");
        mutex.record("e2[1]");
        assertThat(mutex.verdict("b1[2]")).isEqualTo(Verdict.ACCEPT);
    }

    @Test
    void finished_instances_are_forgotten() {
        Instances mutex = instances(MUTEX);
        for (int i = 0; i < 300; i++) {
            for (String event : List.of("b1", "e1", "b2", "e2")) {
                assertThat(mutex.verdict(event + "[" + i + "]")).isEqualTo(Verdict.ACCEPT);
                mutex.record(event + "[" + i + "]");
            }
            assertThat(mutex.size()).isZero();
        }
    }

    @Test
    void an_instance_is_remembered_as_long_as_an_event_can_ask_for_it() {
        Instances orders = instances("dep ordered: ~item[x,y] | order[x] . item[x,y]; dep open: ~item[x,y] | ready . item[x,y];");
        orders.record("ready");
        orders.record("order[1]");
        assertThat(orders.verdict("item[1,7]")).isEqualTo(Verdict.ACCEPT);
        assertThat(orders.verdict("item[2,7]")).isEqualTo(Verdict.DELAY);
        orders.record("item[1,7]");
        assertThat(orders.verdict("item[1,8]")).isEqualTo(Verdict.ACCEPT);
        int size = orders.size();
        assertThat(orders.forget("1")).isEmpty();
        assertThat(orders.size()).isLessThan(size);
        assertThat(orders.isDecided("ready")).isTrue();
    }

    @Test
    void rules_that_name_their_variables_differently_speak_of_the_same_events() {
        RuleSet set = EdgeCasesTest.rules("event a[case]; event b[case]; dep one: a[x] . b[y] | ~b[y]; dep two: ~b[x] | ~a[x] | a[x] . b[x];"
                + " dep three: ~a[x] | ~a[y] | a[x] . a[y];");
        assertThat(set.has("a[case]")).isTrue();
        assertThat(set.has("b[case]")).isTrue();
        assertThat(set.has("a[case']")).isTrue();
        assertThat(set.events()).isEqualTo(3);
    }

    /** A rule for three constants, of which one is never mentioned, says what the rule with variables says. */
    @Test
    void verdicts_are_those_of_the_rule_spelled_out_for_every_constant() {
        Random random = new Random(21);
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            Form form = form(random, 2);
            String text = "dep d: " + written(form) + ";";
            RuleModule module = RuleModule.read("d.deps", text);
            assertThat(module.problems()).as(text).isEmpty();
            Form all = module.rules().getFirst().form();
            for (String variable : List.copyOf(module.rules().getFirst().variables())) {
                all = new Form.Quantified(true, variable, List.of("1", "2", "3"), all);
            }
            List<String> names = new ArrayList<>();
            Expr expr = NormalForm.of(all.bound(Map.of()), event -> number(names, event.text()));
            if (!Search.satisfiable(List.of(expr))) {
                continue;
            }
            Instances instances = new Instances(RuleSet.of(module));
            List<String> literals = new ArrayList<>(List.of("p[1]", "p[2]", "q[1]", "q[2]", "r[1]", "r[2]", "n[1,1]", "n[1,2]", "g"));
            literals.removeIf(each -> !names.contains(each));
            Collections.shuffle(literals, random);
            for (String event : literals) {
                String literal = random.nextBoolean() ? event : "~" + event;
                Expr after = expr.after(2 * names.indexOf(event) + (literal.equals(event) ? 0 : 1));
                boolean permitted = Search.satisfiable(List.of(after));
                assertThat(instances.isPermitted(literal)).as("seed 21, %s at %s after %s", text, literal, instances.obligations())
                        .isEqualTo(permitted);
                if (permitted) {
                    expr = after;
                    instances.record(literal);
                    accepted++;
                } else {
                    refused++;
                }
            }
        }
        assertThat(accepted).isGreaterThan(1_000);
        assertThat(refused).isGreaterThan(100);
    }

    private static int number(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    private static Form form(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            String name = List.of("p", "q", "r", "n", "g").get(random.nextInt(5));
            return new Form.Occurs(new Form.Event(name, List.of()), random.nextInt(3) > 0);
        }
        List<Form> parts = new ArrayList<>();
        for (int i = 2 + random.nextInt(2); i > 0; i--) {
            parts.add(form(random, depth - 1));
        }
        return new Form.Combined(Form.Operator.values()[1 + random.nextInt(2)], parts);
    }

    private static String written(Form form) {
        return Traces.shown(form).replaceAll("\\b[pq]\\b", "$0[x]").replaceAll("\\br\\b", "r[y]").replaceAll("\\bn\\b", "n[x,y]");
    }

    @Test
    void what_is_required_of_an_instance_is_told() {
        Instances travel = instances("""
                event s_cancel[x] triggerable;
                dep D2: ~c_buy[x] | c_book[x] . c_buy[x];
                dep D3: ~c_book[x] | c_buy[x] | s_cancel[x];
                dep D4: ~s_cancel[x] | c_book[x] & ~c_buy[x];
                """);
        travel.record("c_book[1]");
        travel.record("c_book[2]");
        assertThat(travel.record("~c_buy[2]")).containsExactly("s_cancel[2]");
        assertThat(travel.record("c_buy[1]")).containsExactly("~s_cancel[1]");
        assertThat(travel.undecided("2")).containsExactly("s_cancel[2]");
        travel.record("s_cancel[2]");
        travel.record("~s_cancel[1]");
        assertThat(travel.size()).isZero();
    }

    @Test
    void numbers_follow_each_other() {
        Instances turns = instances("dep next: ~a[i+1] | a[i] . a[i+1];");
        assertThat(turns.verdict("a[1]")).isEqualTo(Verdict.DELAY);
        assertThat(turns.verdict("a[0]")).isEqualTo(Verdict.ACCEPT);
        turns.record("a[0]");
        assertThat(turns.verdict("a[2]")).isEqualTo(Verdict.DELAY);
        assertThat(turns.verdict("a[1]")).isEqualTo(Verdict.ACCEPT);
        turns.record("a[1]");
        assertThat(turns.verdict("a[2]")).isEqualTo(Verdict.ACCEPT);
        turns.record("~a[2]");
        assertThat(turns.verdict("a[3]")).isEqualTo(Verdict.REFUSE);
    }

    @Test
    void some_instance_is_enough() {
        Instances answered = instances("dep answer: ~ask[i] | some j. ask[i] . answer[i,j];");
        answered.record("ask[1]");
        assertThat(answered.verdict("~answer[1,1]")).isEqualTo(Verdict.ACCEPT);
        answered.record("~answer[1,1]");
        assertThat(answered.obligations()).hasSize(1);
        answered.record("answer[1,2]");
        assertThat(answered.obligations()).isEmpty();
    }

    @Test
    void instances_are_found_again_from_what_was_written() {
        Instances mutex = instances(MUTEX);
        mutex.record("b1[1]");
        mutex.record("~b2[7]");
        Out out = new Out();
        mutex.write(out);
        Instances read = Instances.read(mutex.rules(), new In(out.toBytes()));
        assertThat(read.obligations()).isEqualTo(mutex.obligations()).isNotEmpty();
        assertThat(read.verdict("b2[1]")).isEqualTo(Verdict.DELAY);
        read.record("e1[1]");
        assertThat(read.verdict("b2[1]")).isEqualTo(Verdict.ACCEPT);
    }

    /** Part E, 15: what is finished is forgotten, however much there was. */
    @Test
    void a_hundred_thousand_finished_instances_leave_nothing_behind() {
        Instances rules = new Instances(RuleSet.of(RuleModule.read("r", """
                event b1[case] on t1:start;
                event e1[case] on t1:end guaranteed;
                event b2[case] on t2:start;
                event e2[case] on t2:end guaranteed;
                dep one: b2[y] . b1[x] | ~b1[x] | ~b2[y] | e1[x] . b2[y];
                dep two: b1[x] . b2[y] | ~b2[y] | ~b1[x] | e2[y] . b1[x];
                assume l1: e1[x] <= b1[x];
                assume l2: e2[y] <= b2[y];
                """).orRefuse()));
        int most = 0;
        for (int i = 1; i <= 100_000; i++) {
            int kind = i % 2 + 1;
            assertThat(rules.verdict("b" + kind + "[" + i + "]")).isEqualTo(RuleState.Verdict.ACCEPT);
            rules.record("b" + kind + "[" + i + "]");
            rules.record("e" + kind + "[" + i + "]");
            rules.forget(Integer.toString(i));
            most = Math.max(most, rules.size());
        }
        assertThat(most).isLessThan(20);
    }

    /** For one constant, rules with variables are what they are without: the same answers of the scheduler, the same demands. */
    @Test
    void for_one_constant_the_scheduler_answers_as_without_variables() {
        Random random = new Random(22);
        int[] answers = new int[Verdict.values().length];
        List<String> controls = List.of("flexible", "immediate", "inevitable", "triggerable", "flexible");
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (String name : List.of("p", "q", "r", "s")) {
                text.append("event ").append(name).append("[x] ").append(controls.get(random.nextInt(controls.size()))).append(";\n");
            }
            for (int rule = 1 + random.nextInt(3); rule > 0; rule--) {
                text.append("dep d").append(rule).append(": ")
                        .append(Traces.shown(form(random, 2)).replace("n", "s").replace("g", "p").replaceAll("\\b[pqrs]\\b", "$0[x]"))
                        .append(";\n");
            }
            RuleModule module = RuleModule.read("d.deps", text.toString());
            assertThat(module.problems()).as(text.toString()).isEmpty();
            if (!Safety.problems(module).isEmpty()) {
                continue;
            }
            RuleSet set = RuleSet.of(module);
            RuleState state = set.start();
            Instances instances = Instances.lasting(set);
            if (!state.isPossible()) {
                continue;
            }
            List<String> events = new ArrayList<>(List.of("p", "q", "r", "s"));
            Collections.shuffle(events, random);
            for (String event : events) {
                String told = "seed 22, " + text + instances.obligations();
                for (String each : events) {
                    for (String sign : List.of("", "~")) {
                        int literal = set.literal(sign + each + "[x]");
                        Verdict verdict = state.admits(literal) ? Verdict.ACCEPT : state.verdict(literal);
                        boolean mentioned = instances.isDecided(each + "[1]") || !state.isDecided(literal);
                        if (mentioned) {
                            assertThat(instances.verdict(sign + each + "[1]")).as(told + sign + each).isEqualTo(verdict);
                            answers[verdict.ordinal()]++;
                        }
                    }
                }
                String literal = (random.nextInt(3) > 0 ? "" : "~") + event;
                if (!state.isDecided(set.literal(literal + "[x]")) && state.isPermitted(set.literal(literal + "[x]"))) {
                    state = state.after(set.literal(literal + "[x]"));
                    instances.record(literal + "[1]");
                    assertThat(instances.required().stream().map(each -> each.replace("1", "x")))
                            .as(told + literal)
                            .isSubsetOf(state.required())
                            .containsAll(state.required().stream()
                                    .filter(each -> instances.isRemembered(each.replace("x", "1")))
                                    .toList());
                }
            }
        }
        assertThat(Arrays.stream(answers).min().orElse(0)).isGreaterThan(100);
    }
}
