package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Writer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goals that wait for variables. The answers are those of SWI-Prolog 9, without its module names. */
class DelaysTest {
    private static final String PROGRAM = """
            first(1, Y) :- Y == 1, !.
            first(_, second).
            committed(1) :- !.
            committed(other).
            tested(X, Y) :- X = 1, Y > 2, !.
            tested(_, none).
            colour(red). colour(green). colour(blue).
            distinct(_, []).
            distinct(X, [Y|Ys]) :- dif(X, Y), distinct(X, Ys).
            all_distinct([]).
            all_distinct([X|Xs]) :- distinct(X, Xs), all_distinct(Xs).
            loop(0) :- !.
            loop(N) :- freeze(X, X > 0), dif(X, Y), X = N, Y = 0, M is N - 1, loop(M).
            """;

    /** The values of {@code R} in all solutions, and what was written. */
    private static String r(String query, Limits limits) {
        Read read = Reader.term(query, Operators.iso(), Flags.iso());
        Program program = Prolog.program(Source.of("p.pl", PROGRAM));
        Machine machine = new Machine(program, Library.NONE, limits);
        StringBuilder found = new StringBuilder();
        try (Solutions solutions = machine.solve(read.term())) {
            while (solutions.next()) {
                found.append(found.isEmpty() ? "" : " ; ");
                found.append(machine.takeOutput());
                found.append(read.names().containsKey("R") ? Writer.quoted().write(read.names().get("R")) : "yes");
            }
        }
        String written = machine.takeOutput();
        return found.isEmpty() ? written + "no" : found + written;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '→', quoteCharacter = '~', textBlock = """
            freeze(X, write(a)), freeze(X, write(b)), X = 1                       → abyes
            freeze(X, write(x)), freeze(Y, write(y)), X = Y, write(-), X = 1      → -xyyes
            freeze(X, write(x)), freeze(Y, write(y)), f(Y, X) = f(1, 2)           → yxyes
            freeze(1, R = now)                                                    → now
            freeze(_, 1), freeze(_, _)                                            → yes
            catch(freeze(a, 1), error(R, _), true)                                → type_error(callable,1)
            freeze(X, throw(oops)), catch(X = 1, B, true), var(X), R = B          → oops
            freeze(X, fail), ( X = 1 -> R = then ; R = else )                     → else
            freeze(X, fail), ( X = 1, true ; R = other )                          → other
            freeze(X, fail), \\+ X = 1                                            → yes
            freeze(X, fail), X \\= 1                                              → yes
            freeze(X, true), X \\= 1                                              → no
            dif(X, 1), ( X \\= 1 -> R = differ ; R = same )                       → differ
            dif(X, Y), ?=(X, Y)                                                   → no
            freeze(X, member(R, [1, 2, 3])), X = 1, R >= 2                        → 2 ; 3
            freeze(X, (member(R, [1, 2, 3]), !)), X = 1                           → 1
            freeze(X, (!, fail)), ( X = 1 ; R = other )                           → other
            freeze(X, member(X, [1, 2])), findall(X, member(X, [2, 3, 1]), R)     → [2,1]
            freeze(X, Y = 1), first(X, Y), R = Y                                  → 1
            freeze(X, X \\== 1), committed(X), R = X                             → other
            freeze(X, Y = 3), tested(X, Y), R = Y                                 → 3
            freeze(X, Y = 1), tested(X, Y), R = Y                                 → none
            freeze(X, fail), forall(member(X, [1]), fail)                         → yes
            freeze(X, R = set), atom_length(abc, X)                               → set
            freeze(X, R = set), X is 1 + 2                                        → set
            freeze(X, R = set), length(X, 2)                                      → set
            freeze(X, R = set), unify_with_occurs_check(X, 1)                     → set
            freeze(X, R = set), findall(a, true, X)                               → set
            freeze(X, R = set), assertz(q(7)), clause(q(X), true)                 → set
            freeze(X, R = set), assertz(q(7)), retract(q(X))                      → set
            freeze(X, R = set), catch(throw(1), X, true)                          → set
            freeze(X, R = set), subsumes_term(X, 1)                               → _G1
            freeze(X, fail), catch(( X = 1 ; throw(b) ), R, true)                 → b
            set_prolog_flag(occurs_check, true), freeze(X, write(no)), ( X = f(X) ; R = undone ) → undone
            freeze(X, true), X == X, compare(R, X, X)                             → =
            freeze(X, true), X =@= _                                              → no
            freeze(X, true), freeze(Y, true), X =@= Y                             → yes
            freeze(X, true), freeze(Y, fail), X =@= Y                             → no
            freeze(X, true), frozen(X, freeze(Y, R)), X == Y                      → true
            frozen(f(_, a), R)                                                    → true
            freeze(X, a), freeze(Y, b), frozen(f(X, Y), (freeze(_, A), freeze(_, B))), R = A-B → a-b
            freeze(X, p(X)), copy_term(X, Y), frozen(Y, freeze(Z, p(Z))), Z == Y, X \\== Y → yes
            freeze(X, p(X)), copy_term(X, Y, [freeze(Z, p(Z))]), Z == Y, frozen(Y, R) → true
            freeze(X, p(X)), copy_term_nat(X, Y), frozen(Y, R)                    → true
            freeze(X, R = woken), findall(X, true, [Y]), Y = 1, var(R)            → _G1
            freeze(X, write(w)), findall(X, true, [Y]), Y = 1                     → wyes
            freeze(X, write(w)), assertz(q(X)), q(Y), Y = 1                       → yes
            freeze(X, write(w)), nb_setval(k, X), nb_getval(k, Y), Y = 1          → wyes
            freeze(X, true), attvar(X), term_attvars(f(X, _), L), length(L, R)    → 1
            freeze(X, true), catch(numbervars(f(X), 0, _), error(type_error(R, _), _), true) → free_of_attvar
            freeze(X, true), X = 1, frozen(X, R)                                  → true
            freeze(X, fail), unifiable(X, 1, [Y = R]), X == Y                     → 1
            unifiable(f(X, Y), f(1, 2), [Y = _, X = R])                           → 1
            unifiable(a, b, R)                                                    → no
            dif(a, b)                                                             → yes
            dif(a, a)                                                             → no
            dif(X, Y), X = Y                                                      → no
            dif(X, Y), X = 1, Y = 1                                               → no
            dif(X, Y), X = 1, Y = 2, frozen(f(X, Y), R)                           → true
            dif(X, f(X))                                                          → yes
            dif(f(X, Y), f(1, 2)), X = 1, ( Y = 2 ; Y = 3 ), R = Y                → 3
            dif(f(X, Y), f(1, 2)), Y = 3, frozen(X, R)                            → true
            dif(f(X, a), f(b, a)), frozen(X, dif(Y, R)), X == Y                   → b
            dif(f(X, Y), f(1, 2)), frozen(X, dif(f(A, B), R)), A == X, B == Y     → f(1,2)
            dif(X, Y), dif(X, Y), frozen(X, dif(_, _))                            → yes
            dif(X, a), member(X, [a, b, c]), R = X                                → b ; c
            dif(X, a), findall(X, member(X, [a, b, c]), R)                        → [b,c]
            when(nonvar(X), R = now), X = f(_)                                    → now
            when(ground(f(X, Y)), write(g)), X = 1, write(-), Y = 2               → -gyes
            when(?=(X, Y), write(d)), X = f(A), Y = f(B), write(-), A = 1, B = 2  → -dyes
            when(?=(X, Y), write(d)), write(-), X = Y                             → -dyes
            when((nonvar(X), nonvar(Y)), write(b)), Y = 1, write(-), X = 1        → -byes
            when((nonvar(X) ; nonvar(Y)), write(b)), Y = 1, write(-), X = 1       → b-yes
            when(nonvar(a), R = now)                                              → now
            catch(when(_, true), error(R, _), true)                               → instantiation_error
            catch(when(foo, true), error(R, _), true)                             → domain_error(when_condition,foo)
            catch(when((nonvar(a), foo), true), error(domain_error(D, (nonvar(a), R)), _), true) → foo
            when(ground(X + Y), p), copy_term(X - Y, A - B, [when(ground(C + D), R)]), A - B == C - D → p
            """)
    void a_query_gives(String query, String answer) {
        String found = r(query, Limits.GENEROUS.withInferences(1_000_000));
        assertThat(found.replaceAll("_G?[0-9]+", "_G1")).isEqualTo(answer);
    }

