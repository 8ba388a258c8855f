package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.logic.term.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that do much with few calls: long numbers, long texts, large terms. The limits must count what they do. */
class ExpensiveTest {
    private static final String PROGRAM = """
            fact(0, 1) :- !.
            fact(N, F) :- M is N - 1, fact(M, G), F is N * G.
            fact_up(N, N, F, F) :- !.
            fact_up(I, N, A, F) :- J is I + 1, B is A * J, fact_up(J, N, B, F).
            twice(A, B) :- atom_concat(A, A, B).
            double(A) :- atom_concat(A, A, B), double(B).
            doubles(S) :- string_concat(S, S, T), doubles(T).
            long(0, a) :- !.
            long(N, A) :- M is N - 1, long(M, B), atom_concat(B, B, A).
            same(0, z) :- !.
            same(N, f(T, T)) :- M is N - 1, same(M, T).
            open(0, _) :- !.
            open(N, f(T, T)) :- M is N - 1, open(M, T).
            sum(0, 1) :- !.
            sum(N, T + T) :- M is N - 1, sum(M, T).
            spread(0, _, []) :- !.
            spread(N, X, [Y|L]) :- M is N - 1, Y is X + N, spread(M, X, L).
            keep(N, A) :- atomic_list_concat([A, N], B), assertz(kept(B)), M is N + 1, keep(M, A).
            remember(N, A) :- atomic_list_concat([A, N], B), nb_setval(B, x), M is N + 1, remember(M, A).
            set(N, A) :- atomic_list_concat([A, N], B), b_setval(k, B), M is N + 1, set(M, A).
            ask(N, A) :- atomic_list_concat([A, N], B), ( current_predicate(B/1) -> true ; true ), M is N + 1, ask(M, A).
            choice(1).
            choice(X) :- choice(Y), X is Y + 1.
            nested(0, G, G) :- !.
            nested(N, G, H) :- M is N - 1, nested(M, \\+ G, H).
            loop :- loop.
            cut(A) :- sub_atom(A, _, 5, _, _), cut(A).
            part(A, [P|L]) :- sub_atom(A, 1, _, 0, P), part(A, L).
            name(N, A, [T|L]) :- atomic_list_concat([A, N], B), T =.. [B, x], M is N + 1, name(M, A, L).
            catches(N, A) :- atomic_list_concat([A, N], B), M is N + 1, catch(catches(M, A), B, true), true.
            facts(0) :- !.
            facts(N) :- assertz(row(_, N)), M is N - 1, facts(M).
            line(N) :- format("~w", [x]), M is N - 1, ( N =:= 0 -> true ; line(M) ).
            """;

    private static Queries with(Limits limits) {
        return new Queries(PROGRAM, Library.NONE, limits);
    }

