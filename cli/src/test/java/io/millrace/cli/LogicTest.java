package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Limits;
import java.util.ArrayList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogicTest {
    private static final String FAMILY = """
            parent(tom, bob).
            parent(tom, liz).
            parent(bob, ann).
            grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
            """;

    @TempDir
    private Path directory = Path.of("");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Screen screen = Screen.plain(
            new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));

    @Test
    void a_goal_prints_its_answers_one_a_line() throws IOException {
        Printed printed = Printed.by("logic", "-g", "parent(tom, X), Y = f(X, Z, 'A b')", file(FAMILY));
        assertThat(printed.err()).isEmpty();
        assertThat(printed.out()).isEqualTo("X = bob, Y = f(bob, Z, 'A b')\nX = liz, Y = f(liz, Z, 'A b')\n");
        assertThat(printed.status()).isEqualTo(Mill.FINE);
    }

    @Test
    void a_goal_without_answers_is_a_no() throws IOException {
        Printed printed = Printed.by("logic", "-g", "grandparent(ann, X).", file(FAMILY));
        assertThat(printed.out()).isEqualTo("false\n");
        assertThat(printed.status()).isEqualTo(Mill.NO);
    }

    @Test
    void as_many_answers_are_printed_as_asked_for() {
        assertThat(Printed.by("logic", "-n", "2", "-g", "repeat").out()).isEqualTo("true\ntrue\n");
    }

    @Test
    void a_goal_that_raises_an_error_could_not_be_asked() {
        Printed printed = Printed.by("logic", "-g", "X is foo + 1");
        assertThat(printed.err()).startsWith("A goal raised error(type_error(evaluable,foo/0),").contains("(MR-4090)");
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void a_goal_that_never_ends_is_stopped_by_its_limit() {
        Printed printed = Printed.by("logic", "--inferences", "100000", "-g", "repeat, fail");
        assertThat(printed.err()).contains("more inferences than the 100000 allowed", "(MR-4092)");
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void every_error_of_a_file_is_said_with_its_place() throws IOException {
        Path file = Files.writeString(directory.resolve("bad.pl"), "a :- b c.\nok.\nd(.\n");
        Printed printed = Printed.by("logic", "-g", "ok", file.toString());
        assertThat(printed.err()).isEqualTo("""
                %1$s:1:8: an operator is expected here, or a comma or a full stop is missing before. Correct the marked place. (MR-2003)
                a :- b c.
                       ^
                %1$s:3:3: the clause ends in the middle of a term. Correct the marked place. (MR-2003)
                d(.
                  ^
                """.formatted(file));
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void a_missing_file_and_wrong_use_are_said() {
        assertThat(Printed.by("logic", "nowhere.pl").err()).startsWith("There is no file 'nowhere.pl'.");
        assertThat(Printed.by("logic", "--batch", "-g", "true").status()).isEqualTo(Mill.CANNOT_ASK);
        assertThat(Printed.by("logic", "-g", "a b").err()).contains("text:1:3", "(MR-2003)");
    }

    @Test
    void directives_run_before_the_goal_and_a_failing_one_is_said() throws IOException {
        Printed printed = Printed.by("logic", "-g", "true", file(":- write(hello), nl.\n:- initialization(fail).\n"));
        assertThat(printed.out()).isEqualTo("hello\n");
        assertThat(printed.err()).contains("test.pl:2: fail").contains("(MR-4091)");
        assertThat(printed.status()).isEqualTo(Mill.CANNOT_ASK);
    }

    @Test
    void the_top_level_answers_until_its_input_ends() throws IOException {
        assertThat(topLevel(FAMILY, """
                parent(tom, X).
                ;
                grandparent(X,
                            Z).

                parent(X, Y).
                X = Y, Y = Z.
                X = (a :- b), Y = "hi", write(out), nl.
                fail.
                nosuch(1).
                a b.
                true. X = 1.
                throw(oops).
                """)).isEqualTo(Mill.FINE);
        assertThat(out()).isEqualTo("""
                X = bob ;
                X = liz.
                X = tom,
                Z = ann .
                X = tom,
                Y = bob .
                X = Y,
                X = Z.
                out
                X = (a:-b),
                Y = [104, 105].
                false.
                true.
                X = 1.
                """);
        assertThat(err()).contains("existence_error(procedure,nosuch/1)", "query:1:3: an operator", "A goal raised oops.");
    }

    @Test
    void goals_that_still_wait_are_part_of_an_answer() throws IOException {
        assertThat(topLevel(FAMILY, """
                dif(X, Y), X = f(Z).
                freeze(X, write(hi)), X = Y.
                dif(X, bob), parent(tom, X).
                X = f(X), freeze(Y, X).
                """)).isEqualTo(Mill.FINE);
        assertThat(out()).startsWith("""
                X = f(Z),
                dif(Y, f(Z)).
                X = Y,
                freeze(X, write(hi)).
                X = liz.
                X = f(f(f(""").contains("(contains itself),\nfreeze(Y, f(f(");
    }

    @Test
    void a_trace_shows_the_ports_of_goals_until_it_is_switched_off() throws IOException {
        assertThat(topLevel(FAMILY + """
                first(X) :- parent(X, Y), !, named(Y).
                first(nobody).
                named(Y) :- ( Y == ann -> true ; \\+ Y == liz ).
                """, """
                trace.
                first(X).
                parent(tom, X), X == liz.
                notrace.
                first(X).
                """)).isEqualTo(Mill.FINE);
        assertThat(out().replaceAll("_G[0-9]+", "_")).isEqualTo("""
                Queries show their goals now; notrace. ends that.
                       Call: (1) first(_)
                       Call: (2) parent(_,_)
                       Exit: (2) parent(tom,bob)
                       Call: (2) named(bob)
                       Call: (3) bob==ann
                       Fail: (3) bob==ann
                       Call: (3) bob==liz
                       Fail: (3) bob==liz
                       Exit: (2) named(bob)
                       Exit: (1) first(tom)
                X = tom .
                       Call: (1) parent(tom,_)
                       Exit: (1) parent(tom,bob)
                       Call: (1) bob==liz
                       Fail: (1) bob==liz
                       Redo: (1) parent(tom,bob)
                       Exit: (1) parent(tom,liz)
                       Call: (1) liz==liz
                       Exit: (1) liz==liz
                X = liz .
                Queries run without a trace.
                X = tom.
                """);
    }

    @Test
    void the_top_level_adds_clauses_from_files_and_from_the_keyboard_and_lists_them() throws IOException {
        Path file = Files.writeString(directory.resolve("more.pl"), "a(1).\na(2).\nb --> [x].\n");
        assertThat(topLevel("""
                ['%1$s'].
                [user].
                c(3).
                c(X) :- a(X).
                end_of_file.
                ['%1$s'].
                findall(X, c(X), L).
                phrase(b, [x]).
                listing(c/1).
                """.formatted(file)))
                .isEqualTo("L = [3, 1, 2].\ntrue.\n:- dynamic c/1.\n\nc(3).\nc(A) :-\n    a(A).\n\ntrue.\n");
    }

    @Test
    void a_term_that_contains_itself_is_shown_short() throws IOException {
        assertThat(topLevel("X = f(X).\n")).startsWith("X = f(f(").endsWith("… (contains itself).\n").hasSizeLessThan(100);
    }

    @Test
    void an_interrupted_line_leaves_the_database_as_it_is() {
        List<String> typed = new ArrayList<>(List.of("assertz(p(1)).", "member(X,", "", "p(X)."));
        Lines lines = new Lines() {
            private int at;

            @Override
            public @Nullable String next(String prompt) {
                return at < typed.size() ? typed.get(at++) : null;
            }

            @Override
            public boolean another() {
                return false;
            }

            @Override
            public boolean interrupted() {
                return at == 3;
            }
        };
        new TopLevel(screen, lines, new LogicSession(screen, Limits.GENEROUS)).run();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("true.\nX = 1.\n");
    }

    private String topLevel(String input) {
        new TopLevel(screen, Lines.of(new StringReader(input)), new LogicSession(screen, Limits.GENEROUS)).run();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void halt_leaves_the_top_level_with_its_status() throws IOException {
        assertThat(topLevel("", "write(bye), halt(3).\nwrite(never).\n")).isEqualTo(3);
        assertThat(out()).isEqualTo("bye");
    }

    @Test
    void a_query_that_is_never_completed_is_said() throws IOException {
        assertThat(topLevel("", "foo(")).isEqualTo(Mill.FINE);
        assertThat(err()).contains("is the full stop missing?");
    }

    @Test
    void a_batch_gives_every_query_a_database_of_its_own() {
        batch("""
                one\tassertz(p(1)), p(1)
                two\tp(_)
                three\tX = 'a\\\\u000a b', X == 'a b'
                four\tfail
                five\tX is _
                six\ta b
                seven\tthrow(my(ball))
                eight\trepeat, fail
                nine\thalt

                ten\ttrue.
                """);
        assertThat(out()).isEqualTo("""
                one\ttrue
                two\terror(existence_error(procedure,p/1))
                three\ttrue
                four\tfalse
                five\terror(instantiation_error)
                six\terror(syntax_error(operator_expected))
                seven\terror(my(ball))
                eight\terror(resource_error(inferences))
                nine\terror(halt)
                ten\ttrue
                """);
    }

    private int topLevel(String program, String input) throws IOException {
        LogicSession session = new LogicSession(screen, Limits.GENEROUS);
        assertThat(session.load(List.of(Path.of(file(program))))).isTrue();
        return new TopLevel(screen, Lines.of(new StringReader(input)), session).run();
    }

    private void batch(String input) {
        assertThat(new LogicBatch(screen, Prolog.standard()).run(Lines.of(new StringReader(input)))).isEqualTo(Mill.FINE);
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("test.pl"), text).toString();
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