    @Test
    void what_waits_is_undone_with_the_choice_that_made_it() {
        assertThat(r("( freeze(X, fail) ; dif(X, 2) ; true ), ( X = 1 ; X = 2 ), R = X", Limits.GENEROUS)).isEqualTo("1 ; 1 ; 2");
    }

    @Test
    void inequalities_cut_a_search() {
        String query = "R = [A, B, C, D], dif(A, B), dif(A, C), dif(B, C), dif(C, D), dif(B, D), colour(A), colour(B), colour(C), colour(D)";
        assertThat(r(query, Limits.GENEROUS).split(" ; ")).hasSize(6).contains("[red,green,blue,red]");
        assertThat(r("R = [A, B, C], all_distinct(R), colour(A), colour(B), colour(C)", Limits.GENEROUS).split(" ; ")).hasSize(6);
    }

    @Test
    void a_woken_goal_that_never_ends_is_stopped_by_the_limit() {
        assertThatThrownBy(() -> r("freeze(X, (repeat, fail)), X = 1", Limits.GENEROUS.withInferences(100_000))).isInstanceOf(Stop.class);
        assertThatThrownBy(() -> r("freeze(X, (freeze(Y, true), X = X)), repeat, freeze(Z, X), fail", Limits.GENEROUS.withInferences(100_000)))
                .isInstanceOf(Stop.class);
    }

    @Test
    void goals_that_have_run_take_no_memory() {
        assertThat(r("loop(200000)", Limits.GENEROUS.withMemory(1 << 20))).isEqualTo("yes");
    }

    @Test
    void many_goals_at_one_variable_take_time_in_proportion() {
        assertThat(r("length(L, 100000), maplist([_]>>freeze(X, true), L), X = 1", Limits.GENEROUS)).isEqualTo("yes");
        assertThat(r("length(L, 50000), maplist([Y]>>dif(X, Y), L), X = 1, maplist(=(2), L)", Limits.GENEROUS)).isEqualTo("yes");
    }

    @Test
    void a_host_sees_what_waits() {
        Read read = Reader.term("dif(X, a), freeze(Y, p(Z)), dif(Z, b)", Operators.iso(), Flags.iso());
        Machine machine = new Machine(Prolog.standard(), Library.NONE, Limits.GENEROUS);
        machine.rememberDelayed();
        try (Solutions solutions = machine.solve(read.term())) {
            assertThat(solutions.next()).isTrue();
            assertThat(machine.waiting()).hasSize(3);
            assertThat(machine.delayed(Objects.requireNonNull(read.names().get("Y")))).hasSize(2);
            assertThat(machine.delayed(Objects.requireNonNull(read.names().get("X")))).hasSize(1);
        }
        assertThat(machine.waiting()).isEqualTo(List.of());
    }
}
