package io.millrace.activity;

import io.millrace.language.CaseView;
import io.millrace.language.Intention;
import io.millrace.language.Plan;
import io.millrace.problem.Code;
import io.millrace.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person may do to the course of a case. A flow can be put to any place that its own continuation could stand at: the
 * activities around that place are then as the definition has them. Into a branch of a parallel, a choice or a scope nobody
 * is moved from outside, since that branch's flow is another one.
 */
final class ActivityInterventions {
    /** Which flow an intervention puts where, or why it makes no sense. */
    private sealed interface Target {}

    private record Go(Flow flow, Node to) implements Target {}

    private record Not(String reason) implements Target {}

    private final Definition definition;
    private final ActivityState state;

    ActivityInterventions(Definition definition, ActivityState state) {
        this.definition = definition;
        this.state = state;
    }

    /** Why an intention makes no sense now, or null. */
    @Nullable Problem problem(Intention what, CaseView view) {
        return switch (what) {
            case Intention.Skip e ->
                state.waitingForWork(e.work()) != null || state.sent(e.work()) != null
                        ? null
                        : Code.INTERVENTION.with("skip work item '" + e.work() + "'", "no step waits for it");
            case Intention.Redo e -> refusal("redo '" + e.step() + "'", whereToRedo(e));
            case Intention.Move e -> refusal("move the flow to '" + e.to() + "'", whereToMove(e));
            case Intention.ChangeData e ->
                e.name().isBlank() || e.name().indexOf('.') >= 0
                        ? Code.INTERVENTION.with(
                                "change '" + e.name() + "'", "the name of a slot has no dots and is not blank")
                        : null;
            case Intention.AddInstance e ->
                Code.NO_INSTANCES.with(
                        e.task(), view.caseId(), "activities fork their flows when they begin, one for each item");
            case Intention.StartWork e -> null;
            case Intention.CompleteWork e -> null;
        };
    }

    private static @Nullable Problem refusal(String verb, Target target) {
        return target instanceof Not not ? Code.INTERVENTION.with(verb, not.reason()) : null;
    }

    void carryOut(Intention.Intervention what, ActivityTurn turn) {
        switch (what) {
            case Intention.ChangeData e -> turn.given(e.name(), e.value());
            case Intention.Skip e -> turn.done(e.work(), e.output());
            case Intention.Redo e -> go(whereToRedo(e), turn);
            case Intention.Move e -> go(whereToMove(e), turn);
            case Intention.AddInstance e -> {}
        }
    }

    private static void go(Target target, ActivityTurn turn) {
        if (target instanceof Go go) {
            turn.moveTo(go.flow(), go.to());
        }
    }

    /** What an event means to people, or empty. */
    String sentence(ActivityEvent event) {
        return switch (event) {
            case ActivityEvent.SlotSet e -> "Slot '" + e.slot() + "' becomes " + Plan.shown(e.value().shown()) + ".";
            case ActivityEvent.FlowMoved e -> "Flow " + e.flow() + " goes to " + at(e.place().node()) + ".";
            case ActivityEvent.FlowsForked e -> "Flow " + e.parent() + " forks " + flows(e.roots().size()) + ".";
            case ActivityEvent.EachForked e -> "Flow " + e.parent() + " forks " + flows(e.items().size()) + ".";
            case ActivityEvent.FlowEnded e -> "Flow " + e.flow() + " ends.";
            case ActivityEvent.FlowFailed e -> "Flow " + e.flow() + " fails: " + e.reason() + ".";
            case ActivityEvent.FlowsCancelled e ->
                "The flows that flow " + e.parent() + " has forked are cancelled"
                        + (e.except() == 0 ? "." : ", except flow " + e.except() + ".");
            case ActivityEvent.ResultCame e -> "The result of work item " + e.work() + " counts as there.";
            case ActivityEvent.UndoForked e -> "Flow " + e.parent() + " undoes its latest step that can be undone.";
            case ActivityEvent.UndoForgotten e -> "Flow " + e.flow() + " no longer undoes what it had registered.";
            case ActivityEvent.WorkSent e -> "";
            case ActivityEvent.UndoRegistered e -> "";
            case ActivityEvent.TaskTaken e -> "";
        };
    }

