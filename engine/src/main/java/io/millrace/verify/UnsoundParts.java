package io.millrace.verify;

import io.millrace.net.NetGraph;
import io.millrace.net.OrJoin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is wrong with a large net in its parts, several problems in one run. A part that is not sound shows how by a short trace of its own. In
 * front of it comes a way from the start to where the part begins, and behind it whatever the case does then. The
 * whole is made as a {@link Walk} in the model of the net as it is, so what is shown can happen, whatever was assumed to find it; a trace that
 * cannot be walked to its end is left out.
 */
final class UnsoundParts {
    /** So many states of a part are looked at for a way through it. */
    private static final int MOST_STATES = 20_000;

    private final NetGraph graph;
    private final OrJoin reading;
    private final Parts parts;
    /** For each part the one in which it is, or {@link Parts#WHOLE}. */
    private final Map<Integer, Integer> enclosing = new HashMap<>();
    private final Map<Integer, Local> locals = new HashMap<>();
    private final Map<String, Integer> ends = new HashMap<>();
    private final Map<Integer, List<Step>> through = new HashMap<>();
    private final Map<Step, Move> moves = new LinkedHashMap<>();

    /** A part as a net of its own. */
    private record Local(NetGraph graph, Model model) {}

    private UnsoundParts(NetGraph graph, OrJoin reading, Model model, Parts parts) {
        this.graph = graph;
        this.reading = reading;
        this.parts = parts;
        for (Move move : model.moves()) {
            moves.putIfAbsent(move.steps().getFirst(), move);
        }
        parts.numbers().forEach(part -> {
            enclosing.put(part, Parts.WHOLE);
            ends.put(parts.part(part).end(), part);
        });
        parts.numbers().forEach(part -> enclose(part));
    }

    private void enclose(int part) {
        for (int node : parts.contents(part)) {
            if (parts.isPart(node)) {
                enclosing.put(node, part);
            }
        }
    }

    /**
     * What is wrong with the parts of a net, each with a way to it.
     *
     * @param limit how many states of each part may be looked at
     */
    static List<Symptom> of(NetGraph graph, OrJoin reading, Model model, int limit) {
        if (graph.net().implicitTermination()) {
            return List.of();
        }
        Parts parts = Parts.pretending(graph, reading, limit);
        UnsoundParts unsound = new UnsoundParts(graph, reading, model, parts);
        List<Symptom> symptoms = new ArrayList<>();
        Walk.Paths paths = new Walk.Paths(model);
        for (int part : parts.unsound()) {
            for (List<Step> trace : unsound.traces(part, limit)) {
                Symptom symptom = unsound.walk(trace, paths);
                if (symptom != null) {
                    symptoms.add(symptom);
                }
            }
        }
        return Shortening.of(model, symptoms);
    }

    private @Nullable Symptom walk(List<Step> trace, Walk.Paths paths) {
        Walk walk = paths.start();
        for (Step step : trace) {
            Move move = moves.get(step);
            if (move == null || !walk.make(move)) {
                return null;
            }
        }
        return walk.untilWrong();
    }

    /** Ways from the start into what is wrong with a part. */
    private List<List<Step>> traces(int part, int limit) {
        Local local = local(part);
        List<Step> before = before(part);
        List<List<Step>> traces = new ArrayList<>();
        if (before == null) {
            return traces;
        }
        for (Symptom symptom : Exploration.of(local.model, limit).symptoms()) {
            List<Step> inside = symptom.kind() == Trouble.Kind.LIVELOCK || symptom.kind() == Trouble.Kind.UNBOUNDED ? null : real(part, symptom.trace());
            if (inside != null) {
                List<Step> trace = new ArrayList<>(before);
                trace.addAll(inside);
                traces.add(trace);
            }
        }
        return traces;
    }

    private Local local(int part) {
        Local known = locals.get(part);
        if (known == null) {
            NetGraph made = new NetGraph(parts.net(part));
            Model model;
            try {
                model = NetModel.alone(made, reading);
            } catch (NetModel.TooLargeException e) {
                model = NetModel.inPart(made, reading);
            }
            known = new Local(made, model);
            locals.put(part, known);
        }
        return known;
    }

    /** A shortest way from the start to where a part begins, by way of what encloses it; null if none was found. */
    private @Nullable List<Step> before(int part) {
        List<Step> all = new ArrayList<>();
        for (int inner = part; inner != Parts.WHOLE; inner = Objects.requireNonNull(enclosing.get(inner))) {
            int outer = Objects.requireNonNull(enclosing.get(inner));
            Local local = local(outer);
            List<Step> steps = way(local, parts.part(inner).begin());
            List<Step> told = steps == null ? null : real(outer, steps);
            if (told == null) {
                return null;
            }
            all.addAll(0, told);
        }
        return all;
    }

