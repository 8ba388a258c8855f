package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.shared.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The runs that three independent interpreters agree on come out as listed. */
class RunsTest {
    @TestFactory
    Stream<DynamicTest> every_run_comes_out_as_listed_in_the_literal_interpreter() throws IOException {
        return runs().map(run -> DynamicTest.dynamicTest(run.at("name").text(), () -> {
            List<Data> phases = GeneratedTest.literally(run.at("text").text(), run);
            assertThat(RunTerms.comparable(phases)).isEqualTo(expected(run));
        }));
    }

    @TestFactory
    Stream<DynamicTest> every_run_comes_out_as_listed_in_the_engine() throws IOException {
        return runs().map(run -> DynamicTest.dynamicTest(
                run.at("name").text(), () -> assertThat(played(run, false)).isEqualTo(expected(run))));
    }

    @TestFactory
    Stream<DynamicTest> a_crash_after_every_phase_changes_nothing() throws IOException {
        return runs().map(run -> DynamicTest.dynamicTest(
                run.at("name").text(), () -> assertThat(played(run, true)).isEqualTo(expected(run))));
    }

    private static List<Data> played(Data run, boolean restarting) {
        Bench bench = new Bench(Script.start(run), restarting);
        bench.deploy("p", run.at("text").text());
        List<Data> phases = new ArrayList<>();
        Script.play(run, bench, phases::add);
        return RunTerms.comparable(phases);
    }

    static List<Data> expected(Data run) {
        return RunTerms.comparable(run.at("phases").asList());
    }

    static Stream<Data> runs() throws IOException {
        return Files.readAllLines(SharedData.besideTheProject().file("corpora/workflow-prolog/runs.jsonl")).stream().map(Data::parse);
    }
}
