package io.millrace.testkit.junit;

import static io.millrace.kernel.Steps.people;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.Millrace;
import io.millrace.kernel.Steps;
import io.millrace.testkit.ManualTime;
import io.millrace.testkit.Player;
import io.millrace.testkit.TestEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MillraceExtension.class)
class MillraceExtensionTest {
    @RepeatedTest(2)
    void a_test_is_given_an_engine_of_its_own(TestEngine engine, Millrace mill, ManualTime time) {
        assertThat(mill).isSameAs(engine.mill());
        assertThat(time).isSameAs(engine.time());
        mill.deploy(Steps.of("a", people("do")));
        assertThat(mill.start("a").id()).hasToString("1");
    }

    @Test
    @ScenarioFile("/scenarios/keys.scenario")
    void a_test_goes_on_where_its_scenario_ends(Millrace mill) {
        assertThat(mill.find("3").work()).hasSize(1);
    }

    @Test
    void a_missed_scenario_fails_its_test_with_the_whole_message(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.scenario"), "deploy claim\nstart claim\nexpect case completed");
        assertThat(Scenarios.in(folder).toList()).hasSize(1);
        assertThatThrownBy(() -> Scenarios.demand(Player.play(file)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith(file + ":3: not as expected\n    expect case completed");
    }

    @Test
    void a_folder_without_scenarios_is_a_mistake(@TempDir Path folder) {
        assertThatThrownBy(() -> Scenarios.in(folder)).hasMessage("There is no .scenario file in '" + folder + "'");
    }
}
