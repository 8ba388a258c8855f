package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Writer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Details in which this Prolog once differed from the standard or from what other Prologs do. */
class StandardDetailsTest {
    /** The value of {@code X} in the first solution; {@code no} if there is none. */
    private static String x(String query) {
        Read read = Reader.term(query, Operators.iso(), Flags.iso());
        Machine machine = new Machine(Prolog.builder().build(), Library.NONE, Limits.GENEROUS.withInferences(1_000_000));
        try (Solutions solutions = machine.solve(read.term())) {
            if (!solutions.next()) {
                return "no";
            }
            return read.names().containsKey("X") ? Writer.quoted().write(read.names().get("X")) : "yes";
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '→', quoteCharacter = '~', textBlock = """
            term_to_atom(X, '[]')                                      → []
            atom_to_term('[]', X, _)                                   → []
            assertz((p :- Y)), clause(p, B), B =.. [X|_]               → call
            assertz((p :- Y, a ; b)), clause(p, ((B, a) ; b)), B =.. [X|_] → call
            catch(once((fail, 1)), error(X, _), true)                  → type_error(callable,(fail,1))
            catch(forall(true, 1), error(X, _), true)                  → type_error(callable,1)
            catch(ignore(1), error(X, _), true)                        → type_error(callable,1)
            catch(\\+ (fail, 1), error(X, _), true)                    → type_error(callable,(fail,1))
            catch((true, once(1)), error(X, _), true)                  → type_error(callable,1)
            catch(call((fail, 1)), error(X, _), true)                  → type_error(callable,(fail,1))
            catch(assertz(((a :- b) :- c)), error(X, _), true)         → permission_error(modify,static_procedure,(:-)/2)
            predicate_property(setof(_, _, _), built_in)               → yes
            predicate_property(append(_, _, _), built_in)              → no
            current_prolog_flag(max_arity, X)                          → 1048576
            X is log(10, 1000)                                         → 3.0
            catch(X1 is log(1, 8), error(X, _), true)                  → evaluation_error(zero_divisor)
            X is 10 ** -20                                             → 1.0e-20
            X is 10.0 ** -5                                            → 1.0e-5
            set_prolog_flag(occurs_check, true), Y = f(Y)              → no
            set_prolog_flag(occurs_check, true), assertz(p(Y, f(Y))), p(A, A) → no
            set_prolog_flag(occurs_check, true), append([], L, [a|L])  → no
            X = f(a;b)                                                 → f((a;b))
            findall(Y, Y = 1 ; Y = 2, X)                               → [1,2]
            X = [a :- b|c]                                             → [(a:-b)|c]
            set_prolog_flag(iso, true), catch(term_to_atom(_, 'f(a;b)'), error(X, _), true) → syntax_error(operator_clash)
            """)
    void a_query_gives(String query, String answer) {
        assertThat(x(query)).isEqualTo(answer);
    }

    @Test
    void an_error_inside_a_clause_names_the_clause_and_its_line() {
        Program program = Prolog.builder().consult(Source.of("p.pl", """
                go(X) :- lead(X), true.
                lead(X) :- X > 0, Y is X + a, write(Y).
                cond(X) :- ( X > 0, foo < 1 -> true ; true ).
                last(X) :- atom_length(X, _), atom_length(f(X), _).
                """)).build();
        for (String goal : new String[] {"go(1) lead/1 at p.pl:2", "cond(1) cond/1 at p.pl:3", "last(a) last/1 at p.pl:4", "go(b) lead/1 at p.pl:2"}) {
            String[] parts = goal.split(" ", 2);
            Machine machine = new Machine(program, Library.NONE, Limits.GENEROUS);
            PrologError error = Assertions.catchThrowableOfType(
                    PrologError.class, () -> machine.once(Reader.term(parts[0], Operators.iso(), Flags.iso()).term()));
            assertThat(error.stack()).as(goal).first().isEqualTo(parts[1]);
        }
    }
}
