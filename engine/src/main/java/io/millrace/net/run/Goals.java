package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.fact.NoDataException;
import io.millrace.logic.Prolog;
import io.millrace.logic.machine.Library;
import io.millrace.logic.machine.Limits;
import io.millrace.logic.machine.Machine;
import io.millrace.logic.machine.Program;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Lists;
import io.millrace.logic.term.PrologError;
import io.millrace.logic.term.Stop;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Specification;
import io.millrace.net.file.Clauses;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The program that a file has beside its net, and goals run in it. A goal sees the case's data as {@code data(Name, Value)} and
 * the fluents that hold as {@code holds(Fluent)}; {@code field(Fields, Name, Value)} looks into data with fields,
 * {@code failed(Task)} is true of a task whose work has failed, and {@code execution(Task, EID)} names its execution.
 */
final class Goals {
    /** In a turn the steps of a goal are those of the turn. */
    private static final Limits IN_TURN = new Limits(Long.MAX_VALUE, 64L << 20, 1_000_000);

    private static final Limits OUTSIDE = IN_TURN.withInferences(2_000_000);
    private static final String CASE = """
            data(Name, Value) :- '$case'(All, _), member(Name-Value, All).
            holds(Fluent) :- '$case'(_, All), member(Fluent, All).
            field({All}, Name, Value) :- '$field'(All, Name, Value).
            '$field'((First, Rest), Name, Value) :- !, (First = (Name = Value) ; '$field'(Rest, Name, Value)).
            '$field'(Name = Value, Name, Value).
            holds_at(Fluent, now) :- holds(Fluent).
            failed(Task) :- holds(failed(Task, _)).
            failed(Task, Reason) :- holds(failed(Task, Reason)).
            instance(Name) :- data(instance, Known), !, Name = Known.
            instance(_).
            execution(Task, Execution) :- instance(Name), '$within'(Task, Blocks), '$execution'(Blocks, Name, Execution).
            '$execution'([], Execution, Execution).
            '$execution'([Block|Blocks], Outer, Execution) :-
                (holds(iteration(Block, Known)) -> Number = Known ; Number = 1),
                '$execution'(Blocks, b(Outer, Block, Number), Execution).
            '$described'(Event, Name, Value) :- data('$event', All), field(All, event, Event), field(All, Name, Value).
            """;
    private static final Library LIBRARY = Library.builder()
            .det("$case", 2, (machine, arguments) -> machine.host() instanceof Struct known
                    && machine.unify(arguments[0], known.arg(0))
                    && machine.unify(arguments[1], known.arg(1)))
            .build();

    private final Program program;

    private Goals(Program program) {
        this.program = program;
    }

    /** @param more clauses beside those of the file */
    static Goals of(Specification specification, String more, Consumer<String> complaints) {
        String ours = CASE + Executions.of(specification).clauses() + "'$within'(_, []).\n";
        try {
            return new Goals(program(specification.name(), ours + more + beside(specification), complaints));
        } catch (PrologError e) {
            // A clause that no program may have, such as one for ','/2: goals do without the program.
            complaints.accept("The program of the net cannot be used: " + e.getMessage());
            return new Goals(program(specification.name(), ours, complaints));
        }
    }

    private static Program program(String name, String text, Consumer<String> complaints) {
        List<SyntaxError> errors = new ArrayList<>();
        Program program = Prolog.builder().library(LIBRARY).consult(Source.of(name, text), errors).build();
        errors.forEach(error -> complaints.accept(String.valueOf(error.getMessage())));
        return program;
    }

    /** The text of the program, or an empty one. */
    static String beside(Specification specification) {
        return specification.attachment() instanceof Clauses clauses ? clauses.text() : "";
    }

    /** What a call of an unknown predicate comes to. */
    Flags.Unknown unknown() {
        return program.flags().unknown();
    }

    boolean defines(String name, int arity) {
        return program.defines(name, arity);
    }

    /** Something done with a goal in a machine that knows the case. */
    interface Use<T> {
        T of(Machine machine, Read read) throws NoDataException;
    }

    <T> T run(String goal, Evaluator.Scope scope, Use<T> use) {
        try {
            Machine machine = new Machine(program, LIBRARY, scope.budget().equals(Evaluator.Budget.NONE) ? OUTSIDE : IN_TURN);
            machine.host(Struct.of("case", data(scope.data()), fluents(scope.fluents())));
            machine.budget(used -> scope.budget().steps((int) Math.min(used, Integer.MAX_VALUE)));
            return solved(machine, read(goal), use);
        } catch (SyntaxError | PrologError | NoDataException e) {
            throw new EvaluationException("goal '" + goal + "': " + e.getMessage(), e);
        } catch (Stop e) {
            throw new EvaluationException("goal '" + goal + "' was stopped: " + e.getMessage(), e);
        } catch (EvaluationException e) {
            throw new EvaluationException("goal '" + goal + "': " + e.getMessage(), e);
        }
    }

    /** Whatever comes of the goal, its steps are counted. */
    private static <T> T solved(Machine machine, Read goal, Use<T> use) throws NoDataException {
        try {
            T found = use.of(machine, goal);
            machine.settle();
            return found;
        } catch (PrologError | NoDataException | EvaluationException e) {
            machine.settle();
            throw e;
        }
    }

    Read read(String text) {
        return Reader.term(text, program.operators(), program.flags());
    }

    private static Term data(Data data) {
        List<Term> pairs = new ArrayList<>();
        if (data instanceof Data.Fields fields) {
            fields.asMap().forEach((name, value) -> pairs.add(Struct.of("-", Atom.of(name), Facts.term(value))));
        }
        return Lists.of(pairs);
    }

    private Term fluents(List<String> holding) {
        return Lists.of(holding.stream().map(each -> read(each).term()).toList());
    }
}
