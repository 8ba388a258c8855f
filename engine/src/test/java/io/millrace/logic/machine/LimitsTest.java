package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.logic.term.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {
    private static final String PROGRAM = """
            loop :- loop.
            back :- repeat, fail.
            grow(L) :- grow([x|L]).
            deep :- deep, p. p.
            caught :- catch(caught, _, true), p.
            choice :- choice.
            choice :- true.
            store :- store(0).
            store(N) :- assertz(fact(N, N)), M is N + 1, store(M).
            nest(T) :- nest(f(T)).
            double(T) :- double(f(T, T)).
            say :- write(hello), say.
            numbers(X) :- Y is X * X, numbers(Y).
            """;

    private static Queries with(Limits limits) {
        return new Queries(PROGRAM, Library.NONE, limits);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "loop", "back", "catch(loop, _, true)", "\\+ loop", "findall(x, loop, _)",
        "X = f(X), Y = f(Y), X = Y", "between(1, inf, _), fail",
        "X = (true, X), call(X)", "X = f(X), term_variables(X, _)", "X = f(X), ground(X)"
    })
    void an_endless_run_is_stopped_and_nothing_in_it_can_prevent_that(String query) {
        assertThatThrownBy(() -> with(Limits.GENEROUS.withInferences(1_000_000)).holds(query))
                .isInstanceOfSatisfying(Stop.class, stop -> assertThat(stop.reason()).isEqualTo(Stop.Reason.INFERENCES));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "grow([])", "deep", "choice, fail", "store", "length(L, 100000000)", "findall(X, repeat, L)",
        "catch(grow([]), _, true)", "say", "functor(T, f, 1000000), copy_term(T, U), copy_term(f(T, U), V)",
        "X = f(X), copy_term(X, Y)"
    })
    void a_run_that_holds_too_much_is_stopped(String query) {
        assertThatThrownBy(() -> with(Limits.GENEROUS.withMemory(32L << 20)).holds(query))
                .isInstanceOfSatisfying(Stop.class, stop -> assertThat(stop.reason()).isEqualTo(Stop.Reason.MEMORY));
    }

    @ParameterizedTest
    @CsvSource({"deep, 7000000", "'choice, fail', 7000000", "caught, 18000000"})
    void what_frames_and_choice_points_hold_is_found_before_it_is_much_more_than_allowed(String query, long steps) {
        Limits limits = Limits.GENEROUS.withMemory(256L << 20).withInferences(steps);
        assertThatThrownBy(() -> with(limits).holds(query))
                .isInstanceOfSatisfying(Stop.class, stop -> assertThat(stop.reason()).isEqualTo(Stop.Reason.MEMORY));
    }

    @Test
    void a_loop_that_holds_nothing_runs_in_little_memory() {
        Queries small = new Queries("""
                count(N, N) :- !.
                count(I, N) :- ( I mod 2 =:= 0 -> true ; atom(a) ), once(foo(I, X)), X > I, J is I + 1, count(J, N).
                foo(I, X) :- X is I + 1.
                foo(_, _) :- fail.
                tick(N) :- between(1, N, I), nb_setval(k, f(I)), fail.
                tick(_).
                swap(0) :- !.
                swap(N) :- retract(state(S)), T is S + 1, assertz(state(T)), M is N - 1, swap(M).
                """, Library.NONE, Limits.GENEROUS.withMemory(4L << 20));
        assertThat(small.holds("count(0, 300000)")).isTrue();
        assertThat(small.holds("tick(300000)")).isTrue();
        assertThat(small.holds("assertz(state(0)), swap(100000), state(100000)")).isTrue();
        assertThat(small.machine.bindings.top).isLessThan(100);
    }

    @Test
    void a_term_that_is_too_deep_is_not_stored_but_a_long_list_is() {
        Queries shallow = new Queries("nest(0, z) :- !.\nnest(N, s(T)) :- M is N - 1, nest(M, T).\n", Library.NONE,
                Limits.GENEROUS.withTermDepth(1000));
        assertThat(shallow.holds("nest(900, T), findall(T, true, _)")).isTrue();
        assertThat(shallow.holds("length(L, 100000), findall(L, true, _)")).isTrue();
        assertThatThrownBy(() -> shallow.holds("nest(2000, T), findall(T, true, _)")).isInstanceOf(Stop.class);
    }

    @Test
    void a_huge_number_is_an_error_before_it_is_computed() {
        Queries prolog = with(Limits.GENEROUS);
        assertThat(prolog.all("X is 2 ** (10 ** 12)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("X is 1 << (1 << 40)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("numbers(3)")).containsExactly("error: resource_error(memory)");
    }

    @Test
    void halt_ends_the_run_with_its_status() {
        assertThatThrownBy(() -> with(Limits.GENEROUS).holds("catch(halt(3), _, true)"))
                .isInstanceOfSatisfying(Stop.class, stop -> assertThat(stop.status()).isEqualTo(3));
    }

    @Test
    void the_machine_can_be_used_again_after_a_stop() {
        Queries prolog = with(Limits.GENEROUS.withInferences(100_000));
        assertThatThrownBy(() -> prolog.holds("loop")).isInstanceOf(Stop.class);
        prolog.machine.reset();
        assertThat(prolog.all("member(X, [a,b])")).containsExactly("X=a", "X=b");
    }
}
