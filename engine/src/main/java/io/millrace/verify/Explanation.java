package io.millrace.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Says what is wrong with a net in the words of who designed it: at the join where tokens are stuck, or at the node that gets a
 * second token, and not where the good way was left.
 */
final class Explanation {
    /** A trace of more steps is not told in a sentence. */
    private static final int SHORT = 6;

    private final Model model;
    private final Solution solution;

    private Explanation(Model model, Solution solution) {
        this.model = model;
        this.solution = solution;
    }

    static List<Trouble> of(Model model, Solution solution) {
        Explanation explanation = new Explanation(model, solution);
        List<Trouble> troubles = new ArrayList<>();
        for (Symptom symptom : solution.symptoms()) {
            troubles.add(switch (symptom.kind()) {
                case DEADLOCK -> explanation.deadlock(symptom);
                case LIVELOCK -> explanation.livelock(symptom);
                case IMPROPER_COMPLETION -> explanation.improper(symptom);
                case UNBOUNDED -> explanation.unbounded(symptom);
                case DEAD_TASK -> throw new IllegalStateException("dead tasks are no symptoms");
            });
        }
        solution.dead().stream().forEach(task -> troubles.add(explanation.dead(task)));
        return different(troubles);
    }

    /** The first of those that show at the same place: the others are the same trouble on another way. */
    private static List<Trouble> different(List<Trouble> troubles) {
        Set<List<String>> seen = new LinkedHashSet<>();
        return troubles.stream().filter(trouble -> seen.add(List.of(trouble.kind().toString(), trouble.net(), first(trouble)))).toList();
    }

    private static String first(Trouble trouble) {
        return trouble.nodes().isEmpty() ? "" : trouble.nodes().getFirst();
    }

    private Trouble trouble(Symptom symptom, String net, Set<String> nodes, String message) {
        List<String> tokens = new ArrayList<>();
        for (int place = 0; place < symptom.tokens().length; place++) {
            int number = symptom.tokens()[place];
            if (number > 0) {
                tokens.add(model.spots().get(place) + (number > 1 ? "*" + number : ""));
            }
        }
        return new Trouble(symptom.kind(), net, List.copyOf(nodes), symptom.trace(), List.copyOf(new LinkedHashSet<>(tokens)), message, null);
    }

    /** A task that has some of what it needs. */
    private record Waiting(Model.TaskName task, List<Integer> has, List<Integer> lacks, boolean orJoin) {}

    private Trouble deadlock(Symptom symptom) {
        List<Waiting> waiting = waiting(symptom.tokens());
        Set<String> nodes = new LinkedHashSet<>();
        waiting.forEach(each -> nodes.add(each.task.task()));
        List<Integer> marked = IntStream.range(0, model.places()).filter(place -> symptom.tokens()[place] > 0).boxed().toList();
        marked.stream().map(model.spots()::get).filter(spot -> waiting.isEmpty() || !spot.busy()).forEach(spot -> nodes.add(spot.node()));
        String net = waiting.isEmpty() ? net(marked) : waiting.getFirst().task.net();
        String why;
        if (waiting.isEmpty()) {
            why = marked.isEmpty() ? "every token is gone" : (marked.size() == 1 ? "the token " : "the tokens ") + places(marked) + " cannot be used by any task";
        } else {
            why = waiting.stream().limit(3).map(this::told).collect(Collectors.joining("; "));
        }
        return trouble(symptom, net, nodes, "The case gets stuck" + after(symptom) + ": " + why + ".");
    }

