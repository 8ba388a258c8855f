package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.command.Effect;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error in a phase costs no case: the phase changes nothing, the reply is kept, and an operator decides what follows. */
class HeldTest {
    private static final String WRONG = """
            :- rpc(a, 1, A), go(A).
            go(A) :- replycontent(A, X) : Y is X+1, rpc(b, Y, B), replycontent(B, ok).
            """;
    private static final String RIGHT = """
            :- rpc(a, 1, A), go(A).
            go(A) :- replycontent(A, X) : ( number(X) -> Y is X+1 ; Y = none(X) ), rpc(b, Y, B), replycontent(B, ok).
            """;

    private static void migrate(Bench bench, String program) {
        int version = bench.deploy("p", program);
        bench.done(new Command.Migrate(bench.caseId(), version, Data.fields()));
    }

    private static void retry(Bench bench) {
        bench.done(new Command.RetryCase(bench.caseId()));
    }

    @Test
    void an_error_is_an_incident_with_the_goal_and_the_code_and_changes_nothing() {
        Bench bench = Bench.of(WRONG);
        bench.start();
        bench.reply(1, "word");
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        assertThat(bench.incident())
                .isEqualTo("'A is word+1' in go/1 at p.pl:2 raised type_error(evaluable,word/0). Catch it, or correct the program. (MR-4114)");
        assertThat(bench.look().next()).containsExactly("go(wv1) waits for wv1");
        assertThat(bench.look().data().at("held").json())
                .isEqualTo("[{\"phase\":\"reply\",\"time\":0,\"message\":1,\"content\":\"word\"}]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_fix_is_deployed_the_case_migrated_and_retried(boolean restarting) {
        Bench bench = new Bench(Instant.EPOCH, restarting);
        bench.deploy("p", WRONG);
        bench.start();
        bench.reply(1, "word");
        bench.advance(Duration.ofHours(1));
        migrate(bench, RIGHT);
        assertThat(bench.offered()).as("only a retry lets the reply happen").isEmpty();
        retry(bench);
        assertThat(bench.incident()).isEmpty();
        assertThat(bench.offered()).containsExactly("b");
        assertThat(bench.look().data().has("held")).isFalse();
        bench.reply(2, "ok");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_retry_without_a_fix_is_the_same_incident() {
        Bench bench = Bench.of(WRONG);
        bench.start();
        bench.reply(1, "word");
        retry(bench);
        assertThat(bench.incident()).contains("MR-4114");
        assertThat(bench.look().data().at("held").asList()).hasSize(1);
    }

    @Test
    void the_participant_answers_again() {
        Bench bench = Bench.of(WRONG);
        bench.start();
        bench.reply(1, "word");
        assertThat(bench.refused(new Command.Redo(bench.caseId(), "7")).code()).isEqualTo(Code.INTERVENTION);
        bench.done(new Command.Redo(bench.caseId(), "1"));
        assertThat(bench.incident()).isEmpty();
        assertThat(bench.offered()).containsExactly("a");
        assertThat(bench.look().work().getFirst().input()).isEqualTo(Data.of(1));
        bench.reply(2, "4");
        assertThat(bench.look().work().getFirst().input()).isEqualTo(Data.of(5));
        bench.restart();
        bench.reply(3, "ok");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void an_unknown_predicate_in_the_query_costs_no_case() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), goo(A).
                go(A) :- replycontent(A, _) : true.
                """);
        bench.start();
        assertThat(bench.incident()).contains("goo(wv1)", "MR-4113");
        assertThat(bench.offered()).as("what the phase sent is undone").isEmpty();
        migrate(bench, """
                :- rpc(a, 1, A), goo(A).
                goo(A) :- replycontent(A, _) : true.
                """);
        retry(bench);
        bench.reply(1, "x");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void what_comes_after_an_error_waits_in_its_order() {
        String race = """
                :- rpc(a, 1, A), rpc(b, 2, B), which(A, B), note(A).
                which(A, B) :- replytime(A) << replytime(B) : rpc(winner, a, W), replycontent(W, ok).
                which(A, B) :- replytime(B) << replytime(A) : rpc(winner, b, W), replycontent(W, ok).
                note(A) :- replycontent(A, X), %s : true.
                """;
        Bench bench = Bench.of(race.formatted("X > 0"));
        bench.start();
        bench.reply(1, "word");
        bench.advance(Duration.ofMinutes(1));
        bench.reply(2, "x");
        assertThat(bench.look().data().at("held").asList()).hasSize(2);
        assertThat(bench.offered()).isEmpty();
        migrate(bench, race.formatted("atom(X)"));
        retry(bench);
        assertThat(bench.look().work().getFirst().input()).as("a was first").isEqualTo(Data.of("a"));
        assertThat(bench.look().data().at("variables").json()).doesNotContain("held");
    }

    @Test
    void a_reply_that_came_in_time_is_in_time_when_it_is_retried() {
        String program = """
                :- rpc(a, 1, A), go(A).
                go(A) :- 3600 << replytime(A) : rpc(late, 1, L), replycontent(L, ok).
                go(A) :- replytime(A) << 3600 : got(A).
                got(A) :- replycontent(A, X) : %s, rpc(fine, X, F), replycontent(F, ok).
                """;
        Bench bench = Bench.of(program.formatted("X > 0"));
        bench.start();
        bench.advance(Duration.ofMinutes(50));
        bench.reply(1, "word");
        bench.advance(Duration.ofMinutes(40));
        bench.restart();
        migrate(bench, program.formatted("atom(X)"));
        retry(bench);
        assertThat(bench.offered()).containsExactly("fine");
        bench.reply(2, "ok");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void logical_failure_ends_the_query() {
        Bench bench = Bench.of(WRONG);
        bench.start();
        bench.reply(1, "1");
        bench.reply(2, "no");
        assertThat(bench.status()).isEqualTo(CaseStatus.FAILED);
        assertThat(bench.outcome().text()).contains("MR-4115");
    }

    @Test
    void a_file_in_a_reply_that_is_dropped_goes() {
        Bench bench = Bench.of(WRONG);
        bench.start();
        Data file = Data.fields("file", "0a".repeat(32), "name", "page.pdf", "bytes", 10);
        bench.complete(1, file);
        assertThat(bench.effects).noneMatch(Effect.ReleaseFile.class::isInstance);
        bench.done(new Command.Redo(bench.caseId(), "wv1"));
        assertThat(bench.effects).contains(new Effect.ReleaseFile("t", bench.caseId(), file));
    }

    @Test
    void an_incident_of_a_sub_case_is_resolved_there() {
        Bench bench = new Bench(Instant.EPOCH, false);
        bench.deploy("square", """
                square(X) :- rpc(human, X, R), got(R).
                got(R) :- replycontent(R, Y) : Z is Y*Y, result(Z).
                """);
        bench.deploy("p", ":- rpc(process(square), square(3), R), go(R).\ngo(R) :- replycontent(R, X) : result(X).\n");
        bench.start();
        bench.done(new Command.Complete(new WorkId(bench.caseId().child(1), 1), Data.of("seven"), 0));
        assertThat(bench.status()).isEqualTo(CaseStatus.RUNNING);
        bench.done(new Command.Redo(bench.caseId().child(1), "1"));
        bench.done(new Command.Complete(new WorkId(bench.caseId().child(1), 2), Data.of(7), 0));
        assertThat(bench.outcome()).isEqualTo(Data.of(49));
    }

    // What moves to another version is evaluated there.

    @Test
    void a_deadline_added_to_a_waiting_clause_takes_effect_with_the_migration() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, ok) : true.
                """);
        bench.start();
        migrate(bench, """
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, ok) : true.
                go(A) :- 3600 << replytime(A) : rpc(reminder, late, R), replycontent(R, ok).
                """);
        assertThat(bench.look().next()).containsExactly("go(wv1) waits for wv1, 1970-01-01T01:00:00Z");
        bench.restart();
        bench.advance(Duration.ofHours(2));
        assertThat(bench.offered()).containsExactly("reminder");
    }

