package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.data.Shape;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.Atom;
import io.millrace.logic.Library;
import io.millrace.logic.Limits;
import io.millrace.logic.Lists;
import io.millrace.logic.Machine;
import io.millrace.logic.Program;
import io.millrace.logic.ProgramBuilder;
import io.millrace.logic.PrologError;
import io.millrace.logic.Read;
import io.millrace.logic.Reader;
import io.millrace.logic.Source;
import io.millrace.logic.Stop;
import io.millrace.logic.Struct;
import io.millrace.logic.SyntaxError;
import io.millrace.logic.Term;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.EvaluatorProvider;
import io.millrace.net.Expression;
import io.millrace.net.Specification;
import io.millrace.net.file.Clauses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Evaluates goals: the predicates and expressions of a net written as facts. A goal sees the case's data as
 * {@code data(Name, Value)} and calls whatever the file defines beside the net. A predicate holds when its goal has a solution;
 * the value of {@code X^Goal} is {@code X} in the first one, that of a goal with a single variable is that variable, and a goal
 * without variables is true or false.
 */
public final class GoalEvaluator implements EvaluatorProvider {
    private static final Limits LIMITS = new Limits(2_000_000, 64L << 20, 1_000_000);
    private static final String DATA = "data(Name, Value) :- '$data'(All), member(Name-Value, All).\n";
    private static final Library LIBRARY = Library.builder()
            .det("$data", 1, (machine, arguments) -> machine.host() instanceof Term all && machine.unify(arguments[0], all))
            .build();

    @Override
    public boolean evaluates(Expression expression) {
        return expression instanceof Expression.Goal;
    }

    @Override
    public Evaluator compile(Specification specification, Consumer<String> complaints) {
        String beside = specification.attachment() instanceof Clauses clauses ? clauses.text() : "";
        List<SyntaxError> errors = new ArrayList<>();
        ProgramBuilder builder = Program.builder()
                .library(LIBRARY)
                .consult(Source.of(specification.name(), DATA + beside), errors);
        errors.forEach(error -> complaints.accept(String.valueOf(error.getMessage())));
        return new Compiled(builder.build());
    }

    private static final class Compiled implements Evaluator {
        private final Program program;

        Compiled(Program program) {
            this.program = program;
        }

        @Override
        public boolean holds(Expression predicate, Scope scope) {
            return run(predicate, scope, (machine, read) -> machine.once(read.term()));
        }

        @Override
        public Data value(Expression expression, Shape shape, Scope scope) {
            return run(expression, scope, (machine, read) -> {
                Term goal = read.term();
                Term wanted = null;
                if (goal instanceof Struct struct && struct.is("^", 2)) {
                    wanted = struct.arg(0);
                    goal = struct.arg(1);
                } else if (read.variables().size() == 1) {
                    wanted = read.variables().getFirst();
                } else if (!read.variables().isEmpty()) {
                    throw new EvaluationException("it has several variables; write X^Goal to say which is meant");
                }
                boolean found = machine.once(goal);
                if (wanted == null) {
                    return Data.of(found);
                }
                if (!found) {
                    throw new EvaluationException("it has no solution");
                }
                return Facts.data(wanted);
            });
        }

        /** Something done with a goal in a machine that knows the case's data. */
        private interface Use<T> {
            T of(Machine machine, Read read) throws NoDataException;
        }

        private <T> T run(Expression expression, Scope scope, Use<T> use) {
            String text = ((Expression.Goal) expression).text();
            try {
                Machine machine = new Machine(program, LIBRARY, LIMITS);
                machine.host(facts(scope.data()));
                return use.of(machine, Reader.term(text, program.operators(), program.flags()));
            } catch (SyntaxError | PrologError | NoDataException e) {
                throw new EvaluationException("goal '" + text + "': " + e.getMessage(), e);
            } catch (Stop e) {
                throw new EvaluationException("goal '" + text + "' was stopped: " + e.getMessage(), e);
            } catch (EvaluationException e) {
                throw new EvaluationException("goal '" + text + "': " + e.getMessage(), e);
            }
        }

        private static Term facts(Data data) {
            List<Term> pairs = new ArrayList<>();
            if (data instanceof Data.Fields fields) {
                fields.asMap().forEach(
                        (name, value) -> pairs.add(Struct.of("-", Atom.of(name), Facts.term(value))));
            }
            return Lists.of(pairs);
        }
    }
}
