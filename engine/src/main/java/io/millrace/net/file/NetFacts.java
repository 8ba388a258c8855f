package io.millrace.net.file;

import io.millrace.data.Data;
import io.millrace.data.DataException;
import io.millrace.data.Shape;
import io.millrace.logic.term.Atom;
import io.millrace.logic.term.Struct;
import io.millrace.logic.term.Term;
import io.millrace.logic.term.Terms;
import io.millrace.logic.term.Var;
import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Expression;
import io.millrace.net.Fault;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Mapping;
import io.millrace.net.Multiplicity;
import io.millrace.net.Net;
import io.millrace.net.Place;
import io.millrace.net.NetTask;
import io.millrace.net.Types;
import io.millrace.net.Variable;
import io.millrace.net.file.FactTerms.WrongFact;
import io.millrace.net.text.Nearest;
import io.millrace.problem.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The facts of one net while they are read, in the order of the file. */
final class NetFacts {
    /** The names of the conditions at which a net begins and ends, if the facts give no others. */
    static final String START = "start";

    static final String END = "end";

    /** How a net ends; explicit is what every net does of which nothing is said. */
    private enum Termination {
        IMPLICIT,
        EXPLICIT
    }

    final String name;
    private final Place place;
    /** Whether mistakes are refused that were let pass in files that are deployed already. */
    private final boolean strict;

    private String title;
    private String input = START;
    private String output = END;
    private boolean implicit;
    private final Map<String, Place> conditions = new LinkedHashMap<>();
    private final Map<String, String> titles = new LinkedHashMap<>();
    private final Map<String, NetTask> tasks = new LinkedHashMap<>();
    private final Map<String, WorkFacts> works = new LinkedHashMap<>();
    /** Where the first fact stands about who carries out a task, and where one gives a node its title. */
    private final Map<String, Place> worked = new LinkedHashMap<>();

    private final Map<String, Place> titled = new LinkedHashMap<>();
    private final Map<String, String> composites = new LinkedHashMap<>();
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private final Map<String, Map<String, Flow>> flows = new LinkedHashMap<>();
    /** Flows that only a join tells; they come behind those that splits tell, whose order means something. */
    private final List<Flow> joined = new ArrayList<>();

    /** A block of the event calculus paper: what is done again while its condition holds. */
    private record Block(@Nullable String first, @Nullable String last) {}

    /** A block whose condition is checked before its first iteration, and the activity before it. */
    private record While(String before, Struct fact, FactTerms terms, Place at) {}

    /** What follows a task whose work fails. */
    private record Failing(String task, String to, FactTerms terms, Place at) {}

    private final Map<String, While> whiles = new LinkedHashMap<>();
    private final List<Failing> failing = new ArrayList<>();

    /** What was said of things of which one thing can be said. */
    private final Map<String, String> said = new HashMap<>();

    /** A fact as far as faults are placed by it. */
    private record Said(Place place, Set<String> words) {}

    /** Which facts can be at fault. */
    private static final Map<Code, List<String>> FAULTS = Map.of(
            Code.NET_CANCELS_NOTHING, List.of("cancels"),
            Code.NET_CANCELS_END, List.of("cancels"),
            Code.NET_BOUNDS, List.of("multiple"),
            Code.NET_UNKNOWN_NET, List.of("composite"),
            Code.NET_UNKNOWN_TASK, List.of("separate", "familiar"),
            Code.NET_UNKNOWN_PARAMETER, List.of("gets", "split_data"),
            Code.NET_UNKNOWN_VARIABLE, List.of(
                    "gives", "join_data", "event", "performer_from", "gets", "split_data", "instances", "multiple", "timer", "xor_split", "or_split"));

    private final Map<String, List<Said>> facts = new HashMap<>();

    private final Map<String, Block> blocks = new LinkedHashMap<>();
    /** A flow into or out of a block, which is known once all facts of the block are. */
    private record Serial(Place at, Runnable step) {}

    private final List<Serial> serial = new ArrayList<>();
    private final Set<String> shaped = new HashSet<>();

    NetFacts(String name, Place place, boolean strict) {
        this.strict = strict;
        this.name = name;
        this.title = name;
        this.place = place;
    }

    /** The first pass, which tells conditions from tasks. */
    void declare(Struct fact, FactTerms terms, Place at) {
        switch (fact.name().name() + "/" + fact.arity()) {
            case "condition/1" -> conditions.putIfAbsent(terms.name(fact.arg(0)), at);
            case "input_condition/1" -> input = once("the input condition", terms.name(fact.arg(0)));
            case "output_condition/1" -> output = once("the output condition", terms.name(fact.arg(0)));
            default -> {}
        }
    }

