package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.draw.Figure;
import io.millrace.net.Checks;
import io.millrace.net.Specification;
import io.millrace.net.draw.NetPicture;
import io.millrace.net.file.NetFile;
import io.millrace.shared.SharedData;
import io.millrace.verify.file.Mending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The fixes of other people's nets as texts, and their traces as they are played on a figure. */
class MendingTest {
    /** Larger files take too long for this. */
    private static final int LONGEST = 60_000;

    private int played;
    private int mended;

    @Test
    void every_fix_is_a_text_that_is_sound_and_every_trace_stays_on_the_figure() throws IOException {
        for (String folder : List.of("yawl", "nets", "hard")) {
            try (Stream<Path> files = Files.walk(SharedData.besideTheProject().folder("corpora/" + folder))) {
                for (Path file : files.filter(each -> each.toString().matches(".*\\.(yawl|xml)")).sorted().toList()) {
                    hold(String.valueOf(file.getFileName()), Corpora.text(file));
                }
            }
        }
        assertThat(mended).isPositive();
        assertThat(played).isPositive();
    }

    private void hold(String file, String text) {
        Specification specification = text.length() > LONGEST ? null : NetFile.read(file, text).specification();
        if (specification == null || !Checks.faults(specification).isEmpty()) {
            return;
        }
        Map<String, Set<String>> names = names(specification);
        for (Trouble trouble : Verifier.standard().verify(specification).problems()) {
            trouble.markings().forEach(marking -> marking.forEach(tokens ->
                    assertThat(names.getOrDefault(tokens.net(), Set.of())).as(file).contains(tokens.node())));
            if (!trouble.markings().isEmpty()) {
                played++;
                assertThat(trouble.markings()).hasSize(trouble.trace().size() + 1);
                assertThat(trouble.markings().getLast()).as(file).isEqualTo(trouble.tokens());
            }
            Fix fix = trouble.fix();
            if (fix != null) {
                Optional<String> fixed = Mending.text(file, text, specification, fix);
                assertThat(fixed).as("%s: %s", file, fix.change()).isPresent();
                Specification after = NetFile.read(file, fixed.orElseThrow()).orRefuse();
                assertThat(Verifier.standard().verdictOnly().verify(after).isSound()).as("%s: %s", file, fix.change()).isTrue();
                String facts = NetFile.toFacts(specification);
                Specification inFacts = NetFile.read(file, facts).orRefuse();
                assertThat(Mending.text(file, facts, inFacts, fix)).as("%s as facts: %s", file, fix.change()).isPresent();
                mended++;
            }
        }
    }

    /** The nodes and the marks of edges of each sheet. */
    private static Map<String, Set<String>> names(Specification specification) {
        Map<String, Set<String>> names = new HashMap<>();
        for (Figure.Sheet sheet : NetPicture.of(specification).sheets()) {
            Set<String> here = names.computeIfAbsent(sheet.name(), name -> new HashSet<>());
            sheet.nodes().forEach(node -> here.add(node.id()));
            sheet.edges().forEach(edge -> here.add(edge.mark()));
        }
        return names;
    }
}
