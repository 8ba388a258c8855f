package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.Json;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            throw new java.io.UncheckedIOException(e);
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

    private static TreeSet<String> sorted(List<String> texts) {
        return new TreeSet<>(texts);
    }

    private static TreeSet<String> ours(Data list) {
        TreeSet<String> all = new TreeSet<>();
        texts(list).forEach(each -> all.add(Sojc.ours(each)));
        return all;
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
