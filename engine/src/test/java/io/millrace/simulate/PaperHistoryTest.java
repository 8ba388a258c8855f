package io.millrace.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.language.Compiled;
import io.millrace.net.run.NetLanguage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order study of section 6.2, event by event against the reference histories. */
class PaperHistoryTest {
    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(PaperHistoryTest.class.getResourceAsStream("/calculus/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Compiled<?> process(String name, String source) {
        return new NetLanguage().compile(name, name + ".pl", source);
    }

    static Data reference(int orders, String variant) {
        return Data.parse(resource("ec_orders" + orders + "_" + variant + ".json"));
    }

    static List<String> lines(Data history) {
        return history.asList().stream()
                .map(each -> each.at("t").json() + " " + each.at("event").text() + " " + each.at("rule").text())
                .toList();
    }

    static Outcome simulated(Data reference) {
        return Simulation.of(process("orders", resource("orders.pl")))
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

    @ParameterizedTest
    @ValueSource(strings = {"as_printed", "batch", "h6first"})
    void faulty_readings_are_not_reproduced(String variant) {
        Data reference = reference(3, variant);
        assertThat(lines(simulated(reference).data().at("history"))).isNotEqualTo(lines(reference.at("history")));
    }

    @Test
    void the_same_run_gives_the_same_history() {
        Data reference = reference(3, "intended");
        assertThat(simulated(reference)).isEqualTo(simulated(reference));
    }
}
