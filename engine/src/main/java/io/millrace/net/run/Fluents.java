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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What events make true and false: the {@code initiates/2} and {@code terminates/2} of the event calculus, as clauses beside a net of
 * facts. A fluent, once initiated, holds until it is terminated. Events are the starts and ends of the case's tasks, and signals, which a
 * case receives during its whole life: {@code signal(Name, Content)}, an event of another name with what it brings as arguments, or one
 * that binary predicates describe, {@code act(E, promote), actor(E, Who)}, by the name of what it does.
 *
 * <p>A fluent is also a goal, so that splits can use it.
 */
public final class Fluents {
    private static final Set<String> CONTROL =
            Set.of(",/2", ";/2", "->/2", "\\+/1", "call/1", "once/1", "forall/2", "findall/3");

    /** Events of the engine's own, by name and arity; whatever else an event is called comes as a signal. */
    private static final Set<String> STARTS = Set.of("start/3", "assign/3");

    private static final Set<String> ENDS = Set.of("end/1", "end/3", "release/3");

    private static final Set<String> FAILURE = Set.of("failed/1", "failed/2");

    private final Goals goals;
    private final Set<String> signals;
    /** Which events the clauses speak of, by name and arity; empty names one that is described by its properties. */
    private final Set<String> events;
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

    private final boolean starts;
    private final boolean ends;
    /** Whether the file names executions of activities. */
    private final boolean executions;
    /** Whether cases have the names of the paper's instances, by which they hear signals. */
    private final boolean instances;

    private Fluents(Goals goals, Set<String> signals, Set<String> events, Set<String> changing, boolean executions, boolean instances) {
        this.executions = executions;
        this.instances = instances;
        this.goals = goals;
        this.signals = signals;
        this.events = events;
        this.starts = events.stream().anyMatch(STARTS::contains);
        this.ends = events.stream().anyMatch(ENDS::contains);
        this.changing = changing;
    }

