package io.millrace.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.data.Data;
import io.millrace.id.CaseId;
import io.millrace.net.Bag.Token;
import io.millrace.net.Paper.Binding;
import io.millrace.net.Paper.Kind;
import io.millrace.net.Paper.TaskOf;
import io.millrace.query.HistoryEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The history of a case, told again in the words of the paper: each event must be an element of the binding relation in the
 * state that the events before it have led to.
 *
 * <p>What is left in the net of a composite instance that has completed is dropped by the engine then, and by the paper
 * when the task exits; nobody looks at it in between.
 */
final class Retelling {
    /** A case of one net: which, under which identity, and what its data draws. */
    static final class Part {
        final CaseId caseId;
        final NetGraph graph;
        final List<Integer> id;
        final End end;
        /** Sub-cases by the number of the work item that they carry out, instances by that number. */
        final Map<Integer, Integer> children = new HashMap<>();
        final Map<Integer, Integer> instances = new HashMap<>();

        int lot;

        Part(CaseId caseId, NetGraph graph, List<Integer> id, End end) {
            this.caseId = caseId;
            this.graph = graph;
            this.id = id;
            this.end = end;
        }

        TaskOf task(String name) {
            return new TaskOf(graph.net(), graph.task(graph.taskNamed(name)));
        }
    }

    private final Paper paper;
    private final Map<String, NetGraph> graphs = new HashMap<>();
    private final Map<CaseId, Part> open = new LinkedHashMap<>();
    private Bag state;
    private int steps;

    Retelling(Specification specification, CaseId root, int limit) {
        this.paper = new Paper(
                specification, specification.orJoin() == OrJoin.PAPER ? Paper.Reading.REPAIRED : Paper.Reading.OPTIMISTIC, limit);
        specification.nets().forEach(net -> graphs.put(net.name(), new NetGraph(net)));
        this.state = paper.initial(List.of(1));
        open(new Part(root, graph(specification.root()), List.of(1), specification.end()));
    }

    private NetGraph graph(String net) {
        return Objects.requireNonNull(graphs.get(net));
    }

    private void open(Part part) {
        open.put(part.caseId, part);
    }

    /** The cases that run, the root first. */
    Collection<Part> parts() {
        return List.copyOf(open.values());
    }

    /** How many elements of the binding relation the events were. */
    int steps() {
        return steps;
    }

    Bag state() {
        return state;
    }

    void tell(HistoryEvent event) {
        Part part = open.get(Objects.requireNonNull(event.caseId()));
        if (part != null) {
            try {
                tell(part, event.kind(), event.detail());
            } catch (AssertionError failure) {
                throw new AssertionError(event.caseId() + " " + event.kind() + " " + event.detail() + " in " + state, failure);
            }
        }
    }

    private void tell(Part part, String kind, Data e) {
        switch (kind) {
            case "TaskEntered" -> enter(part, e.at("task").text(), e.at("from"), e.at("instances").asInt());
            case "WorkOffered" -> part.children.put(e.at("work").asInt(), e.at("subCase").isNothing() ? 0 : e.at("subCase").asInt());
            case "InstanceMade" -> made(part, e.at("task").text(), e.at("instance").asInt(), e.at("work").asInt(), e.at("started").equals(Data.of(true)));
            case "InstanceStarted" -> inner(part, Kind.START, e.at("task").text(), instance(part, e));
            case "InstanceCompleted" -> inner(part, Kind.COMPLETE, e.at("task").text(), instance(part, e));
            case "InstanceAdded" -> take(part.task(e.at("task").text()), Kind.ADD, part.id, each -> true);
            case "TaskExited" -> exit(part, e.at("task").text(), e.at("to"));
            case "TaskFired" -> fire(part, e);
            case "VariableAssigned" -> part.lot = e.at("value").asInt();
            case "CaseCompleted", "CaseCancelled" -> open.remove(part.caseId);
            case "NetStuck" -> assertThat(isQuiet(part) && !isMarked(part)).as("stuck").isTrue();
            case "TaskTroubled", "CaseFailed" -> throw new AssertionError("nothing here is to fail");
            default -> {}
        }
    }

    private static int instance(Part part, Data event) {
        return Objects.requireNonNull(part.instances.get(event.at("work").asInt()));
    }

    private void enter(Part part, String task, Data from, int instances) {
        assertThat(part.end == End.FIRST && isMarked(part)).as("entered after the end").isFalse();
        TaskOf of = part.task(task);
        Binding taken = take(of, Kind.ENTER, part.id, each ->
                each.produced().size() == 2 * instances
                        && (from.isNothing() || each.consumed().has(new Token(Paper.place(of.net(), from.text()), part.id))));
        assertThat(taken.produced().size()).isEqualTo(2 * instances);
    }

