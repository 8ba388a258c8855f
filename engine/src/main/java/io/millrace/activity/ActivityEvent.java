package io.millrace.activity;

import io.millrace.data.Data;
import io.millrace.data.In;
import io.millrace.data.Out;
import io.millrace.language.ProcessEvent;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was decided in a turn of a case made of activities. Results of users' functions are in here, never their calls. */
sealed interface ActivityEvent extends ProcessEvent {

    /** @param scope the flow whose local slot it is, or {@link ActivityState#MAIN} for a slot of the case */
    record SlotSet(int scope, String slot, Slot value) implements ActivityEvent {}

    /** A flow has come to a place where it waits. All steps between are in this one event. */
    record FlowMoved(int flow, Flow.Place place) implements ActivityEvent {}

    /** A flow has forked others, one for each place. */
    record FlowsForked(int parent, List<Integer> roots) implements ActivityEvent {}

    /** A flow has forked others, one for each item. */
    record EachForked(int parent, int root, String slot, @Nullable String collected, List<Data> items)
            implements ActivityEvent {}

    record FlowEnded(int flow, Data result) implements ActivityEvent {}

    record FlowFailed(int flow, String reason) implements ActivityEvent {}

    /**
     * The flows that a flow had forked were cancelled, with all below them.
     *
     * @param except the one that goes on, or 0
     */
    record FlowsCancelled(int parent, int except) implements ActivityEvent {}

    /** Work was sent off; its result will come into a slot if one is named. */
    record WorkSent(int flow, int work, String message, int scope, @Nullable String slot) implements ActivityEvent {}

    /** What was sent off has brought its result, or never will. */
    record ResultCame(int work, Slot result) implements ActivityEvent {}

    record UndoRegistered(int flow, int node) implements ActivityEvent {}

    record UndoForgotten(int flow, int mark) implements ActivityEvent {}

    /** The latest that is to be undone has begun in a flow of its own. */
    record UndoForked(int parent) implements ActivityEvent {}

    /** Somebody has started a task whose doers may not do another one. */
    record TaskTaken(String task, String by) implements ActivityEvent {}

    @Override
    default String kind() {
        return switch (this) {
            case SlotSet e -> "SlotSet";
            case FlowMoved e -> "FlowMoved";
            case FlowsForked e -> "FlowsForked";
            case EachForked e -> "EachForked";
            case FlowEnded e -> "FlowEnded";
            case FlowFailed e -> "FlowFailed";
            case FlowsCancelled e -> "FlowsCancelled";
            case WorkSent e -> "WorkSent";
            case ResultCame e -> "ResultCame";
            case UndoRegistered e -> "UndoRegistered";
            case UndoForgotten e -> "UndoForgotten";
            case UndoForked e -> "UndoForked";
            case TaskTaken e -> "TaskTaken";
        };
    }

    @Override
    default Data detail() {
        return detail(List.of());
    }

    @Override
    default @Nullable String awaits(int timer, List<String> places) {
        return this instanceof FlowMoved moved && moved.place().kind() == Flow.Kind.TIMER && moved.place().number() == timer
                ? moved.place().node() < places.size() ? "place '" + shown(places.get(moved.place().node())) + "'" : "flow " + moved.flow()
                : null;
    }

    /** A place by its path, or by its number where the paths are not known. */
    private static Data place(int node, List<String> places) {
        return node < places.size() ? Data.of(shown(places.get(node))) : Data.of(node);
    }

    static String shown(String path) {
        return path.isEmpty() ? "the process" : path;
    }

    private static String word(List<String> places, String known, String unknown) {
        return places.isEmpty() ? unknown : known;
    }

