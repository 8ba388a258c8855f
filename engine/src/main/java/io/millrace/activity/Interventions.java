package io.millrace.activity;

import io.millrace.language.CaseView;
import io.millrace.language.Stimulus;
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
final class Interventions {
    /** What an intervention would do, or why it makes no sense. */
    private sealed interface Plan {}

    private record Go(Flow flow, Node to) implements Plan {}

    private record Not(String reason) implements Plan {}

    private final Definition definition;
    private final ActivityState state;

    Interventions(Definition definition, ActivityState state) {
        this.definition = definition;
        this.state = state;
    }

    /** Why a stimulus makes no sense now, or null. */
    @Nullable Problem problem(Stimulus stimulus, CaseView view) {
        return switch (stimulus) {
            case Stimulus.Skip e ->
                state.waitingForWork(e.work()) != null || state.sent(e.work()) != null
                        ? null
                        : Code.INTERVENTION.with("skip work item '" + e.work() + "'", "no step waits for it");
            case Stimulus.Redo e -> refusal("redo '" + e.step() + "'", planRedo(e));
            case Stimulus.Move e -> refusal("move the flow to '" + e.to() + "'", planMove(e));
            case Stimulus.DataGiven e ->
                e.name().isBlank() || e.name().indexOf('.') >= 0
                        ? Code.INTERVENTION.with(
                                "change '" + e.name() + "'", "the name of a slot has no dots and is not blank")
                        : null;
            case Stimulus.InstanceAsked e ->
                Code.NO_INSTANCES.with(
                        e.task(), view.caseId(), "activities fork their flows when they begin, one for each item");
            case Stimulus.Started e -> null;
            case Stimulus.WorkTaken e -> null;
            case Stimulus.WorkDone e -> null;
            case Stimulus.WorkLost e -> null;
            case Stimulus.TimerDue e -> null;
            case Stimulus.SignalCame e -> null;
            case Stimulus.GoOn e -> null;
        };
    }

    private static @Nullable Problem refusal(String verb, Plan plan) {
        return plan instanceof Not not ? Code.INTERVENTION.with(verb, not.reason()) : null;
    }

    void redo(Stimulus.Redo stimulus, Run run) {
        go(planRedo(stimulus), run);
    }

    void move(Stimulus.Move stimulus, Run run) {
        go(planMove(stimulus), run);
    }

    private static void go(Plan plan, Run run) {
        if (plan instanceof Go go) {
            run.moveTo(go.flow(), go.to());
        }
    }

    /** A step that waits now, one that a flow has passed, or one that it is inside of. */
    private Plan planRedo(Stimulus.Redo stimulus) {
        List<Node> steps = definition.named(stimulus.step());
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

    private Plan planMove(Stimulus.Move stimulus) {
        List<Node> targets = definition.named(stimulus.to());
        if (targets.isEmpty()) {
            return new Not("there is no such step");
        }
        List<Go> found = new ArrayList<>();
        for (Node target : targets) {
            Node root = target.flowRoot();
            if (stimulus.from() == null) {
                flowsFrom(root).forEach(flow -> found.add(new Go(flow, target)));
            } else {
                for (Flow flow : named(stimulus.from())) {
                    Flow around = around(flow, root);
                    if (around != null) {
                        found.add(new Go(around, target));
                    }
                }
            }
        }
        List<Go> distinct = found.stream().distinct().toList();
        if (distinct.size() > 1) {
            return new Not("several flows or steps fit: " + shown(distinct) + "; say which");
        }
        if (!distinct.isEmpty()) {
            return distinct.getFirst();
        }
        return stimulus.from() != null && named(stimulus.from()).isEmpty()
                ? new Not("there is no flow '" + stimulus.from() + "'")
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
