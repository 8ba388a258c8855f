package io.millrace.net.draw;

import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Node;
import io.millrace.draw.Figure.Point;
import io.millrace.draw.Figure.Region;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Figure.Sign;
import io.millrace.net.Cancellation;
import io.millrace.net.Condition;
import io.millrace.net.Decomposition;
import io.millrace.net.Expression;
import io.millrace.net.Flow;
import io.millrace.net.Junction;
import io.millrace.net.Net;
import io.millrace.net.NetLayout;
import io.millrace.net.NetLayout.Spot;
import io.millrace.net.NetTask;
import io.millrace.net.Specification;
import io.millrace.net.Timer;
import io.millrace.work.Doer;
import io.millrace.work.Performers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A specification as a figure: its nets one below the other, the root first, each as its file draws it if it does. */
public final class NetPicture {
    /** As the YAWL engine names roles and participants. */
    private static final Pattern NUMBERED = Pattern.compile("[A-Z]{2}-[0-9a-f-]{36}");

    /** What the YAWL editor calls a node to which nobody gave a name. */
    private static final Pattern UNNAMED = Pattern.compile("null(_\\d+)?");

    private final Specification specification;

    private NetPicture(Specification specification) {
        this.specification = specification;
    }

    /** The figure, with one sheet for each net. A net without a layout in its file has no positions; a renderer arranges it. */
    public static Figure of(Specification specification) {
        List<Net> nets = new ArrayList<>(specification.nets());
        nets.sort((one, other) -> Boolean.compare(other.name().equals(specification.root()), one.name().equals(specification.root())));
        NetPicture picture = new NetPicture(specification);
        return new Figure(specification.name(), nets.stream().map(picture::sheet).toList());
    }

    private Sheet sheet(Net net) {
        NetLayout layout = specification.attachment() == null ? null : specification.attachment().layout(net.name());
        Map<String, Long> in = net.flows().stream().collect(Collectors.groupingBy(Flow::to, Collectors.counting()));
        Map<String, Long> out = net.flows().stream().collect(Collectors.groupingBy(Flow::from, Collectors.counting()));
        List<Node> nodes = new ArrayList<>();
        for (Condition condition : net.conditions()) {
            Shape shape = switch (condition.kind()) {
                case INPUT -> Shape.START;
                case OUTPUT -> Shape.END;
                case INNER -> Shape.PLACE;
            };
            nodes.add(Node.of(condition.name(), label(condition.name(), condition.title()), shape).at(spot(layout, condition.name())));
        }
        for (NetTask task : net.tasks()) {
            boolean joins = in.getOrDefault(task.name(), 0L) > 1;
            boolean splits = out.getOrDefault(task.name(), 0L) > 1;
            nodes.add(node(task, joins, splits).at(spot(layout, task.name())));
        }
        List<Edge> edges = net.flows().stream().map(flow -> edge(net, flow, out.getOrDefault(flow.from(), 0L) > 1, layout)).toList();
        List<Region> regions = net.tasks().stream().filter(task -> !task.cancels().isNone()).map(task -> region(net, task)).toList();
        return new Sheet(net.name(), net.title(), nodes, edges, regions, List.of());
    }

    private static @Nullable Point spot(@Nullable NetLayout layout, String node) {
        Spot spot = layout == null ? null : layout.nodes().get(node);
        return spot == null ? null : new Point(spot.x(), spot.y());
    }

    /** One way in or out needs no junction, unless it is told as an unusual one. */
    private static Node node(NetTask task, boolean joins, boolean splits) {
        List<Sign> signs = new ArrayList<>();
        List<String> who = new ArrayList<>();
        switch (task.decomposition()) {
            case Decomposition.Routing routing -> {
                if (task.timer() == null && task.event() == null) {
                    signs.add(Sign.ROUTING);
                }
            }
            case Decomposition.SubNet subNet -> who.add("net " + subNet.net());
            case Decomposition.Atomic atomic -> {
                signs.add(sign(atomic.work().doer()));
                String doer = doer(atomic.work().doer(), atomic.work().performers());
                if (!doer.isEmpty()) {
                    who.add(doer);
                }
            }
        }
        if (task.timer() != null) {
            signs.add(Sign.TIMER);
            who.add(time(task.timer()));
        }
        if (task.event() != null) {
            signs.add(Sign.EVENT);
            who.add("signal " + task.event().signal());
        }
        Node node = Node.of(task.name(), label(task.name(), task.title()), Shape.TASK)
                .by(String.join(", ", who), signs.toArray(Sign[]::new))
                .joining(joins || task.join() == Junction.OR ? junction(task.join()) : Figure.Junction.NONE)
                .splitting(splits || task.split() == Junction.OR ? junction(task.split()) : Figure.Junction.NONE);
        node = task.multiplicity() == null ? node : node.repeated();
        return task.isComposite() ? node.composed() : node;
    }

