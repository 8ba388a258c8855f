package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogicProgramsTest {
    private static final String PROGRAM =
            """
            :- rpc(a, 1, A), go(A).
            go(A) :- replycontent(A, again) : rpc(a, 2, A2), go(A2).
            go(A) :- replytime(A) << 100, replycontent(A, ok) : true.
            go(A) :- 100 << replytime(A) : fail.
            """;

    @TempDir
    Path folder = Path.of("");

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static List<Data> phases(Printed printed) {
        return printed.out().lines().map(Data::parse).toList();
    }

    @Test
    void a_script_of_replies_prints_each_phase_as_one_object_a_line() throws IOException {
        Printed printed = Printed.by(
                "run",
                file("p.pl", PROGRAM),
                "--script",
                file("s.json", "[{\"time\":5,\"reply\":1,\"content\":\"again\"},{\"time\":6,\"reply\":9,\"content\":\"x\"},"
                        + "{\"time\":7,\"reply\":2,\"content\":\"ok\"}]"),
                "--json");
        assertThat(printed.err()).isEmpty();
        List<Data> phases = phases(printed);
        assertThat(phases).extracting(phase -> phase.at("kind").text()).containsExactly("initial", "reply", "refused", "reply");
        assertThat(phases.get(1))
                .isEqualTo(Data.parse(
                        """
                        {"kind": "reply", "time": 5, "message": 1, "variable": "wv1", "content": "again", "woken": ["go(wv1)"],
                         "sent": [{"message": 2, "variable": "wv2", "to": "a", "content": "2", "time": 5}],
                         "cancelled": [], "collected": ["wv1"],
                         "suspended": [{"goal": "go(wv2)", "variables": ["wv2"], "times": [100]}], "status": "running"}
                        """));
        assertThat(phases.get(2).at("reason").text()).isEqualTo("unknown_message");
        assertThat(printed.status()).isEqualTo(Mill.FINE);
    }

    @Test
    void whoever_runs_or_plays_a_program_is_warned_of_what_it_shows_to_be_wrong() throws IOException {
        String program = file("warned.pl", """
                :- rpc(q, which, Q), go(Q).
                go(Q) :- replycontent(Q, no) : ( rpc(a, 1, _) ; true ).
                go(Q) :- replycontent(Q, yes) : true.
                """);
        Printed run = Printed.by(
                "run", program, "--script", file("s.json", "[{\"time\":5,\"reply\":1,\"content\":\"yes\"}]"), "--json");
        assertThat(run.err()).startsWith("warned:2: go/1: ").contains("(MR-4105)").hasLineCount(1);
        assertThat(run.status()).isEqualTo(Mill.FINE);
        Printed played = Printed.by("play", file("warned.scenario", "deploy warned.pl\nrestart\nstart warned\n"));
        assertThat(played.err()).isEqualTo(run.err());
        assertThat(played.status()).isEqualTo(Mill.FINE);
    }

    @Test
    void the_clock_of_a_script_wakes_goals_and_a_query_that_fails_is_a_no() throws IOException {
        Printed printed = Printed.by(
                "run",
                file("p.pl", PROGRAM),
                "--script",
                file("s.json", "{\"start\": 50, \"script\": [{\"time\": 200}]}"),
                "--json");
        List<Data> phases = phases(printed);
        assertThat(phases.getFirst().at("time").asInt()).isEqualTo(50);
        assertThat(phases.getLast().at("kind").text()).isEqualTo("time");
        assertThat(phases.getLast().at("time").asInt()).isEqualTo(100);
        assertThat(phases.getLast().at("status").text()).isEqualTo("failed");
        assertThat(printed.status()).isEqualTo(Mill.NO);
    }

    @Test
    void a_check_says_where_a_program_breaks_a_restriction() throws IOException {
        String fine = file("fine.pl", PROGRAM);
        assertThat(Printed.by("check", fine).status()).isEqualTo(Mill.FINE);
        String wrong = file("wrong.pl", PROGRAM + "no(A) :- replycontent(A, X), rpc(b, X, _) : true.\n");
        Printed printed = Printed.by("check", wrong);
        assertThat(printed.out()).contains("wrong.pl:5: no/1: 'rpc(b,X,_)' is called in a guard.", "MR-4101");
        assertThat(printed.status()).isEqualTo(Mill.NO);
        assertThat(Printed.by("check", file("bad.pl", ":- rpc(a, 1, A), .\n")).status()).isEqualTo(Mill.CANNOT_ASK);
    }
}
