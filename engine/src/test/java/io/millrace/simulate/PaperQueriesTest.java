package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The five queries of section 6.2, asked of simulated histories by the paper's axioms. */
class PaperQueriesTest {
    private static final String SOURCE = PaperHistoryTest.orders();

    private static LiteralAxioms asked(Data reference) {
        List<Outcome.Entry> history = PaperHistoryTest.simulated(reference).history();
        return new LiteralAxioms(SOURCE, List.of(), LiteralAxiomsTest.tasks(SOURCE)).knowing(history);
    }

    private static void answers(LiteralAxioms axioms, Data expected, String fluent) {
        ((Data.Fields) expected).asMap().forEach((time, answers) -> assertThat(axioms.all("holds_at(" + fluent + ", " + time + ")", fluent))
                .as("%s at %s", fluent, time)
                .containsExactlyInAnyOrderElementsOf(answers.asList().stream().map(Data::text).toList()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void the_queries_of_the_case_study_have_the_answers_of_the_reference(int orders) {
        Data reference = PaperHistoryTest.reference(orders, "intended");
        Data queries = reference.at("queries");
        LiteralAxioms axioms = asked(reference);
        assertThat(axioms.all("happened(E, T)", "E")).hasSize(reference.at("events_total").asInt());
        answers(axioms, queries.at("q2_active_at"), "active(Act, Ag, W)");
        answers(axioms, queries.at("q3_idle_at"), "idle(Ag)");
        answers(axioms, queries.at("q4_waiting_at"), "waiting(Act, Ag, W, Since)");
        List<String> periods = new ArrayList<>();
        queries.at("q5_assigned_periods(repaired holds_for)").asList().forEach(each ->
                periods.add("period(" + each.asList().get(0).text() + "," + each.asList().get(1).json() + "," + each.asList().get(2).json() + ")"));
        assertThat(axioms.all("holds_for(assigned(Ag, Act, W), From, To)", "period(assigned(Ag, Act, W), From, To)"))
                .containsExactlyInAnyOrderElementsOf(periods);
    }
}
