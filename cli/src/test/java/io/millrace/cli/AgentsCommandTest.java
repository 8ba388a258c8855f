package io.millrace.cli;

import static io.millrace.activity.Activities.work;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Millrace;
import io.millrace.activity.ActivityProcess;
import io.millrace.data.Data;
import io.millrace.work.Agent;
import io.millrace.work.Pool;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsCommandTest {
    @TempDir
    static Path journal = Path.of("");

    @BeforeAll
    static void fill() {
        try (Millrace mill = Millrace.open(journal)) {
            mill.agents().define(Pool.named("clerks")
                    .agent(Agent.named("anna").qualified("sign", 1))
                    .agent(Agent.named("bert").qualified("sign", 2))
                    .agent(Agent.named("carl").qualified("file", 1))
                    .agent(Agent.named("dora").qualified("sign", 9)));
            mill.agents().define(Pool.named("drivers").by("round_robin").agent(Agent.named("eva").qualifiedForAll(1)));
            mill.agents().absent("clerks", "dora");
            mill.deploy(ActivityProcess.named("contract", work("sign").pool("clerks")));
            mill.start("contract");
            mill.start("contract");
            mill.start("contract");
            mill.whenQuiet().join();
            mill.agents().remove("clerks", "bert");
        }
    }

    private static String run(String... arguments) {
        return Printed.by(arguments).out();
    }

    @Test
    void agents_are_listed_with_what_they_have_and_pools_with_what_waits() {
        String out = run("agents", journal.toString());
        assertThat(out)
                .containsPattern("clerks +anna +busy +1#1 +sign")
                .containsPattern("clerks +bert +leaving +2#1 +sign")
                .containsPattern("clerks +carl +idle")
                .containsPattern("clerks +dora +away")
                .containsPattern("drivers +eva +idle")
                .contains("clerks: 1 of 4 idle, 1 waiting (sign 1), by cheapest")
                .contains("drivers: 1 of 1 idle, 0 waiting, by round_robin");
        assertThat(run("agents", "-j", journal.toString(), "--pool", "drivers")).contains("eva").doesNotContain("anna");
    }

    @Test
    void objects_say_the_same() {
        List<Data> lines = run("agents", journal.toString(), "--json").lines().map(Data::parse).toList();
        assertThat(lines).hasSize(7);
        assertThat(lines.getFirst().at("waiting")).isEqualTo(Data.fields("sign", 1));
        Data anna = lines.get(2);
        assertThat(anna.at("agent").text()).isEqualTo("anna");
        assertThat(anna.at("state").text()).isEqualTo("busy");
        assertThat(anna.at("has").asList().getFirst().at("task").text()).isEqualTo("sign");
    }

    @Test
    void pages_go_on_from_pool_to_pool() {
        String first = run("agents", journal.toString(), "--limit", "4");
        assertThat(first).contains("--cursor 1:").doesNotContain("eva");
        assertThat(run("agents", journal.toString(), "--limit", "4", "--cursor", "1:")).contains("eva").doesNotContain("anna  ");
        assertThat(Printed.by("agents", journal.toString(), "--cursor", "x").status()).isEqualTo(2);
    }

    @Test
    void what_waits_is_listed_in_its_order() {
        assertThat(run("agents", journal.toString(), "--waiting")).containsPattern("clerks +3#1 +contract +sign");
        assertThat(run("agents", journal.toString(), "--waiting", "--pool", "drivers")).isEqualToIgnoringNewLines("Nothing waits.");
    }

    @Test
    void a_pool_that_is_not_there_cannot_be_shown() {
        Printed printed = Printed.by("agents", journal.toString(), "--pool", "nobody");
        assertThat(printed.status()).isEqualTo(2);
        assertThat(printed.err()).contains("MR-1070");
    }
}
