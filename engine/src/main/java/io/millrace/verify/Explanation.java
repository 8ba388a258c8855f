package io.millrace.verify;

import io.millrace.net.Net;
import io.millrace.net.Node;
import io.millrace.net.Specification;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with a net in the words of who designed it: at the join where tokens are stuck, or at the node that gets a
 * second token, and not where the good way was left.
 */
final class Explanation {
    /** A trace of more steps is not told in a sentence, and of more places only the first are named. */
    private static final int SHORT = 6;

    /** A longer trace is not played step by step. */
    private static final int LONGEST_PLAYED = 500;

    /** Steps times places: how much playing a trace is worth. */
    private static final long MOST_PLAYED = 1_000_000;

    private final Model model;
    private final Solution solution;
    /** What the nodes are called. */
    private final String task;

    private final String condition;

    /** What people call a node of a net. */
    private final BinaryOperator<String> titles;

    /** The moves of a single step, by the step; null while no trace was played. */
    private @Nullable Map<Step, List<Move>> moves;

    private Explanation(Model model, Solution solution, String task, String condition, BinaryOperator<String> titles) {
        this.titles = titles;
        this.model = model;
        this.solution = solution;
        this.task = task;
        this.condition = condition;
    }

    /** What is wrong with a net of tasks and conditions. */
    static List<Trouble> of(Model model, Solution solution, Specification specification) {
        return new Explanation(model, solution, "task", "condition", titles(specification)).all();
    }

    /** The title of a node, with its name if others have the same; otherwise the name. */
    static BinaryOperator<String> titles(Specification specification) {
        Map<String, Map<String, String>> all = new HashMap<>();
        for (Net net : specification.nets()) {
            Map<String, String> names = new HashMap<>();
            List<Node> nodes = new ArrayList<>(net.conditions());
            nodes.addAll(net.tasks());
            Map<String, Long> often = nodes.stream().collect(Collectors.groupingBy(Node::title, Collectors.counting()));
            for (Node node : nodes) {
                boolean only = often.getOrDefault(node.title(), 0L) == 1;
                names.put(node.name(), node.title().isBlank() ? node.name() : only ? node.title() : node.title() + " (" + node.name() + ")");
            }
            all.put(net.name(), names);
        }
        return (net, node) -> title(all.getOrDefault(net, Map.of()), node);
    }

    private static String title(Map<String, String> titles, String node) {
        String title = titles.get(node);
        int comma = node.indexOf(',');
        if (title == null && node.startsWith("c(") && node.endsWith(")") && comma > 0) {
            String from = node.substring(2, comma);
            String to = node.substring(comma + 1, node.length() - 1);
            return "c(" + titles.getOrDefault(from, from) + "," + titles.getOrDefault(to, to) + ")";
        }
        return title == null ? node : title;
    }

    /** What is wrong with a net of transitions and places. */
    static List<Trouble> ofPlain(Model model, Solution solution) {
        return new Explanation(model, solution, "transition", "place", (net, node) -> node).all();
    }

    private List<Trouble> all() {
        List<Trouble> troubles = new ArrayList<>();
        Map<Trouble.Kind, Set<Model.TaskName>> blamed = new EnumMap<>(Trouble.Kind.class);
        for (Symptom symptom : solution.symptoms()) {
            Blame blame = switch (symptom.kind()) {
                case DEADLOCK -> deadlock(symptom);
                case LIVELOCK -> livelock(symptom);
                case IMPROPER_COMPLETION -> improper(symptom);
                case UNBOUNDED -> unbounded(symptom);
                case DEAD_TASK, BLOCKED, BAD_RULES, WAITS_IN_VAIN -> throw new IllegalStateException("dead tasks are no symptoms");
            };
            // One join that is wrong is told once, however many ways lead to it.
            List<Model.TaskName> nodes = blame.nodes.stream().map(node -> new Model.TaskName(blame.net, node)).toList();
            if (blamed.computeIfAbsent(symptom.kind(), kind -> new HashSet<>()).addAll(nodes) || nodes.isEmpty()) {
                troubles.add(trouble(symptom, blame));
            }
        }
        dead(troubles);
        return troubles;
    }

