package io.millrace.activity;

import java.util.ArrayList;
import java.util.List;

/** What will happen next, for people: a line for each flow that waits for something outside. */
final class Outlook {
    private final Definition definition;
    private final ActivityState state;

    Outlook(Definition definition, ActivityState state) {
        this.definition = definition;
        this.state = state;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        state.flows.forEach((number, flow) -> {
            if (flow.place.kind() != Flow.Kind.FLOWS) {
                lines.add(line(flow));
            }
        });
        return lines;
    }

    /** The paths of the nodes at which flows wait for something outside. */
    List<String> places() {
        List<String> places = new ArrayList<>();
        state.flows.forEach((number, flow) -> {
            if (flow.place.kind() != Flow.Kind.FLOWS) {
                places.add(definition.node(flow.place.node()).path());
            }
        });
        return places;
    }

    private String line(Flow flow) {
        Node at = definition.node(flow.place.node());
        return flow.number + ": " + at.activity().title() + waiting(flow.place) + following(at);
    }

    /** What a flow waits for at its place. */
    String waitingFor(Flow flow) {
        return switch (flow.place.kind()) {
            case WORK -> ", until its work is done";
            case TIMER -> ", until its time comes";
            case SIGNAL -> ", until its signal comes";
            case NOTHING, FLOWS, FUTURE, SENT -> waiting(flow.place);
        };
    }

    private static String waiting(Flow.Place place) {
        return switch (place.kind()) {
            case FUTURE -> ", when the result of work " + place.number() + " is there";
            case SENT -> ", when all that was sent off has ended";
            case NOTHING, WORK, TIMER, SIGNAL, FLOWS -> "";
        };
    }

    /** What comes after a place if nothing is decided otherwise. */
    private static String following(Node place) {
        Node at = place;
        for (Node around = at.parent(); around != null; around = around.parent()) {
            int next = around.activity().following(at.position());
            if (next >= 0) {
                return " → then " + shown(around.child(next));
            }
            if (around.activity() instanceof Repetition) {
                return " → then " + shown(around);
            }
            at = around;
        }
        return " → then the end";
    }

    private static String shown(Node node) {
        return node.activity().title() + " at " + node.path();
    }
}
