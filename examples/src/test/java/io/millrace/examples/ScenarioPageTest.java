package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Player;
import io.millrace.testkit.Scenario;
import io.millrace.testkit.TestEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScenarioPageTest {
    private static final Pattern SNIPPET = Pattern.compile("```scenario\\n(.*?)```", Pattern.DOTALL);

    @Test
    void the_scenarios_on_the_page_about_scenarios_hold() throws Exception {
        Path page = Path.of("..", "docs", "scenarios.md");
        List<String> snippets = SNIPPET.matcher(Files.readString(page)).results().map(found -> found.group(1)).toList();
        assertThat(snippets).hasSize(2);
        for (String snippet : snippets) {
            try (TestEngine engine = TestEngine.open()) {
                assertThat(Player.play(Scenario.parse("scenarios.md", page, snippet), engine).message()).isEmpty();
            }
        }
    }
}