    /** Which nodes are to blame, which others show it, and the sentence. */
    private record Blame(String net, Set<String> nodes, Set<String> others, String message) {}

    private Trouble trouble(Symptom symptom, Blame blame) {
        Set<String> nodes = new LinkedHashSet<>(blame.nodes);
        nodes.addAll(blame.others);
        List<Step> trace = symptom.trace();
        return new Trouble(
                symptom.kind(), blame.net, List.copyOf(nodes), trace, tokens(symptom.tokens()), blame.message, null, markings(trace, symptom.tokens()));
    }

    /** What is marked at the start and after each step; empty if the steps do not lead to the end that was found, or are too many. */
    private List<List<Tokens>> markings(List<Step> trace, int[] end) {
        if (trace.isEmpty() || trace.size() > LONGEST_PLAYED || (long) trace.size() * model.places() > MOST_PLAYED) {
            return List.of();
        }
        if (moves == null) {
            moves = new HashMap<>();
            for (Move move : model.moves()) {
                if (move.steps().size() == 1) {
                    moves.computeIfAbsent(move.steps().getFirst(), step -> new ArrayList<>(1)).add(move);
                }
            }
        }
        List<List<Tokens>> markings = new ArrayList<>(List.of(tokens(model.initial())));
        int[] now = model.initial();
        for (Step step : trace) {
            int[] after = null;
            // Several instances of a net have the same steps; the first that can take one takes it.
            for (Move move : moves.getOrDefault(step, List.of())) {
                after = after == null ? Walk.after(now, move) : after;
            }
            if (after == null) {
                return List.of();
            }
            now = after;
            markings.add(tokens(now));
        }
        return tokens(now).equals(tokens(end)) ? markings : List.of();
    }

    /** Where the tokens of a state are. Several places stand for one task that runs, or for one condition in several instances of a net. */
    private List<Tokens> tokens(int[] state) {
        Map<Spot, Integer> counts = new LinkedHashMap<>();
        for (int place = 0; place < state.length; place++) {
            Spot spot = model.spots().get(place);
            if (state[place] > 0) {
                counts.merge(spot, spot.busy() ? 1 : state[place], spot.busy() ? Math::max : Integer::sum);
            }
        }
        List<Tokens> tokens = new ArrayList<>();
        counts.forEach((spot, number) -> tokens.add(new Tokens(spot.net(), spot.node(), spot.busy(), number)));
        return tokens;
    }

    /** A task that has some of what it needs. */
    private record Waiting(Model.TaskName task, List<Integer> has, List<Integer> lacks, boolean orJoin) {}

    private Blame deadlock(Symptom symptom) {
        List<Waiting> waiting = waiting(symptom.tokens());
        List<Integer> marked = IntStream.range(0, model.places()).filter(place -> symptom.tokens()[place] > 0).boxed().toList();
        Set<String> nodes = nodes(marked.stream().filter(place -> waiting.isEmpty() || !model.spots().get(place).busy()).toList());
        String start = "The case gets stuck" + after(symptom) + ": ";
        if (marked.isEmpty()) {
            List<Step> trace = symptom.trace();
            Set<String> last = trace.isEmpty() ? Set.of() : Set.of(trace.getLast().task());
            List<Integer> all = IntStream.range(0, model.places()).boxed().toList();
            Model.TaskName by = canceller(symptom, all);
            String gone = by == null ? "" : ", since task '" + titles.apply(by.net(), by.task()) + "' cancelled the last";
            return new Blame(trace.isEmpty() ? net(marked) : trace.getLast().net(), last, Set.of(), start + "every token is gone" + gone + ".");
        }
        if (waiting.isEmpty()) {
            String tokens = (marked.size() == 1 ? "token " : "tokens ") + places(marked, "and");
            return new Blame(net(marked), nodes, Set.of(), start + "no " + task + " can use the " + tokens + ".");
        }
        Set<String> joins = new LinkedHashSet<>();
        waiting.forEach(each -> joins.add(each.task.task()));
        List<String> circle = waiting.stream().filter(Waiting::orJoin).map(each -> "'" + titles.apply(each.task.net(), each.task.task()) + "'").toList();
        String why = circle.size() > 1
                ? "the OR-joins of tasks " + listed(circle) + " wait for each other in a circle"
                : waiting.stream().limit(3).map(each -> told(each, symptom)).collect(Collectors.joining("; "));
        return new Blame(waiting.getFirst().task.net(), joins, nodes, start + why + ".");
    }

