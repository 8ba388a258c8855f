package io.millrace.verify.file;

import io.millrace.draw.Figure;
import io.millrace.draw.Look;
import io.millrace.draw.Marks;
import io.millrace.draw.Svg;
import io.millrace.draw.View;
import io.millrace.net.Attachment;
import io.millrace.net.Condition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.Specification;
import io.millrace.net.NetLayout;
import io.millrace.net.NetTask;
import io.millrace.net.draw.Dot;
import io.millrace.net.draw.NetPicture;
import io.millrace.verify.PlainNet;
import io.millrace.verify.PlainNet.Arc;
import io.millrace.verify.PlainNet.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plain net in the symbols of YAWL: a place is a condition, a transition a task whose join and split are AND. The only source place is
 * drawn as the input condition, the only sink as the output condition. A weight other than one stands on its arc.
 */
public final class PlainPicture {
    /** The name of the only sheet. */
    public static final String NET = "net";

    private PlainPicture() {}

    /** The picture of a net with its initial marking. */
    public static String svg(PlainNet net, @Nullable NetLayout layout) {
        return Svg.of(views(net, layout), Look.USUAL);
    }

    /**
     * A net with its initial marking.
     *
     * @param layout how its file draws it, or null
     */
    public static List<View> views(PlainNet net, @Nullable NetLayout layout) {
        Map<String, Integer> tokens = new HashMap<>();
        for (int place = 0; place < net.places().size(); place++) {
            tokens.put(net.places().get(place), net.initial().get(place));
        }
        return List.of(view(net, layout, new Marks(Map.of(net.name(), tokens), Map.of(), List.of())));
    }

    /** A net with marks on it, which go by the names of places and transitions. */
    public static View view(PlainNet net, @Nullable NetLayout layout, Marks marks) {
        Map<String, Integer> tokens = new HashMap<>();
        Set<String> faults = new HashSet<>();
        Map<String, Integer> marked = marks.tokens().getOrDefault(net.name(), Map.of());
        Set<String> wrong = marks.faults().getOrDefault(net.name(), Set.of());
        for (int place = 0; place < net.places().size(); place++) {
            tokens.put(place(place), marked.getOrDefault(net.places().get(place), 0));
            if (wrong.contains(net.places().get(place))) {
                faults.add(place(place));
            }
        }
        for (int transition = 0; transition < net.transitions().size(); transition++) {
            if (wrong.contains(net.transitions().get(transition).name())) {
                faults.add(transition(transition));
            }
        }
        return new View(figure(net, layout), new Marks(Map.of(NET, tokens), faults.isEmpty() ? Map.of() : Map.of(NET, faults), marks.caption()));
    }

    /** A net for Graphviz. */
    public static String dot(PlainNet net) {
        return Dot.of(drawn(net));
    }

    /** Where a file has its nodes. */
    private record Drawing(@Nullable NetLayout layout) implements Attachment {
        @Override
        public @Nullable NetLayout layout(String net) {
            return layout;
        }
    }

    /** Transitions are not tasks: nobody does them, and nothing is to be said of that. */
    private static Figure figure(PlainNet net, @Nullable NetLayout layout) {
        Figure figure = NetPicture.of(drawn(net).attach(new Drawing(layout)));
        return new Figure(figure.title(), figure.sheets().stream()
                .map(sheet -> new Figure.Sheet(
                        sheet.name(), sheet.title(), sheet.nodes().stream().map(node -> node.by("")).toList(), sheet.edges(), sheet.regions(), sheet.notes()))
                .toList());
    }

    /** Places and transitions may share names, so nodes are numbered, and names are titles. */
    private static Specification drawn(PlainNet net) {
        List<NetTask> tasks = new ArrayList<>();
        List<Flow> flows = new ArrayList<>();
        int[] givers = new int[net.places().size()];
        int[] takers = new int[net.places().size()];
        for (Transition transition : net.transitions()) {
            String id = transition(tasks.size());
            tasks.add(NetTask.named(id).titled(transition.name()).join(Junction.AND).split(Junction.AND));
            for (Arc arc : transition.consumes()) {
                takers[arc.place()]++;
                flows.add(flow(place(arc.place()), id, arc));
            }
            for (Arc arc : transition.produces()) {
                givers[arc.place()]++;
                flows.add(flow(id, place(arc.place()), arc));
            }
        }
        int source = onlyZero(givers);
        int sink = onlyZero(takers);
        List<Condition> conditions = new ArrayList<>();
        for (int place = 0; place < net.places().size(); place++) {
            Condition.Kind kind =
                    place == source ? Condition.Kind.INPUT : place == sink ? Condition.Kind.OUTPUT : Condition.Kind.INNER;
            conditions.add(new Condition(place(place), net.places().get(place), kind, null));
        }
        return Specification.of(net.name(), NET, List.of(new Net(NET, "plain net", conditions, tasks, flows, List.of(), false, null)));
    }

    private static Flow flow(String from, String to, Arc arc) {
        Flow flow = Flow.of(from, to);
        return arc.weight() == 1 ? flow : flow.when(Expression.constant(arc.weight()));
    }

    /** The id of the node of a place. */
    public static String place(int number) {
        return "p" + number;
    }

    /** The id of the node of a transition. */
    public static String transition(int number) {
        return "t" + number;
    }

    /** The only place with none, or -1. */
    private static int onlyZero(int[] counts) {
        int found = -1;
        for (int place = 0; place < counts.length; place++) {
            if (counts[place] == 0) {
                if (found >= 0) {
                    return -1;
                }
                found = place;
            }
        }
        return found;
    }
}
