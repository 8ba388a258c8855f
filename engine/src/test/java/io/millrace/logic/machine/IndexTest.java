package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IndexTest {
    private static final String[] KEYS = {"a", "b", "1", "2.0", "f(_)", "f(x)", "g(_, _)", "[]", "[_]", "_", "\"s\"", "99999999999999999999"};

    @Test
    void the_index_changes_neither_the_solutions_nor_their_order() {
        for (long seed = 1; seed <= 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Queries prolog = new Queries(":- dynamic fact/2.");
            for (int step = 0; step < 120; step++) {
                String key = KEYS[random.nextInt(KEYS.length)];
                switch (random.nextInt(5)) {
                    case 0 -> prolog.holds("asserta(fact(" + key + ", " + step + "))");
                    case 1, 2 -> prolog.holds("assertz(fact(" + key + ", " + step + "))");
                    case 3 -> prolog.holds("ignore(retract(fact(" + key + ", _)))");
                    default -> {}
                }
                String query = "findall(V, fact(" + key + ", V), L), findall(V, (fact(K, V), K = " + key + "), M), L == M";
                assertThat(prolog.holds(query)).as("seed %s, step %s, key %s", seed, step, key).isTrue();
            }
        }
    }

    @Test
    void an_index_on_other_arguments_changes_neither_the_solutions_nor_their_order() {
        for (long seed = 1; seed <= 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Queries prolog = new Queries(":- dynamic fact/4.");
            for (int step = 0; step < 150; step++) {
                String one = KEYS[random.nextInt(random.nextInt(8) == 0 ? KEYS.length : 3)];
                String two = KEYS[random.nextInt(random.nextInt(8) == 0 ? KEYS.length : 9)];
                String three = KEYS[random.nextInt(9)];
                String head = "fact(" + one + ", " + two + ", " + three + ", ";
                switch (random.nextInt(6)) {
                    case 0 -> prolog.holds("asserta(" + head + step + "))");
                    case 1, 2, 3 -> prolog.holds("assertz(" + head + step + "))");
                    case 4 -> prolog.holds("ignore(retract(" + head + "_)))");
                    default -> {}
                }
                String key = random.nextBoolean() ? "_" : one;
                String query = "findall(V, fact(" + key + ", " + two + ", " + three + ", V), L), "
                        + "findall(V, (fact(A, B, C, V), f(A, B, C) = f(" + key + ", " + two + ", " + three + ")), M), L == M";
                assertThat(prolog.holds(query)).as("seed %s, step %s: %s", seed, step, query).isTrue();
            }
        }
    }

    @Test
    void a_call_that_is_decided_by_its_second_argument_leaves_no_choice_point() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append("t(same, ").append(i).append(", v").append(i).append(").\n");
        }
        Machine machine = new Machine(
                io.millrace.logic.Prolog.program(io.millrace.logic.read.Source.of("t.pl", text.toString())), Library.NONE, Limits.GENEROUS);
        var goal = io.millrace.logic.read.Reader.term(
                "t(same, 57, X)", io.millrace.logic.term.Operators.iso(), io.millrace.logic.read.Flags.iso());
        try (Solutions solutions = machine.solve(goal.term())) {
            assertThat(solutions.next()).isTrue();
            assertThat(machine.choicePoints()).isZero();
        }
    }

    @Test
    void a_static_procedure_with_many_clauses_finds_the_ones_for_a_key_in_order() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            text.append(i % 50 == 7 ? "t(_, " : "t(k" + i % 20 + ", ").append(i).append(").\n");
        }
        Queries prolog = new Queries(text.toString());
        assertThat(prolog.holds("forall(member(K, [k1,k7,k19,none]), "
                + "(findall(V, t(K, V), L), findall(V, (t(X, V), X = K), M), L == M))")).isTrue();
    }

    @Test
    void a_hundred_thousand_facts_come_and_go() {
        Queries prolog = new Queries("""
                fill(N, N) :- !.
                fill(I, N) :- assertz(fact(I, x)), J is I + 1, fill(J, N).
                look(N, N) :- !.
                look(I, N) :- fact(I, x), J is I + 1, look(J, N).
                clear(N, N) :- !.
                clear(I, N) :- retract(fact(I, _)), J is I + 1, clear(J, N).
                """);
        assertThat(prolog.holds("fill(0, 100000), look(0, 100000), clear(0, 100000), \\+ fact(_, _)")).isTrue();
        assertThat(prolog.holds("fill(0, 20000), retract(fact(_, _)), fail ; \\+ fact(_, _)")).isTrue();
    }
}
