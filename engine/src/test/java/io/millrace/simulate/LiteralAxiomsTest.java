package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.net.file.NetFile;
import io.millrace.net.run.NetProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's histories of processes in the paper's facts are those of the axioms, run literally. */
class LiteralAxiomsTest {
    private static final int HORIZON = 60;

    static List<String> tasks(String source) {
        NetProcess process = (NetProcess) PaperHistoryTest.process("p", source);
        return process.specification().nets().getFirst().tasks().stream().map(task -> task.name()).toList();
    }

    static List<String> simulated(String source, List<ExternalEvent> events) {
        return PaperHistoryTest.lines(Simulation.of(PaperHistoryTest.process("p", source))
                .events(events)
                .until(Duration.ofSeconds(HORIZON))
                .history()
                .allowUnsound()
                .run()
                .data()
                .at("history"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void the_axioms_give_the_reference(int orders) {
        Data reference = PaperHistoryTest.reference(orders, "intended");
        String source = PaperHistoryTest.orders();
        List<ExternalEvent> events = ExternalEvent.read("events", reference.at("external_events").json());
        assertThat(new LiteralAxioms(source, events, tasks(source)).history(HORIZON))
                .containsExactlyElementsOf(PaperHistoryTest.lines(reference.at("history")));
    }

    @Test
    void a_process_that_is_written_again_runs_as_before() {
        for (long seed = 1; seed <= 20; seed++) {
            GeneratedPaper generated = new GeneratedPaper(seed);
            String again = NetFile.toFacts(NetFile.facts("p.pl", generated.source()).orRefuse());
            assertThat(simulated(again, generated.events()))
                    .as("seed %d:%n%s%n%s", seed, generated.source(), again)
                    .isEqualTo(simulated(generated.source(), generated.events()));
        }
    }

    @Test
    void generated_processes_have_the_history_that_the_axioms_give() {
        for (long seed = 1; seed <= Long.getLong("millrace.seeds", 60); seed++) {
            GeneratedPaper generated = new GeneratedPaper(seed);
            String source = generated.source();
            List<ExternalEvent> events = generated.events();
            assertThat(simulated(source, events))
                    .as("seed %d:%n%s%n%s", seed, source, events)
                    .containsExactlyElementsOf(new LiteralAxioms(source, events, tasks(source)).history(HORIZON));
        }
    }
}
