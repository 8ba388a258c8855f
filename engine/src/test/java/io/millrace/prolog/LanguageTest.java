package io.millrace.prolog;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.Case;
import io.millrace.Millrace;
import io.millrace.command.Command;
import io.millrace.data.Data;
import io.millrace.id.WorkId;
import io.millrace.command.Effect;
import io.millrace.language.Finding;
import io.millrace.problem.Code;
import io.millrace.query.CaseStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the runs do not show: the engine around a query, and what goes beyond the paper. */
class LanguageTest {
    private static final String WAIT = "wait(R) :- replycontent(R, X) : rpc(next, X, N), replycontent(N, ok).\n";

    @Test
    void a_message_is_a_work_item_for_whoever_is_called_so_or_has_the_role() {
        Bench bench = Bench.of(":- rpc(smith, approve(p(1)), R), wait(R).\n" + WAIT);
        bench.start();
        var item = bench.look().work().getFirst();
        assertThat(item.task()).isEqualTo("smith");
        assertThat(item.performers().participants()).containsExactly("smith");
        assertThat(item.performers().roles()).containsExactly("smith");
        assertThat(item.input().json()).isEqualTo("{\"approve/1\":[{\"p/1\":[1]}]}");
        assertThat(bench.look().next()).containsExactly("wait(wv1) waits for wv1");
    }

