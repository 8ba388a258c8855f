package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.calculus.Questions;
import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order study of section 6.2, event by event against the reference histories. */
class PaperHistoryTest {
    /** The literal axioms, which stand beside the tests. */
    static String axioms() {
        try (InputStream in = Objects.requireNonNull(PaperHistoryTest.class.getResourceAsStream("/calculus/axioms.pl"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The order study as the examples have it. */
    static String orders() {
        return read(Path.of("..", "examples", "simulations", "orders.pl"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Compiled<?> process(String name, String source) {
        return new NetLanguage().compile(name, name + ".pl", source);
    }

    static Data reference(int orders, String variant) {
        return Data.parse(read(SharedData.besideTheProject().file("reference/ec_orders" + orders + "_" + variant + ".json")));
    }

    static List<String> lines(Data history) {
        return history.asList().stream()
                .map(each -> each.at("t").json() + " " + each.at("event").text() + " " + each.at("rule").text())
                .toList();
    }

    static Outcome simulated(Data reference) {
        return Simulation.of(process("orders", orders()))
                .events(ExternalEvent.read("events", reference.at("external_events").json()))
                .history()
                .run();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void orders_go_as_the_paper_says_event_by_event(int orders) {
        Data reference = reference(orders, "intended");
        assertThat(lines(simulated(reference).data().at("history"))).containsExactlyElementsOf(lines(reference.at("history")));
    }

    @Test
    void the_study_as_it_was_given_goes_the_same_way() {
        Data reference = reference(3, "intended");
        String given = read(SharedData.besideTheProject().file("reference/orders.pl"));
        assertThat(lines(Simulation.of(process("orders", given))
                        .events(ExternalEvent.read("events", reference.at("external_events").json()))
                        .history()
                        .run()
                        .data()
                        .at("history")))
                .containsExactlyElementsOf(lines(reference.at("history")));
    }

    /** Queries 2 to 5 of section 6.2, in the paper's own words; the first one is the history. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void the_queries_of_the_paper_have_the_answers_that_are_listed(int orders) {
        Data reference = reference(orders, "intended");
        Data queries = reference.at("queries");
        Simulation.of(process("orders", orders()))
                .events(ExternalEvent.read("events", reference.at("external_events").json()))
                .run(questions -> {
                    assertAnswers(questions, queries.at("q2_active_at"), "active(Act, Ag, W)");
                    assertAnswers(questions, queries.at("q3_idle_at"), "idle(Ag)");
                    assertAnswers(questions, queries.at("q4_waiting_at"), "waiting(Act, Ag, W, T)");
                    List<String> periods = queries.at("q5_assigned_periods(repaired holds_for)").asList().stream()
                            .map(each -> each.at(0).text() + " " + each.at(1).json() + "-" + each.at(2).json())
                            .toList();
                    assertThat(questions.all("F = assigned(Ag, Act, W), holds_for(F, P)").stream()
                                    .map(answer -> answer.text("F") + " " + answer.text("P")))
                            .containsExactlyInAnyOrderElementsOf(periods);
                });
    }

    private static void assertAnswers(Questions questions, Data listed, String fluent) {
        listed.asMap().forEach((time, answers) -> assertThat(questions.all("F = " + fluent + ", holds_at(F, " + time + ")").stream()
                        .map(answer -> answer.text("F")))
                .as("%s at %s", fluent, time)
                .containsExactlyInAnyOrderElementsOf(answers.asList().stream().map(Data::text).toList()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"as_printed", "batch", "h6first"})
    void faulty_readings_are_not_reproduced(String variant) {
        Data reference = reference(3, variant);
        assertThat(lines(simulated(reference).data().at("history"))).isNotEqualTo(lines(reference.at("history")));
    }

    @Test
    void activities_may_be_plain_names() {
        String plain = orders().replaceAll("act\\((\\w+), \\w+\\)", "$1");
        Data reference = reference(1, "intended");
        Outcome outcome = Simulation.of(process("orders", plain))
                .events(ExternalEvent.read("events", reference.at("external_events").json()))
                .history()
                .run();
        assertThat(lines(outcome.data().at("history")))
                .containsExactlyElementsOf(lines(reference.at("history")).stream()
                        .map(line -> line.replaceAll("act\\((\\w+),\\w+\\)", "$1"))
                        .toList());
    }

    @Test
    void events_may_be_described_by_several_predicates() {
        String described = orders()
                .replace("initiates(select(Order, Way), selection(Order, Way)).",
                        "initiates(E, selection(EID,M)) :- event(E), act(E, select), order(E, EID), way(E, M).");
        Outcome outcome = Simulation.of(process("orders", described))
                .events(ExternalEvent.read("events", """
                        [["submit(o1)", 1], ["finish_packing(o1)", 10], ["e7", 13, {"act": "select", "order": "o1", "way": "air"}], ["sent(o1)", 18]]
                        """))
                .history()
                .run();
        assertThat(lines(outcome.data().at("history"))).contains("14 start(act(by_air,o1),agent7,o1) h1").hasSize(40);
    }

    @Test
    void the_same_run_gives_the_same_history() {
        Data reference = reference(3, "intended");
        assertThat(simulated(reference)).isEqualTo(simulated(reference));
    }
}
