package io.millrace.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.data.Json;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The templates against temporal logic over finite traces, evaluated by the letter, on all traces over a, b and c up to length 6. */
class DeclareTest {
    /** A formula at a position of a finite trace. */
    private interface Ltl {
        boolean at(String trace, int i);
    }

    private static Ltl is(char c) {
        return (trace, i) -> i < trace.length() && trace.charAt(i) == c;
    }

    private static Ltl not(Ltl a) {
        return (trace, i) -> !a.at(trace, i);
    }

    private static Ltl and(Ltl a, Ltl b) {
        return (trace, i) -> a.at(trace, i) && b.at(trace, i);
    }

    private static Ltl or(Ltl a, Ltl b) {
        return (trace, i) -> a.at(trace, i) || b.at(trace, i);
    }

    private static Ltl implies(Ltl a, Ltl b) {
        return or(not(a), b);
    }

    /** Strong: there is a next position. */
    private static Ltl next(Ltl a) {
        return (trace, i) -> i + 1 < trace.length() && a.at(trace, i + 1);
    }

    private static Ltl until(Ltl a, Ltl b) {
        return (trace, i) -> {
            for (int k = i; k < trace.length(); k++) {
                if (b.at(trace, k)) {
                    return true;
                }
                if (!a.at(trace, k)) {
                    return false;
                }
            }
            return false;
        };
    }

    private static Ltl finallyIs(Ltl a) {
        return until((trace, i) -> true, a);
    }

    private static Ltl globally(Ltl a) {
        return not(finallyIs(not(a)));
    }

    private static Ltl weakUntil(Ltl a, Ltl b) {
        return or(until(a, b), globally(a));
    }

    private static Ltl atLeast(int count, Ltl a) {
        return count == 1 ? finallyIs(a) : finallyIs(and(a, next(atLeast(count - 1, a))));
    }

    private static Map<String, Ltl> formulas() {
        Ltl a = is('a');
        Ltl b = is('b');
        Ltl precedence = weakUntil(not(b), a);
        Ltl response = globally(implies(a, finallyIs(b)));
        Ltl alternateResponse = globally(implies(a, next(until(not(a), b))));
        Ltl alternatePrecedence = and(precedence, globally(implies(b, or(not(next((trace, i) -> true)), next(weakUntil(not(b), a))))));
        Ltl chainResponse = globally(implies(a, next(b)));
        Ltl chainPrecedence = and(not(b), globally(implies(next(b), a)));
        Map<String, Ltl> all = new LinkedHashMap<>();
        for (int n = 1; n <= 3; n++) {
            all.put("existence(" + n + ", a)", atLeast(n, a));
            all.put("absence(" + n + ", a)", not(atLeast(n, a)));
            all.put("exactly(" + n + ", a)", and(atLeast(n, a), not(atLeast(n + 1, a))));
        }
        all.put("init(a)", a);
        all.put("end(a)", finallyIs(and(a, not(next((trace, i) -> true)))));
        all.put("choice(a, b)", or(finallyIs(a), finallyIs(b)));
        all.put("exclusive_choice(a, b)", and(or(finallyIs(a), finallyIs(b)), not(and(finallyIs(a), finallyIs(b)))));
        all.put("responded_existence(a, b)", implies(finallyIs(a), finallyIs(b)));
        all.put("co_existence(a, b)", and(implies(finallyIs(a), finallyIs(b)), implies(finallyIs(b), finallyIs(a))));
        all.put("response(a, b)", response);
        all.put("alternate_response(a, b)", alternateResponse);
        all.put("chain_response(a, b)", chainResponse);
        all.put("precedence(a, b)", precedence);
        all.put("alternate_precedence(a, b)", alternatePrecedence);
        all.put("chain_precedence(a, b)", chainPrecedence);
        all.put("succession(a, b)", and(response, precedence));
        all.put("alternate_succession(a, b)", and(alternateResponse, alternatePrecedence));
        all.put("chain_succession(a, b)", and(chainResponse, chainPrecedence));
        all.put("not_co_existence(a, b)", not(and(finallyIs(a), finallyIs(b))));
        all.put("not_responded_existence(a, b)", not(and(finallyIs(a), finallyIs(b))));
        for (String name : List.of("not_succession", "not_response", "not_precedence")) {
            all.put(name + "(a, b)", globally(implies(a, not(finallyIs(b)))));
        }
        for (String name : List.of("not_chain_succession", "not_chain_response", "not_chain_precedence")) {
            all.put(name + "(a, b)", globally(implies(a, not(next(b)))));
        }
        return all;
    }

