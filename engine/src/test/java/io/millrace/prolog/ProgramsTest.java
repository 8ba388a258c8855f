package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.id.WorkId;
import io.millrace.query.CaseStatus;
import io.millrace.sim.Rig;
import io.millrace.work.Program;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Section 3.4 with real programs of the shell: the message on standard input, the reply from standard output. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProgramsTest {
    private static final String ASK = """
            :- rpc(program(tool), ask('the world', [1, 2.5]), R), told(R).
            told(R) :- replycontent(R, X) : result(X).
            """;

    private static Program script(String script) {
        return Program.of("/bin/sh", "-c", script);
    }

    private static Rig rig(Program program) {
        return Rig.with(new WorkflowProlog().compile("p", ASK)).equip(mill -> mill.program("tool", program));
    }

    private static Data resultOf(Program program) {
        Rig rig = rig(program);
        CaseId id = rig.start("p");
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.COMPLETED);
        return rig.look(id).info().outcome();
    }

    @Test
    void a_program_reads_the_message_as_a_term_and_its_output_is_the_reply() {
        assertThat(resultOf(script("read line; echo \"got($line)\"").text()).json())
                .isEqualTo("{\"got/1\":[{\"ask/2\":[\"the world\",[1,2.5]]}]}");
    }

    @Test
    void a_program_that_speaks_json_gets_the_term_as_a_text_and_replies_with_data_or_the_text_of_a_term() {
        assertThat(resultOf(script("cat")).at("input").text()).isEqualTo("ask('the world',[1,2.5])");
        assertThat(resultOf(script("echo '{\"pages\": 3}'"))).isEqualTo(Data.fields("pages", 3));
        assertThat(resultOf(script("echo '\"seen(3)\"'")).json()).isEqualTo("{\"seen/1\":[3]}");
    }

    @Test
    void a_program_that_says_no_is_a_reply_that_says_so() {
        assertThat(resultOf(script("echo 'no such page' >&2; exit 1").text()).json())
                .isEqualTo("{\"failed/1\":[\"no such page\"]}");
    }

    private static void needsAPerson(Program program, String why) {
        Rig rig = rig(program);
        CaseId id = rig.start("p");
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.look(id).info().status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(rig.look(id).next()).containsExactly("told(wv1) waits for wv1");
        assertThat(rig.work(id, 1).attempt()).isEqualTo(3);
        assertThat(rig.work(id, 1).incident()).startsWith(why);
        rig.done(new Command.Complete(new WorkId(id, 1), Data.of("'by hand'"), 0));
        assertThat(rig.look(id).info().outcome()).isEqualTo(Data.of("by hand"));
    }

    @Test
    void a_reply_with_variables_is_refused_and_after_three_attempts_a_person_is_needed() {
        needsAPerson(
                script("echo 'price(X)'").text(),
                "The reply to work item '1#1' is not valid: it has variables."
                        + " Reply with a term without variables, or with JSON. (MR-4116)");
    }

    @Test
    void so_is_a_reply_that_cannot_be_read() {
        needsAPerson(
                script("echo 'price(1,'").text(),
                "The reply to work item '1#1' is not valid: it is no term, the clause ends in the middle of a term."
                        + " Reply with a term without variables, or with JSON. (MR-4116)");
    }

    @Test
    void a_program_that_breaks_is_tried_again_until_a_person_is_needed() {
        needsAPerson(script("echo 'line broken' >&2; exit 3").text(), "the program ended with status 3: line broken");
    }

    @Test
    void so_is_one_that_is_not_there() {
        needsAPerson(Program.of("/no/such/program").text(), "Cannot run program \"/no/such/program\"");
    }
}