    /** A shortest run through a part from its begin to its end, or null. */
    private @Nullable List<Step> through(int part) {
        List<Step> known = through.get(part);
        if (known == null) {
            Local local = local(part);
            List<Step> steps = way(local, null);
            known = steps == null ? null : real(part, steps);
            if (known != null) {
                through.put(part, known);
            }
        }
        return known;
    }

    /** A shortest way to where a task can be carried out, which itself is left out, or to the end. Only what lies before it is moved. */
    private static @Nullable List<Step> way(Local local, @Nullable String task) {
        FlowEdges flow = new FlowEdges(local.graph);
        int target = task == null ? local.graph.output() : flow.node(local.graph.taskNamed(task));
        BitSet before = flow.upstream(target);
        List<Move> moves = local.model.moves().stream()
                .filter(move -> before.get(flow.node(local.graph.taskNamed(move.steps().getFirst().task()))))
                .toList();
        Model slice = new Model(local.model.spots(), local.model.initial(), moves, local.model.tasks(), local.model.goal());
        StateSpace space = new StateSpace(slice, MOST_STATES);
        int[] found = {-1};
        space.explore(state -> {
            boolean there = task == null ? isOver(slice, space.tokens(state)) : state > 0 && isLast(space, slice, state, task);
            found[0] = there ? state : found[0];
            return there;
        });
        if (found[0] < 0) {
            return null;
        }
        List<Step> steps = new ArrayList<>();
        space.path(found[0]).forEach(move -> steps.addAll(slice.moves().get(move).steps()));
        if (task != null) {
            steps.removeLast();
        }
        return steps;
    }

    private static boolean isOver(Model model, int[] tokens) {
        int all = 0;
        for (int each : tokens) {
            all += each;
        }
        return model.goal() instanceof Model.Goal.Output(int output) && all == 1 && tokens[output] == 1;
    }

    /** Whether a task was carried out last on the way to a state. A part gives to a place of its own when it begins. */
    private static boolean isLast(StateSpace space, Model model, int state, String task) {
        int[] tokens = space.tokens(state);
        for (Move move : model.moves()) {
            if (move.steps().getFirst().task().equals(task)) {
                return tokens[move.gives()[0]] > 0;
            }
        }
        return false;
    }

    /** The steps of a part told as steps of the net: those of parts in it in full, and nothing of what only stands at borders. */
    private @Nullable List<Step> real(int part, List<Step> steps) {
        Local local = local(part);
        List<Step> told = new ArrayList<>();
        for (int at = 0; at < steps.size(); at++) {
            Step step = steps.get(at);
            Integer ended = ends.get(step.task());
            int task = graph.taskNamed(step.task());
            if (ended != null) {
                List<Step> inside = through(ended);
                if (inside == null) {
                    return null;
                }
                told.addAll(inside);
            } else if (task >= 0) {
                told.add(real(part, local, task, step, steps.subList(at + 1, steps.size())));
            }
        }
        return told;
    }

    /** A step of a task; if the second half of the task comes later, with the branches that it takes then. */
    private Step real(int part, Local local, int task, Step step, List<Step> later) {
        String half = Halves.second(step.task());
        Step choice = local.graph.taskNamed(half) < 0
                ? step
                : later.stream().filter(each -> each.task().equals(half)).findFirst().orElse(null);
        List<String> to = new ArrayList<>();
        if (choice == null) {
            // It never came to the choice, and so any will do.
            to.addAll(anyChoice(step));
        } else {
            int number = local.graph.taskNamed(choice.task());
            for (int position = 0; position < local.graph.post(number).length; position++) {
                if (choice.to().contains(local.graph.flow(number, position).to())) {
                    to.add(graph.flow(task, position).to());
                }
            }
        }
        boolean first = " in".equals(step.from());
        String from = first ? parts.flow().name(parts.part(part).in().from()) : step.from();
        return new Step(graph.net().name(), step.task(), step.phase(), from, to);
    }

    private List<String> anyChoice(Step step) {
        return moves.keySet().stream()
                .filter(each -> each.task().equals(step.task()) && each.phase() == step.phase())
                .map(Step::to)
                .findFirst()
                .orElse(List.of());
    }

    /** Symptoms by what they show, without those that another shows as well. */
    static List<Symptom> distinct(List<Symptom> symptoms) {
        Map<List<Object>, Symptom> kept = new LinkedHashMap<>();
        for (Symptom symptom : symptoms) {
            BitSet marked = new BitSet();
            for (int place = 0; place < symptom.tokens().length; place++) {
                marked.set(place, symptom.tokens()[place] > 0);
            }
            kept.merge(List.of(symptom.kind(), marked), symptom, (one, other) -> one.path().size() <= other.path().size() ? one : other);
        }
        return List.copyOf(kept.values());
    }
}