    private String told(Waiting waiting, Symptom symptom) {
        String has = join(waiting) + " has a token " + places(waiting.has, "and");
        return waiting.orJoin
                ? has + " and waits for more that may never come"
                : has + " but none " + places(waiting.lacks, "or") + ", and none can come there any more" + cancelled(symptom, waiting.lacks);
    }

    private String join(Waiting waiting) {
        return (task.equals("task") ? waiting.orJoin ? "the OR-join of task '" : "the AND-join of task '" : task + " '") + titles.apply(waiting.task.net(), waiting.task.task()) + "'";
    }

    private List<Waiting> waiting(int[] tokens) {
        List<Waiting> waiting = new ArrayList<>();
        Set<Model.TaskName> seen = new LinkedHashSet<>();
        for (Move move : model.moves()) {
            if (move.tasks().length == 0) {
                continue;
            }
            int[] inputs = inputs(move);
            List<Integer> has = Arrays.stream(inputs).filter(place -> tokens[place] > 0).boxed().toList();
            List<Integer> lacks = Arrays.stream(inputs).filter(place -> tokens[place] == 0).boxed().toList();
            Model.TaskName task = model.tasks().get(move.tasks()[0]);
            if (!has.isEmpty() && !lacks.isEmpty() && seen.add(task)) {
                waiting.add(new Waiting(task, has, lacks, move.guard() != null));
            }
        }
        return waiting;
    }

    static int[] inputs(Move move) {
        return move.guard() != null
                ? move.guard().inputs()
                : IntStream.iterate(0, i -> i < move.takes().length, i -> i + 2).map(i -> move.takes()[i]).toArray();
    }

    private Blame livelock(Symptom symptom) {
        Set<String> nodes = new LinkedHashSet<>();
        symptom.loop().stream().forEach(each -> nodes.add(model.tasks().get(each).task()));
        String net = symptom.loop().isEmpty() ? model.spots().getFirst().net() : model.tasks().get(symptom.loop().nextSetBit(0)).net();
        return new Blame(net, nodes, Set.of(),
                "The case can never end" + after(symptom) + ": " + tasks(symptom) + " can go on for ever, and nothing leads out.");
    }

    private Blame improper(Symptom symptom) {
        if (!(model.goal() instanceof Model.Goal.Output(int output))) {
            throw new IllegalStateException("there is no output to be marked");
        }
        int[] tokens = symptom.tokens().clone();
        tokens[output]--;
        List<Integer> left = IntStream.range(0, tokens.length).filter(place -> tokens[place] > 0).boxed().toList();
        String what = left.contains(output)
                ? "The output " + condition + " gets a second token" + after(symptom)
                : "The case ends" + after(symptom) + " with " + (left.size() == 1 ? "a token" : "tokens") + " left " + places(left, "and");
        Meeting meeting = new Meeting(model, symptom, output);
        if (meeting.join() != null) {
            return new Blame(net(left), Set.of(meeting.join().task()), nodes(left),
                    what + ". Branches that run in parallel meet in " + early(meeting.join()) + ".");
        }
        if (meeting.place() >= 0) {
            String node = model.spots().get(meeting.place()).node();
            String how = meeting.place() == output
                    ? "end in the output " + condition + " one by one, and the first of them ends the case"
                    : "meet in " + condition + " '" + titles.apply(model.spots().get(meeting.place()).net(), node) + "', and each of them goes on from there on its own";
            return new Blame(net(left), Set.of(node), nodes(left), what + ". Branches that run in parallel " + how + ".");
        }
        List<Waiting> waiting = waiting(tokens);
        if (waiting.isEmpty()) {
            return new Blame(net(left), nodes(left), Set.of(), what + ".");
        }
        Set<String> joins = new LinkedHashSet<>();
        waiting.forEach(each -> joins.add(each.task.task()));
        return new Blame(net(left), joins, nodes(left), what + ", where " + join(waiting.getFirst()) + " waits in vain for the rest of its tokens.");
    }