    /** What the clauses beside a net say. */
    public static Fluents of(Specification specification) {
        List<Beside> clauses = clauses(specification);
        Set<String> signals = new TreeSet<>();
        Set<String> events = new TreeSet<>();
        Set<String> changing = new LinkedHashSet<>();
        for (Beside clause : clauses) {
            if (clause.is("initiates")) {
                changing.add(indicator(clause.argument(1)));
            }
            if (clause.is("initiates") || clause.is("terminates")) {
                events.add(indicator(clause.argument(0)));
                signals.addAll(signals(clause));
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
        boolean executions = Executions.of(specification).areNamed();
        boolean instances = executions || clauses.stream().anyMatch(clause -> clause.is("starts"));
        return new Fluents(goals(specification, complaint -> {}), signals, events, changing, executions, instances);
    }

    /** The signals by which a case hears of an event: its own, by its name, or those of a described one, by what it does. */
    private static Set<String> signals(Beside clause) {
        Set<String> signals = new TreeSet<>();
        Term event = clause.argument(0);
        if (event instanceof Var) {
            properties(clause.body(), event, (property, value) -> {
                if (property.equals("act") && value instanceof Atom kind) {
                    signals.add(kind.name());
                }
            });
        } else if (event instanceof Struct signal && signal.name().name().equals("signal")) {
            if (signal.arg(0).deref() instanceof Atom name) {
                signals.add(name.name());
            }
        } else if (!STARTS.contains(indicator(event)) && !ENDS.contains(indicator(event))) {
            signals.add(event instanceof Struct told ? told.name().name() : ((Atom) event).name());
        }
        return signals;
    }

    /** The binary predicates by which a body describes an event: {@code actor(E, X)}. */
    private static void properties(Term body, Term event, BiConsumer<String, Term> each) {
        if (!(body.deref() instanceof Struct goal)) {
            return;
        }
        if (CONTROL.contains(indicator(goal))) {
            IntStream.range(0, goal.arity()).forEach(i -> properties(goal.arg(i), event, each));
        } else if (goal.arity() == 2 && goal.arg(0).deref().equals(event)) {
            each.accept(goal.name().name(), goal.arg(1).deref());
        }
    }

    /** The bodies of the clauses beside a net, by the name and arity of their heads. */
    static Map<String, List<Term>> rules(Specification specification) {
        Map<String, List<Term>> rules = new LinkedHashMap<>();
        for (Beside clause : clauses(specification)) {
            if (!indicator(clause.head()).isEmpty()) {
                rules.computeIfAbsent(indicator(clause.head()), any -> new ArrayList<>()).add(clause.body());
            }
        }
        return rules;
    }

    /** The heads of the clauses beside a net. */
    static List<Term> heads(Specification specification) {
        return clauses(specification).stream().map(Beside::head).toList();
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
        for (Beside clause : clauses) {
            if ((clause.is("initiates") || clause.is("terminates")) && clause.argument(0) instanceof Var event) {
                if (defined.add("event/1")) {
                    more.append("event(E) :- '$described'(E, event, _).\n");
                }
                properties(clause.body(), event, (property, value) -> {
                    if (defined.add(property + "/2")) {
                        String name = Writer.quoted().write(Atom.of(property));
                        more.append(name).append("(E, V) :- '$described'(E, ").append(name).append(", V).\n");
                    }
                });
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

    /** Whether a goal only joins others. */
    static boolean isControl(Struct goal) {
        return CONTROL.contains(indicator(goal));
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

    /** The signals that a case receives. */
    public Set<String> signals() {
        return signals;
    }

    /** Whether a predicate uses a fluent, so that its choice waits until one holds. */
    public boolean concern(@Nullable Expression predicate) {
        return !changing.isEmpty() && predicate instanceof Expression.Goal goal && mentions(goals.read(goal.text()).term(), changing);
    }

    /** Whether a predicate speaks of work that has failed. */
    boolean asksForFailure(@Nullable Expression predicate) {
        return predicate instanceof Expression.Goal goal && goal.text().contains("failed(") && mentions(goals.read(goal.text()).term(), FAILURE);
    }

    /** The key by which a case hears a signal: what {@code correlation(Signal, Key)} says, or none. */
    String key(String signal, Evaluator.Scope scope) {
        if (!goals.defines("correlation", 2)) {
            Data instance = scope.data().at("instance");
            return !instances || instance.isNothing() ? "" : Writer.quoted().write(Facts.term(instance));
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
        List<String> same = new ArrayList<>(List.of("signal(" + signal + ")", "signal(" + signal + ", " + told + ")"));
        same.add(Writer.canonical().write(event(name, content)));
        if (!events.contains("")) {
            return after(same, "", before);
        }
        Data described = (content instanceof Data.Fields ? content : Data.fields()).with("act", name);
        if (!described.has("event")) {
            described = described.with("event", name);
        }
        same.add(Writer.canonical().write(Facts.term(described.at("event"))));
        return after(same, "", before.with(before.data().with("$event", described)));
    }

    /** An event from outside as a term: its name, with what it brings as arguments. */
    private static Term event(String name, Data content) {
        if (content.isNothing()) {
            return Atom.of(name);
        }
        List<Data> arguments = content instanceof Data.Items items ? items.asList() : List.of(content);
        return arguments.isEmpty() ? Atom.of(name) : Struct.of(name, arguments.stream().map(Facts::term).toArray(Term[]::new));
    }

    /** Whether starting a task can make anything true or false. */
    boolean concernStarts() {
        return starts;
    }

    /** Whether the end of a task can. */
    boolean concernEnds() {
        return ends;
    }

    /** Everything that holds once somebody has started an instance of a task. */
    Set<String> afterStart(String task, @Nullable String by, Evaluator.Scope before) {
        String who = by == null ? "nobody" : Writer.quoted().write(Atom.of(by));
        return after(List.of("assign(" + who + ", Act, W)", "start(Act, " + who + ", W)"), named(task), before);
    }

    /** Everything that holds once an instance of a task has ended. */
    Set<String> afterTask(String task, Evaluator.Scope before) {
        List<String> same = new ArrayList<>(List.of("end(" + Writer.quoted().write(Atom.of(task)) + ")"));
        if (events.contains("end/3") || events.contains("release/3")) {
            same.add("end(Act, _, W)");
            same.add("release(_, Act, W)");
            return after(same, named(task), before);
        }
        return after(same, "", before);
    }

    /** A goal that finds how the paper names a task (Act) and its case (W). */
    private String named(String task) {
        String name = Writer.quoted().write(Atom.of(task));
        return "instance(W), " + (executions ? "execution(" + name + ", EID), Act = act(" + name + ", EID), " : "Act = " + name + ", ");
    }

    private Set<String> after(List<String> same, String named, Evaluator.Scope before) {
        Set<String> holding = new TreeSet<>(before.fluents());
        Set<String> initiated = new TreeSet<>();
        for (String event : same) {
            holding.removeAll(all(named + "terminates(" + event + ", Fluent), holds(Fluent)", "terminates", before));
            initiated.addAll(all(named + "initiates(" + event + ", Fluent)", "initiates", before));
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