    private void made(Part part, String task, int instance, int work, boolean started) {
        part.instances.put(work, instance);
        if (started) {
            inner(part, Kind.START, task, instance);
        }
        if (part.task(task).task().decomposition() instanceof Decomposition.SubNet(String net)) {
            CaseId child = part.caseId.child(Objects.requireNonNull(part.children.get(work)));
            open(new Part(child, graph(net), Paper.child(part.id, instance), End.FIRST));
        }
    }

    private void inner(Part part, Kind kind, String task, int instance) {
        take(part.task(task), kind, Paper.child(part.id, instance), each -> true);
    }

    private void exit(Part part, String task, Data to) {
        List<String> ways = to.asList().stream().map(Data::text).toList();
        assertThat(ways).as("ways by lot %s", part.lot)
                .containsExactlyInAnyOrderElementsOf(Steering.ways(part.graph, part.graph.taskNamed(task), part.lot));
        Set<String> places = ways.stream().map(way -> Paper.place(part.graph.net(), way)).collect(Collectors.toSet());
        take(part.task(task), Kind.EXIT, part.id, each ->
                each.produced().tokens().stream().map(Token::place).collect(Collectors.toSet()).equals(places));
    }

    /** A task without work takes all its steps at once. */
    private void fire(Part part, Data event) {
        String task = event.at("task").text();
        int instances = part.graph.min(part.graph.taskNamed(task));
        enter(part, task, event.at("from"), instances);
        for (int instance = 1; instance <= instances; instance++) {
            inner(part, Kind.START, task, instance);
            inner(part, Kind.COMPLETE, task, instance);
        }
        exit(part, task, event.at("to"));
    }

    private Binding take(TaskOf task, Kind kind, List<Integer> id, Predicate<Binding> which) {
        List<Binding> all = kind == Kind.ENTER ? paper.enabled(task, state) : paper.others(task, state);
        Binding taken = all.stream()
                .filter(each -> each.kind() == kind && each.id().equals(id) && which.test(each))
                .findFirst()
                .orElseThrow(() -> new AssertionError(kind + " of " + task + id + " is not possible, but " + all));
        state = taken.applied(state);
        steps++;
        return taken;
    }

    // What must hold when the engine rests.

    /** Tokens and instances of one net, as the engine shows them. */
    Map<String, Integer> tokens(Part part) {
        Map<String, Integer> tokens = new TreeMap<>();
        NetGraph graph = part.graph;
        for (int condition = 0; condition < graph.conditions(); condition++) {
            put(tokens, graph.condition(condition), state.count(new Token(Paper.place(graph.net(), graph.condition(condition)), part.id)));
        }
        for (NetTask task : graph.net().tasks()) {
            put(tokens, "entered(" + task.name() + ")", instances(part, task.name(), "mi_e"));
            put(tokens, "exec(" + task.name() + ")", instances(part, task.name(), "exec"));
            put(tokens, "completed(" + task.name() + ")", instances(part, task.name(), "mi_c"));
        }
        return tokens;
    }

    private static void put(Map<String, Integer> tokens, String name, int count) {
        if (count > 0) {
            tokens.put(name, count);
        }
    }

    private int instances(Part part, String task, String where) {
        String place = part.task(task).place(where);
        return state.only(token -> token.place().equals(place) && Paper.isChild(token.id(), part.id)).size();
    }

    boolean isBusy(Part part, String task) {
        return instances(part, task, "mi_a") > 0;
    }

    /** How many instances of a task have not completed. */
    int unfinished(Part part, String task) {
        return instances(part, task, "mi_e") + instances(part, task, "exec");
    }

    Set<String> enabled(Part part) {
        Set<String> enabled = new TreeSet<>();
        for (NetTask task : part.graph.net().tasks()) {
            if (paper.enabled(new TaskOf(part.graph.net(), task), state).stream().anyMatch(each -> each.id().equals(part.id))) {
                enabled.add(task.name());
            }
        }
        return enabled;
    }

    /** Tasks that can exit, or to which an instance can be added. */
    Set<String> can(Part part, Kind kind) {
        Set<String> found = new TreeSet<>();
        for (NetTask task : part.graph.net().tasks()) {
            TaskOf of = new TaskOf(part.graph.net(), task);
            if (paper.others(of, state).stream().anyMatch(each -> each.kind() == kind && each.id().equals(part.id))) {
                found.add(task.name());
            }
        }
        return found;
    }

    boolean isMarked(Part part) {
        return state.has(new Token(Paper.output(part.graph.net()), part.id));
    }

    /** Whether nothing is enabled and nothing runs. */
    boolean isQuiet(Part part) {
        return enabled(part).isEmpty()
                && part.graph.net().tasks().stream().noneMatch(task -> isBusy(part, task.name()));
    }
}