    /** By how many arguments a fact says what it speaks of, where only one thing can be said of that. */
    private static final Map<String, Integer> ONCE = Map.ofEntries(
            Map.entry("multiple", 1), Map.entry("instances", 1), Map.entry("split_data", 1), Map.entry("join_data", 1),
            Map.entry("gets", 2), Map.entry("gives", 2), Map.entry("variable", 1), Map.entry("shape", 1), Map.entry("title", 1),
            Map.entry("termination", 0), Map.entry("work", 1), Map.entry("root", 1), Map.entry("priority", 1), Map.entry("offer", 1),
            Map.entry("allocate", 1), Map.entry("start", 1), Map.entry("familiar", 1), Map.entry("accepts", 1),
            Map.entry("returns", 1), Map.entry("allocation", 1));

    /** The second pass. False if it is not a fact of a net. */
    boolean take(Struct fact, FactTerms terms, Place at) {
        if (!taken(fact, terms, at)) {
            return false;
        }
        said(fact, at);
        String name = fact.name().name();
        Integer keys = fact.is("title", 1) ? Integer.valueOf(0) : ONCE.get(name);
        if (keys != null && strict) {
            String about = IntStream.range(0, keys).mapToObj(i -> " '" + terms.name(fact.arg(i)) + "'").collect(Collectors.joining(","));
            String value = IntStream.range(keys, fact.arity()).mapToObj(i -> terms.shown(fact.arg(i))).collect(Collectors.joining(", "));
            once("the fact '" + name + "'" + (about.isEmpty() ? "" : " of" + about), value);
        }
        return true;
    }

    /** Remembers which names a fact says where, so that a fault that speaks of them is shown there. */
    private void said(Struct fact, Place at) {
        Set<String> words = new HashSet<>();
        for (int i = 0; i < fact.arity(); i++) {
            KnownFacts.mentioned(fact.arg(i), words);
        }
        facts.computeIfAbsent(fact.name().name(), any -> new ArrayList<>()).add(new Said(at, words));
    }

    /** Where the fact stands to which a fault belongs: the first that speaks of its task and of what it names; null if none does. */
    @Nullable Place located(Fault fault) {
        List<String> names = FAULTS.getOrDefault(fault.problem().code(), List.of());
        String message = fault.problem().message();
        Place near = null;
        for (String name : names) {
            for (Said said : facts.getOrDefault(name, List.of())) {
                if (said.words.contains(fault.node())) {
                    near = near == null ? said.place : near;
                    if (said.words.stream().anyMatch(word -> !word.equals(fault.node()) && message.contains("'" + word + "'"))) {
                        return said.place;
                    }
                }
            }
        }
        return near;
    }

    private boolean taken(Struct fact, FactTerms terms, Place at) {
        switch (fact.name().name() + "/" + fact.arity()) {
            case "condition/1", "input_condition/1", "output_condition/1" -> {}
            case "initial_activity/1" -> flow(input, node(fact, 0, terms, at), null, false, at);
            case "final_activity/1" -> flow(node(fact, 0, terms, at), output, null, false, at);
            case "task/1" -> node(fact, 0, terms, at);
            case "sequential/2", "flow/2" -> flow(node(fact, 0, terms, at), node(fact, 1, terms, at), null, false, at);
            case "and_split/2" -> split(fact, Junction.AND, terms, at);
            case "xor_split/2" -> split(fact, Junction.XOR, terms, at);
            case "or_split/2" -> split(fact, Junction.OR, terms, at);
            case "and_join/2" -> join(fact, Junction.AND, terms, at);
            case "xor_join/2" -> join(fact, Junction.XOR, terms, at);
            case "or_join/2" -> join(fact, Junction.OR, terms, at);
            case "serial/2", "serial/3" -> serial(fact, terms, at);
            case "initial/2" -> {
                return block(fact, terms, at, true);
            }
            case "final/2" -> {
                return block(fact, terms, at, false);
            }
            case "on_failure/2" -> failing.add(new Failing(node(fact, 0, terms, at), node(fact, 1, terms, at), terms, at));
            case "title/1" -> title = terms.name(fact.arg(0));
            case "title/2" -> {
                titles.put(terms.name(fact.arg(0)), terms.name(fact.arg(1)));
                titled.put(terms.name(fact.arg(0)), at);
            }
            case "termination/1" -> implicit = strict
                    ? terms.choice(fact.arg(0), Termination.values()) == Termination.IMPLICIT
                    : FactTerms.isAtom(fact.arg(0), "implicit");
            case "variable/3" -> variable(fact, terms, null, at);
            case "variable/4" -> variable(fact, terms, terms.expression(fact.arg(3)), at);
            case "shape/2" -> shape(fact, terms);
            case "composite/2" -> {
                once("the net of", fact, terms);
                if (strict) {
                    change(fact, terms, at, task -> task);
                }
                composites.put(node(fact, 0, terms, at), terms.name(fact.arg(1)));
            }
            case "cancels/2" -> change(fact, terms, at, task -> task.cancels((strict ? task.cancels() : Cancellation.NONE).and(cancellation(fact, terms))));
            case "timer/2" -> {
                once("the timer of", fact, terms);
                change(fact, terms, at, task -> task.timer(terms.timer(fact.arg(1))));
            }
            case "event/2" -> {
                once("the event of", fact, terms);
                change(fact, terms, at, task -> task.event(terms.event(fact.arg(1))));
            }
            case "multiple/5", "instances/2", "split_data/4", "join_data/4" -> multiple(fact, terms, at);
            case "gets/3" -> change(fact, terms, at, task -> task.inputs(with(task.inputs(), mapping(fact, terms))));
            case "gives/3" -> change(fact, terms, at, task -> task.outputs(with(task.outputs(), mapping(fact, terms))));
            default -> {
                return WorkFacts.isOne(fact) && work(fact, terms, at);
            }
        }
        return true;
    }

