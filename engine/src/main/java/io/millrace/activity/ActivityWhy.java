package io.millrace.activity;

import io.millrace.id.CaseId;
import io.millrace.language.Claims;
import io.millrace.language.Explanation;
import java.util.ArrayList;
import java.util.List;

/** Why a task of a process of activities has begun or has not: where the flows stand that come to it, and what they wait for. */
final class ActivityWhy {
    private final Definition definition;
    private final ActivityState state;
    private final String caseTerm;

    ActivityWhy(Definition definition, ActivityState state, CaseId caseId) {
        this.definition = definition;
        this.state = state;
        this.caseTerm = Claims.of(caseId);
    }

    Explanation<ActivityState> of(String task) {
        List<Explanation<ActivityState>> there = new ArrayList<>();
        List<Explanation<ActivityState>> elsewhere = new ArrayList<>();
        for (int i = 0; i < definition.size(); i++) {
            Node node = definition.node(i);
            if (node.activity().tasks().stream().anyMatch(each -> each.name().equals(task))) {
                for (Flow flow : flowsTo(node)) {
                    if (flow.place.node() == node.index()) {
                        there.add(at(flow, "flow " + flow.number + " is at " + shown(node)));
                    } else {
                        elsewhere.add(at(flow, notThere(flow, node)));
                    }
                }
            }
        }
        String claim = Claims.term("waiting", Claims.atom(task), "_", caseTerm);
        return there.isEmpty()
                ? Explanation.of(claim, false, "No flow is at task '" + task + "'.", elsewhere)
                : Explanation.of(claim, true, "Task '" + task + "' has been reached.", there);
    }

    /** The innermost flows that come through a place, if they are under way; else those around them. */
    private List<Flow> flowsTo(Node node) {
        List<Flow> found = new ArrayList<>();
        int[] depth = {-1};
        state.flows.forEach((number, flow) -> {
            Node root = definition.node(flow.root);
            if (node.isWithin(root) && flow.place.kind() != Flow.Kind.FLOWS) {
                if (root.index() > depth[0]) {
                    depth[0] = root.index();
                    found.clear();
                }
                if (root.index() == depth[0]) {
                    found.add(flow);
                }
            }
        });
        return found;
    }

    private String notThere(Flow flow, Node node) {
        Node place = definition.node(flow.place.node());
        boolean past = place.index() > node.index();
        return "flow " + flow.number + " is " + (past ? "past it, at " : "at ") + shown(place) + new Outlook(definition, state).waitingFor(flow);
    }

    private static String shown(Node node) {
        return node.activity().title() + (node.path().isEmpty() ? "" : " (" + node.path() + ")");
    }

    private Explanation<ActivityState> at(Flow flow, String words) {
        Node place = definition.node(flow.place.node());
        int number = flow.number;
        return Explanation.fact(Claims.term("at", Claims.atom(place.path()), Integer.toString(flow.number), caseTerm), true, words, then -> {
            Flow earlier = then.flows.get(number);
            return earlier == null ? -1 : earlier.place.node() * 16L + earlier.place.kind().tag;
        });
    }
}
