package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import io.millrace.query.CaseStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A phase that does too much is refused, whatever it does, and the query waits on as before. */
class PrologLimitsTest {
    private static final String PROGRAM = """
            :- rpc(a, 1, A), go(A).
            go(A) :- replycontent(A, stop) : true.
            go(A) :- replycontent(A, Goal), Goal \\== stop : call(Goal), rpc(b, 1, B), replycontent(B, ok).
            loop :- loop.
            fact(0, 1) :- !.
            fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
            double(A) :- atom_concat(A, A, B), double(B).
            long(0, a) :- !.
            long(N, A) :- M is N - 1, long(M, B), atom_concat(B, B, A).
            same(0, z) :- !.
            same(N, f(T, T)) :- M is N - 1, same(M, T).
            send(T) :- rpc(c, T, C), send(T).
            gcds :- X is 3 ** 400000, Y is 7 ** 300000, Z is gcd(X, Y), loop.
            factorial :- fact(100000, F), rpc(c, F, C).
            atoms :- double(abcdefgh).
            messages :- send(x).
            large :- long(18, A), send(A).
            shared :- same(60, T), rpc(c, T, C).
            shared_result :- same(60, T), result(T).
            shared_error :- same(60, T), atom_length(T, _).
            large_error :- same(14, T), atom_length(T, _).
            long_error :- X is 3 ** 2000000, same(4, X, T), atom_length(T, _).
            same(0, T, T) :- !.
            same(N, T, U) :- M is N - 1, same(M, f(T, T), U).
            shared_ball :- same(60, T), throw(T).
            shared_wait :- same(60, T), rpc(c, 1, C), wait(C, T).
            endless :- T = f(T), rpc(c, T, C).
            endless_result :- T = [x|T], result(T).
            wait(C, T) :- replycontent(C, T) : true.
            """;

    private static Problem refused(String goal) {
        Bench bench = Bench.of(PROGRAM);
        bench.start();
        Problem problem = bench.refused(new Command.Complete(new WorkId(bench.caseId(), 1), Data.of(goal), 0));
        bench.reply(1, "stop");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
        return problem;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "loop", "gcds", "factorial", "messages", "shared", "shared_result", "shared_ball", "shared_wait", "endless",
        "endless_result", "large", "shared_error"
    })
    void a_phase_that_takes_too_many_steps_is_refused(String goal) {
        assertThat(refused(goal).code()).isIn(Code.OUT_OF_LIMITS, Code.RUN_STOPPED);
    }

    @Test
    void a_phase_that_holds_too_much_is_refused_with_the_limit() {
        Problem problem = refused("atoms");
        assertThat(problem.code()).isEqualTo(Code.RUN_STOPPED);
        assertThat(problem.message())
                .isEqualTo("The run was stopped: it needed more memory than the 268435456 bytes allowed. "
                        + "Raise the limit, or look for a loop. (MR-4092)");
    }

    @Test
    void an_error_about_a_large_term_is_told_in_a_few_words() {
        Bench bench = Bench.of(PROGRAM);
        bench.start();
        bench.reply(1, "large_error");
        assertThat(bench.incident()).contains("type_error(atom,f(f(f(").hasSizeLessThan(2000);
    }

    @Test
    @Timeout(5)
    void an_error_about_long_numbers_is_told_without_computing_all_their_digits() {
        Bench bench = Bench.of(PROGRAM);
        bench.start();
        bench.reply(1, "long_error");
        assertThat(bench.incident()).contains("type_error(atom,f(f(f(").hasSizeLessThan(2000);
    }

    @Test
    void a_conjunction_of_any_length_can_wait_with_variables() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            body.append("true, ");
        }
        Bench bench = Bench.of(":- flag(nonground, true).\n:- " + body + "rpc(a, 1, A), replycontent(A, X).\n");
        bench.start();
        assertThat(bench.offered()).containsExactly("a");
    }
}
