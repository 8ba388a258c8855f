package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlayCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder = Path.of("");

    private String scenario(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines)).toString();
    }

    private int play(String... arguments) {
        List<String> all = new ArrayList<>(List.of("play"));
        all.addAll(List.of(arguments));
        return Mill.run(
                Screen.plain(
                        new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8)),
                all.toArray(new String[0]));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void scenarios_that_hold_are_fine() throws Exception {
        scenario("a.scenario", "deploy test-claims", "start test-claims", "expect offered review, inspect");
        scenario("b.scenario", "# nothing");
        assertThat(play(folder.toString())).isEqualTo(Mill.FINE);
        assertThat(out().replaceAll("\\d+ ms", "N ms"))
                .isEqualTo("holds  " + folder.resolve("a.scenario") + "  N ms\n"
                        + "holds  " + folder.resolve("b.scenario") + "  N ms\n"
                        + "2 of 2 scenarios hold\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void a_missed_expectation_is_a_no() throws Exception {
        String file = scenario("a.scenario", "deploy test-claims", "start test-claims", "expect offered review");
        assertThat(play(file)).isEqualTo(Mill.NO);
        assertThat(out()).startsWith("missed " + file + ":3: not as expected\n    expect offered review\n");
    }

    @Test
    void a_file_that_cannot_be_read_beats_a_missed_expectation() throws Exception {
        String missed = scenario("a.scenario", "deploy test-claims", "start test-claims", "expect offered");
        String broken = scenario("b.scenario", "dance");
        assertThat(play(broken, missed)).isEqualTo(Mill.CANNOT_ASK);
        assertThat(out()).contains("missed " + missed).contains("0 of 2 scenarios hold");
        assertThat(err()).startsWith(broken + ":1:1: 'dance' is not a command");
        assertThat(play(folder.resolve("nowhere").toString())).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void json_has_an_object_a_line() throws Exception {
        String held = scenario("a.scenario", "restart");
        String missed = scenario("b.scenario", "deploy test-claims", "start test-claims", "expect case completed");
        String broken = scenario("c.scenario", "", "dance");
        assertThat(play("--json", held, missed, broken)).isEqualTo(Mill.CANNOT_ASK);
        List<Data> lines = out().lines().map(Data::parse).toList();
        assertThat(lines).allSatisfy(line -> assertThat(line.at("millis").asLong()).isNotNegative());
        assertThat(lines.stream().map(line -> line.without("millis").without("problem")))
                .containsExactly(
                        Data.fields("file", held, "ok", true),
                        Data.fields(
                                "file", missed, "ok", false, "line", 3, "expected", "case 1 completed", "seen", "case 1 running"),
                        Data.fields("file", broken, "ok", false, "line", 2));
        assertThat(lines.get(2).at("problem").text()).startsWith(broken + ":2:1:");
        assertThat(err()).isEmpty();
    }

    @Test
    void a_folder_without_scenarios_and_no_file_at_all_are_wrong_use() {
        assertThat(play(folder.toString())).isEqualTo(Mill.CANNOT_ASK);
        assertThat(err()).contains("there is no .scenario file in it");
        assertThat(play()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(err()).contains("MR-2009");
    }
}