    private static Stop.Reason stopped(Queries prolog, String query) {
        try {
            prolog.holds(query);
        } catch (Stop stop) {
            return stop.reason();
        }
        throw new AssertionError(query + " was not stopped");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "double(abcdefgh)",
        "doubles(\"abcdefgh\")",
        "long(30, A)",
        "long(12, A), keep(0, A)",
        "long(12, A), remember(0, A)",
        "long(12, A), set(0, A)",
        "long(12, A), ask(0, A)",
        "long(20, A), part(A, L)",
        "long(12, A), name(0, A, L)",
        "long(12, A), catches(0, A)",
        "long(20, A), findall(B, (between(1, 100, N), atomic_list_concat([A, N], B)), L)",
        "long(20, A), findall(x, between(1, 100, _), L), atomic_list_concat(L, A, B)",
        "X is 1 << 8000000, spread(100, X, L)",
        "X is 1 << 8000000, findall(Y, (between(1, 100, N), Y is X - N), L)",
        "X is 1 << 8000000, findall(Y, (between(1, 100, N), Y is X xor N), L)",
        "X is 1 << 8000000, findall(Y, (between(1, 100, N), Y is X // (N + 1)), L)",
        "long(20, A), findall(C, (between(1, 100, _), atom_codes(A, C)), L)",
        "long(20, A), findall(C, (between(1, 100, _), upcase_atom(A, C)), L)",
        "long(20, A), findall(C, (between(1, 100, _), atom_string(A, S), string_concat(S, x, C)), L)",
        "long(20, A), findall(C, (between(1, 100, _), term_to_atom(f(A), C)), L)",
        "long(20, A), findall(C, (between(1, 100, _), format(atom(C), \"~w\", [A])), L)",
        "findall(C, (between(1, 200, _), format(atom(C), \"~t~w~1000000|\", [x])), L)",
        "findall(C, (between(1, 200, _), format(atom(C), \"~*c\", [1000000, 0'x])), L)",
        "long(20, A), findall(C, (between(1, 100, _), split_string(A, \"a\", \"\", C)), L)",
        "L = [a|L], atom_chars(A, L)",
        "L = [0'a|L], atom_codes(A, L)",
        "D = [p/1|D], dynamic(D)",
        "repeat, write(hello), fail",
        "long(20, A), repeat, write(A), fail"
    })
    void what_texts_and_long_numbers_take_counts_for_the_limit_on_memory(String query) {
        Queries prolog = with(Limits.GENEROUS.withMemory(64L << 20));
        assertThat(stopped(prolog, query)).isEqualTo(Stop.Reason.MEMORY);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "X is 3 ** 400000, Y is 7 ** 300000, repeat, Z is gcd(X, Y), fail",
        "X is 3 ** 400000, repeat, Z is X * X, fail",
        "X is 3 ** 400000, Y is 7 ** 100000, repeat, Z is X mod Y, fail",
        "X is 3 ** 400000, repeat, number_codes(X, L), fail",
        "X is 3 ** 400000, number_codes(X, L), repeat, number_codes(Y, L), fail",
        "X is 3 ** 400000, Y is 3 ** 400000, repeat, X \\== Y",
        "X is 3 ** 400000, Y is 3 ** 400000, repeat, X \\= Y",
        "X is 3 ** 400000, repeat, X > X",
        "X is 3 ** 400000, Y is 7 ** 100000, repeat, Z is X / Y, fail",
        "X is 3 ** 40000, repeat, format(atom(A), \"~D\", [X]), fail",
        "X is 1 / 3, repeat, format(atom(A), \"~1000000f\", [X]), fail",
        "long(20, A), repeat, atom_length(A, N), fail",
        "long(20, A), long(20, B), repeat, A \\== B",
        "long(20, A), long(20, B), repeat, A \\= B",
        "long(20, A), atom_concat(A, b, P), repeat, sub_atom(A, X, _, _, P)",
        "long(20, A), long(19, B), atom_concat(B, b, P), atom_concat(A, P, W), repeat, sub_atom(W, X, _, _, P), fail",
        "long(20, A), repeat, atom_concat(X, Y, A), fail",
        "length(L, 100000), repeat, length(L, N), fail",
        "length(L, 100000), repeat, msort(L, M), fail",
        "numlist(1, 100000, L), repeat, sort(0, @>=, L, M), fail",
        "numlist(1, 100000, L), repeat, L =.. [_|_], fail",
        "numlist(1, 100000, L), repeat, catch(atom_codes(_, [_|L]), _, fail)",
        "numlist(1, 100000, L), repeat, catch(keysort([], [a-b|L]), _, fail)",
        "numlist(1, 100000, L), repeat, catch(throw(L), _, fail)",
        "numlist(1, 100000, L), repeat, copy_term(f(X, L), _), fail",
        "functor(T, f, 100000), assertz(big(T)), repeat, big(_), fail",
        "facts(20000), repeat, row(_, none)",
        "facts(20000), repeat, retract(row(_, none))",
        "facts(20000), repeat, \\+ clause(row(_, none), true), fail",
        "choice(X), X < 0",
        "findall(X, between(1, 550000, X), L)",
        "nested(1000000, true, G), call(G), fail ; loop",
        "same(200, T), copy_term(T, U)",
        "same(200, T), ground(T)",
        "same(200, T), assertz(p(T))",
        "same(200, T), findall(T, true, _)",
        "same(200, T), throw(T)",
        "same(200, T), write(T)",
        "same(200, T), term_to_atom(T, A)",
        "same(200, T), nb_setval(k, T)",
        "same(90, T), call((foo(T) ; true))",
        "open(90, T), call((foo(T) ; true))",
        "open(200, T), copy_term(T, U)",
        "open(200, T), term_variables(T, U)",
        "sum(200, T), X is T",
        "sum(50, T), call((X is T, true))",
        "sum(50, T), assertz((q(X) :- X is T))",
        "same(200, T), same(200, U), T == U",
        "line(1000000)"
    })
    void work_on_long_numbers_texts_and_terms_counts_as_steps(String query) {
        Limits limits = new Limits(2_000_000, 1L << 30, 1_000_000);
        assertThat(stopped(with(limits), query)).isIn(Stop.Reason.INFERENCES, Stop.Reason.DEPTH);
    }

    @Test
    void a_long_factorial_is_stopped_by_its_steps_and_a_shorter_one_needs_little_memory() {
        assertThat(stopped(with(new Limits(10_000_000, 256L << 20, 1_000_000)), "fact(100000, F)"))
                .isEqualTo(Stop.Reason.INFERENCES);
        Queries small = with(new Limits(20_000_000, 8L << 20, 1_000_000));
        assertThat(small.holds("fact_up(0, 5000, 1, F)")).isTrue();
        assertThat(small.holds("fact(5000, F)")).isTrue();
    }

    @Test
    void a_result_larger_than_the_limit_is_refused_before_it_exists() {
        Queries tiny = with(Limits.GENEROUS.withMemory(1 << 20));
        assertThat(stopped(tiny, "X is 1 << 8388000, Y is X + 1, Z is X + Y, true")).isEqualTo(Stop.Reason.MEMORY);
        Queries prolog = with(Limits.GENEROUS);
        assertThat(prolog.all("X is 2 ** (10 ** 9)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("X is 7 ^ 7 ^ 7 ^ 7")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("X is 1 << (1 << 62)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("X is -1 >> -(1 << 62)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("length(L, 100000000000000000000)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("format(\"~100000000|\", [])")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("tab(1 << 31)")).containsExactly("error: resource_error(memory)");
        assertThat(prolog.all("tab((1 << 31) - 1)")).containsExactly("error: resource_error(memory)");
    }

    @Test
    void the_same_run_is_stopped_at_the_same_step() {
        for (String query : new String[] {"fact(30000, F)", "long(16, A), keep(0, A)", "same(200, T), copy_term(T, U)"}) {
            Queries first = with(new Limits(3_000_000, 16L << 20, 1000));
            Queries second = with(new Limits(3_000_000, 16L << 20, 1000));
            Stop.Reason reason = stopped(first, query);
            assertThat(stopped(second, query)).isEqualTo(reason);
            assertThat(second.machine.inferences()).isEqualTo(first.machine.inferences());
        }
    }

    @Test
    void what_is_erased_no_longer_counts() {
        Queries prolog = with(Limits.GENEROUS.withMemory(8L << 20));
        assertThat(prolog.holds("long(18, A), between(1, 200, N), atomic_list_concat([A, N], B), assertz(kept(B)), "
                + "retract(kept(B)), N >= 200")).isTrue();
        assertThat(prolog.holds("long(18, A), ( between(1, 200, _), assertz(kept(A)), fail ; true )")).isTrue();
        assertThat(prolog.holds("long(18, A), ( between(1, 200, N), atomic_list_concat([A, N], B), nb_setval(k, B), fail ; true )"))
                .isTrue();
        assertThat(prolog.holds("abolish(kept/1), long(18, A), assertz(kept(A)), abolish(kept/1)")).isTrue();
    }

    @Test
    void a_clause_that_is_added_costs_as_much_as_many_calls() {
        Queries prolog = with(Limits.GENEROUS);
        long[] used = {0};
        prolog.machine.budget(steps -> used[0] += steps);
        prolog.holds("facts(1000)");
        prolog.machine.settle();
        assertThat(used[0]).isBetween(30_000L, 60_000L);
    }

    @Test
    void a_budget_hears_of_every_step_and_can_end_the_run() {
        Queries prolog = with(Limits.GENEROUS);
        long[] used = {0};
        prolog.machine.budget(steps -> used[0] += steps);
        prolog.holds("fact(2000, F)");
        prolog.machine.settle();
        assertThat(used[0]).isEqualTo(prolog.machine.inferences()).isGreaterThan(4000);
        prolog.machine.budget(steps -> {
            throw new IllegalStateException("enough");
        });
        assertThatThrownBy(() -> prolog.holds("repeat, fail")).hasMessage("enough");
    }

    @Test
    void a_part_is_found_wherever_it_begins() {
        Queries prolog = with(Limits.GENEROUS);
        assertThat(prolog.all("sub_atom(abababababababababababababab, B, _, 0, ababababababababababab)"))
                .containsExactly("B=6");
        assertThat(prolog.all("findall(_B, sub_atom(abababababababababababababab, _B, _, _, ababababababababababab), L)"))
                .containsExactly("L=[0,2,4,6]");
        assertThat(prolog.all("findall(_B, sub_atom(xaaaaaaaaaaaaaaaaaaay, _B, _, _, aaaaaaaaaaaaaaaaaa), L)"))
                .containsExactly("L=[1,2]");
        assertThat(prolog.all("atomic_list_concat(L, ', and furthermore, ', 'a, and furthermore, b, and furthermore, c')"))
                .containsExactly("L=[a,b,c]");
    }

    @Test
    void columns_and_thousands_are_as_before() {
        Queries prolog = with(Limits.GENEROUS);
        assertThat(prolog.all("format(atom(A), \"~`-t~w~t~t~10|~w\", [ab, x])")).containsExactly("A='--ab      x'");
        assertThat(prolog.all("format(atom(A), \"~D ~2D ~D\", [1234567, -1234567, 12])"))
                .containsExactly("A='1,234,567 -12,345.67 12'");
    }
}