    /** The join that goes on too early. An OR-join does so because it does not look past another one. */
    private String early(Model.TaskName join) {
        String name = "'" + titles.apply(join.net(), join.task()) + "'";
        boolean orJoin = model.moves().stream()
                .anyMatch(move -> move.guard() != null && Arrays.stream(move.tasks()).anyMatch(each -> model.tasks().get(each).equals(join)));
        boolean others = model.moves().stream()
                .anyMatch(move -> move.unforeseen() && Arrays.stream(move.tasks()).noneMatch(each -> model.tasks().get(each).equals(join)));
        return orJoin && others
                ? "the OR-join of task " + name + ", which fires early: in the paper's reading it does not wait for tokens that have to pass another OR-join"
                : task + " " + name + ", which goes on without waiting for all of them";
    }

    /** The task that cancelled the last token in one of these places on the way to a state, or null. */
    private Model.@Nullable TaskName canceller(Symptom symptom, List<Integer> places) {
        int[] tokens = model.initial().clone();
        Model.TaskName found = null;
        for (Move move : symptom.path()) {
            for (int i = 0; i < move.takes().length; i += 2) {
                tokens[move.takes()[i]] -= move.takes()[i + 1];
            }
            for (int place : move.guard() == null ? new int[0] : move.guard().inputs()) {
                tokens[place] -= tokens[place] > 0 ? 1 : 0;
            }
            for (int place : move.empties()) {
                if (tokens[place] > 0 && places.contains(place) && !move.steps().isEmpty()) {
                    found = new Model.TaskName(move.steps().getLast().net(), move.steps().getLast().task());
                }
                tokens[place] = 0;
            }
            for (int i = 0; i < move.gives().length; i += 2) {
                tokens[move.gives()[i]] += move.gives()[i + 1];
            }
        }
        return found;
    }

    private String cancelled(Symptom symptom, List<Integer> places) {
        if (symptom.path().stream().allMatch(move -> move.empties().length == 0)) {
            return "";
        }
        Model.TaskName by = canceller(symptom, places);
        Model.TaskName before = by == null ? canceller(symptom, upstream(places)) : by;
        return before == null
                ? ""
                : ": task '" + titles.apply(before.net(), before.task()) + "' cancelled the token that " + (by == null ? "would have come" : "was") + " there";
    }

    /** The places from which tokens can come to these. */
    private List<Integer> upstream(List<Integer> places) {
        Map<Integer, List<Move>> givers = new HashMap<>();
        for (Move move : model.moves()) {
            for (int i = 0; i < move.gives().length; i += 2) {
                givers.computeIfAbsent(move.gives()[i], any -> new ArrayList<>()).add(move);
            }
        }
        Set<Integer> before = new LinkedHashSet<>(places);
        List<Integer> open = new ArrayList<>(places);
        while (!open.isEmpty()) {
            for (Move move : givers.getOrDefault(open.removeLast(), List.of())) {
                Arrays.stream(inputs(move)).filter(before::add).forEach(open::add);
            }
        }
        return List.copyOf(before);
    }