    private boolean work(Struct fact, FactTerms terms, Place at) {
        String task = node(fact, WorkFacts.task(fact), terms, at);
        if (strict) {
            change(task, each -> each);
        }
        worked.putIfAbsent(task, at);
        return works.computeIfAbsent(task, WorkFacts::new).take(fact, terms);
    }

    /** What can be said once only, or again in the same words. */
    private String once(String what, String value) {
        String before = said.putIfAbsent(what, value);
        if (before != null && !before.equals(value)) {
            throw new WrongFact(what + " is " + before + " already, by an earlier fact");
        }
        return value;
    }

    private void once(String what, Struct fact, FactTerms terms) {
        once(what + " '" + terms.name(fact.arg(0)) + "'", terms.shown(fact.arg(1)));
    }

    /** A node that a fact mentions. What no fact calls a condition is a task. */
    private String node(Struct fact, int argument, FactTerms terms, Place at) {
        return node(fact.arg(argument), terms, at);
    }

    private String node(Term term, FactTerms terms, Place at) {
        String node = terms.name(term);
        if (!conditions.containsKey(node) && !node.equals(input) && !node.equals(output)) {
            tasks.computeIfAbsent(node, made -> NetTask.named(made).at(at));
        }
        return node;
    }

    private void change(Struct fact, FactTerms terms, Place at, UnaryOperator<NetTask> change) {
        change(node(fact, 0, terms, at), change);
    }

    private void change(String node, UnaryOperator<NetTask> change) {
        NetTask task = tasks.get(node);
        if (task == null) {
            throw new WrongFact("'" + node + "' is a condition, not a task");
        }
        tasks.put(node, change.apply(task));
    }

    private void flow(String from, String to, @Nullable Expression predicate, boolean isDefault, Place at) {
        flows.computeIfAbsent(from, start -> new LinkedHashMap<>())
                .merge(to, new Flow(from, to, predicate, 0, isDefault, at), (old, more) -> old.predicate() == null && !old.isDefault() ? more : old);
    }

    private void split(Struct fact, Junction kind, FactTerms terms, Place at) {
        String from = node(fact, 0, terms, at);
        once("the split of '" + from + "'", kind.toString());
        change(from, task -> task.split(kind));
        for (Term each : terms.list(fact.arg(1))) {
            if (!(each instanceof Struct pair) || !pair.is(",", 2)) {
                flow(from, node(each, terms, at), null, false, at);
                continue;
            }
            // (Task, Goal), (Task, otherwise), or (Task, Goal, otherwise)
            String to = node(pair.arg(0), terms, at);
            List<Term> goals = new ArrayList<>();
            Term rest = pair.arg(1).deref();
            while (rest instanceof Struct more && more.is(",", 2)) {
                goals.add(more.arg(0));
                rest = more.arg(1).deref();
            }
            boolean isDefault = FactTerms.isAtom(rest, "otherwise");
            if (!isDefault) {
                goals.add(rest);
            }
            Term goal = null;
            for (Term each2 : goals.reversed()) {
                goal = goal == null ? each2 : Struct.of(",", each2, goal);
            }
            flow(from, to, goal == null ? null : terms.expression(of(goal, fact.arg(0), from)), isDefault, at);
        }
    }

