package io.millrace.activity;

import io.millrace.language.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What activities say to those who ask about the history: where flows stand, what slots hold, and their steps as facts. */
final class ActivityHistory {
    private final Definition definition;

    ActivityHistory(Definition definition) {
        this.definition = definition;
    }

    Fact fact(ActivityEvent event) {
        return switch (event) {
            case ActivityEvent.SlotSet e -> Fact.of("slot_set", e.slot(), e.value().shown());
            case ActivityEvent.FlowMoved e -> Fact.of("moved", path(e.place().node()), e.flow());
            case ActivityEvent.FlowsForked e -> Fact.of("forked", e.roots().stream().map(this::path).toList(), e.parent());
            case ActivityEvent.EachForked e -> Fact.of("forked_each", path(e.root()), e.items().size(), e.parent());
            case ActivityEvent.FlowEnded e -> Fact.of("flow_ended", e.flow());
            case ActivityEvent.FlowFailed e -> Fact.of("flow_failed", e.reason(), e.flow());
            case ActivityEvent.FlowsCancelled e -> Fact.of("flows_cancelled", e.parent());
            case ActivityEvent.WorkSent e -> Fact.of("work_sent", e.message(), e.work());
            case ActivityEvent.ResultCame e -> Fact.of("result_came", e.result().shown(), e.work());
            case ActivityEvent.UndoRegistered e -> Fact.of("undo_registered", path(e.node()), e.flow());
            case ActivityEvent.UndoForgotten e -> Fact.of("undo_forgotten", e.flow());
            case ActivityEvent.UndoForked e -> Fact.of("undoing", e.parent());
            case ActivityEvent.TaskTaken e -> Fact.of("task_taken", e.task(), e.by());
        };
    }

    private String path(int node) {
        return definition.node(node).path();
    }

    Function<ActivityState, List<Fact>> concern(ActivityState before, @Nullable ActivityEvent event) {
        return switch (event) {
            case null -> this::all;
            case ActivityEvent.SlotSet e -> e.scope() == ActivityState.MAIN ? state -> slot(state, e.slot()) : state -> List.of();
            case ActivityEvent.FlowMoved e -> state -> flow(state, e.flow());
            case ActivityEvent.FlowsForked e -> state -> below(state, e.parent());
            case ActivityEvent.EachForked e -> state -> below(state, e.parent());
            case ActivityEvent.UndoForked e -> state -> below(state, e.parent());
            case ActivityEvent.FlowsCancelled e -> state -> below(state, e.parent());
            case ActivityEvent.FlowEnded e -> state -> below(state, e.flow());
            case ActivityEvent.FlowFailed e -> state -> below(state, e.flow());
            case ActivityEvent.ResultCame e -> {
                ActivityState.Sent sent = before.sent(e.work());
                String slot = sent == null || sent.scope != ActivityState.MAIN ? null : sent.slot;
                yield state -> slot == null ? List.of() : slot(state, slot);
            }
            case ActivityEvent.WorkSent e -> {
                String slot = e.scope() == ActivityState.MAIN ? e.slot() : null;
                yield state -> slot == null ? List.of() : slot(state, slot);
            }
            case ActivityEvent.UndoRegistered e -> state -> List.of();
            case ActivityEvent.UndoForgotten e -> state -> List.of();
            case ActivityEvent.TaskTaken e -> state -> List.of();
        };
    }

    private List<Fact> all(ActivityState state) {
        List<Fact> facts = new ArrayList<>();
        state.slots.forEach((name, slot) -> add(name, slot, facts));
        state.flows.forEach((number, flow) -> add(flow, facts));
        return facts;
    }

    /** A slot that has a value; one whose result is not there yet has none. */
    private static List<Fact> slot(ActivityState state, String name) {
        List<Fact> facts = new ArrayList<>(1);
        Slot slot = state.slot(ActivityState.MAIN, name);
        if (slot != null) {
            add(name, slot, facts);
        }
        return facts;
    }

    private static void add(String name, Slot slot, List<Fact> facts) {
        if (slot instanceof Slot.Value || slot instanceof Slot.Bound) {
            facts.add(Fact.data(name, slot.shown()));
        }
    }

    private List<Fact> flow(ActivityState state, int number) {
        List<Fact> facts = new ArrayList<>(1);
        Flow flow = state.flow(number);
        if (flow != null) {
            add(flow, facts);
        }
        return facts;
    }

    private List<Fact> below(ActivityState state, int number) {
        List<Fact> facts = new ArrayList<>();
        Flow top = state.flow(number);
        if (top != null) {
            state.subtree(top).forEach(flow -> add(flow, facts));
        }
        return facts;
    }

    private void add(Flow flow, List<Fact> facts) {
        facts.add(Fact.of("at", path(flow.place.node())).numbered(flow.number));
    }
}
