package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Generated programs and orders of replies: the engine does what the literal reading of the paper does, phase for phase. */
class GeneratedTest {
    private static final int PROGRAMS = 400;

    @Test
    void every_phase_is_that_of_the_literal_interpreter_even_with_a_crash_after_each() {
        Map<String, Integer> seen = new HashMap<>();
        for (long seed = 1; seed <= PROGRAMS; seed++) {
            Generator generator = new Generator(seed);
            String program = generator.program();
            Data script = generator.script();
            List<Data> literal = RunTerms.comparable(literally(program, script));
            List<Data> engine = RunTerms.comparable(inEngine(program, script, seed % 2 == 0));
            assertThat(engine).as("seed %d%n%s%n%s", seed, program, script.json()).isEqualTo(literal);
            literal.forEach(phase -> seen.merge(
                    phase.at("kind").text() + phase.at("code").json() + phase.at("status").json(), 1, Integer::sum));
        }
        // A generator that no longer makes interesting programs would let everything pass.
        assertThat(seen.keySet())
                .anyMatch(kind -> kind.startsWith("time"))
                .anyMatch(kind -> kind.contains("choicepoint"))
                .anyMatch(kind -> kind.contains("already_sent"))
                .anyMatch(kind -> kind.contains("succeeded"))
                .anyMatch(kind -> kind.contains("failed"));
    }

    static List<Data> literally(String program, Data script) {
        Literal literal = new Literal(LiteralProgram.read(program));
        literal.start(script.has("start") ? script.at("start").asLong() : 0);
        for (Data step : (script.has("script") ? script.at("script") : script).asList()) {
            long time = step.at("time").asLong();
            if (step.has("reply")) {
                literal.reply(time, step.at("reply").asInt(), LiteralProgram.term(step.at("content").text()));
            } else {
                literal.advance(time);
            }
        }
        return literal.phases;
    }

    private static List<Data> inEngine(String program, Data script, boolean restarting) {
        Bench bench = new Bench(Instant.EPOCH, restarting);
        bench.deploy("p", program);
        List<Data> phases = new ArrayList<>();
        Script.play(script, bench, phases::add);
        return phases;
    }
}