    private void join(Struct fact, Junction kind, FactTerms terms, Place at) {
        List<String> from = new ArrayList<>();
        terms.list(fact.arg(0)).forEach(each -> from.add(node(each, terms, at)));
        String to = node(fact, 1, terms, at);
        once("the join of '" + to + "'", kind.toString());
        change(to, task -> task.join(kind));
        from.forEach(each -> joined.add(new Flow(each, to, null, 0, false, at)));
    }

    /** False for a block with executions, whose clause stays beside the net: it says how they are named. */
    private boolean block(Struct fact, FactTerms terms, Place at, boolean first) {
        String block = blockName(fact.arg(0), terms);
        String task = node(fact, 1, terms, at);
        if (strict) {
            once("the " + (first ? "initial" : "final") + " activity of block '" + block + "'", task);
        }
        Block known = blocks.getOrDefault(block, new Block(null, null));
        blocks.put(block, first ? new Block(task, known.last()) : new Block(known.first(), task));
        return !(fact.arg(0).deref() instanceof Struct named && named.is("block", 2));
    }

    private static @Nullable String isBlock(Term term, FactTerms terms) {
        return term.deref() instanceof Struct struct && struct.name().name().equals("block") ? terms.name(struct.arg(0)) : null;
    }

    private static String blockName(Term term, FactTerms terms) {
        String block = isBlock(term, terms);
        return block == null ? terms.name(term) : block;
    }

    /**
     * A block is left when its condition does not hold after its last activity, and begun again while it does (Fig. 6). A condition
     * of the way into a block is checked before the first iteration, too: then the block may be left out.
     */
    private void serial(Struct fact, FactTerms terms, Place at) {
        String from = isBlock(fact.arg(0), terms);
        String to = isBlock(fact.arg(1), terms);
        String fromNode = from == null ? node(fact, 0, terms, at) : "";
        String toNode = to == null ? node(fact, 1, terms, at) : "";
        if (fact.arity() == 3 && from == null && to == null) {
            throw new WrongFact("a condition belongs to a block, and none of these is one");
        }
        if (fact.arity() == 3 && from == null) {
            whiles.put(to, new While(fromNode, fact, terms, at));
            return;
        }
        serial.add(new Serial(at, () -> {
            String end = from == null ? fromNode : edge(from, false);
            String start = to == null ? toNode : edge(to, true);
            if (from != null && fact.arity() == 3) {
                again(from, fact, 0, start, terms, at);
            } else if (from != null && whiles.containsKey(from)) {
                skip(from, start);
            } else {
                flow(end, start, null, false, at);
            }
        }));
    }

    /** From the end of a block to its beginning while its condition holds, and on when it does not. */
    private void again(String block, Struct fact, int whose, String next, FactTerms terms, Place at) {
        String end = edge(block, false);
        Expression condition = terms.expression(inside(fact.arg(2), fact.arg(whose), end, block));
        change(end, task -> task.split(Junction.XOR));
        flow(end, edge(block, true), condition, false, at);
        flow(end, next, null, true, at);
    }

    /** A block that is checked before its first iteration, and what comes behind it. */
    private void skip(String block, String next) {
        While loop = whiles.get(block);
        if (loop != null) {
            Expression condition = loop.terms().expression(of(loop.fact().arg(2), loop.fact().arg(0), loop.before()));
            change(loop.before(), task -> task.split(Junction.XOR));
            flow(loop.before(), edge(block, true), condition, false, loop.at());
            flow(loop.before(), next, null, true, loop.at());
            again(block, loop.fact(), 1, next, loop.terms(), loop.at());
        }
    }

    /** A goal of an activity that is written with its execution knows it: {@code act(a, EID)} gives EID its value. */
    private static Term of(Term goal, Term activity, String task) {
        return activity.deref() instanceof Struct act && act.is("act", 2) && mentions(goal, act.arg(1))
                ? Struct.of(",", Struct.of("execution", Atom.of(task), act.arg(1)), goal)
                : goal;
    }

