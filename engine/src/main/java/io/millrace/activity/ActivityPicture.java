package io.millrace.activity;

import io.millrace.draw.Figure;
import io.millrace.draw.Figure.Edge;
import io.millrace.draw.Figure.Junction;
import io.millrace.draw.Figure.Region;
import io.millrace.draw.Figure.Shape;
import io.millrace.draw.Figure.Sheet;
import io.millrace.draw.Figure.Sign;
import io.millrace.work.Doer;
import io.millrace.work.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process made of activities as a figure, in the symbols of nets: what decides or forks is a task that only routes, a choice is a
 * condition, a scope is an area. Nodes are named by their paths.
 */
final class ActivityPicture {
    /** More than this nobody can look at. */
    private static final int MOST_PLACES = 3_000;

    private static final int MOST_DEPTH = 100;

    private static final String END = " end";

    /** An end of what is drawn so far, from which the next step follows. */
    private record Exit(String node, String label, boolean otherwise, boolean aside) {
        Exit(String node) {
            this(node, "", false, false);
        }
    }

    private final List<Figure.Node> nodes = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();

    private ActivityPicture() {}

    /** The figure, or null if it would be too large. */
    static @Nullable Figure of(String name, Definition definition) {
        if (definition.size() > MOST_PLACES || isDeep(definition)) {
            return null;
        }
        ActivityPicture picture = new ActivityPicture();
        String start = " start";
        picture.nodes.add(Figure.Node.of(start, "start", Shape.START));
        List<Exit> ends = picture.draw(definition.root(), List.of(new Exit(start)));
        picture.nodes.add(Figure.Node.of(END, "end", Shape.END));
        picture.connect(ends, END);
        return new Figure(name, List.of(new Sheet(name, name, picture.nodes, picture.edges, picture.regions, List.of())));
    }

    private static boolean isDeep(Definition definition) {
        for (int i = 0; i < definition.size(); i++) {
            int depth = 0;
            for (Node at = definition.node(i); at != null && depth <= MOST_DEPTH; at = at.parent()) {
                depth++;
            }
            if (depth > MOST_DEPTH) {
                return true;
            }
        }
        return false;
    }

    /** Draws an activity after some exits, and says where it can be left. */
    private List<Exit> draw(Node node, List<Exit> before) {
        return switch (node.activity()) {
            case Null nothing -> before;
            case Sequence sequence -> inOrder(node, before);
            case Conditional conditional -> {
                String test = step(node, before, conditional.title(), "", Sign.ROUTING);
                split(test, Junction.XOR);
                List<Exit> exits = new ArrayList<>(draw(node.child(0), List.of(new Exit(test, "yes", false, false))));
                exits.addAll(draw(node.child(1), List.of(new Exit(test, "otherwise", true, false))));
                yield exits;
            }
            case Repetition repetition -> {
                String test = step(node, before, repetition.title(), "", Sign.ROUTING);
                split(test, Junction.XOR);
                connect(draw(node.child(0), List.of(new Exit(test, "again", false, false))), test);
                nodes.replaceAll(each -> each.id().equals(test) ? each.joining(Junction.XOR) : each);
                yield List.of(new Exit(test, "then", false, false));
            }
            case Parallel parallel -> branches(node, before, "parallel", parallel.describe().asInt());
            case ParallelEach each -> branches(node, before, each.title(), each.describe().at("needed").asInt());
            case Choice choice -> {
                nodes.add(Figure.Node.of(id(node), "what happens first", Shape.PLACE));
                connect(before, id(node));
                yield each(node, List.of(new Exit(id(node))));
            }
            case Scope scope -> scope(node, before);
            case Fail fail -> {
                step(node, before, "fail", fail.describe().isNothing() ? "" : Argument.plain(fail.describe()), Sign.ROUTING);
                yield List.of();
            }
            case Wait wait -> List.of(new Exit(step(node, before, wait.title(), "", wait.signalName() == null ? Sign.TIMER : Sign.EVENT)));
            case Assign assign -> List.of(new Exit(step(node, before, assign.title(), "", Sign.ROUTING)));
            case Primitive primitive -> List.of(new Exit(step(node, before, primitive.title(), "", Sign.PROGRAM)));
            case WorkActivity work -> {
                Task task = work.tasks().getFirst();
                yield List.of(new Exit(step(node, before, task.name(), who(task), sign(task.doer()))));
            }
            case Activity other -> node.count() == 0 ? List.of(new Exit(step(node, before, other.title(), "", Sign.PROGRAM))) : inOrder(node, before);
        };
    }