    private static String flows(int count) {
        return count == 1 ? "a flow" : count + " flows";
    }

    private String at(int node) {
        Node place = definition.node(node);
        return place.parent() == null ? "the beginning" : place.toString();
    }

    /** A step that waits now, one that a flow has passed, or one that it is inside of. */
    private Target whereToRedo(Intention.Redo what) {
        List<Node> steps = definition.named(what.step());
        if (steps.isEmpty()) {
            return new Not("there is no such step");
        }
        List<Go> waiting = new ArrayList<>();
        List<Go> passed = new ArrayList<>();
        for (Node step : steps) {
            for (Flow flow : flowsFrom(step.flowRoot())) {
                Node at = definition.node(flow.place.node());
                if (at == step) {
                    waiting.add(new Go(flow, step));
                } else if (at.isWithin(step) || isBefore(step, at)) {
                    passed.add(new Go(flow, step));
                }
            }
        }
        List<Go> found = waiting.isEmpty() ? passed : waiting;
        if (found.size() > 1) {
            return new Not("several steps fit: " + shown(found));
        }
        return found.isEmpty() ? new Not("it has not been reached") : found.getFirst();
    }

    /** Whether a step lies before a place in a sequence around both. */
    private static boolean isBefore(Node step, Node place) {
        Node in = step;
        while (in.parent() != null && !place.isWithin(in.parent())) {
            in = in.parent();
        }
        Node around = in.parent();
        Node on = place;
        while (around != null && on.parent() != null && on.parent() != around) {
            on = on.parent();
        }
        return around != null
                && around.activity() instanceof Sequence
                && on.parent() == around
                && in.position() < on.position();
    }

    private Target whereToMove(Intention.Move what) {
        List<Node> targets = definition.named(what.to());
        if (targets.isEmpty()) {
            return new Not("there is no such step");
        }
        List<Go> found = new ArrayList<>();
        for (Node target : targets) {
            Node root = target.flowRoot();
            if (what.from() == null) {
                flowsFrom(root).forEach(flow -> found.add(new Go(flow, target)));
            } else {
                for (Flow flow : named(what.from())) {
                    Flow around = around(flow, root);
                    if (around != null) {
                        found.add(new Go(around, target));
                    }
                }
            }
        }
        List<Go> distinct = found.stream().distinct().toList();
        if (distinct.size() > 1) {
            return new Not("several flows or steps fit: " + shown(distinct) + "; name one");
        }
        if (!distinct.isEmpty()) {
            return distinct.getFirst();
        }
        return what.from() != null && named(what.from()).isEmpty()
                ? new Not("there is no flow '" + what.from() + "'")
                : new Not("it lies in a branch that this flow is not in");
    }

    private List<Flow> flowsFrom(Node root) {
        List<Flow> found = new ArrayList<>();
        state.flows.forEach((number, flow) -> {
            if (flow.root == root.index()) {
                found.add(flow);
            }
        });
        return found;
    }

    /** The flows of this number, or that wait at a place of this path or name. */
    private List<Flow> named(String name) {
        List<Flow> found = new ArrayList<>();
        state.flows.forEach((number, flow) -> {
            Node at = definition.node(flow.place.node());
            if (name.equals(Integer.toString(number))
                    || name.equals(at.activity().name())
                    || name.equals(at.path())) {
                found.add(flow);
            }
        });
        return found;
    }

    /** The flow itself, or the one around it, that began at a place. */
    private @Nullable Flow around(Flow flow, Node root) {
        Flow at = flow;
        while (at != null && at.root != root.index()) {
            at = state.flow(at.parent);
        }
        return at;
    }

    private static String shown(List<Go> found) {
        return String.join(
                ", ",
                found.stream()
                        .map(go -> "flow " + go.flow().number + " at " + go.to().path())
                        .toList());
    }
}
