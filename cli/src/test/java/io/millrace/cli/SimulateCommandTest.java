package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.data.Data;
import io.millrace.net.run.NetLanguage;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
    @TempDir
    Path folder = Path.of("");

    private static String example(String name) {
        return Repository.root().resolve("examples/simulations/" + name).toString();
    }

    @Test
    void the_order_study_has_its_history_as_json() throws IOException {
        Printed printed = Printed.by("simulate", example("orders.pl"), "--events", example("orders-events.json"), "--json");
        assertThat(printed.status()).isEqualTo(Mill.FINE);
        Data outcome = Data.parse(printed.out());
        Data reference = Data.parse(Files.readString(SharedData.besideTheProject().file("reference/ec_orders3_intended.json")));
        assertThat(outcome.at("history")).isEqualTo(reference.at("history"));
        assertThat(outcome.at("cases").at("completed").asInt()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"orders, simulation-orders.svg", "review, simulation-review.svg"})
    void the_pictures_of_the_document_are_what_is_drawn(String process, String picture) throws IOException {
        Path svg = folder.resolve("gantt.svg");
        Printed printed = Printed.by(
                "simulate", example(process + ".pl"), "--events", example(process + "-events.json"), "--gantt", svg.toString());
        assertThat(printed.status()).as(printed.err()).isEqualTo(Mill.FINE);
        assertThat(Files.readString(svg)).isEqualTo(Repository.read("docs/" + picture));
    }

    @Test
    void the_chart_of_the_document_is_what_is_drawn() throws IOException {
        Path svg = folder.resolve("chart.svg");
        Printed printed = Printed.by(
                "simulate", example("claims.pl"), "--with", example("claims-model.pl"), "--with", example("claims-three-clerks.pl"),
                "--until", "30d", "--runs", "10", "--chart", svg.toString());
        assertThat(printed.out()).contains("claims-three-clerks").contains("10 runs each; ± is a confidence interval of 95 %");
        assertThat(Files.readString(svg)).isEqualTo(Repository.read("docs/simulation-claims.svg"));
    }

    @Test
    void the_paper_as_printed_is_refused_because_nobody_can_mail() throws IOException {
        String orders = Files.readString(Path.of(example("orders.pl")));
        Path printed = Files.writeString(folder.resolve("orders.pl"), orders.replace("qualified(agent8, act(surface_mail,", "qualified(agent8, act(by_surface,"));
        Printed refused = Printed.by("simulate", printed.toString(), "--events", example("orders-events.json"));
        assertThat(refused.status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(refused.err()).contains("no qualified agent for surface_mail");
    }

    @Test
    void a_model_is_fitted_to_a_journal_and_a_simulation_goes_on_from_it() throws IOException {
        String net = "initial_activity(check). sequential(check, pay). final_activity(pay). role(check, clerk). role(pay, clerk).";
        Path journal = folder.resolve("journal");
        try (Millrace mill = Millrace.open(journal)) {
            mill.deploy(new NetLanguage().compile("claim", "claim.pl", net));
            mill.participant("anna", "clerk");
            for (int i = 0; i < 5; i++) {
                mill.start("claim", Data.fields("amount", i));
            }
            var first = mill.worklist("anna").getFirst();
            mill.as("anna").startWork(first.id());
            mill.as("anna").complete(first.id(), Data.fields("fine", true));
            mill.as("anna").startWork(mill.worklist("anna").getFirst().id());
        }
        Printed fitted = Printed.by("simulate", "--fit", "--journal", journal.toString());
        assertThat(fitted.out()).contains("arrivals(claim, ", "duration(check, ", "gives(check, choice([1-{fine=true}])).", "agent(anna).", "role(anna, clerk).");

        Path model = Files.writeString(folder.resolve("model.pl"), "agents(clerk, 1).\nduration(check, 10).\nduration(pay, 5).\n");
        Printed goesOn = Printed.by("simulate", "--from-journal", "--journal", journal.toString(), "--with", model.toString(), "--json");
        assertThat(goesOn.status()).as(goesOn.err()).isEqualTo(Mill.FINE);
        Data outcome = Data.parse(goesOn.out());
        assertThat(outcome.at("work").at("items").asInt()).isEqualTo(9);
        assertThat(outcome.at("tasks").at("pay").at("items").asInt()).isEqualTo(5);
        assertThat(Printed.by("cases", "--journal", journal.toString(), "--json").out().lines().filter(line -> line.contains("running"))).hasSize(5);
    }

    @Test
    void wrong_use_is_told() throws IOException {
        assertThat(Printed.by("simulate").err()).contains("Name a process to simulate");
        assertThat(Printed.by("simulate", example("orders.pl"), "--runs", "0").status()).isEqualTo(Mill.CANNOT_ASK);
        Path events = Files.writeString(folder.resolve("events.json"), "[[\"submit(\", 1]]");
        for (String bad : List.of(events.toString(), example("orders.pl"))) {
            assertThat(Printed.by("simulate", example("orders.pl"), "--events", bad).err()).contains("MR-5061");
        }
    }
}