    @Test
    void whoever_has_work_that_nobody_needs_is_told() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), rpc(b, 2, B), first(A, B).
                first(A, _) :- replycontent(A, _) : true.
                first(_, B) :- replycontent(B, _) : true.
                """);
        bench.start();
        bench.reply(2, "x");
        assertThat(bench.effects)
                .filteredOn(Effect.RecallWork.class::isInstance)
                .extracting(effect -> ((Effect.RecallWork) effect).work().task())
                .containsExactly("a");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void a_failed_query_says_which_goals_failed() {
        Bench bench = Bench.of(":- rpc(a, 1, A), replycontent(A, yes).\n");
        bench.start();
        bench.reply(1, "no");
        assertThat(bench.outcome().text()).contains("replycontent(wv1,yes)", "MR-4115");
    }

    @Test
    void catch_does_not_swallow_what_a_guard_waits_for() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- catch(replycontent(A, X), _, X = caught) : rpc(b, X, B), replycontent(B, ok).
                """);
        bench.start();
        assertThat(bench.look().next()).containsExactly("go(wv1) waits for wv1");
        bench.reply(1, "said");
        assertThat(bench.look().work().getFirst().input()).isEqualTo(Data.of("said"));
    }

    @Test
    void a_phase_without_end_changes_nothing() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, loop) : loop.
                go(A) :- replycontent(A, stop) : true.
                loop :- loop.
                """);
        bench.start();
        assertThat(bench.refused(new Command.Complete(new WorkId(bench.caseId(), 1), Data.of("loop"), 0)).code())
                .isEqualTo(Code.OUT_OF_LIMITS);
        bench.reply(1, "stop");
        assertThat(bench.status()).isEqualTo(CaseStatus.COMPLETED);
    }

    @Test
    void work_that_will_never_be_done_is_a_reply_that_says_so() {
        Bench bench = Bench.of("""
                :- rpc(a, 1, A), go(A).
                go(A) :- replycontent(A, failed(Why)) : rpc(b, Why, B), replycontent(B, ok).
                """);
        bench.start();
        bench.done(new Command.Fail(new WorkId(bench.caseId(), 1), "no time", 0, false));
        assertThat(bench.look().work().getFirst().input()).isEqualTo(Data.of("no time"));
    }

    @Test
    void a_process_does_the_work_of_a_message_and_its_result_is_the_reply() {
        Bench bench = new Bench(java.time.Instant.EPOCH, false);
        bench.deploy("square", """
                square(X) :- rpc(human, X, R), got(R).
                got(R) :- replycontent(R, Y) : Z is Y*Y, result(Z).
                """);
        bench.deploy("p", ":- rpc(process(square), square(3), R), wait(R).\n" + WAIT);
        bench.start();
        bench.done(new Command.Complete(new WorkId(bench.caseId().child(1), 1), Data.of(7), 0));
        assertThat(bench.look().work().getFirst().input()).isEqualTo(Data.of(49));
    }

    @Test
    void a_start_may_give_another_goal_or_values_for_the_variables_of_the_query() {
        String program = """
                :- go(Who, What).
                go(Who, What) :- rpc(Who, What, R), replycontent(R, ok).
                """;
        Bench bench = Bench.of(program);
        bench.start(Data.fields("Who", "anna", "What", 3));
        assertThat(bench.offered()).containsExactly("anna");
        bench.start(Data.parse("{\"go/2\":[\"ben\",1]}"));
        assertThat(bench.offered()).containsExactly("ben");
        bench.start(Data.of("go(cleo, 2)"));
        assertThat(bench.offered()).containsExactly("cleo");
        bench.start(Data.fields("Whom", "anna"));
        assertThat(bench.outcome().text()).contains("Whom", "MR-4117");
    }

    @Test
    void a_file_in_a_reply_goes_when_nobody_needs_it_any_more() {
        Bench bench = Bench.of("""
                :- rpc(scan, page, S), rpc(b, 1, B), both(S, B).
                both(S, B) :- replycontent(S, F), replycontent(B, _) : rpc(archive, F, A), replycontent(A, ok).
                """);
        bench.start();
        Data file = Data.fields("file", "0a".repeat(32), "name", "page.pdf", "bytes", 10);
        bench.complete(1, file);
        assertThat(bench.look().data().at("variables").at("wv1").at("reply").text()).startsWith("file('page.pdf',");
        bench.reply(2, "x");
        assertThat(bench.look().work().getFirst().input()).isEqualTo(file);
        assertThat(bench.effects).as("the archive still needs it").noneMatch(Effect.ReleaseFile.class::isInstance);
        bench.reply(3, "ok");
        assertThat(bench.effects).contains(new Effect.ReleaseFile("t", bench.caseId(), file));
    }

    // Beyond the paper.

    @Test
    void a_message_is_not_sent_before_the_time_that_its_message_time_must_follow() {
        Bench bench = Bench.of("""
                :- wvar(W), 3600 << messagetime(W), rpc(a, hello, W), note(W).
                note(W) :- messagetime(W, T) : rpc(at, T, R), replycontent(R, ok), replycontent(W, ok).
                """);
        bench.start();
        assertThat(bench.offered()).isEmpty();
        bench.advance(Duration.ofMinutes(59));
        assertThat(bench.offered()).isEmpty();
        bench.restart();
        bench.advance(Duration.ofMinutes(1));
        assertThat(bench.offered()).containsExactly("a", "at");
        assertThat(bench.look().work().getLast().input()).isEqualTo(Data.of(3600));
    }

    @Test
    void a_case_moves_to_a_version_that_still_has_the_predicates_of_its_goals() {
        Bench bench = Bench.of(":- rpc(a, 1, R), wait(R).\n" + WAIT);
        bench.start();
        bench.deploy("p", """
                :- rpc(a, 1, R), waits(R).
                waits(R) :- replycontent(R, _) : true.
                """);
        assertThat(bench.refused(new Command.Migrate(bench.caseId(), 2, Data.fields())).message()).contains("wait/1", "MR-1041");
        bench.deploy("p", """
                :- rpc(a, 1, R), wait(R).
                wait(R) :- replycontent(R, X) : rpc(other, X, N), replycontent(N, ok).
                """);
        bench.done(new Command.Migrate(bench.caseId(), 3, Data.fields()));
        bench.reply(1, "x");
        assertThat(bench.offered()).containsExactly("other");
    }

    @Test
    void what_a_clause_shows_to_be_wrong_is_found_when_the_program_is_loaded() {
        List<Finding> findings = new WorkflowProlog().compile("p", """
                :- rpc(q, which, Q), go(Q).
                go(Q) :- replycontent(Q, guard), rpc(a, 1, _) : true.
                go(Q) :- replycontent(Q, choice) : ( rpc(a, 1, _) ; true ).
                go(Q) :- replycontent(Q, free) : rpc(a, 1, A), replycontent(A, _).
                go(Q) :- replycontent(Q, not), \\+ replycontent(Q, x) : true.
                go(Q) :- replycontent(Q, fine) : ( 1 < 2 -> rpc(a, 1, W) ; rpc(b, 1, W) ), replycontent(W, ok).
                """).findings();
        assertThat(findings).extracting(finding -> finding.problem().code())
                .containsExactly(Code.RPC_IN_GUARD, Code.CHOICEPOINT, Code.NOT_GROUND, Code.CHOICEPOINT);
        assertThat(findings).extracting(Finding::line).containsExactly(2, 3, 4, 5);
        assertThat(findings).allMatch(finding -> finding.clause().equals("go/1"));
    }

    @Test
    void a_helper_that_only_guards_call_may_have_variables() {
        List<Finding> findings = new WorkflowProlog().compile("p", """
                :- rpc(q, which, Q), go(Q).
                go(Q) :- positive(Q) : true.
                go(Q) :- named(Q) : rpc(a, 1, A), body(A).
                positive(Q) :- replycontent(Q, X), X > 0.
                named(Q) :- deep(Q).
                deep(Q) :- replycontent(Q, X), atom(X).
                body(A) :- replycontent(A, X), atom(X).
                """).findings();
        assertThat(findings).extracting(finding -> finding.line() + " " + finding.problem().code()).containsExactly("7 NOT_GROUND");
    }

    @Test
    void slips_are_found_when_the_program_is_loaded_with_their_place_and_the_nearest_name() {
        List<Finding> findings = new WorkflowProlog().compile("p", """
                :- rpc(q, which, Q), go(Q).
                go(Q) :-
                    replycontent(Q, yes) :
                    replycontent(Q, yes, now),
                    reslt(fine).
                go(Q) :- replycontent(Q, Answer) : assertz(seen(1)), nb_setval(n, 1), maplist(chek, [1]).
                check(_, _).
                go(Q) :- replycontent(Q, maybe) : seen(_), result(done), forall(member(X, [1]), integr(X)).
                """).findings();
        assertThat(findings).extracting(finding -> finding.in("p.pl")).containsExactly(
                "p.pl:4: go/1: 'replycontent(Q,yes,now)' calls replycontent/3, which does not exist with this number of arguments: "
                        + "there is replycontent/2. Correct the arguments, or define it. (MR-4122)",
                "p.pl:5: go/1: 'reslt(fine)' calls reslt/1, which is not defined; result/1 is. Define it, or correct its name. (MR-4121)",
                "p.pl:6: go/1: The values that 'assertz(seen(1))' stores are lost at the end of the phase. "
                        + "Pass them in the arguments of a goal that waits, or in a message. (MR-4125)",
                "p.pl:6: go/1: The values that 'nb_setval(n,1)' stores are lost at the end of the phase. "
                        + "Pass them in the arguments of a goal that waits, or in a message. (MR-4125)",
                "p.pl:6: go/1: 'chek' calls chek/1, which is not defined; check/2 is. Define it, or correct its name. (MR-4121)",
                "p.pl:6: go/1: The variable 'Answer' occurs once in the clause. "
                        + "Correct the name, or begin it with an underscore. (MR-4123)",
                "p.pl:8: go/1: 'integr(X)' calls integr/1, which is not defined; integer/1 is. Define it, or correct its name. (MR-4121)",
                "p.pl:8: go/1: The clauses of go/1 are not together: the others are at line 2. "
                        + "Move them together, or declare the predicate discontiguous. (MR-4124)");
    }

    @Test
    void whoever_deploys_a_program_is_told_what_it_shows_to_be_wrong() {
        List<String> warnings = new ArrayList<>();
        try (Millrace mill = Millrace.builder().onWarning(warnings::add).open()) {
            mill.deploy(new WorkflowProlog().compile("p", """
                    :- rpc(q, which, Q), go(Q).

                    go(Q) :- replycontent(Q, no) : ( rpc(a, 1, _) ; true ).
                    go(Q) :- replycontent(Q, yes) : result(fine).
                    """));
            assertThat(warnings).singleElement().asString().startsWith("p:3: go/1: ").endsWith("(MR-4105)");
            Case one = mill.start("p");
            CompletableFuture<Data> ended = one.whenEnded();
            mill.operator().complete(one.work().getFirst().id(), Data.of("yes"));
            assertThat(ended.join()).as("the clause was never reached").isEqualTo(Data.of("fine"));
        }
    }

    @Test
    void a_file_is_a_program_if_it_has_a_guard_or_sends_or_says_so() {
        WorkflowProlog language = new WorkflowProlog();
        assertThat(language.reads("a.pl", ":- rpc(a, 1, A), replycontent(A, ok).")).isTrue();
        assertThat(language.reads("a.pl", "p(X) :- X > 1 : true.")).isTrue();
        assertThat(language.reads("a.pl", ":- language(prolog).\np(1).")).isTrue();
        assertThat(language.reads("a.pl", "initial_activity(a).\np(X) :- rpc(X, 1, _).")).isFalse();
        assertThat(language.reads("a.pl", "p(1).\nq(X) :- p(X).")).isFalse();
        assertThat(language.reads("a.txt", "p(X) :- X > 1 : true.")).isFalse();
    }
}
