package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.query.CaseStatus;
import org.junit.jupiter.api.Test;

/** Beyond the paper: goals with variables may wait, and later ones that share the variables wait for them. */
class NonGroundTest {
    private static final String FLAG = ":- flag(nonground, true).\n";
    private static final String VALUE = "value(R, X) :- replycontent(R, X) : true.\n";

    @Test
    void a_goal_with_variables_waits_and_later_goals_that_share_them_wait_for_it() {
        Bench bench = Bench.of("""
                :- flag(nonground, true).
                :- rpc(a, 1, A), rpc(b, 2, B), value(A, X), value(B, Y), Z is X+Y, rpc(sum, Z, S), rpc(free, 0, F), replycontent(S, ok), replycontent(F, ok).
                value(R, X) :- replycontent(R, X) : true.
                """);
        bench.start();
        assertThat(bench.offered()).containsExactly("a", "b", "free");
        bench.restart();
        bench.reply(2, "40");
        assertThat(bench.offered()).containsExactly("a", "free");
        bench.restart();
        bench.reply(1, "2");
        assertThat(bench.offered()).containsExactly("free", "sum");
        assertThat(bench.look().work().getLast().input()).isEqualTo(Data.of(42));
        bench.reply(4, "ok");
        bench.reply(3, "ok");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void without_the_flag_such_a_goal_is_an_error() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), value(A, X), rpc(b, X, _).
                value(R, X) :- replycontent(R, X) : true.
                """);
        bench.start();
        assertThat(bench.incident()).contains("value(wv1,A)", "MR-4106");
    }

    /** Two goals that share X: the second needs what the first finds. */
    private static final String SHARED = FLAG + """
            :- rpc(a, 1, A), rpc(b, 2, B), value(A, X), more(B, X).
            more(B, X) :- replycontent(B, Y), Y > X : rpc(rise, X-Y, R), replycontent(R, ok).
            more(B, X) :- replycontent(B, Y), Y =< X : rpc(fall, X-Y, R), replycontent(R, ok).
            """ + VALUE;

    @Test
    void goals_that_share_a_variable_run_in_their_order_whatever_is_answered_first() {
        for (boolean restarting : new boolean[] {false, true}) {
            for (int first = 1; first <= 2; first++) {
                Bench bench = new Bench(java.time.Instant.EPOCH, restarting);
                bench.deploy("p", SHARED);
                bench.start();
                assertThat(bench.look().next())
                        .containsExactly("value(wv1,_1) waits for wv1", "more(wv2,_1) waits for a goal that shares its variables");
                bench.reply(first, first == 1 ? "10" : "20");
                assertThat(bench.offered()).containsExactly(first == 1 ? "b" : "a");
                bench.restart();
                bench.reply(3 - first, first == 1 ? "20" : "10");
                assertThat(bench.offered()).containsExactly("rise");
                assertThat(bench.look().work().getFirst().input().json()).isEqualTo("{\"-/2\":[10,20]}");
            }
        }
    }

    @Test
    void the_second_of_two_goals_sees_what_the_first_has_bound_and_waits_on_for_its_own_reply() {
        Bench bench = Bench.of(SHARED);
        bench.start();
        bench.reply(1, "10");
        assertThat(bench.look().next()).containsExactly("more(wv2,10) waits for wv2");
        bench.restart();
        bench.reply(2, "5");
        assertThat(bench.offered()).containsExactly("fall");
    }

    @Test
    void two_replies_for_one_variable_must_agree() {
        String program = FLAG + ":- rpc(a, 1, A), rpc(b, 2, B), value(A, p(X, Y)), value(B, q(Y, X)), result(X-Y).\n" + VALUE;
        Bench bench = Bench.of(program);
        bench.start();
        bench.reply(2, "q(2, 1)");
        bench.restart();
        bench.reply(1, "p(1, 2)");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
        assertThat(bench.outcome().json()).isEqualTo("{\"-/2\":[1,2]}");
        bench.start();
        bench.reply(1, "p(1, 2)");
        bench.restart();
        bench.reply(2, "q(1, 1)");
        assertThat(bench.status()).isEqualTo(CaseStatus.FAILED);
        assertThat(bench.outcome().text()).contains("value(wv2,q(2,1))", "MR-4115");
    }

    @Test
    void a_chain_of_goals_moves_one_link_for_each_reply() {
        Bench bench = Bench.of(FLAG + ":- rpc(a, 0, A), step(A, X), step(X, Y), step(Y, Z), result(Z).\n"
                + "step(R, N) :- replycontent(R, V) : W is V+1, rpc(next, W, N).\n");
        bench.start();
        bench.reply(1, "1");
        assertThat(bench.offered()).containsExactly("next");
        bench.restart();
        bench.reply(2, "10");
        bench.reply(3, "100");
        bench.restart();
        assertThat(bench.status()).as("the last message is its result, and nobody waits for its answer").isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_case_whose_goals_share_variables_moves_to_a_version_that_allows_it() {
        Bench bench = Bench.of(SHARED);
        bench.start();
        bench.deploy("p", SHARED.replace(FLAG, ""));
        assertThat(bench.refused(new Command.Migrate(bench.caseId(), 2, Data.fields())).message())
                .contains("goals wait for others", "MR-1041");
        bench.deploy("p", SHARED.replace("more(", "most("));
        assertThat(bench.refused(new Command.Migrate(bench.caseId(), 3, Data.fields())).message()).contains("more/2", "MR-1041");
        bench.reply(2, "20");
        bench.deploy("p", SHARED.replace("rpc(rise", "rpc(climb"));
        bench.done(new Command.Migrate(bench.caseId(), 4, Data.fields()));
        bench.restart();
        bench.reply(1, "10");
        assertThat(bench.offered()).containsExactly("climb");
        assertThat(bench.look().work().getFirst().input().json()).isEqualTo("{\"-/2\":[10,20]}");
    }

    @Test
    void a_goal_of_the_library_that_waits_for_another_moves_too() {
        String program = FLAG + ":- rpc(a, 1, A), value(A, X), Y is X*2, rpc(b, Y, B), replycontent(B, ok).\n" + VALUE;
        Bench bench = Bench.of(program);
        bench.start();
        bench.deploy("p", program + "more.\n");
        bench.done(new Command.Migrate(bench.caseId(), 2, Data.fields()));
        bench.reply(1, "21");
        assertThat(bench.look().work().getFirst().input()).isEqualTo(Data.of(42));
    }

    @Test
    void a_frozen_goal_waits_over_phases_with_the_goal_that_binds_its_variable() {
        Bench bench = Bench.of(FLAG + """
                :- freeze(X, (rpc(got, X, G), replycontent(G, ok))), dif(X, 5), rpc(a, 1, A), rpc(b, 2, B), value(A, X), value(B, Y), rpc(end, Y, E), replycontent(E, ok).
                """ + VALUE);
        bench.start();
        assertThat(bench.look().next())
                .contains("freeze(_1,(rpc(got,_1,_4),replycontent(_4,ok))) waits for a goal that shares its variables", "dif(_1,5) waits for a goal that shares its variables");
        bench.restart();
        bench.reply(2, "7");
        assertThat(bench.offered()).containsExactly("a", "end");
        bench.restart();
        bench.reply(1, "6");
        assertThat(bench.offered()).containsExactly("end", "got");
        assertThat(bench.look().next()).containsExactly("replycontent(wv3,ok) waits for wv3", "replycontent(wv4,ok) waits for wv4");
    }

    @Test
    void a_frozen_goal_that_was_kept_can_still_fail() {
        Bench bench = Bench.of(FLAG + ":- dif(X, 5), rpc(a, 1, A), value(A, X).\n" + VALUE);
        bench.start();
        bench.restart();
        bench.reply(1, "5");
        assertThat(bench.status()).isEqualTo(CaseStatus.FAILED);
    }
}