    @Test
    void a_goal_that_can_be_reduced_under_the_new_version_goes_on() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), rpc(b, 2, B), both(A, B).
                both(A, B) :- replycontent(A, _), replycontent(B, _) : rpc(c, 3, C), replycontent(C, ok).
                """);
        bench.start();
        bench.reply(1, "x");
        assertThat(bench.offered()).containsExactly("b");
        migrate(bench, """
                :- rpc(a, 1, A), rpc(b, 2, B), both(A, B).
                both(A, _) :- replycontent(A, _) : rpc(c, 3, C), replycontent(C, ok).
                """);
        assertThat(bench.offered()).as("b is needed no longer").containsExactly("c");
    }

    @Test
    void an_error_under_the_new_version_is_an_incident() {
        Bench bench = Bench.of(":- rpc(a, 1, A), go(A).\ngo(A) :- replycontent(A, ok) : true.\n");
        bench.start();
        migrate(bench, ":- rpc(a, 1, A), go(A).\ngo(A) :- none, replycontent(A, ok) : true.\n");
        assertThat(bench.incident()).contains("none", "MR-4113");
        bench.reply(1, "ok");
        migrate(bench, ":- rpc(a, 1, A), go(A).\ngo(A) :- replycontent(A, ok) : true.\n");
        retry(bench);
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void what_a_program_writes_is_kept_with_its_phase() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, X) : format("got ~w~n", [X]).
                """);
        bench.start();
        bench.reply(1, "x");
        assertThat(bench.phases().getLast().at("output").text()).isEqualTo("got x\n");
    }

    @Test
    void a_goal_that_still_waits_for_a_variable_holds_the_phase_instead_of_being_lost() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, X) : freeze(Y, rpc(b, X, B)), ( X = both -> Y = 1, replycontent(B, ok) ; true ), rpc(c, X, C), replycontent(C, ok).
                """);
        bench.start();
        bench.reply(1, "one");
        assertThat(bench.offered()).isEmpty();
        assertThat(bench.incident())
                .isEqualTo("'freeze(A,rpc(b,one,B))' still waits for a variable at the end of the phase. "
                        + "Bind the variable in the same phase, or put the goal behind the one that binds it. (MR-4126)");
        bench.done(new Command.Redo(bench.caseId(), "1"));
        bench.reply(2, "both");
        assertThat(bench.offered()).containsExactly("b", "c");
    }

    @Test
    void goals_that_wait_within_a_phase_are_free_to() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, X) : dif(X, Y), when(nonvar(Z), rpc(b, Z, B)), Y = none, Z = X, replycontent(B, ok).
                """);
        bench.start();
        bench.reply(1, "one");
        assertThat(bench.offered()).containsExactly("b");
        bench.reply(2, "ok");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }
}