    private String told(Waiting waiting) {
        String task = "task '" + waiting.task.task() + "'";
        return waiting.orJoin
                ? task + " has a token " + places(waiting.has) + " and waits for more that may never come"
                : task + " has a token " + places(waiting.has) + " and waits for one " + places(waiting.lacks) + ", which can no longer come";
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

    private static int[] inputs(Move move) {
        return move.guard() != null
                ? move.guard().inputs()
                : IntStream.iterate(0, i -> i < move.takes().length, i -> i + 2).map(i -> move.takes()[i]).toArray();
    }

    private Trouble livelock(Symptom symptom) {
        Set<String> nodes = new LinkedHashSet<>();
        symptom.loop().stream().forEach(task -> nodes.add(model.tasks().get(task).task()));
        String net = symptom.loop().isEmpty() ? model.spots().getFirst().net() : model.tasks().get(symptom.loop().nextSetBit(0)).net();
        return trouble(symptom, net, nodes,
                "The case can never end" + after(symptom) + ": " + tasks(nodes) + " can go on for ever, and nothing leads out.");
    }

    private Trouble improper(Symptom symptom) {
        int[] left = symptom.tokens().clone();
        if (model.goal() instanceof Model.Goal.Output output) {
            left[output.place()]--;
        }
        List<Integer> places = IntStream.range(0, left.length).filter(place -> left[place] > 0).boxed().toList();
        Set<String> nodes = new LinkedHashSet<>();
        Set<String> meeting = meeting(symptom, places);
        nodes.addAll(meeting);
        places.forEach(place -> nodes.add(model.spots().get(place).node()));
        boolean twice = model.goal() instanceof Model.Goal.Output output && places.contains(output.place());
        String what = twice
                ? "The output condition gets a second token"
                : "The case ends with " + (places.size() == 1 ? "a token" : "tokens") + " left " + places(places);
        String why = meeting.isEmpty()
                ? ""
                : ". Branches that run in parallel meet in " + tasks(meeting) + ", which " + (meeting.size() == 1 ? "goes" : "go")
                        + " on without waiting for all of them";
        return trouble(symptom, net(places), nodes, what + after(symptom) + why + ".");
    }

    /** The joins that have let one token through already, and to which what is left would come next. */
    private Set<String> meeting(Symptom symptom, List<Integer> left) {
        Set<Model.TaskName> done = new LinkedHashSet<>();
        symptom.trace().forEach(step -> done.add(new Model.TaskName(step.net(), step.task())));
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(left);
        left.forEach(seen::set);
        while (!open.isEmpty()) {
            int place = open.remove();
            for (Move move : model.moves()) {
                if (Arrays.stream(inputs(move)).noneMatch(input -> input == place)) {
                    continue;
                }
                if (move.tasks().length > 0 && done.contains(model.tasks().get(move.tasks()[0])) && isJoin(move.tasks()[0])) {
                    return Set.of(model.tasks().get(move.tasks()[0]).task());
                }
                for (int i = 0; i < move.gives().length; i += 2) {
                    if (!seen.get(move.gives()[i])) {
                        seen.set(move.gives()[i]);
                        open.add(move.gives()[i]);
                    }
                }
            }
        }
        return Set.of();
    }

    /** Whether a task goes on with fewer tokens than it has inputs. */
    private boolean isJoin(int task) {
        Set<Integer> inputs = new LinkedHashSet<>();
        int least = Integer.MAX_VALUE;
        for (Move move : model.moves()) {
            if (Arrays.stream(move.tasks()).anyMatch(each -> each == task)) {
                Arrays.stream(inputs(move)).forEach(inputs::add);
                least = Math.min(least, move.guard() != null ? 1 : move.takes().length / 2);
            }
        }
        return inputs.size() > least;
    }

    private Trouble unbounded(Symptom symptom) {
        Spot spot = model.spots().get(symptom.place());
        Set<String> repeated = new LinkedHashSet<>();
        symptom.loop().stream().forEach(task -> repeated.add(model.tasks().get(task).task()));
        Set<String> nodes = new LinkedHashSet<>(Set.of(spot.node()));
        String message = model.goal() instanceof Model.Goal.Sinks
                ? "Place '" + spot.node() + "' gets a second token" + after(symptom) + "."
                : "Tokens pile up " + place(symptom.place()) + ": " + tasks(repeated) + " can be repeated for ever, and each time leave"
                        + (repeated.size() == 1 ? "s" : "") + " one more.";
        return trouble(symptom, spot.net(), nodes, message);
    }

    private Trouble dead(int task) {
        Model.TaskName name = model.tasks().get(task);
        Set<Integer> missing = new LinkedHashSet<>();
        boolean together = true;
        for (Move move : model.moves()) {
            if (Arrays.stream(move.tasks()).anyMatch(each -> each == task)) {
                List<Integer> never = Arrays.stream(inputs(move)).filter(place -> !solution.marked().get(place)).boxed().toList();
                together &= never.isEmpty();
                missing.addAll(never);
            }
        }
        String why = together
                ? "what it needs is never there at the same time"
                : "no token ever comes to be " + places(List.copyOf(missing));
        return new Trouble(Trouble.Kind.DEAD_TASK, name.net(), List.of(name.task()), List.of(), List.of(),
                (model.goal() instanceof Model.Goal.Sinks ? "Transition '" : "Task '") + name.task() + "' can never be carried out: " + why + ".", null);
    }

    private String net(List<Integer> places) {
        return model.spots().get(places.isEmpty() ? 0 : places.getFirst()).net();
    }

    private static String after(Symptom symptom) {
        List<Step> trace = symptom.trace();
        if (trace.isEmpty()) {
            return " at the start";
        }
        return trace.size() > SHORT
                ? " after " + trace.size() + " steps"
                : " after " + listed(trace.stream().map(step -> "'" + step.label() + "'").toList());
    }

    private String places(List<Integer> places) {
        List<String> told = places.stream().map(this::place).distinct().toList();
        return told.size() <= SHORT ? listed(told) : listed(told.subList(0, SHORT)) + " and " + (told.size() - SHORT) + " more places";
    }

    /** Where a token is. */
    private String place(int place) {
        Spot spot = model.spots().get(place);
        if (spot.busy()) {
            return "in the running task '" + spot.node() + "'";
        }
        String node = spot.node();
        int comma = node.indexOf(',');
        return node.startsWith("c(") && node.endsWith(")") && comma > 0
                ? "between '" + node.substring(2, comma) + "' and '" + node.substring(comma + 1, node.length() - 1) + "'"
                : "in '" + node + "'";
    }

    private static String tasks(Set<String> names) {
        return (names.size() == 1 ? "task " : "tasks ") + listed(names.stream().map(name -> "'" + name + "'").toList());
    }

    static String listed(List<String> parts) {
        return parts.size() <= 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }
}