    private static List<String> traces() {
        List<String> traces = new ArrayList<>(List.of(""));
        for (int i = 0; i < traces.size(); i++) {
            if (traces.get(i).length() < 6) {
                for (String event : List.of("a", "b", "c")) {
                    traces.add(traces.get(i) + event);
                }
            }
        }
        return traces;
    }

    static RuleSet rules(String constraint) {
        return EdgeCasesTest.rules("event a repeating; event b repeating; event c repeating;\ndep d: " + constraint + ";\n");
    }

    private static boolean accepts(RuleSet set, String trace) {
        Residue residue = set.rules().getFirst().start();
        for (String event : trace.split("")) {
            residue = event.isEmpty() ? residue : residue.after(set.literal(event));
        }
        return residue.holds();
    }

    @Test
    void every_template_accepts_what_temporal_logic_does() {
        assertThat(traces()).hasSize(1_093);
        formulas().forEach((constraint, formula) -> {
            RuleSet set = rules(constraint);
            for (String trace : traces()) {
                assertThat(accepts(set, trace)).as(constraint + " on '" + trace + "'").isEqualTo(formula.at(trace, 0));
            }
        });
        assertThat(formulas().keySet().stream().map(each -> each.replaceFirst("\\(.*", "")).distinct())
                .hasSameSizeAs(Declare.values());
    }

    @Test
    void every_template_accepts_as_many_traces_as_in_the_reference() throws IOException {
        Data reference = Json.read(Files.readString(SharedData.besideTheProject().file("reference/declare_templates.json")));
        assertThat(reference.asMap()).hasSize(27);
        reference.asMap().forEach((name, wanted) -> {
            RuleSet set = rules(name.replaceFirst("(\\d)\\((\\w)\\)", "($1, $2)"));
            assertThat(traces().stream().filter(trace -> accepts(set, trace)).count()).as(name).isEqualTo(wanted.at("ltlf_accepts").asLong());
        });
    }

    @Test
    void without_repetition_a_template_permits_what_its_expression_does() throws IOException {
        Data reference = Json.read(Files.readString(SharedData.besideTheProject().file("reference/declare_templates.json")));
        reference.asMap().forEach((name, wanted) -> {
            if (wanted.at("nonrepeating").isNothing()) {
                return;
            }
            String events = "event a; event b; event c;\n";
            RuleSet automaton = EdgeCasesTest.rules(events + "dep d: " + name.replaceFirst("(\\d)\\((\\w)\\)", "($1, $2)") + ";");
            RuleSet algebra = EdgeCasesTest.rules(events + "dep d: " + wanted.at("nonrepeating").text() + ";");
            for (List<Integer> trace : Traces.over(3)) {
                RuleState one = automaton.start();
                RuleState other = algebra.start();
                for (int literal : trace) {
                    assertThat(one.permitted()).as(name + " in " + trace).isEqualTo(other.permitted());
                    assertThat(one.required()).as(name + " in " + trace).isEqualTo(other.required());
                    if (!one.isPermitted(literal)) {
                        break;
                    }
                    one = one.after(literal);
                    other = other.after(literal);
                }
            }
        });
    }

    @Test
    void an_event_that_repeats_is_permitted_until_it_is_closed() {
        RuleSet set = rules("alternate_succession(a, b)");
        RuleState state = EdgeCasesTest.walk(set, "a");
        assertThat(state.permitted()).contains("b", "c", "~c", "~a").doesNotContain("a", "~b");
        assertThat(state.required()).containsExactly("b");
        assertThat(EdgeCasesTest.walk(set, "a", "b", "a", "b").permitted()).contains("a", "~a");
        assertThat(EdgeCasesTest.walk(set, "~b").never()).containsExactly("a");
        assertThat(set.check().consistent()).isTrue();
    }

    @Test
    void contradicting_templates_are_a_conflict() {
        RuleReport report = EdgeCasesTest.rules("""
                event a repeating; event b repeating;
                dep one: response(a, b);
                dep two: not_response(a, b);
                dep must: existence(2, a);
                """).check();
        assertThat(report.consistent()).isFalse();
        assertThat(report.conflict()).containsExactly("one", "two", "must");
    }
}
