package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Reader;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LibraryTest {
    private static final Path PAGE = Path.of("..", "docs", "languages", "prolog.md");

    @Test
    void a_program_may_define_a_library_predicate_anew_and_the_library_keeps_its_own() {
        Queries own = new Queries("append(mine, too). append(x, y, z). reverse(X, X).");
        assertThat(own.all("append(X, Y, Z)")).containsExactly("X=x Y=y Z=z");
        assertThat(own.all("append(X, Y)")).containsExactly("X=mine Y=too");
        assertThat(own.all("reverse([a,b], X)")).containsExactly("X=[a,b]");
        assertThat(own.all("foldl([X,A,[X|A]]>>true, [a,b], [], L)")).containsExactly("X=_ A=_ L=[b,a]");
    }

    @Test
    void a_built_in_predicate_cannot_be_defined_anew() {
        assertThatThrownBy(() -> new Queries("atom_length(X, Y) :- fail."))
                .isInstanceOf(PrologError.class)
                .hasMessageContaining("permission_error(modify,static_procedure");
    }

    @Test
    void library_calls_that_have_one_solution_leave_no_choice_point() {
        for (String goal : new String[] {
            "append([a,b],[c],_)", "reverse([a,b],_)", "nth0(1,[a,b,c],_)", "nth1(3,[a,b,c],_)", "last([a,b],_)",
            "maplist(atom,[a,b])", "foldl([X,A,B]>>(B is A+X),[1,2],0,_)", "sum_list([1,2],_)", "sub_atom(abc,1,1,_,_)",
            "sub_atom(abc,_,_,0,c)", "atom_concat(ab,X,abc)", "atom_concat(X,c,abc)", "length([a],_)", "member(b,[a,b])",
            "list_to_assoc([a-1,b-2],T),get_assoc(b,T,_),put_assoc(c,T,3,_)", "include(atom,[a,1],_)",
            "ord_union([a,c],[b],_)", "atom_length(abc,_)", "numlist(1,3,_)",
            "aggregate_all(count,member(_,[a,b]),_)", "sort(0,@>=,[a,b],_)", "delete([a,b],a,_)", "exclude(atom,[a,1],_)",
            "atomic_list_concat(L,',','a,b')", "phrase([a],[a])", "with_output_to(atom(_),write(a))", "select(b,[a,b],_)"
        }) {
            Machine machine = new Queries("").machine;
            try (Solutions solutions = machine.solve(Reader.term(goal, Operators.iso(), Flags.iso()).term())) {
                assertThat(solutions.next()).as(goal).isTrue();
                assertThat(solutions.more()).as(goal + " leaves a choice point").isFalse();
            }
        }
    }

    @Test
    void characters_outside_the_basic_plane_count_as_one() {
        Queries prolog = new Queries("");
        assertThat(prolog.all("atom_length('a😀b', N)")).containsExactly("N=3");
        assertThat(prolog.all("sub_atom('a😀b', 1, 1, A, S)")).containsExactly("A=1 S=😀");
        assertThat(prolog.all("sub_atom('a😀b', B, L, A, b)")).containsExactly("B=2 L=1 A=0");
        assertThat(prolog.all("atom_chars('a😀b', [_, X|_]), char_code(X, C)")).containsExactly("X=😀 C=128512");
        assertThat(prolog.all("atom_concat(X, Y, '😀')")).containsExactly("X='' Y=😀", "X=😀 Y=''");
    }

    @Test
    void text_taken_aside_does_not_reach_the_output() {
        Queries prolog = new Queries("");
        assertThat(prolog.holds("write(a), with_output_to(atom(_), write(hidden)), write(b)")).isTrue();
        assertThat(prolog.holds("catch(with_output_to(atom(_), (write(hidden), throw(x))), x, true)")).isTrue();
        assertThat(prolog.holds("\\+ with_output_to(atom(_), (write(hidden), fail))")).isTrue();
        assertThat(prolog.holds("format(\"~@~w\", [write(x), c])")).isTrue();
        assertThat(prolog.machine.takeOutput()).isEqualTo("abxc");
    }

    @Test
    void goals_inside_formats_inside_goals_end_before_the_stack_does() {
        Queries prolog = new Queries("p :- format(\"~@\", [p]).");
        assertThat(prolog.all("p")).containsExactly("error: resource_error(nesting)");
    }

    @Test
    void a_term_that_contains_itself_has_no_text_and_compares_all_the_same() {
        Queries prolog = new Queries("");
        assertThat(prolog.holds("X = f(X), catch(write(X), error(representation_error(_), _), true)")).isTrue();
        assertThat(prolog.holds("X = f(X), catch(term_to_atom(X, _), error(representation_error(_), _), true)")).isTrue();
        assertThat(prolog.holds("X = f(X), catch(format(\"~w\", [X]), error(representation_error(_), _), true)")).isTrue();
        assertThat(prolog.holds("X = [1,2|X], Y = [1,2,1,2|Y], X == Y")).isTrue();
        assertThat(prolog.holds("X = [1,2|X], Y = [1,3|Y], X @< Y")).isTrue();
    }

    @Test
    void the_page_lists_the_predicates_that_there_are() throws IOException {
        assertThat(Files.readString(PAGE)).contains(predicates());
    }

    /** Every predicate that a program can call, by name with its arities, in lines of the page's width. */
    private static String predicates() {
        Map<String, String> arities = new TreeMap<>();
        Prolog.standard().procedures().values().stream()
                .filter(procedure -> procedure.defined() || procedure.control())
                .map(procedure -> procedure.functor)
                .filter(functor -> !functor.name.name().startsWith("$"))
                .sorted(java.util.Comparator.comparingInt(functor -> functor.arity))
                .forEach(functor -> arities.merge(
                        functor.name.name(), Integer.toString(functor.arity), (all, arity) -> all + "," + arity));
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (String entry : arities.entrySet().stream().map(e -> e.getKey() + "/" + e.getValue()).collect(Collectors.toList())) {
            if (column + entry.length() + 2 > 110) {
                text.append('\n');
                column = 0;
            } else if (column > 0) {
                text.append("  ");
                column += 2;
            }
            text.append(entry);
            column += entry.length();
        }
        return text.toString();
    }
}