    /** The same for the condition of a block, which is checked inside of it. */
    private static Term inside(Term goal, Term block, String last, String name) {
        return block.deref() instanceof Struct named && named.is("block", 2) && mentions(goal, named.arg(1))
                ? Struct.of(
                        ",",
                        Struct.of("execution", Atom.of(last), Struct.of("b", named.arg(1), Atom.of(name), new Var())),
                        goal)
                : goal;
    }

    private static boolean mentions(Term goal, Term execution) {
        return execution.deref() instanceof Var variable && Terms.variables(goal).contains(variable);
    }

    /** What follows a task whose work fails, instead of what follows it otherwise. */
    private void route(Failing route) {
        List<Flow> ways = flows.getOrDefault(route.task(), Map.of()).values().stream()
                .filter(way -> !way.to().equals(route.to()))
                .toList();
        NetTask task = tasks.get(route.task());
        if (task == null || ways.isEmpty() || ways.size() > 1 && task.split() != Junction.XOR) {
            throw new WrongFact("'" + route.task() + "' has a branch for failures, and needs one other branch, or an XOR-split");
        }
        Map<String, Flow> routed = new LinkedHashMap<>();
        Term failed = Struct.of("failed", Atom.of(route.task()));
        routed.put(route.to(), new Flow(route.task(), route.to(), route.terms().expression(failed), 0, false, route.at()));
        for (Flow way : ways) {
            routed.put(way.to(), ways.size() == 1 ? new Flow(way.from(), way.to(), way.predicate(), 0, true, way.place()) : way);
        }
        flows.put(route.task(), routed);
        change(route.task(), each -> each.split(Junction.XOR));
    }

    private String edge(String block, boolean first) {
        Block known = blocks.get(block);
        String task = known == null ? null : first ? known.first() : known.last();
        if (task == null) {
            throw new WrongFact("the block '" + block + "' has no " + (first ? "initial" : "final") + " activity");
        }
        return task;
    }

    private void variable(Struct fact, FactTerms terms, @Nullable Expression initial, Place at) {
        String variable = terms.name(fact.arg(0));
        Variable.Use use = terms.choice(fact.arg(1), Variable.Use.values());
        variables.put(variable, new Variable(variable, use, terms.name(fact.arg(2)), initial, at));
    }

    private void shape(Struct fact, FactTerms terms) {
        Variable variable = variables.get(terms.name(fact.arg(0)));
        if (variable == null) {
            throw new WrongFact("there is no variable " + terms.shown(fact.arg(0)) + " before this shape");
        }
        Shape shape = shape(terms.data(fact.arg(1)));
        shaped.add(variable.name());
        variables.put(variable.name(), new Variable(variable.name(), variable.use(), variable.type(), shape, variable.initial(), variable.place()));
    }

    static Shape shape(Data data) {
        try {
            return Shape.fromData(data);
        } catch (DataException e) {
            throw new WrongFact("this is not a shape");
        }
    }

    private static Mapping mapping(Struct fact, FactTerms terms) {
        return new Mapping(terms.expression(fact.arg(2)), terms.name(fact.arg(1)));
    }

    private static <T> List<T> with(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return longer;
    }

    private static Cancellation cancellation(Struct fact, FactTerms terms) {
        List<String> nodes = new ArrayList<>();
        List<Cancellation.Arc> between = new ArrayList<>();
        for (Term each : terms.list(fact.arg(1))) {
            if (each instanceof Struct arc && arc.is("c", 2)) {
                between.add(new Cancellation.Arc(terms.name(arc.arg(0)), terms.name(arc.arg(1))));
            } else {
                nodes.add(terms.name(each));
            }
        }
        return new Cancellation(nodes, between);
    }

    private void multiple(Struct fact, FactTerms terms, Place at) {
        change(fact, terms, at, task -> {
            Multiplicity known = task.multiplicity();
            Multiplicity base = known == null ? Multiplicity.of(1, Integer.MAX_VALUE, Integer.MAX_VALUE, Multiplicity.Creation.STATIC) : known;
            return task.multiple(
                    switch (fact.name().name()) {
                        case "multiple" -> new Multiplicity(
                                terms.bound(fact.arg(1)),
                                terms.bound(fact.arg(2)),
                                terms.bound(fact.arg(3)),
                                terms.choice(fact.arg(4), Multiplicity.Creation.values()),
                                base.count(),
                                base.split(),
                                base.join());
                        case "instances" -> base.count(terms.expression(fact.arg(1)));
                        case "split_data" -> base.split(new Multiplicity.Split(
                                terms.expression(fact.arg(1)), terms.optional(fact.arg(2)), terms.name(fact.arg(3))));
                        default -> base.join(new Multiplicity.Join(
                                terms.expression(fact.arg(1)), terms.optional(fact.arg(2)), terms.name(fact.arg(3))));
                    });
        });
    }