    private Set<String> nodes(List<Integer> places) {
        return places.stream().map(place -> model.spots().get(place).node()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Blame unbounded(Symptom symptom) {
        Spot spot = model.spots().get(symptom.place());
        Set<String> repeated = new LinkedHashSet<>();
        symptom.loop().stream().forEach(each -> repeated.add(model.tasks().get(each).task()));
        String second = symptom.path().isEmpty() ? "begins with a second token" : "gets a second token" + after(symptom) + ", before the first is gone";
        String message = model.goal() instanceof Model.Goal.Sinks
                ? "Place '" + spot.node() + "' " + second + "."
                : "Tokens pile up " + place(symptom.place()) + ": " + tasks(symptom) + " can be repeated for ever, and each time leave"
                        + (repeated.size() == 1 ? "s" : "") + " one more.";
        return new Blame(spot.net(), Set.of(spot.node()), Set.of(), message);
    }

    /** First the tasks that are dead of themselves, then those that only follow others. */
    private void dead(List<Trouble> troubles) {
        List<Trouble> following = new ArrayList<>();
        solution.dead().stream().forEach(number -> {
            Set<Integer> missing = new LinkedHashSet<>();
            boolean together = true;
            for (Move move : model.moves()) {
                if (carriesOut(move, number)) {
                    List<Integer> never = Arrays.stream(inputs(move)).filter(place -> !solution.marked().get(place)).boxed().toList();
                    together &= never.isEmpty();
                    missing.addAll(never);
                }
            }
            boolean follows = !together && missing.stream().allMatch(this::comesFromDeadTasksOnly);
            String why = together
                    ? "its inputs never have what it needs at the same time"
                    : "no token ever arrives " + places(List.copyOf(missing), "or");
            Model.TaskName name = model.tasks().get(number);
            String message = (task.equals("task") ? "Task '" : "Transition '") + titles.apply(name.net(), name.task()) + "' can never be carried out: " + why + ".";
            Trouble trouble = new Trouble(Trouble.Kind.DEAD_TASK, name.net(), List.of(name.task()), List.of(), List.of(), message, null);
            (follows ? following : troubles).add(trouble);
        });
        troubles.addAll(following);
    }

    private static boolean carriesOut(Move move, int number) {
        return Arrays.stream(move.tasks()).anyMatch(each -> each == number);
    }

    private boolean comesFromDeadTasksOnly(int place) {
        return model.moves().stream()
                .filter(move -> IntStream.iterate(0, i -> i < move.gives().length, i -> i + 2).anyMatch(i -> move.gives()[i] == place))
                .allMatch(move -> Arrays.stream(move.tasks()).anyMatch(solution.dead()::get));
    }

    private String net(List<Integer> places) {
        return model.spots().get(places.isEmpty() ? 0 : places.getFirst()).net();
    }

    private String after(Symptom symptom) {
        List<Step> trace = symptom.trace();
        if (trace.isEmpty()) {
            return " at the start";
        }
        return trace.size() > SHORT
                ? " after " + trace.size() + " steps"
                : " after " + listed(trace.stream().map(step -> "'" + step.called(titles.apply(step.net(), step.task())) + "'").toList());
    }

    private String places(List<Integer> places, String and) {
        List<String> told = places.stream().map(this::place).distinct().toList();
        return told.size() <= SHORT
                ? listed(told, and)
                : listed(told.subList(0, SHORT), and) + " " + and + " " + (told.size() - SHORT) + " more places";
    }

    /** Where a token is. */
    private String place(int place) {
        Spot spot = model.spots().get(place);
        if (spot.busy()) {
            return "in the running task '" + titles.apply(spot.net(), spot.node()) + "'";
        }
        String node = spot.node();
        int comma = node.indexOf(',');
        return node.startsWith("c(") && node.endsWith(")") && comma > 0
                ? "between '" + titles.apply(spot.net(), node.substring(2, comma)) + "' and '"
                        + titles.apply(spot.net(), node.substring(comma + 1, node.length() - 1)) + "'"
                : "in '" + titles.apply(spot.net(), node) + "'";
    }

    private String tasks(Symptom symptom) {
        Set<String> names = symptom.loop().stream()
                .mapToObj(each -> titles.apply(model.tasks().get(each).net(), model.tasks().get(each).task()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return (names.size() == 1 ? task + " " : task + "s ") + listed(names.stream().map(name -> "'" + name + "'").toList());
    }

    static String listed(List<String> parts) {
        return listed(parts, "and");
    }

    private static String listed(List<String> parts, String and) {
        return parts.size() <= 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " " + and + " " + parts.getLast();
    }
}
