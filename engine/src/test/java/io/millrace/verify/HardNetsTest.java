package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hard nets, one of them with infinitely many states, have the verdicts that are listed for them. */
class HardNetsTest {
    @Test
    void every_verdict_is_as_listed() {
        Path folder = Corpora.folder("hard");
        Map<String, String> listed = new LinkedHashMap<>();
        Map<String, String> found = new LinkedHashMap<>();
        for (String line : Corpora.text(folder.resolve("README.md")).lines().filter(line -> line.startsWith("| H")).toList()) {
            String[] cells = line.split("\\s*\\|\\s*");
            listed.put(cells[1], cells[2]);
            Verification answer = Verifier.standard().verify(Corpora.specification(folder.resolve(cells[1] + ".yawl")));
            found.put(cells[1], answer.verdict().toString());
        }
        assertThat(listed).hasSize(7);
        assertThat(found).isEqualTo(listed);
    }
}