    /** The process names its agents: they do what nobody else is named for. */
    void assignedBy(String agents) {
        for (NetTask task : tasks.values()) {
            boolean waits = task.timer() != null || task.event() != null;
            if (!composites.containsKey(task.name()) && (!waits || works.containsKey(task.name()))) {
                works.computeIfAbsent(task.name(), WorkFacts::new).assignedBy(agents);
            }
        }
    }

    /** The net, and what is wrong with it as far as it takes more than one fact to see that. */
    Net net(BiConsumer<Place, String> wrong) {
        serial.forEach(each -> guarded(each.at(), each.step(), wrong));
        for (Flow flow : joined) {
            flow(flow.from(), flow.to(), null, false, flow.place() == null ? place : flow.place());
        }
        failing.forEach(each -> guarded(each.at(), () -> route(each), wrong));
        if (strict) {
            whole(wrong);
        }
        List<Condition> all = new ArrayList<>();
        all.add(condition(input, Condition.Kind.INPUT, place));
        conditions.forEach((condition, at) -> {
            if (!condition.equals(input) && !condition.equals(output)) {
                all.add(condition(condition, Condition.Kind.INNER, at));
            }
        });
        all.add(condition(output, Condition.Kind.OUTPUT, place));
        List<NetTask> made = new ArrayList<>();
        tasks.values().forEach(task -> made.add(task.titled(titles.getOrDefault(task.name(), task.name())).by(decomposition(task))));
        List<Flow> ordered = new ArrayList<>();
        all.forEach(condition -> ordered.addAll(flows.getOrDefault(condition.name(), Map.of()).values()));
        made.forEach(task -> ordered.addAll(flows.getOrDefault(task.name(), Map.of()).values()));
        return new Net(name, title, all, made, ordered, List.copyOf(variables.values()), implicit, place);
    }

    private static void guarded(Place at, Runnable step, BiConsumer<Place, String> wrong) {
        try {
            step.run();
        } catch (WrongFact e) {
            wrong.accept(at, String.valueOf(e.getMessage()));
        }
    }

    private void whole(BiConsumer<Place, String> wrong) {
        Set<String> nodes = new TreeSet<>(tasks.keySet());
        nodes.addAll(conditions.keySet());
        nodes.addAll(List.of(input, output));
        titled.forEach((node, at) -> {
            if (!nodes.contains(node)) {
                wrong.accept(at, "there is no task or condition '" + node + "' that could have a title" + Nearest.hint(node, nodes));
            }
        });
        worked.forEach((task, at) -> {
            String net = composites.get(task);
            if (net != null) {
                wrong.accept(at, "'" + task + "' is carried out by net '" + net + "', so nothing else can carry it out");
            }
        });
        for (Variable variable : variables.values()) {
            if (!Types.isKnown(variable.type()) && !shaped.contains(variable.name())) {
                wrong.accept(variable.place() == null ? place : variable.place(),
                        "the type '" + variable.type() + "' of variable '" + variable.name() + "' is not one of XML Schema"
                                + Nearest.hint(variable.type(), Types.known()) + "; give the variable a shape/2 if it is a type of your own");
            }
        }
        Set<String> flowing = new HashSet<>();
        flows.forEach((from, ways) -> {
            flowing.add(from);
            flowing.addAll(ways.keySet());
        });
        for (NetTask task : tasks.values()) {
            String near = flowing.contains(task.name()) ? null : Nearest.to(task.name(), flowing);
            if (near != null && task.place() != null) {
                wrong.accept(task.place(), "no flow mentions task '" + task.name() + "'; is '" + near + "' meant");
            }
        }
    }

    private Condition condition(String condition, Condition.Kind kind, Place at) {
        return new Condition(condition, titles.getOrDefault(condition, condition), kind, at);
    }

    /** A task waits for its event or its time if nobody is said to work on it; any other task is work for people. */
    private Decomposition decomposition(NetTask task) {
        String net = composites.get(task.name());
        if (net != null) {
            return Decomposition.net(net);
        }
        WorkFacts work = works.get(task.name());
        if (work == null) {
            return task.timer() != null || task.event() != null
                    ? Decomposition.routing()
                    : new WorkFacts(task.name()).decomposition();
        }
        return work.decomposition();
    }
}
