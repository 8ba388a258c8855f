package io.millrace.net.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.net.run.NetLanguage;
import io.millrace.problem.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever is done to a file of facts, it is read or refused with sentences that name their place. */
class FactsFuzzTest {
    private static final List<String> PIECES = List.of(
            ".", ",", "(", ")", "[", "]", "|", "{", "}", " :- ", "'", "\"", "`", "0'", "/*", "%", "X", "_", "inf", "otherwise", "\\", "\\x",
            "-1", "99999999999999999999", "1.0e400", " c(a, b) ", "net(n). ", "timer(a, after('P')). ", "multiple(a, X, 2, 3, static). ",
            "variable(v, input, integer, 1). ", "gets(a, b, C). ", "role(a, 1). ", "initiates(X, Y). ", "initiates(signal(s), 1) :- Z. ",
            "process(P). ", "option(end, never). ", "composite(a, a). ", "cancels(a, b). ", "\u0000", "\uD83D");

    private static List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> examples = Files.list(Path.of("..", "examples", "nets"))) {
            for (Path each : examples.filter(file -> file.toString().endsWith(".pl")).sorted().toList()) {
                texts.add(Files.readString(each));
            }
        }
        for (long seed = 1; seed <= 10; seed++) {
            texts.add(NetFile.toFacts(new RandomSpecifications(seed).next()));
        }
        return texts;
    }

    @Test
    void damaged_files_are_read_or_refused_and_what_was_read_can_be_written_and_deployed() throws IOException {
        List<String> texts = texts();
        int read = 0;
        for (long seed = 1; seed <= 1_500; seed++) {
            Random random = new Random(seed);
            String text = Damage.to(texts.get(random.nextInt(texts.size())), PIECES, random);
            try {
                Reading reading = NetFile.facts("fuzz.pl", text);
                assertThat(reading.problems()).allSatisfy(problem -> assertThat(problem.message()).startsWith("fuzz.pl:"));
                assertThat(reading.specification() == null).isEqualTo(!reading.problems().isEmpty());
                if (reading.specification() != null) {
                    read++;
                    String written = NetFile.toFacts(reading.specification());
                    assertThat(NetFile.toFacts(NetFile.facts("fuzz.pl", written).orRefuse())).isEqualTo(written);
                    deploy(text);
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + "\n" + text, e);
            }
        }
        assertThat(read).as("files that were still readable").isPositive();
    }

    private static void deploy(String text) {
        try {
            new NetLanguage().compile("fuzz", "fuzz.pl", text).findings();
        } catch (RefusedException e) {
            assertThat(e.problem().message()).contains("(MR-");
        }
    }
}