    @Override
    default Data detail(List<String> places) {
        return switch (this) {
            case SlotSet e -> Data.fields("slot", e.slot(), "value", e.value().shown());
            case FlowMoved e ->
                Data.fields(
                        "flow", e.flow(),
                        word(places, "place", "node"), place(e.place().node(), places),
                        "waitsFor", e.place().kind().name().toLowerCase(Locale.ROOT),
                        "number", e.place().number());
            case FlowsForked e -> Data.fields(
                        "flow", e.parent(),
                        word(places, "places", "nodes"), e.roots().stream().map(root -> place(root, places)).toList());
            case EachForked e -> Data.fields(
                        "flow", e.parent(),
                        word(places, "place", "node"), place(e.root(), places),
                        "count", e.items().size());
            case FlowEnded e -> Data.fields("flow", e.flow());
            case FlowFailed e -> Data.fields("flow", e.flow(), "reason", e.reason());
            case FlowsCancelled e -> Data.fields("flow", e.parent(), "except", e.except());
            case WorkSent e -> Data.fields("flow", e.flow(), "work", e.work(), "message", e.message(), "slot", e.slot());
            case ResultCame e -> Data.fields("work", e.work(), "result", e.result().shown());
            case UndoRegistered e ->
                Data.fields("flow", e.flow(), word(places, "place", "node"), place(e.node(), places));
            case UndoForgotten e -> Data.fields("flow", e.flow(), "left", e.mark());
            case UndoForked e -> Data.fields("flow", e.parent());
            case TaskTaken e -> Data.fields("task", e.task(), "by", e.by());
        };
    }

    @Override
    default void write(Out out) {
        switch (this) {
            case SlotSet e -> {
                out.u8(1).varint(e.scope()).text(e.slot());
                e.value().write(out);
            }
            case FlowMoved e -> {
                out.u8(2).varint(e.flow());
                e.place().write(out);
            }
            case FlowsForked e -> out.u8(3).varint(e.parent()).each(e.roots(), (o, root) -> o.varint(root));
            case EachForked e ->
                out.u8(4)
                        .varint(e.parent())
                        .varint(e.root())
                        .text(e.slot())
                        .textOrNull(e.collected())
                        .each(e.items(), Out::data);
            case FlowEnded e -> out.u8(5).varint(e.flow()).data(e.result());
            case FlowFailed e -> out.u8(6).varint(e.flow()).text(e.reason());
            case FlowsCancelled e -> out.u8(7).varint(e.parent()).varint(e.except());
            case WorkSent e ->
                out.u8(8).varint(e.flow()).varint(e.work()).text(e.message()).varint(e.scope()).textOrNull(e.slot());
            case ResultCame e -> {
                out.u8(9).varint(e.work());
                e.result().write(out);
            }
            case UndoRegistered e -> out.u8(10).varint(e.flow()).varint(e.node());
            case UndoForgotten e -> out.u8(11).varint(e.flow()).varint(e.mark());
            case UndoForked e -> out.u8(12).varint(e.parent());
            case TaskTaken e -> out.u8(13).text(e.task()).text(e.by());
        }
    }

    static ActivityEvent read(In in) {
        int tag = in.u8();
        return switch (tag) {
            case 1 -> new SlotSet(in.varint32(), in.name(), Slot.read(in));
            case 2 -> new FlowMoved(in.varint32(), Flow.Place.read(in));
            case 3 -> new FlowsForked(in.varint32(), in.each(In::varint32));
            case 4 -> new EachForked(in.varint32(), in.varint32(), in.name(), in.textOrNull(), in.each(In::data));
            case 5 -> new FlowEnded(in.varint32(), in.data());
            case 6 -> new FlowFailed(in.varint32(), in.text());
            case 7 -> new FlowsCancelled(in.varint32(), in.varint32());
            case 8 -> new WorkSent(in.varint32(), in.varint32(), in.name(), in.varint32(), in.textOrNull());
            case 9 -> new ResultCame(in.varint32(), Slot.read(in));
            case 10 -> new UndoRegistered(in.varint32(), in.varint32());
            case 11 -> new UndoForgotten(in.varint32(), in.varint32());
            case 12 -> new UndoForked(in.varint32());
            case 13 -> new TaskTaken(in.name(), in.text());
            default -> throw in.damaged("event of activities of kind " + tag);
        };
    }
}