    private static Sign sign(Doer doer) {
        return switch (doer) {
            case Doer.People people -> Sign.PERSON;
            case Doer.Handler handler -> Sign.PROGRAM;
            case Doer.Program program -> Sign.PROGRAM;
            case Doer.Process process -> Sign.PROCESS;
        };
    }

    private static String doer(Doer doer, Performers performers) {
        return switch (doer) {
            case Doer.Handler handler -> "handler " + handler.name();
            case Doer.Program program -> "program " + program.name();
            case Doer.Process process -> "process " + process.name();
            case Doer.People people -> {
                List<String> names = new ArrayList<>(named(performers.roles(), "role"));
                names.addAll(named(performers.participants(), "participant"));
                String some = String.join(", ", names);
                yield performers.pool() == null ? some : ("pool " + performers.pool() + (some.isEmpty() ? "" : ": " + some));
            }
        };
    }

    /** Names; of those that only a YAWL engine's own list of people can tell, how many there are. */
    private static List<String> named(List<String> names, String kind) {
        List<String> said = new ArrayList<>(names.stream().filter(name -> !NUMBERED.matcher(name).matches()).toList());
        int others = names.size() - said.size();
        if (others > 0) {
            said.add(others == 1 ? "a " + kind : others + " " + kind + "s");
        }
        return said;
    }

    private static String time(Timer timer) {
        return switch (timer.until()) {
            case Timer.After after -> "after " + (after.duration().isZero() ? after.period() : after.period().isZero() ? after.duration() : after.period() + " " + after.duration()) + (after.workdays() ? " (workdays)" : "");
            case Timer.At at -> "at " + at.instant();
            case Timer.Told told -> "time: " + text(told.expression());
        };
    }

    private static Figure.Junction junction(Junction junction) {
        return switch (junction) {
            case AND -> Figure.Junction.AND;
            case OR -> Figure.Junction.OR;
            case XOR -> Figure.Junction.XOR;
        };
    }

    /** Predicates count where one of several ways is chosen; the weight of an arc is one everywhere. */
    private static Edge edge(Net net, Flow flow, boolean splits, @Nullable NetLayout layout) {
        NetTask from = net.task(flow.from());
        boolean chooses = from == null || splits && from.split() != Junction.AND || flow.predicate() instanceof Expression.Constant;
        boolean otherwise = flow.isDefault() && chooses && from != null;
        String label = flow.predicate() == null || !chooses ? "" : text(flow.predicate());
        label = otherwise ? label.isEmpty() ? "otherwise" : label + ", or otherwise" : label;
        String between = Condition.between(flow.from(), flow.to());
        List<Point> bends = layout == null
                ? List.of()
                : layout.bends().getOrDefault(between, List.of()).stream().map(spot -> new Point(spot.x(), spot.y())).toList();
        return new Edge(flow.from(), flow.to(), label, otherwise, false, between, bends);
    }

    static String text(Expression expression) {
        return switch (expression) {
            case Expression.XQuery query -> query.text().strip();
            case Expression.Goal goal -> goal.text();
            case Expression.Variable variable -> variable.path();
            case Expression.Constant constant -> constant.value().json();
            case Expression.Lambda lambda -> lambda.title();
        };
    }

    /** What people call a node; those that the YAWL editor numbers for want of a name have none. */
    private static String label(String name, String title) {
        return title.equals(name) && UNNAMED.matcher(name).matches() ? "" : title;
    }

    /** As it stands on the picture, in a sentence. */
    private static String said(Net net, String node) {
        NetTask task = net.task(node);
        String title = task != null
                ? task.title()
                : net.conditions().stream().filter(each -> each.name().equals(node)).map(Condition::title).findFirst().orElse(node);
        return label(node, title).isEmpty() ? "" : "'" + title.replace('_', ' ') + "'";
    }

    private static Region region(Net net, NetTask task) {
        List<String> edges = task.cancels().between().stream().map(arc -> Condition.between(arc.from(), arc.to())).toList();
        List<String> all = new ArrayList<>();
        int unnamed = 0;
        for (String node : task.cancels().nodes()) {
            String said = said(net, node);
            unnamed += said.isEmpty() ? 1 : 0;
            if (!said.isEmpty()) {
                all.add(said);
            }
        }
        for (Cancellation.Arc arc : task.cancels().between()) {
            all.add("what is between " + said(net, arc.from()) + " and " + said(net, arc.to()));
        }
        if (unnamed > 0) {
            all.add(unnamed == 1 ? "one without a name" : unnamed + " without a name");
        }
        return new Region(task.name(), task.cancels().nodes(), edges, "when " + said(net, task.name()) + " is done, it cancels " + String.join(", ", all));
    }
}
