package io.millrace.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real programs of the shell. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProgramTest {
    private static final Work WORK = new Work(
            "main",
            "p",
            new WorkItem(
                    new WorkId(CaseId.root(7), 1), "call", new Doer.Program("sh"), Performers.ANYONE, WorkState.STARTED, null,
                    null, 2, 100, Instant.EPOCH, null, Data.fields("n", 5), null, 0, 0, null),
            "trace-1",
            () -> {},
            ProgramTest::noFiles);

    private static Contents noFiles() {
        throw new AssertionError("there are no files here");
    }

    private static Data run(String script) throws Exception {
        return Program.of("/bin/sh", "-c", script).handle(WORK);
    }

    @Test
    void the_work_comes_as_json_and_the_output_goes_as_json() throws Exception {
        Data seen = run("cat");
        assertThat(seen).isEqualTo(Data.fields(
                "work", "7#1", "attempt", 2, "task", "call", "process", "p", "input", Data.fields("n", 5)));
        assertThat(run("echo \"[\\\"$MILLRACE_WORK\\\", $MILLRACE_ATTEMPT]\"").json()).isEqualTo("[\"7#1\",2]");
        assertThat(run("echo \"\\\"$MILLRACE_TRACE\\\"\"")).isEqualTo(Data.of("trace-1"));
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

    /** Runs a program that says its process id in a file, and interrupts the call when it has. */
    private void interrupted(Path directory, String script, Work work) throws Exception {
        Path pid = directory.resolve("pid");
        Program program = Program.of("/bin/sh", "-c", "echo $$ > new && mv new pid; " + script).in(directory);
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        Thread call = Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(program.handle(work));
            } catch (Exception e) {
                outcome.complete(e);
            }
        });
        while (!Files.exists(pid)) {
            Thread.onSpinWait();
        }
        call.interrupt();
        assertThat(outcome.join()).isInstanceOf(InterruptedException.class);
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(process -> process.onExit().join());
    }

    @Test
    void a_program_is_ended_when_its_call_is_interrupted(@TempDir Path directory) throws Exception {
        interrupted(directory, "exec sleep 600", WORK);
    }

    @Test
    void a_child_that_holds_the_output_open_does_not_hold_an_interrupted_call(@TempDir Path directory) throws Exception {
        interrupted(directory, "sleep 5 & exit 0", WORK);
    }

    @Test
    void a_program_that_never_reads_a_large_input_is_ended_all_the_same(@TempDir Path directory) throws Exception {
        Work large = new Work(
                "main",
                "p",
                new WorkItem(
                        new WorkId(CaseId.root(7), 1), "call", new Doer.Program("sh"), Performers.ANYONE, WorkState.STARTED,
                        null, null, 1, 100, Instant.EPOCH, null, Data.of("x".repeat(1 << 20)), null, 0, 0, null),
                null,
                () -> {},
            ProgramTest::noFiles);
        interrupted(directory, "exec sleep 600", large);
    }
}
