package io.millrace.logic.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.logic.Prolog;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Generated programs with cuts, conditions, negation and exceptions give the solutions of a textbook solver, in its order. */
class AgainstNaiveSolverTest {
    private static final int MOST = 40;
    private static final int PREDICATES = 4;

    @Test
    void generated_programs_have_the_solutions_of_a_textbook_solver() {
        int compared = 0;
        for (long seed = 1; seed <= 1500; seed++) {
            String program = new Generator(seed).program();
            List<String> expected;
            try {
                expected = byTextbook(program);
            } catch (NaiveSolver.Endless noTextbookProgram) {
                continue;
            }
            compared++;
            assertThat(byMachine(program)).as("seed %s:%n%s", seed, program).isEqualTo(expected);
        }
        assertThat(compared).isGreaterThan(500);
    }

    private static List<String> byTextbook(String program) {
        List<Struct> clauses = new ArrayList<>();
        Reader reader = new Reader(Source.of("p", program), Operators.iso(), Flags.iso());
        for (Read read = reader.next(); read != null; read = reader.next()) {
            Term term = read.term();
            clauses.add(term instanceof Struct s && s.is(":-", 2) ? s : Struct.of(":-", term, Atom.TRUE));
        }
        List<String> shown = new ArrayList<>();
        new NaiveSolver(clauses, MOST).all(query()).forEach(term -> shown.add(shown(term)));
        return shown;
    }

    private static List<String> byMachine(String program) {
        Machine machine = new Machine(
                Prolog.program(Source.of("p", program)), Library.NONE, Limits.GENEROUS.withInferences(10_000_000));
        List<String> shown = new ArrayList<>();
        Term query = query();
        try (Solutions solutions = machine.solve(query)) {
            while (shown.size() < MOST && solutions.next()) {
                shown.add(shown(query));
            }
        } catch (PrologError error) {
            shown.add(shown(Struct.of("ball", error.term())));
        }
        return shown;
    }

    private static Term query() {
        return Reader.term("p0(X, Y)", Operators.iso(), Flags.iso()).term();
    }

    /** The text with variables numbered in the order in which they appear. */
    private static String shown(Term term) {
        StringBuilder out = new StringBuilder();
        List<Var> variables = Terms.variables(term);
        show(term, variables, out);
        return out.toString();
    }

    private static void show(Term term, List<Var> variables, StringBuilder out) {
        Term at = term.deref();
        if (at instanceof Var) {
            for (int i = 0; i < variables.size(); i++) {
                if (variables.get(i) == at) {
                    out.append('_').append(i);
                }
            }
        } else if (at instanceof Struct struct) {
            out.append(struct.name().name()).append('(');
            for (int i = 0; i < struct.arity(); i++) {
                show(struct.arg(i), variables, out);
                out.append(i + 1 < struct.arity() ? "," : ")");
            }
        } else {
            out.append(at);
        }
    }

    /** Programs without recursion: a predicate calls only those after it. */
    private static final class Generator {
        private final SplittableRandom random;

        Generator(long seed) {
            random = new SplittableRandom(seed);
        }

        String program() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < PREDICATES; i++) {
                int clauses = 1 + random.nextInt(i == PREDICATES - 1 ? 4 : 3);
                for (int c = 0; c < clauses; c++) {
                    text.append("p").append(i).append('(').append(term(1)).append(", ").append(term(1)).append(')');
                    if (i < PREDICATES - 1 || random.nextInt(3) == 0) {
                        text.append(" :- ").append(body(i, 2));
                    }
                    text.append(".\n");
                }
            }
            return text.toString();
        }

        private String body(int predicate, int depth) {
            StringBuilder text = new StringBuilder(goal(predicate, depth));
            for (int n = random.nextInt(2); n > 0; n--) {
                text.append(", ").append(goal(predicate, depth));
            }
            return text.toString();
        }

        private String goal(int predicate, int depth) {
            int kind = random.nextInt(depth == 0 ? 10 : 18);
            return switch (kind) {
                case 0 -> "!";
                case 1 -> term(1) + " = " + term(1);
                case 2 -> "var(" + variable() + ")";
                case 3 -> variable() + " == " + term(1);
                case 4 -> random.nextInt(3) == 0 ? "throw(" + term(1) + ")" : "true";
                case 5 -> random.nextInt(4) == 0 ? "fail" : "true";
                case 10 -> "( " + body(predicate, depth - 1) + " ; " + body(predicate, depth - 1) + " )";
                case 11 -> "( " + body(predicate, depth - 1) + " -> " + body(predicate, depth - 1) + " ; "
                        + body(predicate, depth - 1) + " )";
                case 12 -> "( " + body(predicate, depth - 1) + " *-> " + body(predicate, depth - 1) + " ; "
                        + body(predicate, depth - 1) + " )";
                case 13 -> "\\+ ( " + body(predicate, depth - 1) + " )";
                case 14 -> "call(( " + body(predicate, depth - 1) + " ))";
                case 15 -> "catch(( " + body(predicate, depth - 1) + " ), " + term(1) + ", ( "
                        + body(predicate, depth - 1) + " ))";
                case 16 -> "findall(" + term(1) + ", ( " + body(predicate, depth - 1) + " ), " + variable() + ")";
                case 17 -> "( " + body(predicate, depth - 1) + " -> " + body(predicate, depth - 1) + " )";
                default -> predicate + 1 < PREDICATES
                        ? "p" + (predicate + 1 + random.nextInt(PREDICATES - predicate - 1)) + "(" + term(1) + ", "
                                + term(1) + ")"
                        : "true";
            };
        }

        private String variable() {
            return String.valueOf("XYZVW".charAt(random.nextInt(5)));
        }

        private String term(int depth) {
            return switch (random.nextInt(depth == 0 ? 8 : 10)) {
                case 0 -> "a";
                case 1 -> "b";
                case 2 -> "1";
                case 8 -> "f(" + term(depth - 1) + ")";
                case 9 -> "[" + term(depth - 1) + "|" + term(depth - 1) + "]";
                default -> variable();
            };
        }
    }
}
