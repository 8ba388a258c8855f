package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.Json;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The tables that were computed for the paper's examples, state by state. */
class ReferenceTablesTest {
    private static final SharedData SHARED = SharedData.besideTheProject();

    @TestFactory
    Stream<DynamicTest> every_state_is_the_one_of_the_table() {
        return SHARED.files("reference", "singh_.*\\.json").stream()
                .filter(file -> json(file).has("table"))
                .map(file -> DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> compare(json(file))));
    }

    private static Data json(Path file) {
        try {
            return Json.read(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rules of a reference file, as a file of ours. */
    static String text(Data reference) {
        StringBuilder text = new StringBuilder();
        reference.at("attributes").asMap().forEach((event, control) ->
                text.append("event ").append(event).append(' ').append(control.text().replace("+", " ")).append(";\n"));
        reference.at("dependencies").asMap().forEach((name, expression) ->
                text.append("dep ").append(name).append(": ").append(expression.text()).append(";\n"));
        return text.toString();
    }

    private static void compare(Data reference) {
        RuleSet set = RuleSet.of(RuleModule.read("reference.deps", text(reference)));
        RuleReport report = set.check();
        assertThat(report.consistent()).isTrue();
        assertThat(report.enforceable()).isEqualTo(reference.at("enforceable").truth());
        assertThat(report.states()).isEqualTo(reference.at("live_states_with_decided_set").asLong());
        List<RuleTable.Row> rows = RuleTable.of(set);
        List<Data> table = reference.at("table").asList();
        assertThat(rows).hasSize(table.size()).hasSize(reference.at("live_states_modulo_dont_care").asInt());
        for (int i = 0; i < rows.size(); i++) {
            RuleTable.Row row = rows.get(i);
            Data wanted = table.get(i);
            String where = "state " + i + " " + wanted.at("obligation");
            assertThat(sameObligation(row, wanted.at("obligation").text())).as(where + " is " + row.obligation()).isTrue();
            assertThat(row.undecided()).as(where).isEqualTo(texts(wanted.at("undecided")));
            assertThat(row.permitted()).as(where).isEqualTo(texts(wanted.at("permitted")));
            assertThat(row.next()).as(where).hasSize(wanted.at("next").asMap().size());
            row.next().forEach((literal, next) -> assertThat(next).as(where + " " + literal).isEqualTo(wanted.at("next").at(literal).asInt()));
            assertThat(row.delayed()).as(where).isEqualTo(texts(wanted.at("delay_until_later")));
            assertThat(new TreeSet<>(row.never())).as(where).isEqualTo(new TreeSet<>(texts(wanted.at("never"))));
            assertThat(new TreeSet<>(row.required())).as(where).isEqualTo(new TreeSet<>(texts(wanted.at("required_eventually"))));
            assertThat(row.controllable()).as(where).isEqualTo(wanted.at("controllable").truth());
            assertThat(row.accepted()).as(where).isEqualTo(texts(wanted.at("accept")));
            // The reference also names what has to be triggered later, when its turn has come.
            List<String> now = new ArrayList<>(texts(wanted.at("must_trigger")));
            now.retainAll(row.permitted());
            assertThat(row.trigger()).as(where).isEqualTo(now);
        }
    }

    /** The same text; or one satisfied by the same traces, where several expressions stand for one state. */
    private static boolean sameObligation(RuleTable.Row row, String wanted) {
        if (row.obligation().equals(wanted)) {
            return true;
        }
        RuleSet both = RuleSet.of(RuleModule.read("both.deps", "dep ours: " + row.obligation() + ";\ndep theirs: " + wanted + ";\n"));
        Expr ours = both.rules().get(0).expr();
        Expr theirs = both.rules().get(1).expr();
        return Traces.over(both.events()).stream().allMatch(trace -> Traces.satisfies(trace, ours) == Traces.satisfies(trace, theirs));
    }

    static List<String> texts(Data list) {
        List<String> texts = new ArrayList<>();
        list.asList().forEach(each -> texts.add(each.text()));
        return texts;
    }

    @Test
    void a_circle_of_sequences_is_inconsistent_and_both_rules_are_the_conflict() {
        Data reference = json(SHARED.file("reference/singh_inconsistent_cycle.json"));
        StringBuilder text = new StringBuilder();
        reference.at("dependencies").asMap().forEach((name, expression) -> text.append("dep ").append(name).append(": ").append(expression.text()).append(";\n"));
        RuleReport report = RuleSet.of(RuleModule.read("cycle.deps", text.toString())).check();
        assertThat(report.consistent()).isEqualTo(reference.at("consistent").truth());
        assertThat(report.conflict()).containsExactly("a", "b");
        assertThat(report.states()).isZero();
    }

    @Test
    void walks_of_joint_commitment_are_permitted_and_refused_as_in_the_reference() {
        Data walks = json(SHARED.file("reference/singh_sojc2_walks.json"));
        RuleSet set = RuleSet.of(RuleModule.read("sojc.deps", Sojc.asDependencies(2)));
        walks.asMap().forEach((title, walk) -> {
            RuleState state = set.start();
            for (Data step : walk.at("walk").asList()) {
                int literal = set.literal(Sojc.ours(step.at(0).text()));
                boolean permitted = state.isPermitted(literal);
                assertThat(permitted).as(title + " " + step).isEqualTo(step.at(1).text().equals("ok"));
                state = permitted ? state.after(literal) : state;
            }
            assertThat(sorted(state.required())).as(title).isEqualTo(ours(walk.at("required_after")));
            assertThat(sorted(state.permitted())).as(title).isEqualTo(ours(walk.at("permitted_after")));
            TreeSet<String> forbidden = new TreeSet<>(state.delayed());
            forbidden.addAll(state.never());
            assertThat(forbidden).as(title).isEqualTo(ours(walk.at("forbidden_after")));
        });
    }

    private static Set<String> sorted(List<String> texts) {
        return new TreeSet<>(texts);
    }

    private static Set<String> ours(Data list) {
        Set<String> all = new TreeSet<>();
        texts(list).forEach(each -> all.add(Sojc.ours(each)));
        return all;
    }

    @Test
    void guards_have_the_residues_of_the_reference() {
        Data cases = json(SHARED.file("reference/singh_guard_cases.json"));
        Map<String, String> rules = Map.of("D_<", "~e | ~f | e . f", "D_->", "~e | f", "D2", "~c | b . c");
        assertThat(cases.asMap().keySet()).isEqualTo(rules.keySet());
        cases.asMap().forEach((name, guards) -> {
            RuleSet set = EdgeCasesTest.rules("dep d: " + rules.get(name) + ";");
            guards.asMap().forEach((literal, histories) -> histories.asList().forEach(each -> {
                Expr expr = set.rules().getFirst().expr();
                for (String occurred : texts(each.at(0))) {
                    expr = expr.after(set.literal(occurred));
                }
                String wanted = each.at(1).text().replaceFirst("^0$", "false");
                assertThat(expr.after(set.literal(literal)).text(set::text)).as(name + " " + literal + " " + each).isEqualTo(wanted);
            }));
        });
        assertThat(Guards.of(EdgeCasesTest.rules("dep d: e < f;"))).hasToString("{e=!f, ~e=true, f=[]e | <>~e, ~f=true}");
        assertThat(Guards.of(EdgeCasesTest.rules("dep d: e -> f;"))).hasToString("{e=<>f, ~e=true, f=true, ~f=<>~e}");
        assertThat(Guards.of(EdgeCasesTest.rules("dep d: ~c | b . c;"))).hasToString("{b=!c, ~b=<>~c, c=[]b, ~c=true}");
    }

    @Test
    void as_many_states_are_live_as_in_the_reference() {
        Data sizes = json(SHARED.file("reference/singh_state_space_sizes.json"));
        for (int tasks = 2; tasks <= 4; tasks++) {
            assertThat(states(mutex(tasks))).as("mutex").isEqualTo(sizes.at("mutex" + tasks).at("states_with_decided_set").asLong());
        }
        for (int length : new int[] {6, 8}) {
            StringBuilder chain = new StringBuilder();
            for (int i = 1; i < length; i++) {
                chain.append("dep d").append(i).append(": ~e").append(i + 1).append(" | e").append(i).append(" . e").append(i + 1).append(";\n");
            }
            assertThat(states(chain.toString())).as("chain").isEqualTo(sizes.at("chain" + length).at("states_with_decided_set").asLong());
        }
        assertThat(states(Sojc.asMacro(3))).isEqualTo(sizes.at("sojc3_all").at("states_with_decided_set").asLong());
    }

    private static long states(String text) {
        return EdgeCasesTest.rules(text).check().states();
    }

    private static String mutex(int tasks) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= tasks; i++) {
            text.append("dep A").append(i).append(": ~e").append(i).append(" | b").append(i).append(" . e").append(i).append(";\n");
            for (int j = 1; j <= tasks; j++) {
                if (i != j) {
                    text.append("dep M%1$d%2$d: b%2$d . b%1$d | ~b%1$d | ~b%2$d | e%1$d . b%2$d;%n".formatted(i, j));
                }
            }
        }
        return text.toString();
    }

    @Test
    void a_saga_of_two_has_the_outcomes_of_the_reference() {
        Data saga = json(SHARED.file("reference/singh_saga2.json"));
        StringBuilder text = new StringBuilder();
        saga.at("dependencies").asMap().forEach((name, rule) -> text.append("dep ").append(name).append(": ").append(rule.text()).append(";\n"));
        RuleSet set = EdgeCasesTest.rules(text.toString());
        Set<Set<String>> outcomes = new HashSet<>();
        long traces = completed(set.start(), new ArrayList<>(), outcomes);
        assertThat(traces).isEqualTo(saga.at("satisfying_traces").asLong());
        Set<Set<String>> wanted = new HashSet<>();
        saga.at("outcomes").asList().forEach(each -> wanted.add(new TreeSet<>(texts(each))));
        assertThat(outcomes).isEqualTo(wanted);
    }

    /** Follows everything that is permitted to the end. */
    private static long completed(RuleState state, List<String> happened, Set<Set<String>> outcomes) {
        List<String> permitted = state.permitted();
        if (permitted.isEmpty()) {
            assertThat(state.isSatisfied()).isTrue();
            outcomes.add(new TreeSet<>(happened));
            return 1;
        }
        long traces = 0;
        for (String literal : permitted) {
            List<String> longer = new ArrayList<>(happened);
            if (!literal.startsWith("~")) {
                longer.add(literal);
            }
            traces += completed(state.after(state.rules().literal(literal)), longer, outcomes);
        }
        return traces;
    }

    @Test
    void enforceability_with_assumptions_is_the_one_of_the_reference() {
        Data cases = json(SHARED.file("reference/singh_enforceability_with_assumptions.json"));
        assertThat(cases.asMap()).hasSizeGreaterThan(25);
        for (Map.Entry<String, Data> each : cases.asMap().entrySet()) {
            Data wanted = each.getValue();
            RuleReport report = RuleSet.of(RuleModule.read("reference.deps", Assumed.text(each.getKey(), wanted))).check();
            assertThat(report.enforceable()).as(each.getKey()).isEqualTo(wanted.at("enforceable").truth());
            if (wanted.at("enforceable").truth()) {
                assertThat(report.neverAccepted()).as(each.getKey()).isEqualTo(texts(wanted.at("events_never_accepted")));
            } else {
                assertThat(report.losingPlay()).as(each.getKey()).isNotEmpty();
            }
        }
    }
}
