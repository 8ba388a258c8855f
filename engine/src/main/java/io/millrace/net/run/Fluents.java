package io.millrace.net.run;

import io.millrace.data.Data;
import io.millrace.fact.Facts;
import io.millrace.logic.machine.Solutions;
import io.millrace.logic.read.Flags;
import io.millrace.logic.read.Read;
import io.millrace.logic.read.Reader;
import io.millrace.logic.read.Source;
import io.millrace.logic.read.SyntaxError;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Operators;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Var;
import io.millrace.logic.term.Writer;
import io.millrace.net.EvaluationException;
import io.millrace.net.Evaluator;
import io.millrace.net.Expression;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What events make true and false: the {@code initiates/2} and {@code terminates/2} of the event calculus, as clauses beside a
 * net of facts. A fluent, once initiated, holds until it is terminated. Events are the signals that these clauses name, which a
 * case hears all its life, and the ends of its tasks.
 *
 * <p>A fluent is a goal, too, so that splits can speak of it.
 */
public final class Fluents {
    private static final Set<String> CONTROL =
            Set.of(",/2", ";/2", "->/2", "\\+/1", "call/1", "once/1", "forall/2", "findall/3");

    private final Goals goals;
    private final Set<String> signals;
    /** The predicates whose truth events can change: fluents, and whatever calls them. */
    private final Set<String> changing;

    /** A clause beside the net. */
    private record Beside(Term head, Term body) {
        boolean is(String name) {
            return head instanceof Struct struct && struct.is(name, 2);
        }

        Term argument(int number) {
            return ((Struct) head).arg(number).deref();
        }
    }

    private Fluents(Goals goals, Set<String> signals, Set<String> changing) {
        this.goals = goals;
        this.signals = signals;
        this.changing = changing;
    }

    /** What the clauses beside a net say. */
    public static Fluents of(Specification specification) {
        List<Beside> clauses = clauses(specification);
        Set<String> signals = new TreeSet<>();
        Set<String> changing = new LinkedHashSet<>();
        for (Beside clause : clauses) {
            if (clause.is("initiates")) {
                changing.add(indicator(clause.argument(1)));
            }
            if ((clause.is("initiates") || clause.is("terminates"))
                    && clause.argument(0) instanceof Struct event
                    && event.name().name().equals("signal")
                    && event.arg(0).deref() instanceof Atom name) {
                signals.add(name.name());
            }
        }
        if (!changing.isEmpty()) {
            changing.add("holds/1");
        }
        int known;
        do {
            known = changing.size();
            clauses.stream()
                    .filter(clause -> mentions(clause.body(), changing))
                    .forEach(clause -> changing.add(indicator(clause.head())));
        } while (changing.size() > known);
        return new Fluents(goals(specification, complaint -> {}), signals, changing);
    }

    /** The program of a net, in which its fluents are goals unless it has clauses of its own for them. */
    static Goals goals(Specification specification, Consumer<String> complaints) {
        List<Beside> clauses = clauses(specification);
        Set<String> defined = clauses.stream().map(clause -> indicator(clause.head())).collect(Collectors.toCollection(HashSet::new));
        StringBuilder more = new StringBuilder();
        for (Beside clause : clauses) {
            if (clause.is("initiates") && defined.add(indicator(clause.argument(1)))) {
                String goal = goal(clause.argument(1));
                more.append(goal).append(" :- holds(").append(goal).append(").\n");
            }
        }
        return Goals.of(specification, more.toString(), complaints);
    }

    private static List<Beside> clauses(Specification specification) {
        List<SyntaxError> errors = new ArrayList<>();
        Reader reader = new Reader(Source.of(specification.name(), Goals.beside(specification)), Operators.iso(), Flags.iso());
        List<Beside> clauses = new ArrayList<>();
        for (Read read : reader.all(errors)) {
            Term clause = read.term().deref();
            clauses.add(
                    clause instanceof Struct rule && rule.is(":-", 2)
                            ? new Beside(rule.arg(0).deref(), rule.arg(1).deref())
                            : new Beside(clause, Atom.of("true")));
        }
        return clauses;
    }