    private List<Exit> inOrder(Node node, List<Exit> before) {
        List<Exit> exits = before;
        for (int i = 0; i < node.count(); i++) {
            exits = draw(node.child(i), exits);
        }
        return exits;
    }

    private List<Exit> each(Node node, List<Exit> before) {
        List<Exit> exits = new ArrayList<>();
        for (int i = 0; i < node.count(); i++) {
            exits.addAll(draw(node.child(i), before));
        }
        return exits;
    }

    /** @param needed how many branches end it; 0 for all */
    private List<Exit> branches(Node node, List<Exit> before, String title, int needed) {
        String fork = step(node, before, title, "", Sign.ROUTING);
        split(fork, node.count() > 1 ? Junction.AND : Junction.NONE);
        if (node.activity() instanceof ParallelEach) {
            nodes.replaceAll(each -> each.id().equals(fork) ? each.repeated() : each);
        }
        List<Exit> ends = each(node, List.of(new Exit(fork)));
        String join = fork + " join";
        boolean all = needed < 1 || needed >= node.count() && !(node.activity() instanceof ParallelEach);
        nodes.add(Figure.Node.of(join, all ? "all of them" : needed == 1 ? "the first" : "the first " + needed, Shape.TASK)
                .by("", Sign.ROUTING)
                .joining(ends.size() < 2 ? Junction.NONE : all ? Junction.AND : Junction.XOR));
        connect(ends, join);
        return List.of(new Exit(join));
    }

    private List<Exit> scope(Node node, List<Exit> before) {
        String entry = step(node, before, "scope", "", Sign.ROUTING);
        int first = nodes.size();
        List<Exit> exits = new ArrayList<>(draw(node.child(0), List.of(new Exit(entry))));
        List<String> inside = nodes.subList(first, nodes.size()).stream().map(Figure.Node::id).toList();
        List<String> said = new ArrayList<>(List.of("what is in the scope '" + entry + "' succeeds or fails as a whole"));
        for (int i = 1; i < node.count(); i++) {
            Node child = node.child(i);
            if (child.activity() instanceof Null) {
                continue;
            }
            switch (((Scope) node.activity()).childName(i)) {
                case "failure" -> exits.addAll(draw(child, List.of(new Exit(entry, "if it fails", false, true))));
                case "compensation" -> draw(child, List.of(new Exit(entry, "to undo it later", false, true)));
                case "timeout" -> said.add("it fails if it takes too long (" + child.activity().title() + ")");
                default -> {
                    said.add("a signal cancels it (" + child.activity().title() + ")");
                    exits.add(new Exit(entry, "if it is cancelled", false, true));
                }
            }
        }
        regions.add(new Region(null, inside, List.of(), String.join("; ", said)));
        return exits;
    }

    private String step(Node node, List<Exit> before, String label, String who, Sign sign) {
        nodes.add(Figure.Node.of(id(node), label, Shape.TASK).by(who, sign));
        connect(before, id(node));
        return id(node);
    }

    private void split(String id, Junction split) {
        nodes.replaceAll(node -> node.id().equals(id) ? node.splitting(split) : node);
    }

    private void connect(List<Exit> exits, String to) {
        for (Exit exit : exits) {
            edges.add(new Edge(exit.node(), to, exit.label(), exit.otherwise(), exit.aside(), exit.node() + " > " + to, List.of()));
        }
        if (exits.size() > 1) {
            nodes.replaceAll(node -> node.id().equals(to) && node.shape() == Shape.TASK && node.join() == Junction.NONE ? node.joining(Junction.XOR) : node);
        }
    }

    private static String id(Node node) {
        return node.path();
    }

    private static Sign sign(Doer doer) {
        return switch (doer) {
            case Doer.People people -> Sign.PERSON;
            case Doer.Handler handler -> Sign.PROGRAM;
            case Doer.Program program -> Sign.PROGRAM;
            case Doer.Process process -> Sign.PROCESS;
        };
    }

    private static String who(Task task) {
        return switch (task.doer()) {
            case Doer.People people -> {
                List<String> names = new ArrayList<>(task.performers().roles());
                names.addAll(task.performers().participants());
                yield (task.performers().pool() == null ? "" : "pool " + task.performers().pool() + " ") + String.join(", ", names);
            }
            case Doer.Handler handler -> handler.name().equals(task.name()) ? "" : "handler " + handler.name();
            case Doer.Program program -> "program " + program.name();
            case Doer.Process process -> process.name().equals(task.name()) ? "" : "process " + process.name();
        };
    }
}
