package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Real programs of the shell. */
class ProgramTest {
    private static final Work WORK = new Work(
            "main",
            "p",
            new WorkItem(
                    new WorkId(CaseId.root(7), 1), "call", new Doer.Program("sh"), Performers.ANYONE, WorkState.STARTED, null,
                    null, 2, 100, Instant.EPOCH, null, Data.fields("n", 5), null, 0, 0),
            () -> {});

    private static Data run(String script) throws Exception {
        return Program.of("/bin/sh", "-c", script).timeLimit(Duration.ofSeconds(20)).handle(WORK);
    }

    @Test
    void the_work_comes_as_json_and_the_output_goes_as_json() throws Exception {
        Data seen = run("cat");
        assertThat(seen).isEqualTo(Data.fields(
                "work", "7#1", "attempt", 2, "task", "call", "process", "p", "input", Data.fields("n", 5)));
        assertThat(run("echo \"[\\\"$MILLRACE_WORK\\\", $MILLRACE_ATTEMPT]\"").json()).isEqualTo("[\"7#1\",2]");
        assertThat(run("true")).isEqualTo(Data.nothing());
    }

    @Test
    void the_exit_status_says_whether_trying_again_would_help() {
        assertThatThrownBy(() -> run("echo 'no such customer' >&2; exit 1"))
                .isInstanceOf(WorkFailure.class)
                .hasMessage("no such customer");
        assertThatThrownBy(() -> run("echo 'line broken' >&2; exit 3"))
                .isInstanceOf(IOException.class)
                .hasMessage("the program ended with status 3: line broken");
        assertThatThrownBy(() -> run("echo 'not json {'")).isInstanceOf(IOException.class).hasMessageContaining("not JSON");
    }

    @Test
    void a_program_that_takes_too_long_is_ended() {
        assertThatThrownBy(() -> Program.of("/bin/sh", "-c", "sleep 60").timeLimit(Duration.ofMillis(100)).handle(WORK))
                .hasMessage("the program took longer than PT0.1S");
    }

    @Test
    void a_child_that_holds_the_output_open_does_not_hold_the_work() throws Exception {
        Program program = Program.of("/bin/sh", "-c", "sleep 60 & echo 1").timeLimit(Duration.ofMillis(300));
        try {
            assertThat(program.handle(WORK)).isEqualTo(Data.of(1));
        } catch (IOException ended) {
            assertThat(ended).hasMessage("the program took longer than PT0.3S");
        }
    }

    @Test
    void a_program_that_never_reads_a_large_input_is_not_waited_for() throws Exception {
        Work large = new Work(
                "main",
                "p",
                new WorkItem(
                        new WorkId(CaseId.root(7), 1), "call", new Doer.Program("sh"), Performers.ANYONE, WorkState.STARTED,
                        null, null, 1, 100, Instant.EPOCH, null, Data.of("x".repeat(1 << 20)), null, 0, 0),
                () -> {});
        assertThatThrownBy(() -> Program.of("/bin/sh", "-c", "sleep 60").timeLimit(Duration.ofMillis(300)).handle(large))
                .hasMessage("the program took longer than PT0.3S");
    }
}