    private static boolean mentions(Term given, Set<String> predicates) {
        Term goal = given.deref();
        return predicates.contains(indicator(goal))
                || goal instanceof Struct struct
                        && CONTROL.contains(indicator(goal))
                        && IntStream.range(0, struct.arity()).anyMatch(i -> mentions(struct.arg(i), predicates));
    }

    /** Name and arity of what can be called; empty for what cannot. */
    private static String indicator(Term term) {
        return switch (term) {
            case Atom atom -> atom.name() + "/0";
            case Struct struct -> struct.name().name() + "/" + struct.arity();
            default -> "";
        };
    }

    /** A fluent of this name and arity, with variables for arguments. */
    private static String goal(Term fluent) {
        if (!(fluent instanceof Struct struct)) {
            return Writer.quoted().write(fluent);
        }
        String arguments = IntStream.range(0, struct.arity()).mapToObj(i -> "A" + i).collect(Collectors.joining(", "));
        return Writer.quoted().write(struct.name()) + "(" + arguments + ")";
    }

    /** Whether there are none, so that no event can change anything. */
    boolean isEmpty() {
        return changing.isEmpty();
    }

    /** The signals that a case hears. */
    Set<String> signals() {
        return signals;
    }

    /** Whether a predicate speaks of a fluent, so that a choice by it waits until one holds. */
    public boolean concern(@Nullable Expression predicate) {
        return !changing.isEmpty() && predicate instanceof Expression.Goal goal && mentions(goals.read(goal.text()).term(), changing);
    }

    /** The key by which a case hears a signal: what {@code correlation(Signal, Key)} says, or none. */
    String key(String signal, Evaluator.Scope scope) {
        if (!goals.defines("correlation", 2)) {
            return "";
        }
        String goal = "correlation(" + Writer.quoted().write(Atom.of(signal)) + ", Key)";
        return goals.run(goal, scope, (machine, read) -> {
            Var key = read.names().get("Key");
            if (key == null || !machine.once(read.term())) {
                return "";
            }
            Data value = Facts.data(key);
            return value instanceof Data.Text text ? text.value() : value.toString();
        });
    }

    /** Everything that holds once a signal has come. */
    Set<String> afterSignal(String name, Data content, Evaluator.Scope before) {
        String signal = Writer.quoted().write(Atom.of(name));
        String told = Writer.canonical().write(Facts.term(content));
        return after(List.of("signal(" + signal + ")", "signal(" + signal + ", " + told + ")"), before);
    }

    /** Everything that holds once an instance of a task has ended. */
    Set<String> afterTask(String task, Evaluator.Scope before) {
        return after(List.of("end(" + Writer.quoted().write(Atom.of(task)) + ")"), before);
    }

    private Set<String> after(List<String> events, Evaluator.Scope before) {
        Set<String> holding = new TreeSet<>(before.fluents());
        Set<String> initiated = new TreeSet<>();
        for (String event : events) {
            holding.removeAll(all("terminates(" + event + ", Fluent), holds(Fluent)", "terminates", before));
            initiated.addAll(all("initiates(" + event + ", Fluent)", "initiates", before));
        }
        holding.addAll(initiated);
        return holding;
    }

    private List<String> all(String goal, String predicate, Evaluator.Scope scope) {
        if (!goals.defines(predicate, 2)) {
            return List.of();
        }
        return goals.run(goal, scope, (machine, read) -> {
            List<String> found = new ArrayList<>();
            Var fluent = read.names().get("Fluent");
            try (Solutions solutions = machine.solve(read.term())) {
                while (fluent != null && solutions.next()) {
                    if (!machine.variables(fluent).isEmpty()) {
                        throw new EvaluationException("a fluent must be known in full: " + Writer.quoted().write(fluent));
                    }
                    found.add(Writer.canonical().write(fluent));
                }
            }
            return found;
        });
    }
}
