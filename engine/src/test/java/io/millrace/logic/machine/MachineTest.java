package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static final String FACTS = """
            p(1). p(2). p(3).
            first(X) :- p(X), !.
            first(none).
            nrev([], []).
            nrev([H|T], R) :- nrev(T, RT), append(RT, [H], R).
            """;
    private final Queries prolog = new Queries(FACTS);

    @Test
    void clauses_are_tried_in_order() {
        assertThat(prolog.all("p(X)")).containsExactly("X=1", "X=2", "X=3");
        assertThat(prolog.all("nrev([1,2,3],R)")).containsExactly("R=[3,2,1]");
        assertThat(prolog.all("append(X,Y,[a,b])")).containsExactly("X=[] Y=[a,b]", "X=[a] Y=[b]", "X=[a,b] Y=[]");
    }

    @Test
    void a_cut_drops_the_other_clauses_and_what_the_goals_before_it_left() {
        assertThat(prolog.all("first(X)")).containsExactly("X=1");
        assertThat(prolog.all("p(X), !")).containsExactly("X=1");
        assertThat(prolog.all("( p(X), ! ; X = 4 )")).containsExactly("X=1");
    }

    @Test
    void a_cut_inside_call_negation_and_a_condition_is_local() {
        assertThat(prolog.all("p(X), call(!)")).containsExactly("X=1", "X=2", "X=3");
        assertThat(prolog.all("p(X), \\+ \\+ !")).containsExactly("X=1", "X=2", "X=3");
        assertThat(prolog.all("p(X), ( ! -> true ; true )")).containsExactly("X=1", "X=2", "X=3");
        assertThat(prolog.all("p(X), ( true -> ! ; true )")).containsExactly("X=1");
        assertThat(prolog.all("p(X), catch(!, _, true)")).containsExactly("X=1", "X=2", "X=3");
        assertThat(prolog.all("p(X), findall(Y, (p(Y), !), L)"))
                .containsExactly("X=1 Y=_ L=[1]", "X=2 Y=_ L=[1]", "X=3 Y=_ L=[1]");
        assertThat(prolog.all("( !, fail -> true ; X = else )")).containsExactly("X=else");
        assertThat(prolog.all("( p(X), ! *-> true ; X = else )")).containsExactly("X=1");
        assertThat(prolog.all("call((p(X), !))")).containsExactly("X=1");
        assertThat(prolog.all("call((fail, 1))")).containsExactly("error: type_error(callable,(fail,1))");
    }

    @Test
    void conditions_commit_to_their_first_solution_unless_soft() {
        assertThat(prolog.all("( p(X) -> true ; X = no )")).containsExactly("X=1");
        assertThat(prolog.all("( p(X) *-> true ; X = no )")).containsExactly("X=1", "X=2", "X=3");
        assertThat(prolog.all("( p(7) *-> true ; X = no )")).containsExactly("X=no");
        assertThat(prolog.all("( p(X), X > 1 -> Y = a ; Y = b )")).containsExactly("X=2 Y=a");
        assertThat(prolog.all("( p(X), X > 9 -> true ; true )")).containsExactly("X=_");
        assertThat(prolog.all("( X = 1, fail -> true ; var(X) )")).containsExactly("X=_");
        assertThat(prolog.all("( p(X) *-> X > 1 ; X = no )")).containsExactly("X=2", "X=3");
    }

    @Test
    void an_exception_undoes_bindings_and_finds_the_nearest_catcher_that_matches() {
        assertThat(prolog.all("catch((X = 1, throw(a)), a, true)")).containsExactly("X=_");
        assertThat(prolog.all("catch(X, error(E, _), true)")).containsExactly("X=_ E=instantiation_error");
        assertThat(prolog.all("catch(catch(throw(a), b, true), B, true)")).containsExactly("B=a");
        assertThat(prolog.all("catch((p(X), X >= 2, throw(found(X))), found(Y), true)")).containsExactly("X=_ Y=2");
        assertThat(prolog.all("catch(p(X), _, true), throw(late)")).containsExactly("error: late");
        assertThat(prolog.all("catch((catch(p(X), E, true), X >= 2, throw(t(X))), t(Y), true)"))
                .containsExactly("X=_ E=_ Y=2");
        assertThat(prolog.all("catch(nope, error(E, _), true)")).containsExactly("E=existence_error(procedure,nope/0)");
    }

    @Test
    void a_catcher_wakes_again_when_its_goal_is_tried_again() {
        assertThat(prolog.all("catch((p(X), ( X =:= 2 -> throw(two) ; true )), two, Y = caught)"))
                .containsExactly("X=1 Y=_", "X=_ Y=caught");
    }

    @Test
    void a_running_goal_does_not_see_clauses_that_come_or_go_under_it() {
        Queries fresh = new Queries(":- dynamic q/1. q(1). q(2). q(3).");
        assertThat(fresh.all("q(X), assertz(q(9)), X < 3")).containsExactly("X=1", "X=2");
        assertThat(fresh.all("retract(q(9)), fail ; true")).containsExactly("");
        assertThat(fresh.all("q(X), retract(q(3))")).containsExactly("X=1");
        assertThat(fresh.all("q(X)")).containsExactly("X=1", "X=2");
        assertThat(fresh.all("q(X), retractall(q(_))")).containsExactly("X=1", "X=2");
        assertThat(fresh.all("q(X)")).isEmpty();
    }

    @Test
    void a_first_argument_that_decides_leaves_no_choice_point() {
        Queries fresh = new Queries("f(a, 1). f(b, 2). f(c, 3). g([]). g([_|T]) :- g(T).");
        try (Solutions solutions = fresh.machine.solve(Reader.term("f(b, X)", Operators.iso(), Flags.iso()).term())) {
            assertThat(solutions.next()).isTrue();
            assertThat(solutions.more()).isFalse();
        }
        try (Solutions solutions = fresh.machine.solve(Reader.term("g([a,b])", Operators.iso(), Flags.iso()).term())) {
            assertThat(solutions.next()).isTrue();
            assertThat(solutions.more()).isFalse();
        }
    }

    @Test
    void all_solutions_are_grouped_by_their_free_variables() {
        assertThat(prolog.all("findall(X-Y, (p(X), p(Y), X < Y), L)")).containsExactly("X=_ Y=_ L=[1-2,1-3,2-3]");
        assertThat(prolog.all("bagof(X, member(X-Y, [1-b,2-a,3-b]), L)")).containsExactly("X=_ Y=a L=[2]", "X=_ Y=b L=[1,3]");
        assertThat(prolog.all("setof(X, Y^member(X-Y, [2-b,1-a,2-c]), L)")).containsExactly("X=_ Y=_ L=[1,2]");
        assertThat(prolog.all("bagof(X, fail, L)")).isEmpty();
        assertThat(prolog.all("bagof(X, member(X-Y, [1-A,2-B,3-A]), L)"))
                .containsExactly("X=_ Y=_ A=_ B=_ L=[1,3]", "X=_ Y=_ A=_ B=_ L=[2]");
        assertThat(prolog.all("forall(p(X), X > 0)")).containsExactly("X=_");
        assertThat(prolog.all("forall(p(X), X > 1)")).isEmpty();
    }

    @Test
    void grammar_rules_are_clauses() {
        Queries grammar = new Queries("digits([D|T]) --> digit(D), digits(T). digits([D]) --> digit(D). "
                + "digit(D) --> [D], { member(D, [1,2,3]) }.");
        assertThat(grammar.all("phrase(digits(Ds), [1,2,x], Rest)")).containsExactly("Ds=[1,2] Rest=[x]", "Ds=[1] Rest=[2,x]");
    }

    @Test
    void an_uncaught_error_names_the_goals_that_were_running_and_where_they_stand() {
        Queries broken = new Queries("a :- b, true.\nb :-\n    X is foo + 1,\n    write(X).\n");
        assertThatThrownBy(() -> broken.holds("a"))
                .isInstanceOfSatisfying(PrologError.class, error -> {
                    assertThat(error.term().toString()).startsWith("error(type_error(evaluable,foo/0),");
                    assertThat(error.stack()).containsExactly("b/0 at test.pl:2", "a/0 at test.pl:1");
                });
        assertThatThrownBy(() -> new Queries("c :- d. d :- e, f. e :- nope, f. f.").holds("c"))
                .isInstanceOfSatisfying(PrologError.class, error -> assertThat(error.stack())
                        .containsExactly("e/0 at test.pl:1", "e/0 at test.pl:1", "d/0 at test.pl:1"));
    }

    @Test
    void built_in_predicates_cannot_be_changed_and_library_ones_can_be_defined_anew() {
        assertThatThrownBy(() -> new Queries("atom(x).")).hasMessageContaining("permission_error(modify,static_procedure,atom/1)");
        assertThat(new Queries("append(a, b, c).").all("append(X, Y, Z)")).containsExactly("X=a Y=b Z=c");
        assertThat(prolog.all("assertz(p(4))")).containsExactly("error: permission_error(modify,static_procedure,p/1)");
    }

    @Test
    void a_machine_that_was_reset_is_as_new() {
        prolog.holds("assertz(r(1)), nb_setval(k, v), op(700, xfx, ===>)");
        prolog.machine.reset();
        assertThat(prolog.all("catch(r(_), error(E, _), true)")).containsExactly("E=existence_error(procedure,r/1)");
        assertThat(prolog.all("p(X), X > 2")).containsExactly("X=3");
    }

    @Test
    void long_loops_and_deep_recursion_use_no_java_stack() {
        Queries fresh = new Queries("""
                count(N, N) :- !.
                count(I, N) :- I1 is I + 1, count(I1, N).
                len([], 0).
                len([_|T], N) :- len(T, M), N is M + 1.
                list(0, []) :- !.
                list(N, [N|T]) :- M is N - 1, list(M, T).
                left(0, z) :- !.
                left(N, s(T)) :- M is N - 1, left(M, T).
                leftmost(0, T, T) :- !.
                leftmost(N, A, T) :- M is N - 1, leftmost(M, f(A, x), T).
                """);
        assertThat(fresh.holds("count(0, 1000000)")).isTrue();
        assertThat(fresh.holds("list(1000000, L), len(L, N), N =:= 1000000")).isTrue();
        assertThat(fresh.holds("left(1000000, T), copy_term(T, U), T = U, T == U, ground(T), assertz(k(T)), k(U)")).isTrue();
        assertThat(fresh.holds("leftmost(1000000, V, T), copy_term(T, U), T = U, T == U, assertz(k2(T)), k2(W), W = T"))
                .isTrue();
        assertThat(fresh.holds("leftmost(1000000, V, T), term_variables(T, [V]), findall(T, true, [U]), U \\== T, compare(O, T, U)"))
                .isTrue();
        assertThat(fresh.holds("list(1000000, L), append(L, V, M), assertz(k3(M)), k3(N), N = M, length(N, 1000000)")).isTrue();
    }

    @Test
    void a_goal_that_is_called_may_have_terms_of_any_depth() {
        Queries prolog = new Queries("""
                deep(0, z) :- !.
                deep(N, f(T)) :- M is N - 1, deep(M, T).
                p(_).
                """, Library.NONE, Limits.GENEROUS);
        assertThat(prolog.holds("numlist(1, 1000, L), findall(X, (member(X, L), X > 3), R), length(R, 997)")).isTrue();
        assertThat(prolog.holds("deep(1000, T), call((p(T), true))")).isTrue();
        assertThat(prolog.holds("deep(1000, T), G = (p(T) ; fail), call(G)")).isTrue();
        assertThat(prolog.holds("deep(1000, T), call((T = U, U == T))")).isTrue();
        assertThat(prolog.holds("deep(1000, T), G = (\\+ p(T)), \\+ call(G)")).isTrue();
    }
}
